"""The content cache of compiled kernels, shared by all processes of a user.

A kernel is a pure function of its preprocessed source, the flags, the compiler and the toolkit; the
hash of these is its key. Files are written next to their path and renamed, so that a killed process
leaves no half entry, and every entry carries its own checksum, so that a damaged one is made again.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.kernel.toolchain.cache_limit import cache_limit
from custom_compiler.support.files import write_atomic
from custom_compiler.support.locks import locked, shared_lock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

_MAGIC = "custom_compiler-kernel 1"
_PRUNE_INTERVAL = 3600  # seconds
_WORK_LIFETIME = 86400  # seconds; older working directories belong to killed processes
_PCH_KEPT = 12  # of the compiler and of syntax trees
_OBSERVED_KEPT = 256
_SHIPPED_KEPT = 256


# Names that the cache gives. $CUSTOM_COMPILER_CACHE may hold files of others: these stay.
_PART = r"(?:\.[0-9a-f]{16}\.part)?"
_NAMES = {
    "kernel": re.compile(r"[0-9a-f]{2}/[0-9a-f]{16,}" + _PART),
    "manifest": re.compile(r"[0-9a-f]{2}/[0-9a-f]{16,}" + _PART),
    "pch": re.compile(r"(?:tree-)?[0-9a-f]{16,}"),
    "work": re.compile(r"[0-9a-f]{16}|\d+-[0-9a-f]{8,}"),
    **dict.fromkeys(("tiling", "compiler"), re.compile(r"[0-9a-f]{16,}" + _PART)),
    **dict.fromkeys(("observed", "shipped"), re.compile(r"[0-9a-f]{16,}")),
}


class Entry(NamedTuple):
    """A compiled kernel: the linked object and the facts it recorded about itself (kind, a, b)."""

    meta: list[tuple[int, int, int]]
    data: bytes


class KernelCache:
    """Entries by content key, and manifests that lead to a key without running the preprocessor."""

    def __init__(self, root: str) -> None:
        self.root = root
        cache_limit(root)  # a wrong limit is said now, not by the one in a thousand who prunes

    def load(self, key: str) -> Entry | None:
        """Return the entry of `key`; None if there is none or it is damaged."""
        path = self._path("kernel", key)
        try:
            with open(path, "rb") as file:
                header, _, body = file.read().partition(b"\n")
        except OSError:
            return None
        if header.decode("ascii", "replace") != f"{_MAGIC} {hashlib.sha256(body).hexdigest()}":
            return None
        with suppress(OSError):
            os.utime(path)  # the least recently used entries go first
        facts, _, data = body.partition(b"\n")
        return Entry([tuple(record) for record in json.loads(facts)["meta"]], data)

    def store(self, key: str, entry: Entry) -> None:
        """Publish an entry; a cache that cannot be written costs speed only."""
        facts = json.dumps({"meta": entry.meta}, separators=(",", ":")).encode()
        body = facts + b"\n" + entry.data
        header = f"{_MAGIC} {hashlib.sha256(body).hexdigest()}\n".encode()
        with suppress(OSError):
            write_atomic(self._path("kernel", key), header + body)
            self._prune_sometimes()

    def load_manifest(self, key: str) -> dict[str, Any] | None:
        """Return the manifest of `key`; None if there is none or it is damaged."""
        try:
            with open(self._path("manifest", key), encoding="utf-8") as file:
                manifest = json.load(file)
        except (OSError, ValueError):
            return None
        return manifest if isinstance(manifest, dict) else None

    def store_manifest(self, key: str, manifest: dict[str, Any]) -> None:
        """Publish a manifest."""
        with suppress(OSError):
            write_atomic(self._path("manifest", key), json.dumps(manifest).encode())

    def locked(self, name: str) -> AbstractContextManager[int]:
        """Hold the lock called `name` against the other processes of this machine."""
        return locked(os.path.join(self.root, "lock", name))

    def turns(self) -> list[str]:
        """Locks of which a process holds one while it compiles: as many as this machine has CPUs.

        Other machines may share the folder; each has its own.
        """
        name = f"turn-{os.uname().nodename}"
        count = len(os.sched_getaffinity(0))
        return [os.path.join(self.root, "lock", f"{name}-{number}") for number in range(count)]

    @property
    def use_lock(self) -> str:
        """The lock that is held alone while precompiled headers are removed."""
        return os.path.join(self.root, "lock", "use")

    def in_use(self) -> AbstractContextManager[None]:
        """While it is entered, precompiled headers and working directories stay."""
        return shared_lock(self.use_lock)

    @contextmanager
    def work_dir(self) -> Iterator[str]:
        """Create an empty directory, and remove it at the end."""
        base = os.path.join(self.root, "work")
        path = os.path.join(base, os.urandom(8).hex())
        with self.in_use():
            os.makedirs(path)
            try:
                yield path
            finally:
                shutil.rmtree(path, ignore_errors=True)

    def observed_folder(self, key: str) -> str:
        """Return the folder of an instrumented object, with the files that load and describe it."""
        path = os.path.join(self.root, "observed", key[:32])
        os.makedirs(path, exist_ok=True)
        return path

    def shipped_folder(self, key: str) -> str:
        """Return the folder of files that another machine has sent."""
        path = os.path.join(self.root, "shipped", key[:32])
        os.makedirs(path, exist_ok=True)
        return path

    def entries(self, kind: str) -> list[str]:
        """Return the paths of the files or folders of one kind; other names are not the cache's."""
        base, name = os.path.join(self.root, kind), _NAMES[kind]
        names = _listed(base)
        if kind in {"kernel", "manifest"}:
            names = [f"{two}/{rest}" for two in names for rest in _listed(f"{base}/{two}")]
        return [f"{base}/{found}" for found in names if name.fullmatch(found)]

    def _path(self, kind: str, key: str) -> str:
        return os.path.join(self.root, kind, key[:2], key[2:])

    def _prune_sometimes(self) -> None:
        stamp = os.path.join(self.root, "pruned")
        with suppress(OSError):
            if time.time() - os.stat(stamp).st_mtime < _PRUNE_INTERVAL:
                return
        with open(stamp, "w", encoding="ascii"):
            pass
        self.prune()

    def prune(self) -> None:
        """Remove what was not used for longest until the size limit holds, and other left-overs."""
        limit = cache_limit(self.root).size
        files = []
        for kind in ("kernel", "manifest"):
            for path in self.entries(kind):
                with suppress(OSError):
                    status = os.stat(path)
                    files.append((status.st_mtime, status.st_size, path))
        total = sum(size for _, size, _ in files)
        for _, size, path in sorted(files):
            if total <= limit:
                break
            with suppress(OSError):
                os.unlink(path)
                total -= size
        self._prune_folders("work", keep=0, lifetime=_WORK_LIFETIME)
        self._prune_folders("observed", keep=_OBSERVED_KEPT, lifetime=_WORK_LIFETIME)
        self._prune_folders("shipped", keep=_SHIPPED_KEPT, lifetime=_WORK_LIFETIME)
        self._prune_folders("pch", keep=_PCH_KEPT, lifetime=_PRUNE_INTERVAL)

    def _prune_folders(self, kind: str, keep: int, lifetime: float) -> None:
        aged: list[tuple[float, str]] = []
        for path in self.entries(kind):
            with suppress(OSError):
                aged.append((os.stat(path).st_mtime, path))
        for mtime, path in sorted(aged, reverse=True)[keep:]:
            if time.time() - mtime > lifetime:
                shutil.rmtree(path, ignore_errors=True)


def _listed(folder: str) -> list[str]:
    """Return the names in a folder; none if it cannot be read."""
    try:
        return os.listdir(folder)
    except OSError:
        return []
