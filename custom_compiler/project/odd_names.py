"""Names of files that build tools cannot take; the scripts of projects have the same rule."""

from __future__ import annotations

import re

# What CMake, Ninja, make or a shell takes for something else than a part of a name.
_ODD = re.compile(r"""[\x00-\x1f"$&';<>\[\\\]^`{|}\x7f-\x9f\ud800-\udfff]|^ | $""")


def odd_character(name: str) -> str:
    """Return what build tools would stumble over in the name of a file or folder, or ""."""
    match = _ODD.search(name)
    return match[0] if match else ""
