"""Runs instrumented kernels under the `check` observer, each in a separate process.

    report = run_checked(source, "f", [Tensor("x", INPUT, 1024), Tensor("z", OUTPUT, 1024)])
    report.findings[0]["kind"]

Inputs hold zeros. `source` is the body of the kernel, in which the tensors are GM_ADDR parameters.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.aicore.harness import AIV_ONLY, default_root, find_tools
from tests.aicore.observed import ObservedKernel, run_observed
from tests.aicore.observers import INPUT, OUTPUT, WORKSPACE, Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["INPUT", "OUTPUT", "WORKSPACE", "Report", "Tensor", "run_checked"]


@dataclass(frozen=True)
class Report:
    """The reports of one launch, and the line that ended it."""

    findings: list[dict[str, Any]]
    end: dict[str, Any]

    def kinds(self) -> list[tuple[str, int]]:
        """Kind and line of each report, without remarks; lines count from the kernel's first."""
        return [
            (finding["kind"], finding["frames"][0]["line"] if finding["frames"] else 0)
            for finding in self.findings
            if finding["severity"] != "info"
        ]


def run_checked(
    body: str,
    tensors: Sequence[Tensor],
    *,
    before: str = "",
    blocks: int = 1,
    soc: str = "Ascend910B3",
    arch: int = 220,
    task_type: int = AIV_ONLY,
    options: str = "",
    tiling: bytes = b"",
) -> Report:
    """Compile and run a kernel; its body's first line is line 1."""
    names = [*(tensor.name for tensor in tensors), *(["tiling"] if tiling else [])]
    parameters = ", ".join(f"GM_ADDR {name}" for name in names)
    head = f'{before} extern "C" __global__ __aicore__ void checked({parameters})'
    file = _source_file(body)
    source = f'using namespace AscendC; {head} {{\n#line 1 "{file}"\n{body}\n}}'
    kernel = ObservedKernel(source, "checked", len(names), arch=arch)
    with tempfile.TemporaryDirectory(prefix="check-") as folder:
        run_observed(
            "check",
            Path(folder),
            kernel,
            tensors,
            options=options,
            blocks=blocks,
            soc=soc,
            task_type=task_type,
            tiling=tiling,
        )
        text = "".join(path.read_text() for path in Path(folder).glob("*.findings.jsonl"))
        events = [json.loads(line) for line in text.splitlines()]
        assert [event["event"] for event in (events[0], events[-1])] == ["launch", "end"]
        return Report(events[1:-1], events[-1])


def _source_file(body: str) -> Path:
    """Return a file of the text, from which reports take the names of buffers: one for all runs."""
    digest = hashlib.sha256(body.encode()).hexdigest()[:16]
    folder = find_tools(default_root(), os.environ.get("CXX", "g++")).work / f"checked-{digest}"
    folder.mkdir(exist_ok=True)
    file = folder / "checked.cpp"
    file.write_text(body)
    return file
