"""Headers next to the source folders, which sources include by a path that leaves these.

The project has copies of the sources; `#include "../tiling_base/tiling.h"` is relative to the
folder that they were copied from.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from custom_compiler.project.spec import ProjectSpec

_LEAVING = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"((?:[^"\n]*/)?\.\./[^"\n]*)"', re.MULTILINE)


def folders_of_relative_includes(spec: ProjectSpec) -> tuple[Path, ...]:
    """Return include folders for the files that sources include from outside of their folders."""
    folders = [
        *_folders(spec.op_host, spec.host_files),
        *_folders(spec.op_kernel, spec.kernel_files),
    ]
    return tuple(dict.fromkeys(folders))


def _folders(root: Path, files: Mapping[str, Path]) -> Iterator[Path]:
    """Yield the folders of the `files` that include existing files outside of `root`."""
    for path in files.values():
        for name in _LEAVING.findall(path.read_bytes()):
            try:
                target = (path.parent / name.decode()).resolve(strict=True)
            except (OSError, UnicodeDecodeError):
                continue  # the compiler says what is missing
            if not target.is_relative_to(root.resolve()):
                yield path.parent
