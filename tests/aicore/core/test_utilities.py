"""Scalar unit, views of tensors, output, groups of cores, and utilities."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.core_support import run
from tests.aicore.harness import (
    AIC_ONLY,
    AIV_ONLY,
    MIX_AIC_1_2,
    KernelCompileError,
    KernelFaultError,
)
from tests.utils.sources import read_source

BITS = read_source(__file__, "kernels/utilities_bits.inc")


@settings(max_examples=30, deadline=None)
@given(
    values=st.lists(
        st.integers(0, 2**64 - 1) | st.sampled_from([0, 1, 2**63, 2**64 - 1]),
        min_size=16,
        max_size=16,
    )
)
def test_bit_counts(values: list[int]) -> None:
    got = np.zeros(16 * 9, np.int64)
    run(BITS, np.array(values, np.uint64), got)
    for value, row in zip(values, got.reshape(16, 9).tolist(), strict=True):
        text = f"{value:064b}"
        same = next((i for i, bit in enumerate(text) if bit != text[0]), 0) - 1
        ones, zeros = text.count("1"), text.count("0")
        first_one, first_zero = text[::-1].find("1"), text[::-1].find("0")
        leading = 64 - value.bit_length()
        assert row == [zeros, ones, leading, same, first_zero, first_one, ones, leading, first_one]


def test_scalar_casts_round_and_saturate() -> None:
    values = np.array([0.5, 1.5, -0.5, -1.5, 2.3, -2.7, 3e9, -3e9, 0.0, np.nan], np.float32)
    rounding: dict[str, Callable[..., Any]] = {"CAST_RINT": np.rint, "CAST_FLOOR": np.floor, "CAST_CEIL": np.ceil, "CAST_TRUNC": np.trunc,
                "CAST_ROUND": lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x)}  # fmt: skip
    calls = "".join(
        f"y.SetValue(j++, ScalarCast<float, int32_t, RoundMode::{mode}>(x.GetValue(i)));"
        for mode in rounding
    )
    body = f"""
        GlobalTensor<float> x; x.SetGlobalBuffer((__gm__ float*)in);
        GlobalTensor<int32_t> y; y.SetGlobalBuffer((__gm__ int32_t*)out);
        int j = 0;
        for (int i = 0; i < 10; ++i) {{ {calls} }}
    """
    got = np.zeros(50, np.int32)
    run(body, values, got)
    wide = values.astype(np.float64)
    want = np.array([np.clip(f(wide), -(2**31), 2**31 - 1) for f in rounding.values()]).T
    np.testing.assert_array_equal(got.reshape(10, 5), np.nan_to_num(want).astype(np.int32))


def test_element_access_of_every_type() -> None:
    types = [
        "bool",
        "int8_t",
        "uint8_t",
        "int16_t",
        "uint16_t",
        "half",
        "bfloat16_t",
        "int32_t",
        "uint32_t",
        "float",
        "int64_t",
        "uint64_t",
        "double",
    ]
    body = "TPipe pipe; TBuf<> buf; pipe.InitBuffer(buf, 256); int n = 0; GlobalTensor<int32_t> ok; ok.SetGlobalBuffer((__gm__ int32_t*)out);"
    for name in types:
        body += f"""{{
            LocalTensor<{name}> t = buf.Get<{name}>(); GlobalTensor<{name}> g; g.SetGlobalBuffer((__gm__ {name}*)in, 8);
            t.SetValue(3, 1); t(4) = t.GetValue(3); g.SetValue(5, t.GetValue(4));
            ok.SetValue(n++, (float)t.GetValue(3) == 1 && (float)t(4) == 1 && (float)g.GetValue(5) == 1 && (float)g(5) == 1 && g.GetSize() == 8);
        }}"""
    body += """
        LocalTensor<int4b_t> p = buf.Get<int4b_t>();
        for (int i = 0; i < 16; ++i) { p.SetValue(i, i - 8); }
        bool right = p.GetSize() == 512;
        for (int i = 0; i < 16; ++i) { right = right && (int)p.GetValue(i) == i - 8; }
        ok.SetValue(n++, right);
    """
    got = np.zeros(len(types) + 1, np.int32)
    run(body, np.zeros(64), got)
    assert got.tolist() == [1] * len(got)


def test_views_of_tensors() -> None:
    body = read_source(__file__, "kernels/utilities_views.inc")
    got = np.zeros(14, np.uint64)
    run(body, np.zeros(64), got)
    assert got.tolist() == [512, 240, 1024, 32, 64, 11, 5, 77, 6, 200, 14, 64, 96, 5]


SHAPES = read_source(__file__, "kernels/utilities_shapes.inc")


def test_dumps_follow_the_shape() -> None:
    text = run(SHAPES, np.array([0.25, -2], np.float32), np.zeros(1))
    blocks = [block.split("\n", 1) for block in text.split("DumpTensor: ")[1:]]
    bodies = [body for _, body in blocks]
    assert bodies[0] == "[[-3,-2,-1,0],\n[1,2,3,4]]\n"
    assert (
        bodies[1]
        == "shape is [2, 3], dumpSize is 8, dumpSize is greater than shapeSize.\n[[-3,-2,-1],\n[0,1,2]]\n"
    )
    assert (
        bodies[2]
        == "shape is [3, 3], dumpSize is 8, data is not enough.\n[[-3,-2,-1],\n[0,1,2],\n[3,4,-]]\n"
    )
    assert bodies[3:] == [
        "[-1, 0, 1]\n",
        "[0.250000, -2.000000]\n",
        "[1.500000]\n",
        "[-8, 7]\n",
        "[18446744073709551615]\n",
    ]
    assert blocks[3][0].startswith("desc=4, addr=4, data_type=int16, position=UB, dump_size=3")
    assert "data_type=float32, position=GM, dump_size=2" in blocks[4][0]


def test_dump_of_a_large_tensor_stays_in_one_piece() -> None:
    body = """
        TPipe pipe; TBuf<> buf; pipe.InitBuffer(buf, 160 * 1024);
        LocalTensor<int32_t> t = buf.Get<int32_t>();
        Duplicate(t, (int32_t)GetBlockIdx(), 40000);
        DumpTensor(t, 9, 40000);
    """
    text = run(body, np.zeros(1), np.zeros(1), blocks=4)
    for dump in text.split("DumpTensor: ")[1:]:
        values = dump.split("\n", 1)[1].strip("[]\n").replace("\n", "").split(",")
        assert len(values) == 40000
        assert len({value.strip() for value in values}) == 1


def test_dump_of_a_bad_address_is_the_kernels_fault() -> None:
    with pytest.raises(KernelFaultError, match="address 0x10"):
        run(
            "GlobalTensor<float> g; g.SetGlobalBuffer((__gm__ float*)16); DumpTensor(g, 1, 4);",
            np.zeros(1),
            np.zeros(1),
        )


def test_formats_of_printf() -> None:
    body = r"""
        const char* name = "core";
        printf("%d %i %u %x %X %o %c %% %s\n", -5, 6, 7u, 255, 255, 8, 'z', name);
        printf("%ld %lld %lu %llu %p\n", -1L, -2LL, 3UL, 4ULL, (void*)16);
        printf("%f %.3f %e %g %8.2f|%-6d|%06d\n", 1.5, (half)2.5, 1e10, 0.5f, (bfloat16_t)3.0f, 42, 42);
        AscendC::PRINTF("%s\n", true ? "yes" : "no");
    """
    text = run(body, np.zeros(1), np.zeros(1)).splitlines()
    assert text[0] == "-5 6 7 ff FF 10 z % core"
    assert text[1] == "-1 -2 3 4 0x10"
    assert text[2] == "1.500000 2.500 1.000000e+10 0.5     3.00|42    |000042"
    assert text[3] == "yes"


def test_time_stamps_print_when_they_are_turned_on() -> None:
    assert run("PrintTimeStamp(65577);", np.zeros(1), np.zeros(1)) == ""
    body = "isa::PrintTimeStampLine(65577);"
    line = run(body, np.zeros(1), np.zeros(1))
    assert line.startswith("descId is 65577, rsv is 0, timeStamp is ")
    fields = dict(part.strip().rsplit(" is ", 1) for part in line.rstrip(".\n").split(","))
    assert int(fields["timeStamp"]) >= int(fields["entry"]) > 0


def test_group_barrier_releases_waiting_cores_each_round() -> None:
    body = read_source(__file__, "kernels/utilities_group_barrier.inc")
    got = np.zeros(512, np.int32)
    run(body, np.zeros(4096, np.uint8), got, blocks=8)
    assert got[100] == 5 * 512
    assert [got[128 + core * 16] for core in range(3, 8)] == [4] * 5


def test_async_runs_on_one_type_of_core() -> None:
    before = """
        using namespace AscendC;
        __aicore__ inline void Mark(GM_ADDR out, int32_t value) {
            GlobalTensor<int32_t> y; y.SetGlobalBuffer((__gm__ int32_t*)out);
            y.SetValue(GetBlockIdx() * 16 + (value == 1 ? 0 : 512), value);
        }
    """
    body = "Async<EngineType::AIC, Mark>(out, 1); Async<EngineType::AIV, Mark>(out, 2); SetNextTaskStart(); WaitPreTaskEnd();"
    got = np.zeros(1024, np.int32)
    run(body, np.zeros(1), got, blocks=2, before=before, task_type=MIX_AIC_1_2)
    assert got[0:64:16].tolist() == [1, 1, 0, 0]
    assert got[512:576:16].tolist() == [2, 2, 2, 2]


@pytest.mark.parametrize("task_type", [AIV_ONLY, AIC_ONLY])
def test_saturation_flags_and_system_values(task_type: int) -> None:
    body = read_source(__file__, "kernels/utilities_system_values.inc")
    got = np.zeros(9, np.int64)
    run(body, np.zeros(1), got, task_type=task_type)
    assert got.tolist() == [0x220, 0, 1, 0, 1, 1, 1, 32, 192 * 1024]


def test_control_bits_return_to_their_defaults() -> None:
    """ResetCtrlSpr.md: all bits are 0 but 60."""
    body = """
        GlobalTensor<int64_t> y; y.SetGlobalBuffer((__gm__ int64_t*)out);
        SetCtrlSpr<0, 63>(-1); ResetCtrlSpr<48, 48>(); y.SetValue(0, GetCtrlSpr<48, 48>());
        y.SetValue(1, GetCtrlSpr<47, 47>()); ResetCtrlSpr<59, 61>(); y.SetValue(2, GetCtrlSpr<59, 61>());
    """
    got = np.zeros(3, np.int64)
    run(body, np.zeros(1), got)
    assert got.tolist() == [0, 1, 2]


def test_the_system_counter_has_its_documented_frequency() -> None:
    """GetSystemCycle.md: 50 MHz."""
    began = time.perf_counter()
    run("const int64_t t = GetSystemCycle(); while (GetSystemCycle() - t < 2500000) {}",
        np.zeros(1), np.zeros(1))  # fmt: skip
    assert time.perf_counter() - began >= 0.05


def test_standard_utilities() -> None:
    body = read_source(__file__, "kernels/utilities_standard.inc")
    got = np.zeros(8, np.int64)
    run(body, np.zeros(1), got)
    assert got.tolist() == [1, 5, 3, 3, 3, 4, 9, 1]


def test_layouts_turn_coordinates_into_offsets() -> None:
    """The examples of CANN's documentation of Crd2Idx."""
    body = read_source(__file__, "kernels/utilities_layouts.inc")
    got = np.zeros(3, np.int64)
    run(body, np.zeros(1), got)
    assert got.tolist() == [33, 129, 1]


def test_values_known_at_compile_time_from_bytes() -> None:
    body = """
        struct Pair { int32_t a; float b; };
        static constexpr uint8_t bytes[8] = {5, 1, 0, 0, 0, 0, 0x20, 0x40};
        constexpr Pair pair = convert_from_bytes<Pair>(bytes);
        static_assert(pair.a == 261 && pair.b == 2.5f);
    """
    run(body, np.zeros(1), np.zeros(1))


def test_group_barrier_names_what_it_supports() -> None:
    with pytest.raises(KernelCompileError, match="MTE3_MODE"):
        run("GroupBarrier<PipeMode::SCALAR_MODE> barrier(in, 1, 1);", np.zeros(1), np.zeros(1))


def test_watching_memory_is_refused_not_ignored() -> None:
    body = "CheckLocalMemoryIA({0, 0, 64, false, true, false, true, false, true, %s});"
    run(body % "false", np.zeros(1), np.zeros(1))
    with pytest.raises(KernelFaultError, match="CheckLocalMemoryIA"):
        run(body % "true", np.zeros(1), np.zeros(1))


def test_ascendc_assert_takes_a_message_also_after_cassert() -> None:
    body = 'ascendc_assert(GetBlockNum() == 1, "%d blocks", 1); ascendc_assert(GetBlockNum() == 2, "%d blocks\\n", 77);'
    with pytest.raises(KernelFaultError, match="77 blocks"):
        run(body, np.zeros(1), np.zeros(1), before="#include <cassert>")
