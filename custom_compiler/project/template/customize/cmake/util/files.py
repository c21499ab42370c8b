"""Writing of generated files: only when they differ, whole or not at all.

The first four functions are those of `custom_compiler.support.files`: a project stands alone.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@contextmanager
def replacing(path: str) -> Iterator[str]:
    """Yield a new empty file next to `path` that replaces it at the end, or is removed on an error.

    The file is created exclusively under a name that no other thread, process or machine uses.
    """
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    part, is_made = part_name(path), False
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        is_made = True
        yield part
        os.replace(part, path)
    except BaseException as error:
        if is_made:
            with suppress(OSError):
                os.unlink(part)
        if isinstance(error, OSError) and error.filename in {None, part}:
            error.filename = path  # the name that people know
        raise


def part_name(path: str) -> str:
    """Return a name next to `path` that is unique and not too long for a file system."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f"{name[:48]}.{os.urandom(8).hex()}.part")


def write_atomic(path: str, data: bytes, mode: int = 0o644) -> None:
    """Write a file so that readers see either the old or the whole new contents."""
    with replacing(path) as part:
        with open(part, "wb") as file:
            file.write(data)
        os.chmod(part, mode)


def write_changed(path: str, data: str | bytes, mode: int = 0o644) -> bool:
    """Write `data` unless the file holds it already; whether it was written."""
    content = data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data
    with suppress(OSError), open(path, "rb") as file:
        if file.read() == content:
            return False
    write_atomic(path, content, mode)
    return True


def load_json(path: str) -> Any:
    """Return the contents of a json file; None if it is missing or damaged."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def file_state(path: str) -> list[int] | None:
    """Return values that change when the file changes; None if there is no such file."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return [status.st_size, status.st_mtime_ns]


def without_future(paths: Iterable[str]) -> list[str]:
    """Return the paths, sorted, that are no files with a time in the future.

    Ninja would run CMake for such a file again and again.
    """
    now = time.time_ns()
    return sorted(path for path in paths if (file_state(path) or [0, 0])[1] <= now)


def remove_others(folder: str, expected: set[str]) -> None:
    """Remove the files below `folder` that are not in `expected` (relative), and empty folders."""
    for current, _, names in os.walk(folder, topdown=False):
        for name in names:
            path = os.path.join(current, name)
            if os.path.relpath(path, folder) not in expected:
                os.unlink(path)
        if current != folder and not os.listdir(current):
            os.rmdir(current)


def cmake_quoted(text: str) -> str:
    """Return `text` as one CMake argument, taken literally."""
    equals = "="
    while f"]{equals}]" in text:
        equals += "="
    return f"[{equals}[{text}]{equals}]"
