"""A correct operator, to distinguish failing projects from a failing machine."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from custom_compiler.judge.reference import prepare, read_reference
from custom_compiler.judge.verdict import RIGHT, Verdict
from custom_compiler.project.starter.request import requested
from custom_compiler.project.starter.write import starter_files

if TYPE_CHECKING:
    from collections.abc import Callable

    from custom_compiler.judge.reference import Prepared

    Judging = Callable[[Path, Prepared], Verdict]

_REFERENCE = """\
INPUTS = [{"x": ("float16", (2, 64)), "y": ("float16", (2, 64))}]
SPECIAL = False


def reference(x, y):
    return x + y
"""
_LASTS = 60.0  # seconds that a machine which was found to work is believed to


class Canary:
    """Says whether this machine builds and calls what is right; threads can ask."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._worked = -_LASTS

    def problem(self, judging: Judging) -> str:
        """Return why a correct operator fails on this machine, or "" if it passes.

        `judging` evaluates a project under the conditions of the failed ones.
        """
        with self._lock:
            if time.monotonic() < self._worked + _LASTS:
                return ""
            try:
                with tempfile.TemporaryDirectory(prefix="custom-compiler-judge-canary-") as folder:
                    judgement = judging(*_written(Path(folder)))
            except OSError as error:
                return f"an operator of ours cannot be judged: {error.strerror or error}"
            if judgement.verdict != RIGHT:
                return f"an operator of ours {judgement.verdict}, too: {judgement.reason}"
            self._worked = time.monotonic()
            return ""


def _written(folder: Path) -> tuple[Path, Prepared]:
    """Write the operator's project and its reference."""
    operator = requested("JudgeCanary", ["x:fp16", "y:fp16"], ["z:fp16"], [])
    for name, text in starter_files(operator, "elementwise").items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    reference = folder / "reference.py"
    reference.write_text(_REFERENCE, encoding="utf-8")
    return folder, prepare(read_reference(reference), 1)
