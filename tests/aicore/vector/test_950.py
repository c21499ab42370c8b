"""Ascend 950 where its pages differ from those of 910B, against NumPy."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.harness import MIX_AIC_1_1, Kernel, KernelFaultError
from tests.utils.sources import read_source

_950 = "Ascend950PR_9599"
_CALLS = [
    "Adds<float, false>(d, a, 3.0f, 256)",
    "Muls<float, false>(d, a, 3.0f, 256)",
    "Maxs<float, false>(d, a, 3.0f, 256)",
    "Mins<float, false>(d, a, 3.0f, 256)",
    "LeakyRelu<float, false>(d, a, 3.0f, 256)",
    "ShiftLeft<int32_t, false>(i, k, 3, 256)",
    "ShiftRight<int32_t, false>(i, k, 3, 256)",
]
_RESULTS = [
    lambda x: x + 3,
    lambda x: x * 3,
    lambda x: np.maximum(x, 3),
    lambda x: np.minimum(x, 3),
    lambda x: np.where(x > 0, x, x * 3),
    lambda x: x << 3,
    lambda x: x >> 3,
]
_CASES = "\n".join(f"case {i}: {call}; break;" for i, call in enumerate(_CALLS))
_HEAD = read_source(__file__, "kernels/ascend_950_head.cpp")
_TAIL = "PipeBarrier<PIPE_ALL>(); DataCopy(to, d, 256); }"


@pytest.fixture(scope="module")
def counted() -> Kernel:
    mask = "SetMaskNorm(); SetVectorMask<float>(0, ~0ull);"
    return Kernel(f"{_HEAD}{mask} switch (variant) {{ {_CASES} }} {_TAIL}", "f", 3, arch=310)


@pytest.mark.parametrize("variant", range(len(_CALLS)))
@pytest.mark.parametrize("soc", [_950, "Ascend910B3"])
def test_counts_go_before_masks(counted: Kernel, variant: int, soc: str) -> None:
    """Muls.md and others: isSetMask of the form with a count has no effect on 950."""
    dtype = np.int32 if "int32_t" in _CALLS[variant] else np.float32
    x, z = np.arange(-100, 156).astype(dtype), np.full(256, 7, dtype)
    counted.run(1, x, z, variant, soc=soc)
    expected = _RESULTS[variant](x).astype(dtype)
    if soc != _950:
        expected[64:] = 0  # one repeat, as the registers say
    np.testing.assert_array_equal(z, expected)


@pytest.mark.parametrize(
    ("soc", "count"), [(_950, 256), ("Ascend310P3", 256), ("Ascend910A", 256), ("Ascend910B3", 64)]
)
def test_sums_by_count(soc: str, count: int) -> None:
    """ReduceSum.md: isSetMask has an effect on 910B and 910_93 only."""
    call = (
        "SetMaskNorm(); SetVectorMask<float>(0, ~0ull); ReduceSum<float, false>(d, a, a[768], 256);"
    )
    x, z = np.ones(256, np.float32), np.zeros(256, np.float32)
    Kernel(f"{_HEAD}{call} {_TAIL}", "f", 3).run(1, x, z, 0, soc=soc)
    assert z[0] == count


@pytest.mark.parametrize(("soc", "count"), [(_950, 16), ("Ascend910B3", 64)])
def test_counts_leave_the_mask_registers(soc: str, count: int) -> None:
    """On 950 they are computed with masks of the vector registers."""
    call = (
        "SetVectorMask<float>(0, 0xffff); Adds(d, a, 0.0f, 256); Duplicate(d, 0.0f, 256);"
        "Adds<float, false>(d, a, 1.0f, MASK_PLACEHOLDER, 1, {1, 1, 8, 8});"
    )
    x, z = np.zeros(256, np.float32), np.zeros(256, np.float32)
    Kernel(f"{_HEAD}{call} {_TAIL}", "f", 3).run(1, x, z, 0, soc=soc)
    assert z.tolist() == [1.0] * count + [0.0] * (256 - count)


@pytest.mark.parametrize(
    ("call", "api"),
    [
        ("SetLoadDataBoundary(0);", "SetLoadDataBoundary"),
        ("SetSaturationFlag<SaturationMode::CAST>(true);", "SetSaturationFlag"),
        ("vadd((float*)d.GetPhyAddr(), (float*)a.GetPhyAddr(), (float*)a.GetPhyAddr(), 1, 1, 1, 1, 8, 8, 8);", "vadd"),
    ],
)  # fmt: skip
def test_kernels_of_others_end_where_950_lacks_an_api(call: str, api: str) -> None:
    kernel = Kernel(f"{_HEAD}{call} {_TAIL}", "f", 3)
    x, z = np.zeros(256, np.float32), np.zeros(256, np.float32)
    kernel.run(1, x, z, 0, soc="Ascend910B3")
    with pytest.raises(KernelFaultError, match=f"{api}: this SoC has it not"):
        kernel.run(1, x, z, 0, soc=_950)


@pytest.mark.parametrize("copy", ["DataCopy(l1, a, 256);", "DataCopy(l1, a, DataCopyParams(1, 32, 0, 0));",
                                  "DataCopy(l1, a, Nd2NzParams(1, 16, 16, 0, 16, 16, 1, 0));"])  # fmt: skip
def test_vector_cores_alone_have_no_l1(copy: str) -> None:
    """As one team's notes on A5 with CANN 9.0 say: 507035, an illegal instruction."""
    l1 = "TBuf<TPosition::A1> store; pipe.InitBuffer(store, 1024); LocalTensor<float> l1 = store.Get<float>();"
    kernel = Kernel(f"{_HEAD}{l1}{copy} {_TAIL}", "f", 3)
    x, z = np.zeros(256, np.float32), np.zeros(256, np.float32)
    kernel.run(1, x, z, 0, soc="Ascend910B3")
    kernel.run(1, x, z, 0, soc=_950, task_type=MIX_AIC_1_1)
    with pytest.raises(KernelFaultError, match="DataCopy from the unified buffer to L1"):
        kernel.run(1, x, z, 0, soc=_950)
