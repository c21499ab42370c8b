"""Names that CANN's kernel_operator.h does not bring, and the headers that do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from custom_compiler.kernel.rules.source import Source

MISSING_HEADER = "missing-header"
_FLOAT = {"cfloat", "float.h"}
_HEADERS = {
    **dict.fromkeys(("FLT_MAX", "FLT_MIN", "FLT_EPSILON", "DBL_MAX"), _FLOAT),
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
            message = f"{use.spelling}: kernel_operator.h does not bring it, <{min(headers)}> does"
            source.find_here(use, MISSING_HEADER, message)
