"""Names of kernels as symbols say them, in words of C++."""

from __future__ import annotations

import ctypes
from functools import lru_cache


@lru_cache(maxsize=1024)
def demangled(symbol: str) -> str:
    """Return `symbol` as C++ writes it; the symbol itself if it is not mangled."""
    if not symbol.startswith("_Z"):
        return symbol
    try:
        library = ctypes.CDLL("libstdc++.so.6")
    except OSError:
        return symbol
    demangle = getattr(library, "__cxa_demangle")
    demangle.restype = ctypes.c_void_p
    status = ctypes.c_int(-1)
    text = demangle(symbol.encode(errors="replace"), None, None, ctypes.byref(status))
    if status.value != 0 or not text:
        return symbol
    try:
        return ctypes.string_at(text).decode(errors="replace")
    finally:
        free = ctypes.CDLL(None).free
        free.argtypes = [ctypes.c_void_p]
        free(text)


def without_parameters(name: str) -> str:
    """Remove the parameters of a demangled name: `ns::f<int>(float*)` becomes `ns::f<int>`."""
    depth = 0
    for position, character in enumerate(name):
        if character == "(" and depth == 0:
            return name[:position]
        depth += (character == "<") - (character == ">")
    return name
