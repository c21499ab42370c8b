"""Runs instrumented kernels under the `trace` observer.

trace = run_traced(source, "add_custom", [64, 64])
trace.records("QueueAct")[0]["op"]
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.aicore.harness import AIV_ONLY
from tests.aicore.observed import ObservedKernel, run_observed
from tests.aicore.observers import OTHER, Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence


# The head of a kernel with two parameters, for run_traced(..., "traced_kernel", [size, size]).
ENTRY = 'extern "C" __global__ __aicore__ void traced_kernel(GM_ADDR x, GM_ADDR z)'


@dataclass(frozen=True)
class TracedRecord:
    """A line of the trace: who, the record's type, and its fields."""

    core: str
    kind: str
    fields: dict[str, str]

    def __getitem__(self, name: str) -> str:
        return self.fields[name]


@dataclass(frozen=True)
class Trace:
    """Output of the observer, addresses of the parameters, and the message of an error, if any."""

    lines: tuple[TracedRecord, ...]
    addresses: tuple[int, ...]
    fault: str

    def records(self, *kinds: str, core: str = "") -> list[TracedRecord]:
        """The records of these types (all), of this core (all), in order."""
        return [
            record
            for record in self.lines
            if (not kinds or record.kind in kinds) and (not core or record.core == core)
        ]


def _parse(text: str) -> tuple[TracedRecord, ...]:
    lines = []
    for line in text.splitlines():
        found = re.fullmatch(r"((?:aiv|aic|core)\(\d+\)) (\w+) ?(.*)", line)
        if found:
            pairs = re.findall(r'(\w+)=("[^"]*"|\S+)', found[3])
            fields = {name: value.strip('"') for name, value in pairs}
            lines.append(TracedRecord(found[1], found[2], fields))
    return tuple(lines)


def values(records: list[TracedRecord], *names: str) -> list[tuple[str, ...]]:
    """The fields `names` of each record; an empty text for one that it lacks."""
    return [tuple(record.fields.get(name, "") for name in names) for record in records]


def run_traced(
    source: str,
    func: str,
    sizes: Sequence[int],
    *,
    blocks: int = 1,
    soc: str = "Ascend910B3",
    arch: int = 220,
    task_type: int = AIV_ONLY,
    tiling: bytes = b"",
) -> Trace:
    """Compile `func` of `source`, run it with buffers of `sizes` bytes, and return its trace."""
    kernel = ObservedKernel(source, func, len(sizes) + bool(tiling), arch=arch)
    with tempfile.TemporaryDirectory(prefix="trace-") as name:
        folder = Path(name)
        run = run_observed(
            "trace",
            folder,
            kernel,
            [Tensor("", OTHER, size) for size in sizes],
            blocks=blocks,
            soc=soc,
            task_type=task_type,
            tiling=tiling,
        )
        text = "".join(path.read_text() for path in folder.glob("*.trace.txt"))
    return Trace(_parse(text), run.addresses, run.fault)
