"""Ascend C for C, c_api/asc_simd.h, against NumPy."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.harness import Kernel, KernelFaultError
from tests.utils.sources import read_source

BINARY: dict[str, Callable[..., Any]] = {
    "asc_add": np.add,
    "asc_sub": np.subtract,
    "asc_mul": np.multiply,
    "asc_max": np.maximum,
    "asc_min": np.minimum,
    "asc_add_relu": lambda a, b: np.maximum(a + b, 0),
    "asc_fma": lambda a, b: 3 + a * b,
}
SCALAR: dict[str, Callable[..., Any]] = {
    "asc_add_scalar": np.add,
    "asc_mul_scalar": np.multiply,
    "asc_axpy": lambda a, b: 3 + a * b,
}
UNARY: dict[str, Callable[..., Any]] = {
    "asc_abs": np.abs,
    "asc_relu": lambda a: np.maximum(a, 0),
    "asc_sqrt": np.sqrt,
}
TYPES = {"float": np.float32, "half": np.float16}


def run(body: str, type_name: str, data: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    """z and w after the body."""
    dtype = np.dtype(TYPES[type_name])
    got = np.full(16384 * dtype.itemsize + 1024, 9, np.uint8)
    source = read_source(__file__, "kernels/c_api.cpp", TYPE=type_name, BODY=body)
    Kernel(source, "f", 3).run(1, data, got, n)
    size = 16384 * dtype.itemsize
    return got[:size].view(dtype), got[size:]


@pytest.mark.parametrize("type_name", TYPES)
@settings(max_examples=6, deadline=None)
@given(count=st.integers(1, 1000), seed=st.integers(0, 2**32))
def test_arithmetic_of_a_count(type_name: str, count: int, seed: int) -> None:
    dtype = TYPES[type_name]
    data = np.random.default_rng(seed).integers(0, 16, 8192).astype(dtype)
    x, y = data[:4096], data[4096:]
    calls = [(f"{name}(z + AT, x, y, (uint32_t)n);", f(x, y)) for name, f in BINARY.items()]
    calls += [
        (f"{name}_sync(z + AT, x, (T)2, (uint32_t)n);", f(x, dtype(2)))
        for name, f in SCALAR.items()
    ]
    calls += [(f"{name}(z + AT, x, (uint32_t)n);", f(x)) for name, f in UNARY.items()]
    body = "".join(call.replace("AT", str(i * 1024)) for i, (call, _) in enumerate(calls))
    got, _ = run(body, type_name, data, count)
    for i, (call, want) in enumerate(calls):
        part = got[i * 1024 : (i + 1) * 1024]
        np.testing.assert_array_equal(part[:count], want[:count].astype(dtype), err_msg=call)
        np.testing.assert_array_equal(part[count:], 3, err_msg=call)


def test_strides_masks_conversions_and_bytes() -> None:
    data = np.random.default_rng(1).integers(-50, 50, 8192).astype(np.float32) / 4
    body = """
        asc_set_vector_mask(0, 0xFF00); asc_add(z, x, y, 2, 1, 2, 1, 8, 16, 8); asc_set_vector_mask(-1, -1);
        __ubuf__ half h[1024]; asc_float2half(h, x, 1000u); asc_half2float_sync(z + 1024, h, 900u);
        asc_float2int32_rd((int32_t*)(z + 2048), x, 300u); asc_float2int32_rna((int32_t*)(z + 3072), x, 1, 1, 1, 8, 8);
        asc_copy_gm2ub_align_sync(w, (uint8_t*)in, 1000); asc_copy_ub2ub(z + 4096, x, 64);
    """
    got, copied = run(body, "float", data, 0)
    x, y = data[:4096], data[4096:]
    want = np.full(128, 3, np.float32)
    for repeat in range(2):
        for lane in range(8, 16):
            want[repeat * 64 + lane] = x[repeat * 128 + 16 + lane - 8] + y[repeat * 64 + lane]
    np.testing.assert_array_equal(got[:128], want)
    np.testing.assert_array_equal(got[1024:1924], x[:900].astype(np.float16))
    assert (got[1924:2048] == 3).all()
    np.testing.assert_array_equal(got[2048:2348].view(np.int32), np.floor(x[:300]))
    rounded = np.copysign(np.floor(np.abs(x[:64]) + 0.5), x[:64])
    np.testing.assert_array_equal(got[3072:3136].view(np.int32), rounded)
    np.testing.assert_array_equal(got[4096:4112], x[:16])
    np.testing.assert_array_equal(copied[:1000], data.view(np.uint8)[:1000])
    assert copied[1001:].tolist() == [9] * 23


# How kernels begin that compilers write: with registers as after a reset.
REGISTERS = """
    asc_set_ctrl(0x1000000000000008ULL | (asc_get_ctrl() & (1ULL << 48)));
    asc_set_gm2l1_loop_size(1, 1); asc_set_gm2ub_loop_size(1, 1); asc_set_ub2gm_loop_size(1, 1);
    asc_set_l0c2gm_config(0, 0, false); asc_set_l0c2gm_nz2nd(0, 0, 0); asc_set_l0c_copy_prequant(0);
    asc_set_l0c2gm_quant_post(0); asc_set_l0c2gm_relu_alpha(0); asc_set_l0c2gm_channel_para(0);
    float alpha = 0; asc_set_l0c2gm_lrelu_alpha(alpha); asc_set_copy_pad_val(uint32_t(0));
    asc_set_ndim_pad_value(uint32_t(0)); asc_set_gm2l1_pad(uint32_t(0));
    asc_set_l13d_padding(uint64_t(0)); asc_set_l12l0_padding_val(uint64_t(0)); vector_bool mask;
    asc_add(z, x, y, 64u); asc_sync_vec();
"""


def test_registers_with_their_first_values() -> None:
    data = np.arange(8192, dtype=np.float32)
    got, _ = run(REGISTERS, "float", data, 0)
    np.testing.assert_array_equal(got[:64], data[:64] + data[4096:4160])


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("asc_set_gm2ub_loop_size(2, 1);", "asc_set_gm2ub_loop_size"),
        ("asc_set_l0c2gm_relu_alpha(1);", "asc_set_l0c2gm_relu_alpha"),
    ],
)
def test_registers_that_copies_do_not_know(call: str, name: str) -> None:
    """Both are of Ascend 950 only, by their pages."""
    with pytest.raises(KernelFaultError, match=f"{name}: only the initial value"):
        run(call, "float", np.zeros(8192, np.float32), 0)
