"""Lines of source files, as reports show them."""

from __future__ import annotations

import os
from functools import cached_property, lru_cache
from pathlib import Path

from custom_compiler.observe.fields import printable

_LARGEST = 8 << 20
_LONGEST = 400
_MOST_FILES = 50_000
_NOBODY_S = {"node_modules", "build", "build_out", "CustomProject"}


def source_line(file: str, line: int) -> str:
    """The text of a line without its indentation; "" if there is no such file or line."""
    lines = source_lines(file)
    return printable(lines[line - 1].strip())[:_LONGEST] if 0 < line <= len(lines) else ""


@lru_cache(maxsize=64)
def source_lines(file: str) -> tuple[str, ...]:
    """All lines of a file; none if it is missing, no regular file, or too large for a source."""
    path = Path(file)
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return ()
        return tuple(path.read_text(encoding="utf-8", errors="replace").splitlines())
    except (OSError, ValueError):
        return ()


def _is_nobody_s(folder: str) -> bool:
    return folder.startswith(".") or folder in _NOBODY_S


class OwnSources:
    """Finds the user's file that a source in a package is a copy of.

    Kernels are compiled from what their package carries; who mends them edits another file.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    @lru_cache(maxsize=1024)  # noqa: B019 - one object per run
    def of(self, file: str) -> str:
        """The file below the root with the same name and content; else `file` itself.

        What builds leave below the root is nobody's source.
        """
        path = Path(file)
        below = path.relative_to(self._root).parts if path.is_relative_to(self._root) else None
        if below is not None and not any(map(_is_nobody_s, below[:-1])):
            return file
        if not (lines := source_lines(file)):
            return file
        for candidate in self._by_name.get(path.name, ()):
            if source_lines(candidate) == lines:
                return candidate
        return file

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        count = 0
        for folder, folders, files in os.walk(self._root):
            folders[:] = sorted(f for f in folders if not _is_nobody_s(f))
            count += len(files)
            if count > _MOST_FILES:
                break
            for name in files:
                found.setdefault(name, []).append(str(Path(folder, name)))
        return found
