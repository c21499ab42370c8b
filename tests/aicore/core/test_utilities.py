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

BITS = """
    GlobalTensor<uint64_t> x; x.SetGlobalBuffer((__gm__ uint64_t*)in);
    GlobalTensor<int64_t> y; y.SetGlobalBuffer((__gm__ int64_t*)out);
    for (int i = 0; i < 16; ++i) {
        const uint64_t v = x.GetValue(i);
        int j = i * 9;
        y.SetValue(j++, ScalarGetCountOfValue<0>(v)); y.SetValue(j++, ScalarGetCountOfValue<1>(v));
        y.SetValue(j++, ScalarCountLeadingZero(v)); y.SetValue(j++, CountBitsCntSameAsSignBit((int64_t)v));
        y.SetValue(j++, ScalarGetSFFValue<0>(v)); y.SetValue(j++, ScalarGetSFFValue<1>(v));
        y.SetValue(j++, GetBitCount<1>(v)); y.SetValue(j++, CountLeadingZero(v)); y.SetValue(j++, GetSFFValue<1>(v));
    }
"""


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
    body = """
        TPipe pipe; TBuf<> buf; pipe.InitBuffer(buf, 1024);
        GlobalTensor<uint64_t> y; y.SetGlobalBuffer((__gm__ uint64_t*)out);
        LocalTensor<float> t = buf.Get<float>();
        LocalTensor<half> h = t.ReinterpretCast<half>();
        LocalTensor<float> other;
        other.SetAddrWithOffset(t, 8);
        uint32_t extents[] = {4, 16};
        t.SetShapeInfo(ShapeInfo(2, extents));
        LocalTensor<float> shaped = t;
        y.SetValue(0, h.GetSize()); y.SetValue(1, t[16].GetSize()); y.SetValue(2, t.GetLength());
        uint64_t list[2] = {t.GetPhyAddr(), 4 + other.GetPhyAddr()}; y.SetValue(3, list[1] - 4 - list[0]);
        y.SetValue(4, GetShapeSize(shaped.GetShapeInfo())); y.SetValue(5, (uint64_t)t.GetPosition());
        t.SetSize(5); y.SetValue(6, t.GetSize());
        t.SetUserTag(77); y.SetValue(7, shaped.GetUserTag());
        y.SetValue(8, h.GetPhyAddr(3) - h.GetPhyAddr());
        GlobalTensor<half> g; g.SetGlobalBuffer((__gm__ half*)in, 100);
        y.SetValue(9, g.ReinterpretCast<uint8_t>().GetSize()); y.SetValue(10, (uint64_t)g[7].GetPhyAddr() - (uint64_t)in);
        LocalMemAllocator<Hardware::UB> ub;
        LocalTensor<half> first = ub.Alloc<TPosition::VECIN, half, 20>();
        LocalTensor<float> second = ub.Alloc<float>(8);
        y.SetValue(11, (uint64_t)second.GetPhyAddr() - (uint64_t)first.GetPhyAddr()); y.SetValue(12, ub.GetCurAddr());
        LocalTensor<TensorTrait<float>> traited; traited.SetAddr(t.address_);
        Adds(traited, traited, 1.0f, 5); y.SetValue(13, traited.GetSize());
    """
    got = np.zeros(14, np.uint64)
    run(body, np.zeros(64), got)
    assert got.tolist() == [512, 240, 1024, 32, 64, 11, 5, 77, 6, 200, 14, 64, 96, 5]


SHAPES = """
    TPipe pipe; TBuf<> buf; pipe.InitBuffer(buf, 1024);
    LocalTensor<int16_t> t = buf.Get<int16_t>();
    for (int i = 0; i < 8; ++i) { t.SetValue(i, i - 3); }
    uint32_t equal[] = {2, 4}, small[] = {2, 3}, large[] = {3, 3};
    DumpTensor(t, 1, 8, ShapeInfo(2, equal)); DumpTensor(t, 2, 8, ShapeInfo(2, small)); DumpTensor(t, 3, 8, ShapeInfo(2, large));
    DumpAccChkPoint(t, 4, 2, 3);
    GlobalTensor<float> g; g.SetGlobalBuffer((__gm__ float*)in);
    DumpTensor(g, 5, 2);
    LocalTensor<bfloat16_t> b = buf.Get<bfloat16_t>(); b.SetValue(0, 1.5f); DumpTensor(b, 6, 1);
    LocalTensor<int4b_t> q = buf.Get<int4b_t>(); q.SetValue(0, -8); q.SetValue(1, 7); DumpTensor(q, 7, 2);
    LocalTensor<uint64_t> u = buf.Get<uint64_t>(); u.SetValue(0, ~0ull); DumpTensor(u, 8, 1);
"""


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
    body = """
        GroupBarrier<PipeMode::MTE3_MODE> barrier(in, 3, 5);
        GlobalTensor<int32_t> y; y.SetGlobalBuffer((__gm__ int32_t*)out);
        const int id = GetBlockIdx();
        if (id == 0) { y.SetValue(100, (int32_t)barrier.GetWorkspaceLen()); }
        for (int round = 1; round <= 4; ++round) {
            if (id < 3) {
                y.SetValue(id * 16, round);
                barrier.Arrive(id);
            } else {
                barrier.Wait(id - 3);
                int32_t least = 1000;
                for (int k = 0; k < 3; ++k) { least = min(least, y.GetValue(k * 16)); }
                y.SetValue(128 + id * 16, y.GetValue(128 + id * 16) + (least >= round ? 1 : 0));
            }
        }
    """
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
    body = """
        GlobalTensor<int64_t> y; y.SetGlobalBuffer((__gm__ int64_t*)out);
        uint32_t version; GetArchVersion(version);
        y.SetValue(0, version);  // GetArchVersion.md of 8.5.0: 220, printed in hexadecimal digits
        SetSaturationFlag<SaturationMode::FLOAT>(true); y.SetValue(2, GetSaturationFlag<SaturationMode::FLOAT>());
        y.SetValue(3, GetCtrlSpr<48, 48>());
        SetSaturationFlag<SaturationMode::FLOAT>(false); y.SetValue(4, GetCtrlSpr<48, 48>());
        const int64_t then = GetSystemCycle(); y.SetValue(5, GetSystemCycle() >= then && GetProgramCounter() != 0);
        SetHcclContext<1>(in); y.SetValue(6, GetHcclContext<1>() == in && GetHcclContext<0>() == nullptr);
        y.SetValue(7, GetDataBlockSizeInBytes()); y.SetValue(8, GetUBSizeInBytes());
    """
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
    body = """
        static_assert(Std::is_same_v<Std::remove_cv_t<const int>, int> && Std::is_integral_v<int> && !Std::is_arithmetic_v<void>);
        static_assert(Std::is_same<Std::conditional_t<true, half, float>, half>::value && Std::is_convertible_v<int, float>);
        static_assert(IsSameType<Conditional<false, int, float>::type, float>::value && SupportType<half, float, half>() && !SupportBytes<half, 4>());
        static_assert(CeilDivision(7, 2) == 4 && DivCeil(8, 4) == 2 && AlignUp(5, 4) == 8 && Std::integral_constant<int, 3>::value == 3);
        GlobalTensor<int64_t> y; y.SetGlobalBuffer((__gm__ int64_t*)out);
        auto t = Std::make_tuple(1, 2.5f, half(3));
        y.SetValue(0, Std::get<0>(t)); y.SetValue(1, (int64_t)(Std::get<1>(t) * 2)); y.SetValue(2, (int64_t)(float)Std::get<2>(t));
        y.SetValue(3, Std::tuple_size_v<decltype(t)>); y.SetValue(4, Std::min(3, 4)); y.SetValue(5, Std::max(3, 4)); y.SetValue(6, Std::abs(-9));
        int a; float b; Std::tie(a, b, Std::ignore) = t; y.SetValue(7, a);
    """
    got = np.zeros(8, np.int64)
    run(body, np.zeros(1), got)
    assert got.tolist() == [1, 5, 3, 3, 3, 4, 9, 1]


def test_layouts_turn_coordinates_into_offsets() -> None:
    """The examples of CANN's documentation of Crd2Idx."""
    body = """
        auto layout = MakeLayout(MakeShape(3, 4, 5), MakeStride(20, 5, 1));
        static_assert(is_layout<decltype(layout)>::value && !is_layout<decltype(MakeShape(1))>::value);
        auto nested = MakeLayout(MakeShape(MakeShape(2, 4), MakeShape(3, 5)), MakeStride(MakeStride(3, 6), MakeStride(1, 24)));
        using Std::Int;
        auto fixed = Crd2Idx(MakeCoord(Int<11>{}, Int<12>{}), MakeShape(MakeShape(Int<2>{}, Int<4>{}), MakeShape(Int<3>{}, Int<5>{})),
                             MakeStride(MakeStride(Int<3>{}, Int<6>{}), MakeStride(Int<1>{}, Int<24>{})));
        static_assert(decltype(fixed)::value == 129);
        GlobalTensor<int64_t> y; y.SetGlobalBuffer((__gm__ int64_t*)out);
        y.SetValue(0, layout(MakeCoord(1, 2, 3))); y.SetValue(1, Crd2Idx(MakeCoord(11, 12), nested));
        y.SetValue(2, Std::get<1>(nested.layout().GetStride()) == MakeStride(1, 24) && Std::get<2>(layout.GetShape()) == 5);
    """
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
