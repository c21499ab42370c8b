"""Names of operators as files and functions have them."""

from __future__ import annotations


def snake(name: str) -> str:
    """Return `AddCustom` as `add_custom`, as op_build names files."""
    text = ""
    for i, char in enumerate(name):
        before = name[i - 1] if i else "_"
        after = name[i + 1 : i + 2]
        if char.isupper() and before != "_" and (not before.isupper() or after.islower()):
            text += "_"
        text += char.lower()
    return text
