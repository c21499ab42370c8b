"""Projects whose kernels are in Python: their sources in C++ are written before they are built."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from typing import TYPE_CHECKING

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.support.processes import run

if TYPE_CHECKING:
    from pathlib import Path

# What calls `asc.export`; `new --python` writes it.
EXPORT = "export.py"

_REASON = re.compile(r"^[\w.]*CodegenError: (?P<said>.*)", re.MULTILINE | re.DOTALL)


def has_python_kernels(folder: Path) -> bool:
    """Return whether the sources of a project are written by its `export.py`."""
    return (folder / EXPORT).is_file() and (folder / "tests").is_dir()


def check_language() -> None:
    """Raise MisuseError where kernels in Python cannot be compiled."""
    if importlib.util.find_spec("xdsl") is None:
        message = "kernels in Python need xdsl, which is not installed"
        raise MisuseError(message, "pip install 'custom_compiler[asc]'")


def write_sources(folder: Path) -> None:
    """Run a project's `export.py`, which writes `op_host` and `op_kernel`.

    Unchanged files stay untouched, so nothing is compiled again for them.

    Raises:
        MisuseError: What compiles kernels in Python is not installed.
        BuildError: It fails; the message has the line of Python.
    """
    check_language()
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    ended = run([sys.executable, EXPORT], cwd=str(folder), env=environment)
    if ended.code == 0:
        return
    errors = ended.error_text
    match = _REASON.search(errors)
    text = match["said"].strip() if match else errors.strip()
    lines = text.splitlines() or [f"it ended with exit code {ended.code}"]
    reasons = [line for line in lines if re.match(r"\w+(Error|Exception)?: ", line)]
    message = f"{folder / EXPORT}: {(reasons or lines)[-1]}"
    raise BuildError(message, "the line of Python is above", details=text)
