"""The timeline of a launch can be left out: what `msprof` does for programs."""

from __future__ import annotations

import json
from pathlib import Path

from tests.aicore.harness import AIV_ONLY
from tests.aicore.observed import ObservedKernel, run_observed
from tests.aicore.observers import OTHER, Tensor

_SOURCE = """extern "C" __global__ __aicore__ void copies(GM_ADDR x) {
    using namespace AscendC;
    TPipe pipe; TBuf<> buffer; GlobalTensor<float> from;
    from.SetGlobalBuffer((__gm__ float*)x); pipe.InitBuffer(buffer, 256);
    LocalTensor<float> to = buffer.Get<float>();
    for (int i = 0; i < 2000; ++i) { DataCopy(to, from, 64); }
}"""


def _profile(folder: Path, options: str) -> dict[str, object]:
    folder.mkdir()
    kernel = ObservedKernel(_SOURCE, "copies", 1)
    tensors = [Tensor("", OTHER, 256)]
    run_observed("profile", folder, kernel, tensors, task_type=AIV_ONLY, options=options)
    (path,) = folder.glob("*.profile.jsonl")
    line: dict[str, object] = json.loads(path.read_text())
    del line["pid"]
    return line


def test_sums_are_the_same_without_a_timeline(tmp_path: Path) -> None:
    with_timeline = _profile(tmp_path / "on", "")
    without = _profile(tmp_path / "off", "timeline=off")
    (timeline,) = (tmp_path / "on").glob("*.timeline.jsonl")
    names = [json.loads(line).get("name") for line in timeline.read_text().splitlines()]
    assert names.count("DataCopy") == 2000
    assert not list((tmp_path / "off").glob("*.timeline.jsonl"))
    assert without.pop("timeline") == ""
    del with_timeline["timeline"]
    assert without == with_timeline
