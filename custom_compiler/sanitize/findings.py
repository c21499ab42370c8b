"""The lines of a sanitizer run, `<pid>.findings.jsonl`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.observe.fields import FormatError
from custom_compiler.observe.unobserved import Unobserved, parse_unobserved

if TYPE_CHECKING:
    from collections.abc import Callable

    from custom_compiler.observe.fields import LineFields

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
    number: int
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

    tool: str
    kind: str
    severity: str
    message: str
    help: str
    launch: int | None
    blocks: tuple[str, ...]
    pipe: str
    api: str
    operand: str
    access: str
    memory: str
    address: int | None
    size: int
    allocation: Allocation | None
    frames: tuple[Frame, ...]
    other: Other | None
    count: int


@dataclass(frozen=True)
class LaunchEnd:
    """The end of a checked launch.

    Attributes:
        number: Of the launch.
        records: Instructions and calls that were checked.
        fault: Why it failed, or "".
        limits: What was not looked at, because of its size, or "".
    """

    number: int
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


def _launch(fields: LineFields) -> LaunchedKernel:
    return LaunchedKernel(
        kernel=fields.text("kernel"),
        op_type=fields.text("op_type"),
        number=fields.integer("launch"),
        soc=fields.text("soc"),
        block_dim=fields.integer("block_dim"),
        device=fields.integer("device"),
    )


def _end(fields: LineFields) -> LaunchEnd:
    return LaunchEnd(
        fields.integer("launch"),
        fields.integer("records"),
        fields.text("fault"),
        fields.text("limits"),
    )


def _finding(fields: LineFields) -> Finding:
    allocation = fields.object("allocation")
    other = fields.object("other")
    has_place = bool(fields.text("memory"))
    return Finding(
        tool=_one_of(fields, "tool", (*TOOLS, VALUE_CHECK)),
        kind=fields.text("kind", "unknown"),
        severity=_one_of(fields, "severity", SEVERITIES),
        message=fields.text("message"),
        help=fields.text("help"),
        launch=fields.integer("launch") if fields.holds("launch") else None,
        blocks=fields.texts("blocks"),
        pipe=fields.text("pipe"),
        api=fields.text("api"),
        operand=fields.text("operand"),
        access=fields.text("access"),
        memory=fields.text("memory"),
        address=fields.integer("address") if has_place else None,
        size=fields.integer("size"),
        allocation=_allocation(allocation) if allocation else None,
        frames=_frames(fields),
        other=_other(other) if other else None,
        count=max(1, fields.integer("count", 1)),
    )


def _one_of(fields: LineFields, name: str, words: tuple[str, ...]) -> str:
    word = fields.text(name)
    if word not in words:
        raise FormatError(f"{name} is {word!r}, not one of {', '.join(words)}")
    return word


def _allocation(fields: LineFields) -> Allocation:
    return Allocation(fields.text("name"), fields.integer("address"), fields.integer("size"))


def _other(fields: LineFields) -> Other:
    return Other(
        pipe=fields.text("pipe"),
        api=fields.text("api"),
        operand=fields.text("operand"),
        access=fields.text("access"),
        block=fields.text("block"),
        frames=_frames(fields),
    )


def _frames(fields: LineFields) -> tuple[Frame, ...]:
    return tuple(
        Frame(
            function=frame.text("function"),
            file=frame.text("file"),
            line=frame.integer("line"),
            column=frame.integer("column"),
        )
        for frame in fields.objects("frames")
    )


_PARSERS: dict[str, Callable[[LineFields], Event]] = {
    "launch": _launch,
    "finding": _finding,
    "end": _end,
    "unobserved": parse_unobserved,
}
