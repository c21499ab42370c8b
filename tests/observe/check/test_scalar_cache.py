"""Scalar data caches: what a core reads, and what its lines write back (guide, cache coherence)."""

from __future__ import annotations

import pytest

from tests.aicore.checked_kernel import Report, Tensor, run_checked
from tests.aicore.observers import OTHER

_CLEAN = (
    "DataCacheCleanAndInvalid<float, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(words);"
)
_READ_32_KB = """float s = 0;
    for (int i = 1; i <= 512; ++i) { s += words.GetValue(i * 16); }
    result.SetValue(64, s);"""
_HEAD = """GlobalTensor<float> words; words.SetGlobalBuffer((__gm__ float*)w);
GlobalTensor<float> result; result.SetGlobalBuffer((__gm__ float*)y);
TPipe pipe; TBuf<TPosition::VECCALC> buffer; pipe.InitBuffer(buffer, 256);
LocalTensor<float> a = buffer.Get<float>();
const auto store = [&](int at, float value, int n) {
    Duplicate(a, value, 64); SetFlag<HardEvent::V_MTE3>(0); WaitFlag<HardEvent::V_MTE3>(0);
    DataCopy(words[at], a, n); SetFlag<HardEvent::MTE3_S>(0); WaitFlag<HardEvent::MTE3_S>(0);
};
"""


def run(body: str, blocks: int = 1) -> Report:
    tensors = [Tensor("w", OTHER, 1 << 20), Tensor("y", OTHER, 4096)]
    return run_checked(_HEAD + body, tensors, blocks=blocks)


def errors(report: Report) -> list[str]:
    assert report.end["fault"] is None
    return [f["kind"] for f in report.findings if f["severity"] == "error"]


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        ("store(0, 7.0f, 64);", ["missing_dcci"]),
        # Another word of the line, which is as it was.
        ("store(8, 7.0f, 8);", []),
        ("store(0, 0.0f, 64);", []),
        (f"store(0, 7.0f, 64); {_CLEAN}", []),
        (f"{_CLEAN} store(0, 7.0f, 64);", []),
        # 32 KB of other lines take its place.
        (f"store(0, 7.0f, 64); {_READ_32_KB}", []),
    ],
)
def test_a_core_reads_a_line_again(between: str, expected: list[str]) -> None:
    body = f"""float before = words.GetValue(0);
    {between}
    result.SetValue(0, before + words.GetValue(0));"""
    assert errors(run(body)) == expected


def test_both_places_are_named() -> None:
    body = """float before = words.GetValue(0);
    if (GetBlockIdx() == 1) { store(0, 7.0f, 64); }
    SyncAll();
    if (GetBlockIdx() == 0) { result.SetValue(0, before + words.GetValue(0)); }"""
    (finding,) = [f for f in run(body, blocks=2).findings if f["severity"] == "error"]
    head = _HEAD.count("\n")
    assert finding["kind"] == "missing_dcci"
    assert finding["access"] == "read"
    assert finding["frames"][0]["line"] == head + 4
    assert finding["other"]["access"] == "write"
    assert finding["other"]["block"] == "aiv(1)"


def test_reads_past_the_cache_are_never_old() -> None:
    body = """int32_t* p = (int32_t*)w; float before = ReadGmByPassDCache<int32_t>(p);
    store(0, 7.0f, 64);
    result.SetValue(0, before + ReadGmByPassDCache<int32_t>(p));"""
    assert errors(run(body)) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # The line was read before the store, and is written back after it.
        (f"words.SetValue(0, 1.0f); store(8, 7.0f, 8); {_CLEAN}", ["false_sharing"]),
        # At the kernel's end, too.
        ("words.SetValue(0, 1.0f); store(8, 7.0f, 8);", ["false_sharing"]),
        # MTE3 over the scalar itself.
        ("words.SetValue(0, 1.0f); store(0, 7.0f, 8);", ["false_sharing"]),
        (f"words.SetValue(0, 1.0f); {_CLEAN} store(8, 7.0f, 8);", []),
        (f"store(8, 7.0f, 8); words.SetValue(0, 1.0f); {_CLEAN}", []),
        ("words.SetValue(0, 1.0f); store(16, 7.0f, 8);", []),
        # It only reads the line.
        ("result.SetValue(0, words.GetValue(0)); store(8, 7.0f, 8);", []),
    ],
)
def test_a_line_is_written_back_whole(body: str, expected: list[str]) -> None:
    assert errors(run(body)) == expected


def test_two_cores_write_scalars_into_one_line() -> None:
    """Each has read the line before the other wrote: one of the two words is lost."""
    body = f"""if (GetBlockIdx() == 0) {{ words.SetValue(0, 1.0f); }}
    SyncAll();
    if (GetBlockIdx() == 1) {{ words.SetValue(1, 2.0f); {_CLEAN} }}
    SyncAll();
    if (GetBlockIdx() == 0) {{ {_CLEAN} }}"""
    assert errors(run(body, blocks=2)) == ["false_sharing"]
    body = f"""if (GetBlockIdx() == 0) {{ words.SetValue(0, 1.0f); {_CLEAN} }}
    SyncAll();
    if (GetBlockIdx() == 1) {{ words.SetValue(1, 2.0f); {_CLEAN} }}"""
    assert errors(run(body, blocks=2)) == []
