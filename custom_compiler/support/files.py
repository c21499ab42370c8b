"""Files and links that readers find old or new, never in between."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


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


def is_part_of(name: str, target: str) -> bool:
    """Return whether `name` is a partial file of a killed writer of `target` next to it."""
    middle = name.removeprefix(target[:48] + ".").removesuffix(".part")
    return (
        name == f"{target[:48]}.{middle}.part" and re.fullmatch("[0-9a-f]{16}", middle) is not None
    )


def write_atomic(path: str, data: bytes, mode: int = 0o644) -> None:
    """Write a file so that readers see either the old or the whole new contents."""
    with replacing(path) as part:
        with open(part, "wb") as file:
            file.write(data)
        os.chmod(part, mode)


def write_named(path: str, data: bytes) -> None:
    """Write the file that a user named, as `write_atomic` does.

    What is no file (`/dev/null`, `/dev/stdout`, a pipe) gets the data and stays what it is.
    """
    if not _is_stream(path):
        write_atomic(path, data)
        return
    try:
        with open(path, "ab") as file:
            file.write(data)
    except OSError as error:
        error.filename = path
        raise


def _is_stream(path: str) -> bool:
    """Return whether `path` is a device, a pipe, or a name of an open file, as /dev/stdout is."""
    if os.path.islink(path) and os.readlink(path).startswith("/proc/"):
        return True
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def copy_tree(source: str, target: str) -> None:
    """Copy a folder with its links; raise the first error as it came, with its number."""
    errors: list[OSError] = []

    def copy(file: str, copied: str) -> None:
        try:
            shutil.copy2(file, copied)
        except OSError as error:
            errors.append(error)
            raise

    try:
        shutil.copytree(source, target, symlinks=True, copy_function=copy)
    except shutil.Error as error:
        raise (errors or [error])[0] from error


def write_changed(path: str, data: str | bytes, mode: int = 0o644) -> bool:
    """Write `data` unless the file holds it already; whether it was written."""
    content = data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data
    with suppress(OSError), open(path, "rb") as file:
        if file.read() == content:
            return False
    write_atomic(path, content, mode)
    return True


def point_link(link: str, target: str) -> None:
    """Make the link lead to `target` in one step; no reader ever finds it missing."""
    if leads_to(link, target):
        return
    os.makedirs(os.path.dirname(link) or ".", exist_ok=True)
    part = part_name(link)
    try:
        os.symlink(target, part)
        os.replace(part, link)
    except OSError as error:
        with suppress(OSError):
            os.unlink(part)
        error.filename = link
        raise


def leads_to(link: str, target: str) -> bool:
    """Return whether `link` is a link that says `target`."""
    return os.path.islink(link) and os.readlink(link) == target
