"""Paths that every build tool can take.

CMake, Ninja, the compilers and CANN's tools stumble over quotes, line breaks, `;` or spaces in
paths. What is at such a path is reached through a link at a plain one.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from pathlib import Path

from custom_compiler.support.cache_root import cache_root
from custom_compiler.support.files import point_link
from custom_compiler.support.user_paths import user_path

_PLAIN_PATH = re.compile(r"[A-Za-z0-9_./+@-]+")


def plain_path(path: Path) -> Path:
    """Return `path` itself (absolute), or a link to it under a path without odd characters."""
    path = user_path(path)
    if is_plain(path):
        return path
    base = Path(cache_root())
    if not is_plain(base):
        base = Path(tempfile.gettempdir()) / f"custom_compiler-{os.getuid()}"
    digest = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    name = path.name if is_plain(Path(path.name)) else "linked"
    link = base / "links" / digest / name
    point_link(str(link), str(path))
    os.utime(link.parent)  # the cache keeps links that were used lately
    return link


class PlainPaths:
    """The plain paths of a build's folders, and the way back in texts of its tools."""

    def __init__(self) -> None:
        self._links: dict[str, str] = {}

    def of(self, path: Path) -> Path:
        """Return the plain path of a folder."""
        plain = plain_path(path)
        if plain != path:
            self._links[str(plain)] = str(path)
        return plain

    def shown(self, text: str) -> str:
        """Return a text with the user's paths in place of links."""
        for link, path in self._links.items():
            text = text.replace(link, path)
        return text


def is_plain(path: Path) -> bool:
    """Return whether build tools take this path without quoting."""
    return _PLAIN_PATH.fullmatch(str(path)) is not None
