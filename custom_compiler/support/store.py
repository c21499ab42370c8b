"""The store of everything that can be made again, below one folder of the user.

`store_kinds` lists what the folder holds. An entry is a file or a folder, and readers see it whole
or not at all: it is made next to its path, renamed, and moved away before it is removed.
`Store.entry` returns a folder that is built once and verified before each use. Processes hold the
folders that they use, and nothing removes held folders. Pruning removes the entries that were not
used for longest when all of them take more than the limit (`cache_limit`). Results of tuning runs
are the user's: pruning never touches them, and `clear` removes them on request only.

Files whose names the store does not give are not its own: `$CUSTOM_COMPILER_CACHE` may be a folder
with other contents.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import write_error
from custom_compiler.support import holds
from custom_compiler.support.cache_limit import cache_limit
from custom_compiler.support.cache_root import cache_root
from custom_compiler.support.files import write_atomic
from custom_compiler.support.locks import lock_at_once, locked, shared_lock
from custom_compiler.support.store_kinds import DAY, HOUR, KINDS, StoreKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

_PRUNE_INTERVAL = HOUR
_RECORD = ".stored.json"
_HINT = "choose another place with CUSTOM_COMPILER_CACHE"
_PART = re.compile(r".{1,48}\.[0-9a-f]{16}\.part")  # `files.part_name`
_BUILD_LOCK = re.compile(r".*-[0-9a-f]{16,}")  # of single entries; the others are few


class Usage(NamedTuple):
    """What one kind holds."""

    kind: str
    meaning: str
    entries: int
    size: int  # bytes


class Cleared(NamedTuple):
    """What was removed, and what was left because it is used, or a result."""

    size: int  # bytes
    left: list[str]  # kinds in use
    results: list[str]  # kinds of results that stay


class _Entry(NamedTuple):
    used: float  # seconds since the epoch
    size: int  # bytes
    path: str
    kind: StoreKind


class Store:
    """The contents of one folder; every process of the user may use it at the same time."""

    def __init__(self, root: str | None = None, kinds: tuple[StoreKind, ...] = KINDS) -> None:
        """Use the folder `root`; None: that of the user, `cache_root`."""
        self.root = cache_root() if root is None else root
        self._kinds = {kind.name: kind for kind in kinds}
        cache_limit(self.root)  # a wrong limit is reported now, not when somebody prunes

    # Access

    def path(self, kind: str, *names: str) -> str:
        """Return the path of an entry, which may be absent."""
        return os.path.join(self.root, self._kinds[kind].folders[0], *names)

    def locked(self, name: str) -> AbstractContextManager[int]:
        """Hold the lock called `name` against the other processes of this machine."""
        return locked(os.path.join(self.root, "lock", name))

    def in_use(self) -> AbstractContextManager[None]:
        """Return a context in which precompiled headers and working directories stay."""
        return shared_lock(self.use_lock)

    @property
    def use_lock(self) -> str:
        """The lock that is held alone while precompiled headers are removed."""
        return os.path.join(self.root, "lock", "use")

    @contextmanager
    def work_dir(self) -> Iterator[str]:
        """Make an empty directory, removed at the end."""
        path = self.path("work", os.urandom(8).hex())
        with self.in_use():
            os.makedirs(path)
            try:
                yield path
            finally:
                shutil.rmtree(path, ignore_errors=True)

    def hold(self, path: str) -> str:
        """Keep the folder `path`, which may be absent, as long as this process lives.

        Call it before the folder is read: what is read after it stays.
        """
        holds.hold(self._held, os.path.relpath(path, self.root))
        return path

    def folder(self, kind: str, name: str) -> str:
        """Return a folder whose files its users replace one by one; make it if it is missing."""
        path = self.path(kind, name)
        os.makedirs(path, exist_ok=True)
        with suppress(OSError):
            os.utime(path)
        return path

    def entry(self, kind: str, key: str, build: Callable[[str], object]) -> str:
        """Return the folder of `key`, which this process holds until it ends.

        If it is missing, or a file in it has changed, one process builds it: `build` fills the
        empty folder that it is called with.

        Raises:
            CustomCompilerError: The folder cannot be written.
        """
        path = self.path(kind, key)
        try:
            if not _is_whole(self.hold(path)):
                with self.locked(f"{kind}-{key[:2]}"):
                    if not _is_whole(path):
                        self._build(path, build)
        except OSError as error:
            raise write_error(path, error, _HINT) from error
        with suppress(OSError):  # others may own it
            os.utime(path)
        self.prune_sometimes()
        return path

    def _build(self, path: str, build: Callable[[str], object]) -> None:
        with self.work_dir() as part:
            build(part)
            record = json.dumps({"files": _digests(part)}).encode()
            write_atomic(os.path.join(part, _RECORD), record)
            self.publish(part, path)

    def publish(self, part: str, path: str) -> None:
        """Move the folder `part` to `path`, in the place of the one that is there."""
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.lexists(path):
            self._move_away(path)
        os.rename(part, path)

    # Care

    def entries(self, kind: str) -> list[str]:
        """Return the paths of the entries of one kind."""
        return list(self._entries(self._kinds[kind]))

    def _entries(self, kind: StoreKind) -> Iterator[str]:
        """Yield the entries, and parts of files that a writer writes or a killed one left."""
        pattern = re.compile(kind.pattern)
        for folder in kind.folders:
            base = os.path.join(self.root, folder)
            names = _listed(base)
            if "/" in kind.pattern:
                names = [f"{two}/{name}" for two in names for name in _listed(f"{base}/{two}")]
            for name in names:
                if pattern.fullmatch(name) or _is_part(name):
                    yield f"{base}/{name}"

    def usage(self) -> list[Usage]:
        """Return what the store holds, kind by kind."""
        usages = []
        for kind in self._kinds.values():
            sizes = [_size(path) for path in self._entries(kind)]
            usages.append(Usage(kind.name, kind.meaning, len(sizes), sum(sizes)))
        return usages

    def clear(self, *, results: bool = False) -> Cleared:
        """Remove all that running compiles and programs are not using.

        `results` also removes the results of tuning runs, which nothing makes again by itself.
        """
        before = sum(usage.size for usage in self.usage())
        for kind in self._kinds.values():
            if kind.is_result and not results:
                continue
            with self._alone(kind.lock) as is_alone:
                for path in self._entries(kind) if is_alone else ():
                    is_young = _age(path) < HOUR
                    if not (is_young and (kind.is_unguarded or _is_part(path))):
                        self._remove(path)
        after = self.usage()
        names = [usage.kind for usage in after if usage.entries]
        return Cleared(
            before - sum(usage.size for usage in after),
            [name for name in names if results or not self._kinds[name].is_result],
            [name for name in names if not results and self._kinds[name].is_result],
        )

    @contextmanager
    def _alone(self, lock: str) -> Iterator[bool]:
        """Yield whether nobody shares `lock`; then nobody does in the block."""
        if not lock:
            yield True
            return
        with lock_at_once(os.path.join(self.root, "lock", lock)) as is_alone:
            yield is_alone

    def prune_sometimes(self) -> None:
        """Prune if nobody has for an hour; a store that cannot be written stays unmodified."""
        stamp = os.path.join(self.root, "pruned")
        with suppress(OSError):
            if time.time() - os.stat(stamp).st_mtime < _PRUNE_INTERVAL:
                return
        with suppress(OSError):
            with open(stamp, "w", encoding="ascii"):
                pass
            self.prune()

    def prune(self) -> None:
        """Remove what killed processes have left, then the entries beyond the limit."""
        limit = cache_limit(self.root).size
        counted: list[_Entry] = []
        for kind in self._kinds.values():
            entries = self._prune_left_over(kind)
            if kind.is_counted and not kind.is_result:
                counted += entries
        total = sum(entry.size for entry in counted)
        for entry in sorted(counted):
            if total <= limit:
                break
            if _age(entry.path) > entry.kind.idle and self._remove(entry.path):
                total -= entry.size
        self._prune_locks()

    def _prune_left_over(self, kind: StoreKind) -> list[_Entry]:
        """Remove old parts and the entries beyond the most; return the other entries."""
        entries = []
        for path in self._entries(kind):
            if not _is_part(path):
                with suppress(OSError):
                    entries.append(_Entry(os.lstat(path).st_mtime, _size(path), path, kind))
            elif _age(path) > HOUR:
                self._remove(path)
        if kind.most is None:
            return entries
        entries.sort(reverse=True)
        retained = entries[: kind.most]
        for entry in entries[kind.most :]:
            if not (_age(entry.path) > kind.idle and self._remove(entry.path)):
                retained.append(entry)
        return retained

    def _prune_locks(self) -> None:
        """Remove the lock files of single entries that nobody locks and that are a day old."""
        folder = os.path.join(self.root, "lock")
        for name in _listed(folder):
            path = os.path.join(folder, name)
            if _BUILD_LOCK.fullmatch(name) and _age(path) > DAY:
                self._remove(path)

    def _remove(self, path: str) -> bool:
        """Remove an entry unless a process holds or has locked it; return whether it is gone."""
        with suppress(OSError):
            if os.path.isdir(path):
                with holds.alone(self._held, os.path.relpath(path, self.root)) as is_alone:
                    if is_alone:
                        self._move_away(path)
                    return is_alone
            with lock_at_once(path) as is_alone:  # journals are locked while they are written
                if is_alone:
                    os.unlink(path)
                return is_alone
        return False

    def _move_away(self, path: str) -> None:
        rubbish = os.path.join(self.root, "work", os.urandom(8).hex())
        os.makedirs(os.path.dirname(rubbish), exist_ok=True)
        os.rename(path, rubbish)
        shutil.rmtree(rubbish, ignore_errors=True)

    @property
    def _held(self) -> str:
        """The file with the marks of held entries."""
        return os.path.join(self.root, "lock", "held")


def _digests(folder: str) -> dict[str, str]:
    """Return the hashes of the files below a folder, and the targets of links, by relative path."""
    digests = {}
    for parent, folders, names in os.walk(folder):
        links = [name for name in folders if os.path.islink(os.path.join(parent, name))]
        for name in [*names, *links]:
            path = os.path.join(parent, name)
            relative = os.path.relpath(path, folder)
            if relative == _RECORD:
                continue
            if os.path.islink(path):
                digests[relative] = f"-> {os.readlink(path)}"
                continue
            with open(path, "rb") as file:
                digests[relative] = hashlib.sha256(file.read()).hexdigest()
    return digests


def tree_digest(folder: str) -> str:
    """Hash of the names and contents of all files below a folder."""
    text = json.dumps(sorted(_digests(folder).items()))
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def _is_whole(path: str) -> bool:
    try:
        with open(os.path.join(path, _RECORD), encoding="utf-8") as file:
            return bool(json.load(file)["files"] == _digests(path))
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _age(path: str) -> float:
    """Return the seconds since the last use of an entry; none has passed if it is gone."""
    try:
        return time.time() - os.lstat(path).st_mtime
    except OSError:
        return 0


def _is_part(path: str) -> bool:
    return _PART.fullmatch(os.path.basename(path)) is not None


def _size(entry: str) -> int:
    """Return the bytes of a file, or of those below a folder; those that go meanwhile are none."""
    if not os.path.isdir(entry):
        with suppress(OSError):
            return os.lstat(entry).st_size
    total = 0
    for parent, _, names in os.walk(entry):
        for name in names:
            with suppress(OSError):
                total += os.lstat(os.path.join(parent, name)).st_size
    return total


def _listed(folder: str) -> list[str]:
    """Return the names in a folder; none if it cannot be read."""
    try:
        return os.listdir(folder)
    except OSError:
        return []
