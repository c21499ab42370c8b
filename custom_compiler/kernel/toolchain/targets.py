"""`[aicore]` and `[host, aicore]`, words of CANN's compiler: what functions are compiled for."""

from __future__ import annotations

import re

_TARGET = re.compile(rb"\[\s*(?:host\s*,\s*)?aicore\s*\]")


def without_targets(text: bytes) -> bytes:
    """Return the text without these words; `__aicore__` is one of them in CANN."""
    return _TARGET.sub(b" ", text)
