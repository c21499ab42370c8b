"""Folders that are there as a whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError, write_error
from custom_compiler.support.owned_files import OwnedFiles, files_below

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def whole_folder(folder: Path, way_out: str) -> Iterator[Path]:
    """Yield an empty folder to write to, which takes the place of `folder` when all went well.

    Args:
        folder: It may be missing, empty, or what an earlier call made.
        way_out: What the user can do if nothing may be written there.

    Raises:
        MisuseError: `folder` has files that an earlier call did not write or somebody changed, or
            it cannot be written.
    """
    folder = folder.absolute()
    check_replaceable(folder, way_out)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as scratch:
            staged = Path(scratch) / "made"
            staged.mkdir()
            yield staged
            OwnedFiles(staged).record(files_below(staged))
            check_replaceable(folder, way_out)  # since then the user may have been at work
            if folder.exists():
                folder.rename(Path(scratch) / "before")
            staged.rename(folder)
    except OSError as error:
        raise write_error(folder, error, way_out) from error


def check_replaceable(folder: Path, way_out: str) -> None:
    """Raise MisuseError if something in `folder` is the user's."""
    if not os.path.lexists(folder):
        return
    if folder.is_symlink() or not folder.is_dir():
        raise MisuseError(f"{folder} exists and is no folder", way_out)
    owned = OwnedFiles(folder)
    if not owned.has_record() and any(folder.iterdir()):
        raise MisuseError(f"{folder} is not empty", way_out)
    for path in owned.others():
        message = f"{folder / path} was not written by this tool, or was changed since"
        raise MisuseError(message, f"move it away, or {way_out}")
