"""Independent comparison of a client's output files with its golden files.

The corpus' own ``verify_result.py`` scripts are not to be trusted alone: some return success on a
mismatch, some read bool data as float16.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

TOLERANCE = {"float16": 1e-3, "bfloat16": 4e-3, "float32": 1e-4, "float64": 1e-4}
"""Relative and absolute error that the corpus' tests allow, by data type."""

MISMATCH_SHARE = 1e-3
"""Share of elements that may exceed the tolerance (the corpus' usual rule)."""

_CALL = re.compile(r"^[^#\n]*verify_result\.py((?:\s+[\w./]+\.bin)+)", re.MULTILINE)
_PARAMETERS = re.compile(r"def\s+verify_result\s*\(([^)]*)\)")
_FROM_FILE = re.compile(r"np\.fromfile\s*\(\s*(\w+)\s*,\s*(?:dtype\s*=\s*)?(?:np\.)?(\w+)")
# A statement: `dtype=np.int64` as an argument names no constant.
_CONSTANT = re.compile(r"^\s*(\w+)\s*=\s*np\.(\w+)\s*(?:#.*)?$", re.MULTILINE)
_KNOWN = {"bool", "bool_", *(np.dtype(code).name for code in np.typecodes["AllInteger"] + "efdFD")}


@dataclass(frozen=True)
class Comparison:
    """Result of comparing one output file with its golden file."""

    right: bool
    detail: str


def compare_client(client: Path) -> list[Comparison]:
    """Compare every (output, golden) pair that ``run.sh`` hands to ``verify_result.py``.

    The arguments are outputs and golden files in the same order: each output before its golden
    file, or all outputs before all golden files, which their names distinguish.
    """
    script = (client / "run.sh").read_text(errors="replace") + "\n"
    comparisons: list[Comparison] = []
    for call in _CALL.findall(script):
        files = [client / word for word in call.split()]
        dtypes = _dtypes(client / "verify_result.py", len(files))  # bytes if the script is silent
        golden = [file for file in files if "golden" in file.name]
        outputs = [file for file in files if "golden" not in file.name]
        if len(golden) != len(outputs):
            half = len(files) // 2
            outputs, golden = files[:half], files[half:]
        for output, want in zip(outputs, golden, strict=True):
            types = (dtypes[files.index(file)] for file in (output, want))
            comparisons.append(compare(output, want, *types))
    return comparisons


def _dtypes(verify: Path, count: int) -> list[str]:
    """NumPy names of the types in which ``verify_result.py`` reads its first arguments."""
    text = verify.read_text(errors="replace") if verify.is_file() else ""
    constants = dict(_CONSTANT.findall(text))
    read = dict(_FROM_FILE.findall(text))
    parameters = _PARAMETERS.search(text)
    names = [word.strip() for word in parameters.group(1).split(",")] if parameters else []
    words = [read.get(name, "dtype") for name in [*names, *[""] * count][:count]]
    found = [constants.get(word, word) for word in words]
    return [name if name in _KNOWN else "uint8" for name in found]


def compare(output: Path, golden: Path, dtype: str, golden_dtype: str = "") -> Comparison:
    """Compare two raw files as arrays of ``dtype`` (a NumPy name).

    ``golden_dtype`` is that of the golden file where it is another one: framework's indices are
    int64 next to an operator's int32.
    """
    for path in (output, golden):
        if not path.is_file():
            return Comparison(right=False, detail=f"{path.name} is missing")
    kind, golden_kind = _kind(dtype), _kind(golden_dtype or dtype)
    sizes = (output.stat().st_size, golden.stat().st_size)
    if sizes[0] * golden_kind.itemsize != sizes[1] * kind.itemsize:
        detail = f"{output.name} and {golden.name} have {sizes[0]} and {sizes[1]} bytes"
        return Comparison(right=False, detail=detail)
    real, want = np.fromfile(output, kind), np.fromfile(golden, golden_kind)
    if real.size == 0:
        return Comparison(right=False, detail=f"{output.name} is empty")
    wrong = _mismatches(real, want)
    allowed = MISMATCH_SHARE * real.size if kind.kind in "fc" else 0
    detail = f"{output.name}: {wrong} of {real.size} {kind.name} values differ"
    return Comparison(right=wrong <= allowed, detail=detail)


def _kind(dtype: str) -> np.dtype:
    return np.dtype("bool" if dtype in {"bool", "bool_"} else dtype)


def _mismatches(real: np.ndarray, want: np.ndarray) -> int:
    if real.dtype.kind not in "fc":
        return int(np.count_nonzero(real != want))
    tolerance = TOLERANCE.get(real.dtype.name, 1e-4)
    wide = np.complex128 if real.dtype.kind == "c" else np.float64
    close = np.isclose(
        real.astype(wide), want.astype(wide), rtol=tolerance, atol=tolerance, equal_nan=True
    )
    return int(close.size - np.count_nonzero(close))
