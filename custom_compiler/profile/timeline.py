"""The instructions of a launch in time, `<pid>.<launch>.timeline.jsonl`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from custom_compiler.observe.fields import FormatError, LineFields
from custom_compiler.observe.lines import LineFile
from custom_compiler.observe.records import LineField, read_record
from custom_compiler.profile.launch_timing import PIPES

if TYPE_CHECKING:
    from pathlib import Path

MOST_INSTRUCTIONS = 400_000  # of one launch


def _pipe(fields: LineFields) -> str:
    pipe = fields.text("pipe")
    if pipe not in PIPES:
        raise FormatError(f"{pipe!r} is no pipe")
    return pipe


def _start(fields: LineFields) -> float:
    start = fields.number("start")
    if start is None:
        raise FormatError("start is missing")
    return start


def _size(fields: LineFields) -> int | None:
    size = fields.number("bytes")
    return None if size is None else int(size)


@dataclass(frozen=True)
class Instruction:
    """One instruction at work on one core.

    Attributes:
        unit: The core.
        pipe: One of PIPES.
        name: What the kernel called.
        start: Cycles since the launch began.
        cycles: For which it was at work.
        file: The place of the call, or "".
        line: The same.
        size: Bytes it moved or computed; None if not known.
        detail: Anything else, or "".
    """

    unit: int
    pipe: Annotated[str, LineField(read=_pipe)]
    name: str
    start: Annotated[float, LineField(read=_start)]
    cycles: float
    file: str
    line: int
    size: Annotated[int | None, LineField(read=_size)]
    detail: str


@dataclass(frozen=True)
class Timeline:
    """Instructions, how many more there were, and what could not be read."""

    instructions: tuple[Instruction, ...] = ()
    left_out: int = 0
    problems: tuple[str, ...] = ()


def read_timeline(path: Path) -> Timeline:
    """Read a file; it is bounded, whatever is in it."""
    instructions: list[Instruction] = []
    left_out = 0
    problems: list[str] = []
    file: LineFile[Instruction | int] = LineFile(path, _parse, problems)
    for entry in file.new(is_complete=True):
        if isinstance(entry, int):
            left_out += entry
        elif len(instructions) < MOST_INSTRUCTIONS:
            instructions.append(entry)
        else:
            left_out += 1
    return Timeline(tuple(instructions), left_out, tuple(problems))


def _parse(fields: LineFields) -> Instruction | int:
    if "left_out" in fields.names():
        return max(0, fields.integer("left_out"))
    return read_record(Instruction, fields)
