"""Runs instrumented kernels under the `profile` observer, each in a separate process."""

from __future__ import annotations

import csv
import json
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.aicore.harness import AIV_ONLY
from tests.aicore.observed import ObservedKernel, run_observed
from tests.aicore.observers import OTHER, Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

TABLE = Path(__file__).parents[3] / "toolkit/data/cycle_model.csv"


def rows() -> list[dict[str, str]]:
    """The rows of the table of constants."""
    with TABLE.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def constant(name: str, arch: str = "220") -> float:
    """A constant: its row of the architecture, else the one of all."""
    found = {row["arch"]: float(row["value"]) for row in rows() if row["name"] == name}
    return found.get(arch, found.get("*", float("nan")))


@dataclass(frozen=True)
class Profile:
    """The line of a launch, and the lines of its timeline."""

    line: dict[str, Any]
    timeline: list[dict[str, Any]]
    text: str

    def core(self, number: int = 0) -> dict[str, Any]:
        """A core of the launch."""
        core: dict[str, Any] = self.line["cores"][number]
        return core

    def busy(self, pipe: str, core: int = 0) -> float:
        """Cycles in which the pipe was at work."""
        return float(self.core(core)["pipes"][pipe]["busy"])

    def spans(self, pipe: str, name: str = "", unit: int = 0) -> list[tuple[float, float]]:
        """Begin and end of the pipe's instructions (of this name), in order."""
        return [
            (event["start"], event["start"] + event["cycles"])
            for event in self.timeline
            if event.get("pipe") == pipe
            and event["unit"] == unit
            and event["name"] in (name or event["name"])
        ]


def run_profiled(
    source: str,
    func: str,
    sizes: Sequence[int],
    *,
    blocks: int = 1,
    soc: str = "Ascend910B1",
    task_type: int = AIV_ONLY,
    options: str = "",
) -> Profile:
    """Compile `func` of `source`, run it with buffers of `sizes` bytes, and return its profile."""
    kernel = ObservedKernel(source, func, len(sizes))
    tensors = [Tensor("", OTHER, size) for size in sizes]
    with tempfile.TemporaryDirectory(prefix="profile-") as folder:
        run_observed(
            "profile",
            Path(folder),
            kernel,
            tensors,
            blocks=blocks,
            soc=soc,
            task_type=task_type,
            options=options,
        )
        (profile,) = Path(folder).glob("*.profile.jsonl")
        (timeline,) = Path(folder).glob("*.timeline.jsonl")
        line = json.loads(profile.read_text(encoding="utf-8"))
        events = [json.loads(text) for text in timeline.read_text(encoding="utf-8").splitlines()]
        text = profile.read_text(encoding="utf-8") + timeline.read_text(encoding="utf-8")
        # What differs from run to run: the number of the process. Times may have its digits.
        text = re.sub(rf'("pid":|"timeline":"){line["pid"]}\b', r"\1PID", text)
    return Profile(line, events, text)
