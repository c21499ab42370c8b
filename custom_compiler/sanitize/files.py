"""The files that reports are written to."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import MisuseError, write_error
from custom_compiler.support.files import write_named
from custom_compiler.support.user_paths import user_path

if TYPE_CHECKING:
    from pathlib import Path


def result_path(name: str, option: str) -> Path:
    """Return the path of a result, checked before hours of work are lost for it.

    Raises:
        MisuseError: There is no such folder, or a folder has that name.
    """
    path = user_path(name)
    if path.is_dir():
        raise MisuseError(f"{option}: {path} is a folder", "give the name of a file")
    if not path.parent.is_dir():
        raise MisuseError(f"{option}: no such folder: {path.parent}", "make it first")
    return path


def write_json(path: Path, document: dict[str, Any]) -> None:
    """Write a document as a whole or not at all; into a pipe or device as it comes.

    Raises:
        CustomCompilerError: The disk is full or the folder takes no files.
    """
    data = json.dumps(document, indent=1).encode() + b"\n"
    try:
        write_named(str(path), data)
    except OSError as error:
        raise write_error(path, error, "choose another place") from error
