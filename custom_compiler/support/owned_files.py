"""Folders shared with the user: distinguishes the tool's files from all others.

A record in the folder has the hash of every file that the tool wrote. Only such a file, while it is
unchanged, is replaced or removed.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.support.files import is_part_of, write_changed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

RECORD = ".custom_compiler.files.json"
_BUILD_RECORD = ".custom_compiler.build.json"


class Content(NamedTuple):
    """Contents of a file."""

    data: bytes
    mode: int = 0o644


@dataclass(frozen=True)
class Conflict:
    """A file that the tool would have to replace or remove and must not.

    Attributes:
        path: Relative to the folder.
        is_edited: Whether the tool wrote it and somebody changed it; otherwise it is another's.
    """

    path: str
    is_edited: bool


class OwnedFiles:
    """The files of the tool below the folder `root`; others in it are left alone."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def has_record(self) -> bool:
        """Return whether the tool has written here before."""
        return (self.root / RECORD).is_file()

    def conflicts(self, files: Mapping[str, Content]) -> list[Conflict]:
        """Return what is in the way of making `files`, by relative path, all files of the tool."""
        recorded = self._read()
        conflicts = []
        for path in {**files, **recorded}:
            present = self._digest(path)
            if not present or present in recorded.get(path, ()):
                continue
            if path not in files or present != _hash(files[path].data):
                conflicts.append(Conflict(path, path in recorded))
        return sorted(conflicts, key=lambda each: (not each.is_edited, each.path))

    def release(self, folders: Iterable[str]) -> None:
        """Make the files below some `folders`, by relative path, the user's."""
        prefixes = tuple(f"{folder}/" for folder in folders)
        recorded = self._read()
        remaining = {path: each for path, each in recorded.items() if not path.startswith(prefixes)}
        if remaining != recorded:
            self._write(remaining)

    def replace(self, files: Mapping[str, Content]) -> set[str]:
        """Make `files` the files of the tool here; return those that were written.

        Each file is replaced as a whole and only if it differs; what the tool wrote before and is
        not among them is removed. An interrupted run is completed by the next one. The caller has
        seen that there are no `conflicts`.
        """
        recorded = self._read()
        hashes = {path: _hash(content.data) for path, content in files.items()}
        # Both versions are the tool's until all are written: a run may end in between.
        both = {path: [*recorded.get(path, ()), digest] for path, digest in hashes.items()}
        self._write({**recorded, **both})
        written = {
            path
            for path, (data, mode) in files.items()
            if write_changed(str(self.root / path), data, mode)
        }
        for path in recorded.keys() - files.keys():
            self._remove(path)
        self._remove_parts(files)
        self._write({path: [digest] for path, digest in hashes.items()})
        return written

    def others(self) -> Iterator[str]:
        """Yield the relative paths of what the tool did not write, or somebody changed since.

        Compiled modules, which Python writes next to sources and can make again, are not included.
        """
        recorded = self._read()
        for path in sorted(files_below(self.root)):
            is_ours = path == RECORD or self._state(path) in recorded.get(path, ())
            if not is_ours and "__pycache__" not in path.split("/"):
                yield path

    def record(self, paths: Iterable[str]) -> None:
        """Make files that were just written here, given by relative path, the tool's."""
        self._write({path: [self._state(path)] for path in paths})

    def _state(self, path: str) -> str:
        """Return the digest of a file, or the target of a link."""
        path_here = self.root / path
        return f"link to {path_here.readlink()}" if path_here.is_symlink() else self._digest(path)

    def _digest(self, path: str) -> str:
        """Hash of a file; "" if there is none; no hash if it is a link, a folder or unreadable."""
        full_path = os.path.join(self.root, path)
        for folder in _folders_of(path):
            between = os.path.join(self.root, folder)
            if os.path.islink(between) or (os.path.lexists(between) and not os.path.isdir(between)):
                return "no folder"
        if not os.path.lexists(full_path):
            return ""
        if os.path.islink(full_path) or not os.path.isfile(full_path):
            return "no file"
        try:
            with open(full_path, "rb") as file:
                return _hash(file.read())
        except OSError:
            return "unreadable"

    def _remove(self, path: str) -> None:
        if not self._digest(path):
            return
        (self.root / path).unlink()
        for folder in reversed(_folders_of(path)):
            with suppress(OSError):  # others are in it
                (self.root / folder).rmdir()

    def _remove_parts(self, files: Mapping[str, Content]) -> None:
        """Remove what writes of these files left that were killed."""
        folders: dict[str, list[str]] = {}
        for path in (*files, RECORD):
            folder, name = os.path.split(path)
            folders.setdefault(folder, []).append(name)
        for folder, names in folders.items():
            for part in (self.root / folder).glob("*.part"):
                if any(is_part_of(part.name, name) for name in names):
                    part.unlink(missing_ok=True)

    def _read(self) -> dict[str, list[str]]:
        return _read_lists(self.root / RECORD)

    def _write(self, hashes: Mapping[str, list[str]]) -> None:
        _write_record(self.root / RECORD, hashes)


class BuiltFiles:
    """Files that build tools make in the folder `results`, distinguished from the user's files.

    Tools do not report what they write. Therefore files that exist before they start are the
    user's,
    unless an earlier build made them. The record of `project` has both.
    """

    def __init__(self, project: Path, results: Path) -> None:
        self._record = project / _BUILD_RECORD
        self._results = results

    def begin(self) -> None:
        """Note what the user has in the folder; build tools start afterwards."""
        _write_record(self._record, {"users": sorted(self._users())})

    def end(self) -> None:
        """Note what has been built."""
        users = self._users()
        built = sorted(path for path in files_below(self._results) if path not in users)
        _write_record(self._record, {"users": sorted(users), "built": built})

    def add(self, path: Path) -> None:
        """Note one more file as built."""
        record = _read_lists(self._record)
        name = path.relative_to(self._results).as_posix()
        if "built" in record and name not in record["built"]:
            built = sorted([*record["built"], name])
            _write_record(self._record, {**record, "built": built})

    def remove(self, below: Iterable[str] = ("",)) -> bool:
        """Remove what was built, or of this only some files and folders; whether any was there."""
        users = self._users()
        tops = tuple(below)
        paths = [
            path
            for path in files_below(self._results)
            if path not in users
            and any(not top or path == top or path.startswith(f"{top}/") for top in tops)
        ]
        for path in paths:
            with suppress(OSError):
                (self._results / path).unlink()
        for current, _, _ in os.walk(self._results, topdown=False):
            with suppress(OSError):  # the user's files are in it
                Path(current).rmdir()
        return bool(paths)

    def _users(self) -> set[str]:
        record = _read_lists(self._record)
        present = files_below(self._results)
        if "users" in record and "built" not in record:  # the last build was killed
            return present & set(record["users"])
        return present - set(record.get("built", ()))


def files_below(folder: Path) -> set[str]:
    """Return the relative paths of all in a folder that is no folder; links are not followed."""
    paths = set()
    for current, folders, names in os.walk(folder):
        links = [name for name in folders if os.path.islink(os.path.join(current, name))]
        paths |= {os.path.relpath(os.path.join(current, name), folder) for name in (*names, *links)}
    return paths


def _folders_of(path: str) -> list[str]:
    parts = path.split("/")[:-1]
    return ["/".join(parts[: number + 1]) for number in range(len(parts))]


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _read_lists(record: Path) -> dict[str, list[str]]:
    try:
        lists = json.loads(record.read_text(encoding="utf-8"))
        return {path: [*map(str, values)] for path, values in lists.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def _write_record(record: Path, lists: Mapping[str, list[str]]) -> None:
    text = json.dumps(lists, indent=0) + "\n"  # odd names, too: json escapes what is no UTF-8
    write_changed(str(record), text)
