"""Traces that MindStudio Insight, Perfetto and chrome://tracing open."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from custom_compiler.profile.app_tables import task_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from custom_compiler.profile.launch_timing import Core, LaunchTiming
    from custom_compiler.profile.timeline import Instruction

# Lanes in Insight's words, with their place and the number that they have in traces of one core.
_LANES = {
    "scalar": ("SCALAR", 1, 10),
    "mte1": ("MTE1", 3, 50),
    "cube": ("CUBE", 4, 40),
    "fixpipe": ("FIXP", 5, 80),
    "mte2": ("MTE2", 6, 60),
    "vec": ("VECTOR", 7, 30),
    "mte3": ("MTE3", 8, 70),
}
_COLOURS = {
    "scalar": "grey",
    "mte1": "thread_state_iowait",
    "cube": "rail_animation",
    "fixpipe": "thread_state_unknown",
    "mte2": "thread_state_runnable",
    "vec": "good",
    "mte3": "rail_load",
}
# Insight takes a trace for an operator's if these come before its first bracket.
_HEAD = '{"displayTimeUnit":"ns","profilingType":"op","schemaVersion":2,"traceEvents":['


def operator_trace(timing: LaunchTiming, instructions: Sequence[Instruction]) -> str:
    """Return the trace of a launch: a process for each core, a thread for each of its pipes."""
    cores = {core.unit: core for core in timing.cores}
    events: list[dict[str, Any]] = []
    for core in timing.cores:
        events += _lane_order(core)
    events += [
        _event(timing, instruction) | {"pid": cores[instruction.unit].name}
        for instruction in instructions
        if instruction.unit in cores
    ]
    return _document(_HEAD, events)


def core_trace(timing: LaunchTiming, core: Core, instructions: Iterable[Instruction]) -> str:
    """Return the trace of a core: a process for each pipe, threads for overlapping instructions."""
    events: list[dict[str, Any]] = []
    for pipe, (lane, position, number) in _LANES.items():
        own = [i for i in instructions if (i.unit, i.pipe) == (core.unit, pipe)]
        if own:
            events.append(_meta("process_name", number, name=lane))
            events.append(_meta("process_sort_index", number, sort_index=position))
        for instruction, row in _rows(own):
            name = {"pid": number, "tid": f"{lane}_{row}"}
            events.append(_event(timing, instruction) | name)
    return _document(_HEAD, events)


def _rows(instructions: Sequence[Instruction]) -> Iterator[tuple[Instruction, int]]:
    """Yield each instruction with the first row that is free when it starts."""
    ends: list[float] = []
    for instruction in sorted(instructions, key=lambda i: i.start):
        row = next((r for r, end in enumerate(ends) if end <= instruction.start), len(ends))
        ends[row : row + 1] = [instruction.start + instruction.cycles]
        yield instruction, row + 1


def _lane_order(core: Core) -> Iterator[dict[str, Any]]:
    offset = 2 + core.sub_block if core.type == "aiv" else 1
    yield _meta("process_sort_index", core.name, sort_index=core.block * 3 + offset)
    for pipe in core.pipes:
        lane, position, _ = _LANES[pipe]
        yield _meta("thread_sort_index", core.name, sort_index=position) | {"tid": lane}


def _meta(what: str, pid: str | int, **args: Any) -> dict[str, Any]:
    return {"name": what, "ph": "M", "pid": pid, "args": args}


def _event(timing: LaunchTiming, instruction: Instruction) -> dict[str, Any]:
    args: dict[str, Any] = {}
    if instruction.file:
        args["code"] = f"{instruction.file}:{instruction.line}"
    if instruction.detail:
        args["detail"] = instruction.detail
    if instruction.size is not None:
        args["process_bytes"] = str(instruction.size)
    return {
        "name": instruction.name,
        "cname": _COLOURS[instruction.pipe],
        "ph": "X",
        "ts": timing.microseconds(instruction.start),
        "dur": timing.microseconds(instruction.cycles),
        "pid": "",
        "tid": _LANES[instruction.pipe][0],
        "args": args,
    }


def system_trace(launches: Iterable[LaunchTiming]) -> str:
    """Return all launches of a process, as CANN does, as a list: a lane per stream and device."""
    events: list[dict[str, Any]] = []
    lanes: set[tuple[int, int]] = set()
    for launch in launches:
        lanes.add((launch.device, launch.stream))
        args = {"Task Type": task_type(launch), "Block Dim": launch.block_dim}
        events.append(
            {
                "name": launch.name,
                "ph": "X",
                "ts": launch.start_us,
                "dur": launch.duration_us,
                "pid": _process(launch.device),
                "tid": launch.stream,
                "args": args | {"Kernel": launch.kernel, "SoC": launch.soc},
            }
        )
    heads = []
    for device, stream in sorted(lanes):
        pid = _process(device)
        heads.append(_meta("process_name", pid, name="Ascend Hardware"))
        heads.append(_meta("process_labels", pid, labels=f"NPU {device}, modelled"))
        heads.append(_meta("thread_name", pid, name=f"Stream {stream}") | {"tid": stream})
    return _document("[", [*heads, *events], "]")


def _process(device: int) -> int:
    """Return a number that no process of the system has."""
    return 1 << 20 | device


def _document(head: str, events: Iterable[dict[str, Any]], end: str = "]}") -> str:
    return (
        head + ",\n".join(json.dumps(event, separators=(",", ":")) for event in events) + end + "\n"
    )
