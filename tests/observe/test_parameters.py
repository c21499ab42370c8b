"""Parameters that the documentation does not allow, and temporaries, as observers are told."""

from __future__ import annotations

import pytest
from traced import ENTRY, Act, run_traced, values


@pytest.mark.parametrize(
    ("statement", "refusal"),
    [
        ("Adds(a, a, 1.0f, 65, 1, {1, 1, 8, 8});", ("Adds", "mask", "65")),
        ("Add(h, h, h, 129, 1, {1, 1, 1, 8, 8, 8});", ("Add", "mask", "129")),
        ("int n = 256; Adds(a, a, 1.0f, 64, n, {1, 1, 0, 0});", ("Adds", "repeatTimes", "256")),
        ("int n = 300; Exp(a, a, 64, 1, {1, 1, 8, n});", ("Exp", "repeatStride", "300")),
        ("Exp(a, a, -1);", ("Exp", "count", "-1")),
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
        ("Cast(i, a, RoundMode::CAST_NONE, 8);", ("Cast", "round_mode", "0")),
        ("Cast(a, h, RoundMode::CAST_RINT, 8);", ("Cast", "round_mode", "1")),
        ("CrossCoreSetFlag<0, PIPE_MTE3>(16);", ("CrossCoreSetFlag", "flagId", "16")),
        ("CrossCoreSetFlag<0, PIPE_ALL>(1);", ("CrossCoreSetFlag", "pipe", "6")),
    ],
)
def test_parameters_that_are_not_allowed(statement: str, refusal: tuple[str, ...]) -> None:
    refused = _refusals(statement)
    assert values(refused, "api", "parameter", "value") == [refusal]
    assert refused[0]["rule"]


def test_parameters_that_are_allowed() -> None:
    """The ends of all ranges, and what the documentation calls no operation."""
    statements = """
        Adds(a, a, 1.0f, 64, 255, {1, 1, 0, 0});
        Adds(h, h, (half)1.0, 128, 1, {1, 1, 8, 8});
        uint64_t bits[2] = {~0ull, ~0ull};
        Adds(h, h, (half)1.0, bits, 1, {1, 1, 8, 255});
        Adds(a, a, 1.0f, 64, 0, {1, 1, 8, 8});
        Adds(a, a, 1.0f, 0);
        SetMaskCount();
        SetVectorMask<float, MaskMode::COUNTER>(0, 200);
        Adds<float, false>(a, a, 1.0f, MASK_PLACEHOLDER, 1, {1, 1, 8, 8});
        SetMaskNorm();
        ResetMask();
        DataCopy(a, g, 8);
        DataCopy(a, g, {1, 1, 0, 0});
        DataCopyParams p;
        p.blockLen = 65535;
        p.blockCount = 0;
        p.blockCount += p.blockLen > 0 ? p.blockCount : 1;
        DataCopy(a, g, p);
        int much = 65537;
        p.blockLen = much;
        uint16_t& length = p.blockLen;  // swaps and the like take references to members
        length = 3;
        DataCopy(a, g, p);
        DataCopyPad(a, g, {1, 4, 0, 0, 0}, {true, 8, 0, 0});
        Cast(a, h, RoundMode::CAST_NONE, 8);
        Cast(h, a, RoundMode::CAST_ODD, 8);
        Cast(i, a, RoundMode::CAST_RINT, 8);
        CrossCoreSetFlag<0, PIPE_MTE3>(15);
    """
    assert _refusals(statements) == []


def _refusals(statements: str) -> list[Act]:
    source = (
        ENTRY
        + """ {
        using namespace AscendC;
        TPipe pipe;
        TBuf<TPosition::VECCALC> buf;
        pipe.InitBuffer(buf, 131072);
        LocalTensor<float> a = buf.Get<float>();
        LocalTensor<half> h = buf.GetWithOffset<half>(256, 65536);
        LocalTensor<int32_t> i = buf.GetWithOffset<int32_t>(256, 98304);
        GlobalTensor<float> g;
        g.SetGlobalBuffer((__gm__ float*)x);
        GlobalTensor<half> gh;
        gh.SetGlobalBuffer((__gm__ half*)x);
        """
        + statements
        + "}"
    )
    return run_traced(source, "act_kernel", [4096, 64]).acts("RefusalAct")


def test_temporaries_of_library_functions() -> None:
    source = (
        ENTRY
        + """ {
        using namespace AscendC;
        TPipe pipe;
        TBuf<TPosition::VECCALC> buf, tmp;
        pipe.InitBuffer(buf, 1024);
        pipe.InitBuffer(tmp, 4096);
        LocalTensor<float> a = buf.Get<float>();
        LocalTensor<half> h = buf.Get<half>();
        LocalTensor<uint8_t> t = tmp.Get<uint8_t>();
        Sin(a, a, t, 64);
        Sin(h, h, 64);
        Power(a, a, a, t, 64);
        Hypot(a, a, a, t, 64);
        Log(a, a, 64);  // has no form with a temporary, unlike Log2
        Log10(a, a, 64);
    }"""
    )
    acts = run_traced(source, "act_kernel", [64, 64]).acts("ScratchAct")
    # As GetSinMaxMinTmpSize and GetPowerMaxMinTmpSize say: so many repeats of 256 bytes.
    assert values(acts, "api", "address", "bytes", "needed") == [
        ("Sin", "UB+1024", "4096", str(4 * 256)),
        ("Sin", "0", "0", str(8 * 256)),
        ("Power", "UB+1024", "4096", str(7 * 256 + 256)),
        ("Hypot", "UB+1024", "4096", "0"),
    ]
