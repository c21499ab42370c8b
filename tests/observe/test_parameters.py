"""Parameters that the documentation does not allow, and temporaries, as observers get them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.aicore.harness import AIC_ONLY, AIV_ONLY
from tests.aicore.traced import ENTRY, TracedRecord, run_traced, values
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from collections.abc import Sequence

NOT_ALLOWED = [
    ("Adds(a, a, 1.0f, 65, 1, {1, 1, 8, 8});", ("Adds", "mask", "65")),
    ("Add(h, h, h, 129, 1, {1, 1, 1, 8, 8, 8});", ("Add", "mask", "129")),
    ("int n = 256; Adds(a, a, 1.0f, 64, n, {1, 1, 0, 0});", ("Adds", "repeatTimes", "256")),
    ("int n = 300; Exp(a, a, 64, 1, {1, 1, 8, n});", ("Exp", "repeatStride", "300")),
    ("Exp(a, a, -1);", ("Exp", "count", "-1")),
    ("And(i, i, i, -8);", ("And", "count", "-8")),
    ("int n = -1; Cast(a, h, RoundMode::CAST_NONE, n);", ("Cast", "count", "-1")),
    ("int n = -64; Compare(u, a, a, CMPMODE::LT, n);", ("Compare", "count", "-64")),
    ("int n = 256; Duplicate(a, 1.0f, 64, n, 1, 0);", ("Duplicate", "repeatTimes", "256")),
    ("int n = 256; Duplicate(a, 1.0f, 64, 1, 1, n);", ("Duplicate", "repeatStride", "256")),
    ("int n = 256; Copy(a, a, 64, n, {1, 1, 0, 0});", ("Copy", "repeatTimes", "256")),
    ("int n = 256; Brcb(a, a, n, {1, 0});", ("Brcb", "repeatTimes", "256")),
    (
        "int n = 256; Cast(a, h, RoundMode::CAST_NONE, 64, n, {1, 1, 0, 0});",
        ("Cast", "repeatTimes", "256"),
    ),
    (
        "int n = 256; Compare(u, a, a, CMPMODE::LT, 64, n, {1, 1, 1, 0, 0, 0});",
        ("Compare", "repeatTimes", "256"),
    ),
    (
        """int n = 256;
    Select(a, u, a, a, SELMODE::VSEL_CMPMASK_SPR, 64, n, {1, 1, 1, 0, 0, 0});""",
        ("Select", "repeatTimes", "256"),
    ),
    ("int n = 256; Gather(a, a, o, 0, 64, n, 0);", ("Gather", "repeatTimes", "256")),
    ("int n = 256; Gatherb(a, a, o, n, {1, 0});", ("Gatherb", "repeatTimes", "256")),
    ("int n = 256; Axpy(a, a, 1.0f, 64, n, {1, 1, 0, 0});", ("Axpy", "repeatTimes", "256")),
    (
        "int n = 256; ShiftRight(i, i, 1, 64, n, {1, 1, 0, 0});",
        ("ShiftRight", "repeatTimes", "256"),
    ),
    (
        "int n = 256; MulAddDst(a, a, a, 64, n, {1, 1, 1, 0, 0, 0});",
        ("MulAddDst", "repeatTimes", "256"),
    ),
    ("WholeReduceSum(a, a, 64, -1, 1, 1, 8);", ("WholeReduceSum", "repeatTimes", "-1")),
    ("BlockReduceMax(a, a, 256, 64, 1, 1, 0);", ("BlockReduceMax", "repeatTimes", "256")),
    ("ReduceSum(a, a, a, -1);", ("ReduceSum", "count", "-1")),
    ("Sort32(a, a, o, 256);", ("Sort32", "repeatTimes", "256")),
    (
        """uint16_t n[4] = {4096, 1, 0, 0};
    MrgSort(a, {b, b, b, b}, MrgSort4Info(n, false, 3, 1));""",
        ("MrgSort", "elementLengths", "4096"),
    ),
    (
        """uint64_t list[16];
    for (uint64_t& place : list) { place = (uint64_t)h.GetPhyAddr(); }
    int n = 256;
    TransDataTo5HD<half>(list, list, {false, false, n, 0, 0});""",
        ("TransDataTo5HD", "repeatTimes", "256"),
    ),
    ("DataCopy(a, g, 7);", ("DataCopy", "count", "7")),
    ("DataCopy(a, g, {4096, 0, 0, 0});", ("DataCopy", "blockCount", "4096")),
    (
        "DataCopyParams p; p.blockCount = 0; int n = 65536; p.blockLen = n; DataCopy(a, g, p);",
        ("DataCopy", "blockLen", "65536"),
    ),
    (
        "DataCopyPad(a, g, {1, 6, 0, 0, 0}, {false, 0, 0, 0});",
        ("DataCopyPad", "blockLen", "6"),
    ),
    (
        "DataCopyPad(h, gh, {1, 2, 0, 0, 0}, {true, 17, 0, (half)0});",
        ("DataCopyPad", "leftPadding", "34"),
    ),
    ("DataCopyPad(g, a, {4096, 0, 0, 0, 0});", ("DataCopyPad", "blockCount", "4096")),
    ("Compare(u, i, i, CMPMODE::GT, 64);", ("Compare", "cmpMode", "1")),
    ("Cast(i, a, RoundMode::CAST_NONE, 8);", ("Cast", "round_mode", "0")),
    ("Cast(a, h, RoundMode::CAST_RINT, 8);", ("Cast", "round_mode", "1")),
    ("CrossCoreSetFlag<0, PIPE_S>(1);", ("CrossCoreSetFlag", "pipe", "0")),
    ("CrossCoreSetFlag<0, PIPE_MTE3>(16);", ("CrossCoreSetFlag", "flagId", "16")),
    ("CrossCoreSetFlag<0, PIPE_ALL>(1);", ("CrossCoreSetFlag", "pipe", "6")),
]


@pytest.mark.parametrize(("statement", "rejection"), NOT_ALLOWED)
def test_parameters_that_are_not_allowed(statement: str, rejection: tuple[str, ...]) -> None:
    body = read_source(__file__, "kernels/parameters_operands.inc")
    rejected = _rejections_of_one(statement, body, NOT_ALLOWED)
    assert values(rejected, "api", "parameter", "value") == [rejection]
    assert rejected[0]["rule"]


def test_parameters_that_are_allowed() -> None:
    """The ends of all ranges, and what the documentation calls no operation."""
    statements = read_source(__file__, "kernels/parameters_allowed.inc")
    assert _rejections(statements) == []


CUBE_NOT_ALLOWED = [
    ("LoadData(l0a, l1, {0, 256, 1, 0, 0, false, 0});", ("LoadData", "repeatTimes", "256")),
    (
        "LoadData2DParams p; p.repeatTimes = 1; p.srcStride = 65536; LoadData(l0a, l1, p);",
        ("LoadData", "srcStride", "65536"),
    ),
    (
        "LoadDataWithTranspose(l0b, l1, LoadData2dTransposeParams(0, 256, 0, 0, 0));",
        ("LoadDataWithTranspose", "repeatTimes", "256"),
    ),
    ("DataCopy(l1, g, {1, 1, 16, 0, 65536, 16, 1, 0});", ("DataCopy", "srcDValue", "65536")),
    (
        "Nd2NzParams p{1, 1, 16, 0, 16, 16385, 1, 0}; DataCopy(l1, g, p);",
        ("DataCopy", "dstNzC0Stride", "16385"),
    ),
    (
        "MmadParams p; p.m = 4096; p.n = 16; p.k = 0; Mmad(c, l0a, l0b, p);",
        ("Mmad", "m", "4096"),
    ),
    (
        """FixpipeParamsV220 p(0, 8193, 16, 16, false);
    p.quantPre = F322F16;
    Fixpipe<half, float, CFG_ROW_MAJOR>(g, c, p);""",
        ("Fixpipe", "mSize", "8193"),
    ),
]


@pytest.mark.parametrize(("statement", "rejection"), CUBE_NOT_ALLOWED)
def test_parameters_of_the_cube_that_are_not_allowed(
    statement: str, rejection: tuple[str, ...]
) -> None:
    body = """
        using namespace AscendC;
        GlobalTensor<half> g;
        g.SetGlobalBuffer((__gm__ half*)x);
        LocalTensor<half> l1(TPosition::A1, 0, 65536), l0a(TPosition::A2, 0, 4096);
        LocalTensor<half> l0b(TPosition::B2, 0, 4096);
        LocalTensor<float> c(TPosition::CO1, 0, 4096);
        """
    rejected = _rejections_of_one(statement, body, CUBE_NOT_ALLOWED, task_type=AIC_ONLY)
    assert values(rejected, "api", "parameter", "value") == [rejection]


def _rejections_of_one(
    statement: str,
    operands: str,
    cases: Sequence[tuple[str, tuple[str, ...]]],
    task_type: int = AIV_ONLY,
) -> list[TracedRecord]:
    """Run one of the statements of `cases`, which are compiled together, once."""
    statements = [case[0] for case in cases]
    branches = "\n".join(f"case {i}: {{ {each} }} break;" for i, each in enumerate(statements))
    head = ENTRY.replace(")", ", GM_ADDR tiling)")
    source = f"{head} {{ {operands} switch (*(__gm__ uint32_t*)tiling) {{ {branches} }} }}"
    number = statements.index(statement).to_bytes(4, "little")
    sizes = [4096, 64]
    trace = run_traced(source, "traced_kernel", sizes, task_type=task_type, tiling=number)
    return trace.records("RefusalAct")


def _rejections(statements: str) -> list[TracedRecord]:
    source = (
        ENTRY + "{" + read_source(__file__, "kernels/parameters_operands.inc") + statements + "}"
    )
    return run_traced(source, "traced_kernel", [4096, 64]).records("RefusalAct")


def test_temporaries_of_library_functions() -> None:
    source = read_source(__file__, "kernels/parameters_library_temporaries.cpp")
    events = run_traced(source, "traced_kernel", [64, 64]).records("ScratchAct")
    # As GetSinMaxMinTmpSize and GetPowerMaxMinTmpSize say: so many repeats of 256 bytes.
    assert values(events, "api", "address", "bytes", "needed") == [
        ("Sin", "UB+1024", "4096", str(3 * 256)),
        ("Sin", "0", "0", str(8 * 256)),
        ("Power", "UB+1024", "4096", str(4 * 256 + 256)),
        ("Hypot", "UB+1024", "4096", "0"),
        # Values and indices of 4 repeats, and of the whole: the rest of the buffer holds them.
        ("ReduceMax", "UB+256", "0", str(32 + 32)),
    ]
