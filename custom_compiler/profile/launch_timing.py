"""The lines of a run under the cycle model, `<pid>.profile.jsonl`: one launch each."""

from __future__ import annotations

import re
from collections.abc import Mapping  # noqa: TC003 - records.py reads annotations
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from custom_compiler.observe.fields import FormatError, LineFields
from custom_compiler.observe.records import LineField, read_record
from custom_compiler.observe.unobserved import Unobserved, parse_unobserved

if TYPE_CHECKING:
    from collections.abc import Iterable

PIPES = ("scalar", "vec", "cube", "mte1", "mte2", "mte3", "fixpipe")
CORE_NAMES = {"aic": "cube cores", "aiv": "vector cores", "aicore": "AI cores"}
_TIMELINE = re.compile(r"\d{1,10}\.\d{1,20}\.timeline\.jsonl")
_NO_CLOCK = "clock_mhz is no clock"
_CACHES = {
    "first": "first launch, caches cold",
    "icache_warm": "instruction cache warm, L2 cold",
    "warm": "caches warm",
}


@dataclass(frozen=True)
class LaunchTensor:
    """A tensor of the launch; dtype -1 and no shape: not known."""

    name: str
    role: str
    dtype: Annotated[int, LineField(default=-1)]
    shape: tuple[int, ...] | None
    format: Annotated[int, LineField(default=-1)]
    size: Annotated[int, LineField("bytes")]


@dataclass(frozen=True)
class PipeUse:
    """Cycles in which a pipe was at work, and its instructions."""

    busy: float
    count: int


@dataclass(frozen=True)
class IdleTime:
    """Cycles for which `pipe` was idle because of `cause`."""

    pipe: str
    cause: str
    cycles: float


def _core_type(fields: LineFields) -> str:
    kind = fields.text("type")
    kind = "aicore" if kind == "mix" else kind
    if kind not in CORE_NAMES:
        raise FormatError(f"{kind!r} is no type of core")
    return kind


def _pipes(fields: LineFields) -> dict[str, PipeUse]:
    pipes = fields.object("pipes")
    if pipes is None:
        return {}
    uses = {name: pipes.object(name) for name in PIPES}
    return {name: read_record(PipeUse, use) for name, use in uses.items() if use}


@dataclass(frozen=True)
class Core:
    """One core's part of a launch.

    Attributes:
        unit: Its number among all cores of the launch.
        block: Its block.
        sub_block: Which of the block's cores of this type.
        type: `aic`, `aiv`, or `aicore` where one core is both.
        start: Cycles from the launch's begin to the core's.
        cycles: From its begin to its end.
        pipes: By name.
        waits: Why pipes were idle.
        bytes: By way, as `gm_to_ub`.
        counters: By name.
    """

    unit: int
    block: int
    sub_block: int
    type: Annotated[str, LineField(read=_core_type)]
    start: Annotated[float, LineField(default=0)]
    cycles: float
    pipes: Annotated[Mapping[str, PipeUse], LineField(read=_pipes)]
    waits: tuple[IdleTime, ...]
    bytes: Mapping[str, float]
    counters: Mapping[str, float]

    def busy(self, pipe: str) -> float | None:
        """Return the cycles in which the pipe was at work; None if that is not known."""
        use = self.pipes.get(pipe)
        return None if use is None else use.busy

    @property
    def name(self) -> str:
        """As CANN's traces have it: `core0.veccore1`."""
        kind = {"aic": "cubecore0", "aiv": f"veccore{self.sub_block}"}.get(self.type)
        return f"core{self.block}.{kind}" if kind else f"core{self.block}"


@dataclass(frozen=True)
class LineCost:
    """The cost of one source line's instructions on one pipe, on all cores together."""

    file: str
    line: int
    pipe: str
    count: int
    cycles: float
    wait: Annotated[float, LineField(default=0)]


@dataclass(frozen=True)
class MemoryUse:
    """The most bytes of a memory that were in use at a time, and its size."""

    name: str
    used: int
    size: int


def _clock(fields: LineFields) -> float:
    clock = fields.number("clock_mhz")
    if clock is None or clock <= 0:
        raise FormatError(_NO_CLOCK)
    return clock


def _timeline(fields: LineFields) -> str:
    timeline = fields.text("timeline")
    if timeline and not _TIMELINE.fullmatch(timeline):
        raise FormatError("timeline is not the name of a file next to this one")
    return timeline


def _memories(fields: LineFields) -> tuple[MemoryUse, ...]:
    memories = fields.object("memory")
    if memories is None:
        return ()
    memories_by_name = ((name, memories.object(name)) for name in memories.names())
    return tuple(
        MemoryUse(name, memory.integer("used"), memory.integer("size"))
        for name, memory in memories_by_name
        if memory
    )


@dataclass(frozen=True)
class LaunchTiming:
    """The simulated timing of one launch.

    Attributes:
        kernel: The kernel's symbol.
        op_type: The operator, or "".
        launch: Launches of a process are numbered from 0.
        soc: The SoC that is modelled.
        clock_mhz: Cycles per microsecond.
        state: What the caches contain when it begins: `first`, `icache_warm` or `warm`.
        block_dim: Blocks of the launch.
        task_type: CANN's KernelMetaType.
        device: The device's number.
        stream: The stream's.
        start_us: On the device's model clock.
        duration_us: With the cost of the launch.
        arguments: Tensors in order.
        cores: In order of their units.
        lines: Costs by source line.
        memories: Occupancy of each memory.
        soc_cores: Cores that the SoC has, of the types that took part; may be empty.
        peaks: What these cores do at most: `gm_bytes_per_us`, `vec_ops_per_us`, `cube_ops_per_us`.
        timeline: Name of the file with the instructions, or "".
    """

    kernel: str
    op_type: str
    launch: int
    soc: str
    clock_mhz: Annotated[float, LineField(read=_clock)]
    state: Annotated[str, LineField(default="")]
    block_dim: int
    task_type: Annotated[int, LineField(default=-1)]
    device: int
    stream: int
    start_us: float
    duration_us: float
    arguments: tuple[LaunchTensor, ...]
    cores: tuple[Core, ...]
    lines: tuple[LineCost, ...]
    memories: Annotated[tuple[MemoryUse, ...], LineField(read=_memories)]
    soc_cores: Mapping[str, float]
    peaks: Mapping[str, float]
    timeline: Annotated[str, LineField(read=_timeline)]

    @property
    def name(self) -> str:
        """The name of the launch for users."""
        return self.op_type or self.kernel

    def cores_of(self, kind: str) -> tuple[Core, ...]:
        """Return the cores of one type."""
        return tuple(core for core in self.cores if core.type == kind)

    @property
    def caches(self) -> str:
        """What the caches contain when the launch begins, in words; "" if unknown."""
        return _CACHES.get(self.state, "")

    @property
    def kinds(self) -> tuple[str, ...]:
        """The types of cores that took part."""
        return tuple(kind for kind in CORE_NAMES if self.cores_of(kind))

    def microseconds(self, cycles: float) -> float:
        """Convert a number of cycles to time."""
        return cycles / self.clock_mhz


def parse_event(fields: LineFields) -> LaunchTiming | Unobserved | None:
    """Read a line; None if it is of an event that this version does not know.

    Raises:
        FormatError: A field is not what it should be.
    """
    event = fields.text("event")
    if event == "unobserved":
        return parse_unobserved(fields)
    return _launch_timing(fields) if event == "profile" else None


def _launch_timing(fields: LineFields) -> LaunchTiming:
    timing = read_record(LaunchTiming, fields)
    return replace(timing, cores=tuple(sorted(timing.cores, key=lambda core: core.unit)))


def total(values: Iterable[float | None]) -> float | None:
    """Return the sum; None if a value is unknown, or there is none."""
    numbers = list(values)
    if not numbers or any(value is None for value in numbers):
        return None
    return sum(value for value in numbers if value is not None)
