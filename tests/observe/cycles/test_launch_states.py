"""What a launch begins with: nothing, the kernel's code, or its code and its data in L2."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.aicore.observed import ObservedKernel, run_observed
from tests.aicore.observers import OTHER, Tensor
from tests.observe.cycles.profiled import constant
from tests.utils.sources import read_source

_BYTES = 32768  # of a copy


def _launches(folder: Path, options: str = "", copies: int = 4, blocks: int = 1) -> list[Any]:
    """The lines of two launches of a kernel that copies `copies` pieces in each block."""
    text = read_source(
        __file__, "kernels/core_times_copies.cpp", COUNT=copies, ELEMENTS=_BYTES // 4
    )
    kernel = ObservedKernel(text, "timed", 3)
    tensors = [Tensor("", OTHER, size) for size in (_BYTES * copies * blocks, 64, 64)]
    run_observed(
        "profile",
        folder,
        kernel,
        tensors,
        blocks=blocks,
        soc="Ascend910B4",
        options="results=0;timeline=off" + (f";{options}" if options else ""),
        launches=2,
    )
    (path,) = folder.glob("*.profile.jsonl")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _misses(line: Any) -> list[int]:
    return [core["counters"]["icache_misses"] for core in line["cores"]]


def _read(line: Any) -> int:
    """Bytes that did not come from L2."""
    return sum(core["bytes"]["ddr_read"] for core in line["cores"])


def test_caches_live_from_launch_to_launch(tmp_path: Path) -> None:
    first, second = _launches(tmp_path, blocks=2)
    assert (first["state"], second["state"]) == ("first", "warm")
    assert min(_misses(first)) > 0
    assert _misses(second) == [0, 0]
    assert _read(first) == 2 * 4 * _BYTES
    assert _read(second) == 0
    saved = constant("scalar.prologue_first") - constant("scalar.prologue")
    before, after = first["cores"][0]["pipes"], second["cores"][0]["pipes"]
    assert before["scalar"]["busy"] - after["scalar"]["busy"] == pytest.approx(saved)


@pytest.mark.parametrize(
    ("state", "code", "data"),
    [("first", False, False), ("icache_warm", True, False), ("warm", True, True)],
)
def test_a_requested_state_is_that_of_each_launch(
    tmp_path: Path, state: str, code: bool, data: bool
) -> None:
    first, second = _launches(tmp_path, f"launch_state={state}")
    assert first["state"] == second["state"] == state
    assert first["duration_us"] == second["duration_us"]
    assert (_misses(first) == [0]) == code
    assert _read(first) == (0 if data else 4 * _BYTES)


@pytest.mark.parametrize("options", ["", "launch_state=warm"])
def test_what_does_not_fit_in_l2_is_read_again(tmp_path: Path, options: str) -> None:
    copies = 50  # 50 * 32 KB for each of 64 blocks: 102 MB, and L2 has 96
    second = _launches(tmp_path, options, copies=copies, blocks=64)[1]
    assert _read(second) == pytest.approx(64 * copies * _BYTES, rel=0.001)


def test_an_unknown_state_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="launch_state=hot: no such state of a launch"):
        _launches(tmp_path, "launch_state=hot")
