"""Contents of the kernel cache, and their removal while others compile."""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.support.locks import lock_at_once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.kernel.toolchain.cache import KernelCache

# What lies in which folder. Entries are the files of the first kind, the folders of the second.
_OF_FILES = {
    "kernel": "compiled kernels",
    "manifest": "what they were compiled from",
    "tiling": "tiling structures of operators",
    "compiler": "versions of host compilers",
}
_OF_FOLDERS = {
    "observed": "kernels that can be observed",
    "pch": "precompiled kernel headers",
    "shipped": "sources that other machines have sent",
    "work": "compiles at work",
}
_READ_BY_PROGRAMS = ("observed", "shipped")  # without a lock
_IN_USE = 3600  # seconds since its last use


class Usage(NamedTuple):
    """One kind of contents."""

    kind: str
    meaning: str
    entries: int
    size: int  # bytes


class Cleared(NamedTuple):
    """Removed entries, and entries that are in use."""

    size: int  # bytes
    left: list[str]  # kinds


def usage(cache: KernelCache) -> list[Usage]:
    """Return the contents of the cache, kind by kind."""
    found = []
    for kind, meaning in _OF_FILES.items():
        sizes = [size for path in cache.entries(kind) for _, size in _files(path)]
        found.append(Usage(kind, meaning, len(sizes), sum(sizes)))
    for kind, meaning in _OF_FOLDERS.items():
        folders = cache.entries(kind)
        size = sum(size for folder in folders for _, size in _files(folder))
        found.append(Usage(kind, meaning, len(folders), size))
    return found


def clear(cache: KernelCache) -> Cleared:
    """Remove all contents but what running compiles and programs may be reading."""
    before = sum(each.size for each in usage(cache))
    for kind in _OF_FILES:
        for path in cache.entries(kind):
            with suppress(OSError):
                os.unlink(path)
    for kind in _READ_BY_PROGRAMS:
        for folder in cache.entries(kind):
            with suppress(OSError):
                if time.time() - os.stat(folder).st_mtime > _IN_USE:
                    shutil.rmtree(folder, ignore_errors=True)
    with lock_at_once(cache.use_lock) as alone:
        if alone:
            for kind in ("pch", "work"):
                for folder in cache.entries(kind):
                    shutil.rmtree(folder, ignore_errors=True)
    after = usage(cache)
    left = [each.kind for each in after if each.entries]
    return Cleared(before - sum(each.size for each in after), left)


def _files(entry: str) -> Iterator[tuple[str, int]]:
    """Path and bytes of a file, or of those below a folder; those that go meanwhile are none."""
    if not os.path.isdir(entry):
        with suppress(OSError):
            yield entry, os.lstat(entry).st_size
    for parent, _, names in os.walk(entry):
        for name in names:
            path = os.path.join(parent, name)
            with suppress(OSError):
                yield path, os.lstat(path).st_size
