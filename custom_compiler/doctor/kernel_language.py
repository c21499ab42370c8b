"""Kernels in Python: which package `asc` is, and what it and descriptions compile with."""

from __future__ import annotations

import importlib.util
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import custom_compiler
from custom_compiler.doctor.fact import Fact

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARK = "custom_compiler.asc"  # imported by our facades
_OTHER = "pyasc"  # the distribution of CANN's own
_NO_HALIDE = (
    "pip install 'custom_compiler[autokernel]' (for host kernels of descriptions); "
    "there are wheels for Linux on x86-64, macOS and Windows, elsewhere build Halide 21"
)
_REMEDY = f"pip uninstall {_OTHER}, then install custom_compiler again"


def language_facts() -> Iterator[Fact]:
    """Yield the location of `import asc`, and the packages that compile kernels in Python."""
    yield Fact("asc", *_imported())
    needed = "pip install 'custom_compiler[asc]' (for compiling kernels written in Python)"
    yield Fact("xDSL", _version("xdsl", needed))
    yield Fact("Halide", _version("halide", _NO_HALIDE))


def _version(package: str, needed: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return f"none: {needed}"


def _imported() -> tuple[str, str]:
    """Return the file that is imported as `asc`, and its problem."""
    try:
        spec = importlib.util.find_spec("asc")
    except ValueError as error:
        return "none", f"cannot be found: {error}"
    if spec is None or spec.origin is None:
        return "none", "not installed: install custom_compiler again"
    text = Path(spec.origin).read_text(encoding="utf-8", errors="replace")
    if _MARK not in text:
        return spec.origin, f"this is another package than custom_compiler's: {_REMEDY}"
    try:
        version = metadata.version(_OTHER)
    except metadata.PackageNotFoundError:
        return f"{spec.origin} (custom_compiler {custom_compiler.__version__})", ""
    problem = f"{_OTHER} {version} has files in the same folder: {_REMEDY}"
    return spec.origin, problem
