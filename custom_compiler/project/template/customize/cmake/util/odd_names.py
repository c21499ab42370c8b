"""Names of files that build tools cannot take.

`odd_character` is that of `custom_compiler.project.sources`: a project stands alone.
"""

from __future__ import annotations

import os
import re

from failures import SourceError

# What CMake, Ninja, make or a shell takes for something else than a part of a name.
_ODD = re.compile(r"""[\x00-\x1f"$&';<>\[\\\]^`{|}\x7f-\x9f\ud800-\udfff]|^ | $""")


def odd_character(name: str) -> str:
    """Return what build tools would stumble over in the name of a file or folder, or ""."""
    match = _ODD.search(name)
    return match[0] if match else ""


def reject_odd_names(folders: list[str]) -> None:
    """Raise SourceError for the first file or folder below with such a name."""
    for folder in folders:
        for current, inner, names in os.walk(folder):
            for name in sorted([*inner, *names]):
                odd = odd_character(name)
                if odd:
                    path = os.path.join(current, name)
                    raise SourceError(f"error: {path!r}: the build takes no name with {odd!r}")
