"""The tunable annotations of an operator's sources, their space, and changed sources."""

from __future__ import annotations

import difflib
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.autokernel.marks.lines import Mark, marks_of, no_mark
from custom_compiler.errors import MisuseError
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from custom_compiler.search.space import Value

_NUMBER = re.compile(r"-?\d+")


@dataclass(frozen=True)
class MarkedFile:
    """A source with tunable annotations.

    Attributes:
        side: `op_host` or `op_kernel`.
        path: Where it lies in that folder.
        shown_path: Its path.
        text: What it says.
        marks: Its tunable annotations.
    """

    side: str
    path: str
    shown_path: str
    text: str
    marks: tuple[Mark, ...]

    def changed(self, setting: Mapping[str, Value]) -> str:
        """Return the text with the values of a setting."""
        lines = self.text.splitlines(keepends=True)
        for mark in self.marks:
            if mark.name in setting:
                old = lines[mark.line - 1]
                end = old[len(old.rstrip("\r\n")) :]
                lines[mark.line - 1] = mark.with_value(str(setting[mark.name])) + end
        return "".join(lines)


@dataclass(frozen=True)
class MarkedSources:
    """All of an operator's tunable annotations.

    Attributes:
        files: The sources that have some.
        space: What can be set; values are texts of C++.
        untouched: The setting that the sources have.
    """

    files: tuple[MarkedFile, ...]
    space: Space
    untouched: Mapping[str, Value]

    def patch(self, setting: Mapping[str, Value]) -> str:
        """Return the change to a setting as a unified diff, with paths as they were given."""
        parts = []
        for file in self.files:
            old, new = (
                text.splitlines(keepends=True) for text in (file.text, file.changed(setting))
            )
            parts += _with_ends(difflib.unified_diff(old, new, file.shown_path, file.shown_path))
        return "".join(parts)


def marked_sources(
    host: Mapping[str, Path], kernel: Mapping[str, Path], values: Mapping[str, Sequence[str]]
) -> MarkedSources:
    """Return the tunable annotations of an operator's files, and the values to try.

    Args:
        host: The files of `op_host`, by their path in it.
        kernel: The files of `op_kernel`, by their path in it.
        values: Values to try by the name of an annotation; they override those of its line.

    Raises:
        MisuseError: A name matches no annotation, or two; there is no annotation, or no value.
    """
    files = [
        file
        for side, sources in (("op_host", host), ("op_kernel", kernel))
        for path, file_path in sorted(sources.items())
        if (file := _read(side, path, file_path)).marks
    ]
    marks = [mark for file in files for mark in file.marks]
    if not marks:
        message = "no line of these sources is marked // tunable"
        raise MisuseError(
            message, "end a line with // tunable in 64, 128, 256, as docs/marks.md says"
        )
    for name in values:
        if all(mark.name != name for mark in marks):
            places = ", ".join(file.shown_path for file in files)
            raise no_mark(name, marks, places)
    chosen = [mark for mark in marks if mark.name in values or mark.values]
    _reject_pairs(files, {mark.name for mark in chosen})
    knobs = tuple(_knob(mark, values.get(mark.name, mark.values)) for mark in chosen)
    if not any(len(knob.values) > 1 for knob in knobs):
        names = ", ".join(mark.name for mark in marks)
        message = f"no value to try is given for {names}"
        raise MisuseError(message, f"give --set {marks[0].name}=1,2,4, or // tunable in 1, 2, 4")
    untouched = {mark.name: mark.value for mark in chosen}
    return MarkedSources(tuple(files), Space(knobs, describe=_places(knobs)), untouched)


def _read(side: str, path: str, file_path: Path) -> MarkedFile:
    try:
        with file_path.open(encoding="utf-8", newline="") as file:
            text = file.read()
    except UnicodeDecodeError:
        text = ""  # what is no UTF-8 is no place for marks
    shown = os.path.relpath(file_path)
    marks = marks_of(text, shown)
    return MarkedFile(side, path, str(file_path) if shown.startswith("..") else shown, text, marks)


def _reject_pairs(files: Sequence[MarkedFile], names: set[str]) -> None:
    seen: dict[str, str] = {}
    for file in files:
        for mark in file.marks:
            location = f"{file.shown_path}:{mark.line}"
            if mark.name in names and mark.name in seen:
                message = f"{mark.name} is marked twice: {seen[mark.name]} and {location}"
                raise MisuseError(message, "mark one of them // tunable: Alias, with another name")
            seen[mark.name] = location


def _knob(mark: Mark, values: Sequence[str]) -> Knob:
    """Return numbers in ascending order, and texts in the given order."""
    texts = list(dict.fromkeys([mark.value, *values]))
    if all(_NUMBER.fullmatch(text) for text in texts):
        texts.sort(key=int)
    return Knob(mark.name, tuple(texts))


def _places(knobs: Sequence[Knob]) -> Callable[[Mapping[str, Value]], Sequence[float]]:
    def places(setting: Mapping[str, Value]) -> list[float]:
        return [float(knob.values.index(setting[knob.name])) for knob in knobs]

    return places


def _with_ends(lines: Iterable[str]) -> list[str]:
    """Return a diff whose lines all end with a newline, as patch(1) requires."""
    return [
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    ]
