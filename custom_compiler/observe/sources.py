"""Lines of source files, as reports show them."""

from __future__ import annotations

import json
import os
from functools import lru_cache
from pathlib import Path

from custom_compiler.support.printable import printable

_LARGEST = 8 << 20
_LONGEST = 400
_IN_PACKAGES = "/dynamic/"  # where packages have the sources of their kernels


def source_line(file: str, line: int) -> str:
    """Return the text of a line without its indentation; "" if there is no such file or line."""
    lines = source_lines(file)
    return printable(lines[line - 1].strip())[:_LONGEST] if 0 < line <= len(lines) else ""


@lru_cache(maxsize=64)
def source_lines(file: str) -> tuple[str, ...]:
    """Return all lines of a file; empty if it is missing, special, or too large for a source."""
    path = Path(file)
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return ()
        return tuple(path.read_text(encoding="utf-8", errors="replace").splitlines())
    except (OSError, ValueError):
        return ()


class OwnSources:
    """Finds the user's file that a source in a package is a copy of.

    Kernels are compiled from the sources in their package; users edit another file.
    """

    def __init__(self, root: Path) -> None:
        """Use the sources of the project at `root`: built there, or one of CANN's template."""
        self._kernels = _kernel_folder(root)

    @lru_cache(maxsize=1024)  # noqa: B019 - one object per run
    def of(self, file: str) -> str:
        """Return the project's file if the package was made of it, else `file` itself."""
        _, below, name = file.rpartition(_IN_PACKAGES)
        own = str(self._kernels / name)
        lines = source_lines(file) if below else ()
        return own if lines and source_lines(own) == lines else file


def _kernel_folder(root: Path) -> Path:
    """Return the kernel folder of the last build in `root` (`custom_compiler.workspace`)."""
    try:
        noted = json.loads((root / "CustomProject/.custom_compiler.json").read_text("utf-8"))
        return Path(os.path.normpath(root / noted["op_kernel"]))
    except (OSError, ValueError, KeyError, TypeError):
        return root / "op_kernel"
