"""Text of others, shown on terminals."""

from __future__ import annotations

_MOST_CHARACTERS = 20_000


def printable(text: str) -> str:
    """Return one line without control characters, in any encoding of files."""
    cut = text[:_MOST_CHARACTERS]
    if cut.isprintable():
        return cut
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in cut)
