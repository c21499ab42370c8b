"""Host launches (`kernel<<<...>>>(...)`) in kernel sources: meaningless in a kernel object."""

from __future__ import annotations

import re

# Preprocessed text: no comments, no macros. `name`, maybe template arguments, the launch
# configuration, the arguments, the semicolon.
_LAUNCH = re.compile(
    rb"\b[A-Za-z_]\w*\s*(?:<[^<>;{}]*>)?\s*<<<[^;{}]*?>>>\s*\([^;{}]*?\)\s*;", re.DOTALL
)


def without_launches(text: bytes) -> bytes:
    """Preprocessed text with every launch statement made empty; line numbers stay.

    Public operators end with a host function that launches the kernel for direct calls; Huawei's
    compiler takes that syntax, a host compiler does not, and in a kernel object nothing calls it.
    """
    if b"<<<" not in text:
        return text
    return _LAUNCH.sub(lambda match: b";" + b"\n" * match.group().count(b"\n"), text)
