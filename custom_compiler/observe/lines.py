"""The lines that observed processes write, `<pid>.<what>.jsonl`, read while they grow."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from custom_compiler.observe.fields import FormatError, LineFields

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_LONGEST_LINE = 16 << 20
_MOST_AT_ONCE = 4 << 20
_MOST_PROBLEMS = 20
_DEEPEST = 50

T = TypeVar("T")


@dataclass(frozen=True)
class ObserverLine(Generic[T]):
    """One line, read.

    Attributes:
        pid: The process that wrote it.
        event: What it says.
    """

    pid: int
    event: T


class LineFolder(Generic[T]):
    """All files `<pid>.<what>.jsonl` of a folder.

    Attributes:
        problems: A text for each line that is not what the format says, which is passed over, and
            for each file whose process could not write all of its lines.
    """

    def __init__(self, folder: Path, what: str, parse: Callable[[LineFields], T | None]) -> None:
        self.problems: list[str] = []
        self._folder = folder
        self._name = re.compile(rf"(\d{{1,10}})\.{re.escape(what)}\.jsonl(\.lost)?")
        self._parse = parse
        self._files: dict[int, LineFile[T]] = {}
        self._lost: set[str] = set()

    def pids(self) -> set[int]:
        """Return the processes that have written something."""
        return set(self._files)

    def new(self, *, is_complete: bool = False) -> Iterator[ObserverLine[T]]:
        """Yield the lines since the last call; `is_complete`: nothing more will come."""
        self._find_files()
        for pid, file in self._files.items():
            for event in file.new(is_complete=is_complete):
                yield ObserverLine(pid, event)

    def _find_files(self) -> None:
        try:
            names = sorted(path.name for path in self._folder.iterdir())
        except OSError:
            return
        for name in names:
            match = self._name.fullmatch(name)
            if match and match[2]:
                self._note_lost(name)
            elif match and int(match[1]) not in self._files:
                file = LineFile(self._folder / name, self._parse, self.problems)
                self._files[int(match[1])] = file

    def _note_lost(self, name: str) -> None:
        if name not in self._lost:
            self._lost.add(name)
            file = name.removesuffix(".lost")
            self.problems.append(f"{file}: lines are missing that could not be written")


class LineFile(Generic[T]):
    """One file; it hands out its lines in pieces, so memory stays bounded however long it is."""

    def __init__(
        self, path: Path, parse: Callable[[LineFields], T | None], problems: list[str]
    ) -> None:
        self._path = path
        self._parse = parse
        self._problems = problems
        self._offset = 0
        self._number = 0
        self._rest = b""
        self._skipping = False

    def new(self, *, is_complete: bool) -> Iterator[T]:
        """Yield the events since the last call; lines without an event become problems."""
        for number, text in self._texts(is_complete=is_complete):
            try:
                event = self._parse(LineFields(_decode(text)))
            except FormatError as error:
                self._note(f"{self._path.name}:{number}: {error}")
                continue
            if event is not None:
                yield event

    def _note(self, problem: str) -> None:
        if len(self._problems) < _MOST_PROBLEMS:
            self._problems.append(problem)
        elif len(self._problems) == _MOST_PROBLEMS:
            self._problems.append("more lines that cannot be read")

    def _texts(self, *, is_complete: bool) -> Iterator[tuple[int, bytes | None]]:
        """Yield numbers and texts; None for a line longer than any that is written."""
        while piece := self._read():
            *ended, self._rest = (self._rest + piece).split(b"\n")
            for text in ended:
                self._number += 1
                too_long = self._skipping or len(text) > _LONGEST_LINE
                yield self._number, None if too_long else text
                self._skipping = False
            if len(self._rest) > _LONGEST_LINE:
                self._rest, self._skipping = b"", True
        if is_complete and (self._rest or self._skipping):
            self._number += 1
            yield self._number, None if self._skipping else self._rest
            self._rest, self._skipping = b"", False

    def _read(self) -> bytes:
        try:
            with self._path.open("rb") as file:
                file.seek(self._offset)
                piece = file.read(_MOST_AT_ONCE)
        except OSError:
            return b""
        self._offset += len(piece)
        return piece


def _decode(text: bytes | None) -> object:
    if text is None:
        raise FormatError(f"longer than {_LONGEST_LINE >> 20} MiB")
    if not text.strip():
        raise FormatError("empty")
    if max(text.count(b"["), text.count(b"{")) > _DEEPEST and _depth(text) > _DEEPEST:
        raise FormatError("nested too deeply")
    try:
        return json.loads(text.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        raise FormatError("no JSON; the writer was cut off, or something else wrote here") from None


def _depth(text: bytes) -> int:
    """Return the nesting depth of brackets; strings count, which only overestimates."""
    depth = most = 0
    for byte in text:
        if byte in b"[{":
            depth += 1
            most = max(most, depth)
        elif byte in b"]}":
            depth -= 1
    return most
