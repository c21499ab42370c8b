"""Names that CANN's kernel_operator.h does not bring, and the headers that do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from custom_compiler.kernel.rules.source import Source

MISSING_HEADER = "missing-header"
_FLOAT = {"cfloat", "float.h"}
# Others of C++'s library read <cmath>, and may have done so before they are included here.
_MATH = {"cmath", "math.h", "complex", "random", "valarray", "tgmath.h", "ctgmath"}
_HEADERS = {
    **dict.fromkeys(("FLT_MAX", "FLT_MIN", "FLT_EPSILON", "DBL_MAX"), _FLOAT),
    **dict.fromkeys(("INFINITY", "NAN", "HUGE_VALF", "HUGE_VAL"), _MATH),
    "numeric_limits": {"limits"},
}


def missing_headers(
    source: Source, functions: Sequence[Any], uses: Iterable[Any], included: set[str]
) -> None:
    """Find uses in `functions` of names whose headers the user's files do not include."""
    extents = [(f.extent.start, f.extent.end) for f in functions]
    spans = [(str(a.file.name), a.offset, b.offset) for a, b in extents if a.file]
    for use in uses:
        headers = _HEADERS.get(use.spelling, set())
        if not headers or not headers.isdisjoint(included):
            continue
        location = use.location
        path, offset = str(location.file.name), location.offset
        if any(path == name and begin <= offset < end for name, begin, end in spans):
            if _defined_by_user(source, use.spelling):
                continue
            message = f"{use.spelling}: kernel_operator.h does not bring it, <{min(headers)}> does"
            source.find_here(use, MISSING_HEADER, message)


def _defined_by_user(source: Source, name: str) -> bool:
    """Whether a file of the user defines a macro, if only where no header has done so."""
    define = re.compile(rf"^\s*#\s*define\s+{name}\b", re.MULTILINE)
    for path in source.user_files():
        with open(path, encoding="utf-8", errors="replace") as file:
            if define.search(file.read()):
                return True
    return False
