"""Recorded operators built as the recorded harness did, and the messages of CANN's tools."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.corpus.sandbox import first_error, run_logged

if TYPE_CHECKING:
    from pathlib import Path

    from tests.corpus.verdict_sources import Sources, Verdict

_UNIT = "ascend910b"
# Steps that end without naming their reason: nothing can be compared.
_UNNAMED = {"kernel_compile_msg_truncated", "build_failed_unspecified"}
_OPERATOR = re.compile(r'"op"\s*:\s*"(\w+)"')


@dataclass(frozen=True)
class BuildOutcome:
    """One recorded operator, built here."""

    name: str
    npu: str  # the recorded class: "pass", "kernel_compile", ...
    npu_error: str  # in CANN's words
    npu_compiled: bool
    is_clean: bool  # what was recorded is about these sources, and says why
    compiled: bool = False
    error: str = ""  # the first of ours
    seconds: float = 0.0

    @property
    def agrees(self) -> bool:
        """Return whether both compiled it, or neither."""
        return self.compiled == self.npu_compiled


def build(verdict: Verdict, sources: Sources, work: Path, timeout: float) -> BuildOutcome:
    """Build one operator in a separate folder below `work`; never raises for its faults.

    `timeout` is in seconds.
    """
    folder = work / verdict.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    start = time.monotonic()
    clean, compiled, error = False, False, ""
    try:
        sources.lay_out(verdict, folder)
        clean = is_clean(verdict, sources, folder)
        log = folder / "build.log"
        with log.open("wb") as stream:
            environment = dict(os.environ)
            code = run_logged(build_command(verdict, folder), folder, environment, stream, timeout)
        compiled, error = code == 0, first_error(log) if code else ""
    except LookupError as missing:
        error = str(missing)
    except subprocess.TimeoutExpired:
        error = f"no end after {timeout:.0f} s"
    return BuildOutcome(
        verdict.name,
        verdict.error_class,
        verdict.error,
        verdict.is_compiled,
        clean,
        compiled,
        error,
        round(time.monotonic() - start, 1),
    )


def build_command(verdict: Verdict, folder: Path) -> list[str]:
    """Words that build the operator laid out in `folder`, there."""
    return [
        sys.executable, "-m", "custom_compiler", "build",
        "-o", str(folder / "op_host"), "-k", str(folder / "op_kernel"), "--vendor_name",
        f"row{verdict.number}", "--soc_version", _UNIT, "--work-dir", str(folder), "-j", "1",
    ]  # fmt: skip


def is_clean(verdict: Verdict, sources: Sources, folder: Path) -> bool:
    """Return whether the record says why, and the harness replaced what msopgen wrote.

    msopgen names files by the operator; a kernel source of another name stood next to its stub.
    """
    if verdict.error_class in _UNNAMED:
        return False
    operator = _OPERATOR.search(sources.project_json(verdict))
    return operator is None or (folder / f"op_kernel/{file_stem(operator[1])}.cpp").is_file()


def file_stem(operator: str) -> str:
    """Return the stem of an operator's files for msopgen and opc: add_custom of AddCustom."""
    words = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", operator)
    return re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", words).lower()
