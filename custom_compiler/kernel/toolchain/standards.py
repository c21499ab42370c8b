"""Sources that need another standard of C++ from a host compiler than from CANN's.

`ReduceSum<float>(tensor, ...)` without `AscendC::`, found by the namespace of its arguments, is
C++20; clang, so CANN's compiler, takes it in C++17, too, and GCC does not.
"""

from __future__ import annotations

import re

LATER = "-std=c++20"
_NOT_FOUND = re.compile(
    r"error: \W\w+\W was not declared in this scope; did you mean \WAscendC::\w+\W\?"
)


def needs_later(message: str) -> bool:
    """Whether a compiler's message is about functions that only namespaces of arguments lead to."""
    return _NOT_FOUND.search(message) is not None
