"""Names that CANN's kernel_operator.h does not bring, and the headers that do."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from custom_compiler.kernel.rules.finding import RuleViolation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from custom_compiler.kernel.rules.source import Source

_KERNEL_HEADER = "kernel_operator.h"
# Headers of the toolkit that both sides of an operator read.
_TILING_HEADERS = ("/kernel_tiling/", "/tiling/", "tiling.h")
# Rules that newer compilers do not have.
MISSING_HEADER, HOST_LIBRARY = "missing-header", "host-library"
# Others of C++'s library read <cmath>, and may have done so before they are included here.
_MATH = {"cmath", "math.h", "complex", "random", "valarray", "tgmath.h", "ctgmath"}
# In C++'s library containers and streams bring what compares two values.
_COMPARE = _MATH | {
    *("algorithm", "array", "bitset", "condition_variable", "deque", "forward_list", "fstream"),
    *("functional", "future", "iomanip", "iostream", "istream", "iterator", "list", "locale"),
    *("map", "memory", "mutex", "numeric", "optional", "ostream", "queue", "regex", "set"),
    *("sstream", "stack", "stdexcept", "streambuf", "string", "string_view", "system_error"),
    *("thread", "tuple", "unordered_map", "unordered_set", "variant", "vector"),
}
_CONSTANTS = {
    *("INFINITY", "NAN", "HUGE_VALF", "HUGE_VAL", "M_PI", "M_PI_2", "M_PI_4", "M_E", "M_1_PI"),
    *("M_2_PI", "M_2_SQRTPI", "M_SQRT2", "M_SQRT1_2", "M_LN2", "M_LN10"),
}
_EXTREMES = ("max", "min", "minmax")
_HEADERS = {
    **dict.fromkeys(_CONSTANTS, _MATH),
    "numeric_limits": {"limits", "chrono"} | _MATH,
}
_HEADERS_OF_CALLS = {
    **dict.fromkeys(_EXTREMES, _COMPARE),
    "abs": _COMPARE | {"cstdlib", "stdlib.h"},
    "sqrt": _MATH,
}
# Functions of <cmath>; those that an AI core never has are rejected before.
_FUNCTIONS = {
    *("fabs", "fmax", "fmin", "fdim", "fma", "floor", "ceil", "trunc", "round", "rint"),
    *("nearbyint", "lround", "llround", "lrint", "llrint", "isnan", "isinf", "isfinite"),
    *("isnormal", "signbit", "copysign", "ldexp", "scalbn", "ilogb", "logb", "nextafter"),
}
_HEADERS_OF_CALLS |= dict.fromkeys(_FUNCTIONS, _MATH)
_OF_C = {"math.h", "tgmath.h"}  # they bring these functions for float without std::
NEED_HEADERS = frozenset(_HEADERS_OF_CALLS)


def library_calls(source: Source, calls: Iterable[tuple[Any, bool]], included: set[str]) -> None:
    """Find calls of the host's functions that the device's compiler does not know by this name.

    With each call, whether it says std::. An AI core has its `sqrt` and `abs`.
    """
    for call, is_qualified in calls:
        name = call.spelling
        headers = _HEADERS_OF_CALLS[name]
        if is_qualified and headers.isdisjoint(included):
            message = (
                f"std::{name}: kernel_operator.h does not bring it, <{_first(name, headers)}> does"
            )
            source.find(call, MISSING_HEADER, message)
        elif not is_qualified and name in _FUNCTIONS and _OF_C.isdisjoint(included):
            source.find(call, HOST_LIBRARY, f"{name}: a function of the host's library")


def _first(name: str, headers: set[str]) -> str:
    """Return the header that documentation names for a name in several headers."""
    if name in _EXTREMES:
        return "algorithm"
    return next(header for header in ("limits", "cmath") if header in headers)


def missing_headers(
    source: Source, functions: Sequence[Any] | None, uses: Iterable[Any], included: set[str]
) -> None:
    """Find uses in `functions` of names whose headers the user's files do not include.

    None for `functions`: the device's compiler reads all of the user's files.
    """
    extents = [(f.extent.start, f.extent.end) for f in functions or ()]
    spans = [(str(a.file.name), a.offset, b.offset) for a, b in extents if a.file]
    for use in uses:
        headers = _HEADERS.get(use.spelling, set())
        if not headers or not headers.isdisjoint(included):
            continue
        location = use.location
        path, offset = str(location.file.name), location.offset
        if functions is None or any(
            path == name and begin <= offset < end for name, begin, end in spans
        ):
            if _defined_by_user(source, use.spelling):
                continue
            name = use.spelling
            message = f"{name}: kernel_operator.h does not bring it, <{_first(name, headers)}> does"
            source.find_here(use, MISSING_HEADER, message)


def _defined_by_user(source: Source, name: str) -> bool:
    """Return whether a file of the user defines a macro, if only where no header has done so."""
    define = re.compile(rf"^\s*#\s*define\s+{name}\b", re.MULTILINE)
    for path in source.user_files():
        with open(path, encoding="utf-8", errors="replace") as file:
            if define.search(file.read()):
                return True
    return False


def require_kernel_header(source: Source, inclusions: Iterable[Any]) -> None:
    """Find a kernel whose files do not include kernel_operator.h.

    What CANN's opc puts around a kernel does not include it. A header of the toolkit for kernels
    may bring it.
    """
    kernels: list[str] = []
    for inclusion in inclusions:
        included = inclusion.get_included_file()
        path = os.path.normpath(included.name) if included else ""
        if source.is_tool(inclusion):  # also what is generated around the kernel
            if source.owners.is_user(path):
                kernels.append(path)
        elif os.path.basename(path) == _KERNEL_HEADER or (
            source.owners.is_tool(path) and not any(part in path for part in _TILING_HEADERS)
        ):
            return
    message = (
        f"the kernel does not include {_KERNEL_HEADER}, and what is generated around it neither"
    )
    for path in kernels[-1:]:
        source.findings.append(RuleViolation(path, 1, 1, "kernel-header", message))
