"""The lines of a sanitizer run, `<pid>.findings.jsonl`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

from custom_compiler.observe.fields import FormatError, LineFields
from custom_compiler.observe.records import LineField, read_record
from custom_compiler.observe.unobserved import Unobserved, parse_unobserved

if TYPE_CHECKING:
    from collections.abc import Callable

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
VALUE_CHECK = "valuecheck"  # ours, on request
SEVERITIES = ("info", "warning", "error")


@dataclass(frozen=True)
class LaunchedKernel:
    """A kernel launch that is checked.

    Attributes:
        kernel: The kernel's symbol.
        op_type: The operator, or "".
        number: Launches of a process are numbered from 0.
        soc: The SoC that is simulated.
        block_dim: Blocks of the launch.
        device: The device's number.
    """

    kernel: str
    op_type: str
    number: Annotated[int, LineField("launch")]
    soc: str
    block_dim: int
    device: int


@dataclass(frozen=True)
class Frame:
    """A place in a source; line 0 if unknown, column 0 too."""

    function: str
    file: str
    line: int
    column: int


@dataclass(frozen=True)
class Allocation:
    """The tensor or buffer that an address belongs to: its name, address and bytes."""

    name: str
    address: int
    size: int


@dataclass(frozen=True)
class Other:
    """The access that an error's access collides with."""

    pipe: str
    api: str
    operand: str
    access: str
    block: str
    frames: tuple[Frame, ...]


def _one_of(name: str, words: tuple[str, ...], fields: LineFields) -> str:
    word = fields.text(name)
    if word not in words:
        raise FormatError(f"{name} is {word!r}, not one of {', '.join(words)}")
    return word


def _address(fields: LineFields) -> int | None:
    return fields.integer("address") if fields.text("memory") else None


def _count(fields: LineFields) -> int:
    return max(1, fields.integer("count", 1))


@dataclass(frozen=True)
class Finding:
    """One fault at one place.

    Attributes:
        tool: One of TOOLS, or VALUE_CHECK.
        kind: What is wrong, e.g. `out_of_bounds`.
        severity: One of SEVERITIES.
        message: One line, plain words.
        help: How to fix it, or "".
        launch: The number of the launch; None for what the program itself does.
        blocks: The cores where it happened, as `aiv(0)`.
        pipe: MTE2, V, S, ...; "" if none.
        api: What the kernel called.
        operand: Which parameter of it.
        access: `read`, `write`, `update` (both) or "".
        memory: UB, GM, L1, L0A, ...; "" if none.
        address: In that memory; None if there is none.
        size: Bytes.
        allocation: What lies there, or None.
        frames: Calls, innermost first.
        other: The other access, or None.
        count: How often it happened at this place.
    """

    tool: Annotated[str, LineField(read=partial(_one_of, "tool", (*TOOLS, VALUE_CHECK)))]
    kind: Annotated[str, LineField(default="unknown")]
    severity: Annotated[str, LineField(read=partial(_one_of, "severity", SEVERITIES))]
    message: str
    help: str
    launch: int | None
    blocks: tuple[str, ...]
    pipe: str
    api: str
    operand: str
    access: str
    memory: str
    address: Annotated[int | None, LineField(read=_address)]
    size: int
    allocation: Allocation | None
    frames: tuple[Frame, ...]
    other: Other | None
    count: Annotated[int, LineField(read=_count)]


@dataclass(frozen=True)
class LaunchEnd:
    """The end of a checked launch.

    Attributes:
        number: Of the launch.
        records: Instructions and calls that were checked.
        fault: Why it failed, or "".
        limits: What was not looked at, because of its size, or "".
    """

    number: Annotated[int, LineField("launch")]
    records: int
    fault: str
    limits: str


Event = LaunchedKernel | Finding | LaunchEnd | Unobserved


def parse_event(fields: LineFields) -> Event | None:
    """Read a line; None if it is of an event that this version does not know.

    Raises:
        FormatError: A field is not what it should be.
    """
    event = fields.text("event")
    if not event:
        raise FormatError("no event is named")
    return _PARSERS[event](fields) if event in _PARSERS else None


_PARSERS: dict[str, Callable[[LineFields], Event]] = {
    "launch": partial(read_record, LaunchedKernel),
    "finding": partial(read_record, Finding),
    "end": partial(read_record, LaunchEnd),
    "unobserved": parse_unobserved,
}
