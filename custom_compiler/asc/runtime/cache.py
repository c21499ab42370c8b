"""Compiled kernels by what they were made of, shared by processes and threads.

A kernel is a folder: its text at each stage, the object with its description, and a record, written
last, with the hashes of what a launch reads. Folders are made next to their path and renamed.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.support.cache_root import cache_root
from custom_compiler.support.store import Store
from custom_compiler.support.store_kinds import python_kernels

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_RECORD = "kernel.json"
_FORMAT = 1


class CachedKernel(NamedTuple):
    """A kernel of the cache."""

    folder: str
    record: dict[str, Any]

    @property
    def object_path(self) -> str:
        """Path of the object."""
        return os.path.join(self.folder, self.record["name"] + ".o")


def asc_cache_root() -> str:
    """Return the cache folder: PYASC_CACHE_DIR, below PYASC_HOME, or that of all other kernels."""
    explicit = os.environ.get("PYASC_CACHE_DIR")
    if explicit:
        return os.path.abspath(explicit)
    home = os.environ.get("PYASC_HOME")
    if home:
        return os.path.join(os.path.abspath(home), ".pyasc", "cache")
    return _shared_root()


@cache
def own_root() -> str:
    """Return a cache of this process alone."""
    import atexit
    import tempfile

    folder = tempfile.mkdtemp(prefix="asc-")
    atexit.register(_remove, folder)
    return folder


@cache
def warn_once(root: str, reason: str) -> None:
    """Say that the cache cannot be written."""
    import warnings

    text = f"kernels cannot be cached in {root} ({reason}), so each process compiles them again"
    warnings.warn(f"{text}; set PYASC_CACHE_DIR to a folder that can be written", stacklevel=3)


def find(root: str, key: str) -> CachedKernel | None:
    """Return the kernel of `key`; None if there is none, or it is damaged."""
    folder = _store(root).hold(_folder(root, key))
    try:
        with open(os.path.join(folder, _RECORD), encoding="utf-8") as file:
            record = json.load(file)
        stored = CachedKernel(folder, record)
        if record["format"] != _FORMAT or record["key"] != key:
            return None
        with open(stored.object_path, "rb") as file:
            if hashlib.sha256(file.read()).hexdigest() != record["sha256"]:
                return None
    except (OSError, ValueError, KeyError, TypeError):
        return None
    with suppress(OSError):
        os.utime(folder)  # those that were not used for longest go first
    return stored


def store(
    root: str, key: str, build: Callable[[str], dict[str, Any] | None], *, rebuild: bool
) -> CachedKernel | None:
    """Return the kernel of `key`, built by `build` on a cache miss, or in any case if `rebuild`.

    `build` fills a folder, with an object called like the kernel, and returns the record's fields,
    `name` among them, or None if there is nothing to store, which is then returned. OSError names a
    path that cannot be written.
    """
    with _store(root).locked(f"asc-{key[:2]}"):
        stored = None if rebuild else find(root, key)  # another process may have been at it
        if stored is None:
            stored = _build(root, key, build)
    _store(root).prune_sometimes()
    return stored


def _build(
    root: str, key: str, build: Callable[[str], dict[str, Any] | None]
) -> CachedKernel | None:
    with new_folder(root) as folder:
        fields = build(folder)
        if fields is None:
            return None
        with open(os.path.join(folder, fields["name"] + ".o"), "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        record = {"format": _FORMAT, "key": key, "sha256": digest, **fields}
        with open(os.path.join(folder, _RECORD), "w", encoding="utf-8") as file:
            json.dump(record, file)
        path = _store(root).hold(_folder(root, key))
        _store(root).publish(folder, path)
    return CachedKernel(path, record)


@contextmanager
def new_folder(root: str) -> Iterator[str]:
    """Create an empty folder below `root`, which is removed at the end if it still exists."""
    folder = _store(root).hold(_store(root).path("asc-work", os.urandom(8).hex()))
    os.makedirs(folder)
    try:
        yield folder
    finally:
        _remove(folder)


def _folder(root: str, key: str) -> str:
    return _store(root).path("asc", key[:2], key[2:32])


def _remove(folder: str) -> None:
    if os.path.lexists(folder):
        import shutil

        shutil.rmtree(folder, ignore_errors=True)


def _shared_root() -> str:
    return os.path.join(cache_root(), "asc")


def _store(root: str) -> Store:
    """Return the store of the kernels of `root`: the user's, or that of a PyAsc variable."""
    return Store() if root == _shared_root() else Store(root, python_kernels(""))
