"""Arrays into the files that the user named: exactly those, whole or not at all."""

from __future__ import annotations

import os
import stat
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler.errors import MisuseError, write_error
from custom_compiler.support.files import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from typing import BinaryIO


def check_outputs(outputs: Sequence[Path], inputs: Iterable[Path]) -> None:
    """Raise MisuseError if a file cannot be written, is an input, or is named twice."""
    inputs = list(inputs)
    for number, path in enumerate(outputs):
        _check_place(path)
        for other, what in [
            *((port, "an input") for port in inputs),
            *((earlier, "another output") for earlier in outputs[:number]),
        ]:
            if _is_same(path, other):
                raise MisuseError(f"--output {path}: this is {what} already", "name another file")


def write_arrays(arrays: Iterable[tuple[Path, np.ndarray[Any, Any]]]) -> None:
    """Write `.npy` files, all of them or none; an array of bfloat16 as NumPy stores it.

    Raises DiskError or MisuseError naming the file that cannot be written, and why.
    """
    with ExitStack() as together:
        for path, array in arrays:
            _write(path, array, together)


def _write(path: Path, array: np.ndarray[Any, Any], together: ExitStack) -> None:
    target = os.path.realpath(path)  # links stay, what they lead to is written
    special = _is_special(path)
    try:
        part = target if special else together.enter_context(replacing(target))
        with open(part, "wb") as file:  # noqa: PTH123
            if path.exists() and not special:
                os.fchmod(file.fileno(), path.stat().st_mode & 0o777)
            np.lib.format.write_array(_Plain(file), array, allow_pickle=False)
    except OSError as error:
        cause = OSError(error.errno, error.strerror)  # without the name of the part
        raise write_error(path, cause, "choose another place with --output") from error


class _Plain:
    """A file that NumPy does not know as one: it writes to those past Python, and says no cause."""

    def __init__(self, file: BinaryIO) -> None:
        self.write = file.write


def _check_place(path: Path) -> None:
    folder = path.parent
    if path.is_dir():
        raise MisuseError(f"--output {path}: this is a folder", "name a file")
    if not folder.is_dir():
        raise MisuseError(f"--output {path}: there is no folder {folder}", "check the path")
    real_folder = os.path.dirname(os.path.realpath(path))  # noqa: PTH120
    if not _is_special(path) and not os.access(real_folder, os.W_OK | os.X_OK):
        message = f"--output {path}: no permission to write in {real_folder}"
        raise MisuseError(message, "change its permissions, or choose another place")


def _is_special(path: Path) -> bool:
    """Return whether this is a device or a pipe, which is written and not replaced."""
    return path.exists() and not stat.S_ISREG(path.stat().st_mode)


def _is_same(path: Path, other: Path) -> bool:
    if path.exists() and other.exists():
        return path.samefile(other) and not _is_special(path)
    return os.path.realpath(path) == os.path.realpath(other)
