"""Advice about the simulated timing of a launch."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.observe.sources import source_line
from custom_compiler.profile.core_figures import CoreFigures
from custom_compiler.profile.launch_timing import CORE_NAMES, PIPES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from custom_compiler.profile.launch_timing import Core, LaunchTiming

_NAMES = {
    "scalar": "the scalar unit",
    "vec": "the vector pipe",
    "cube": "the cube",
    "mte1": "MTE1",
    "mte2": "MTE2",
    "mte3": "MTE3",
    "fixpipe": "the fixpipe",
}
_COMPUTE = ("vec", "cube")
_MOVES = {
    "mte2": ("gm_to_ub", "gm_to_l1"),
    "mte3": ("ub_to_gm", "l1_to_gm"),
}
# Below these shares a thing is not worth a sentence.
_BOUND = 0.6
_WORTH = 0.1
_UNEVEN = 1.2
_MUCH_SCALAR = 0.3
_MANY_IDLE = 0.4
_SMALL_COPY = 4096
_LITTLE_MEMORY = 0.25
_SECOND_BUFFERS = {
    "vec": "depth 2 (TQue<..., 2>, InitBuffer(queue, 2, ...))",
    "cube": "two buffers for each side (of Matmul: depthA1, depthB1)",
}


@dataclass(frozen=True)
class Advice:
    """One sentence; `share` of the time is at stake, by which they are ordered."""

    text: str
    share: float


def advise(timing: LaunchTiming) -> list[Advice]:
    """Return advice, sorted by the share of time at stake."""
    kind = _most_expensive_kind(timing)
    if not kind:
        return []
    cores = timing.cores_of(kind)
    all_advice = [_launch_cost(timing, cores), _idle_cores(timing, kind)]
    all_advice += [_uneven(cores), _most_expensive_line(timing)]
    all_advice += [*_bound(cores), _small_copies(timing, cores), _unused_memory(timing)]
    all_advice += _lost(timing, cores)
    return sorted(filter(None, all_advice), key=lambda advice: -advice.share)


def _most_expensive_kind(timing: LaunchTiming) -> str:
    """Return the core type whose busiest pipe works longest; others may only wait for it."""
    longest = {
        kind: max(core.busy(pipe) or 0.0 for core in timing.cores_of(kind) for pipe in PIPES)
        for kind in timing.kinds
    }
    return max(longest, key=lambda kind: longest[kind], default="")


def _share(cores: Sequence[Core], cycles: Callable[[Core], float]) -> float:
    total = sum(core.cycles for core in cores)
    return sum(map(cycles, cores)) / total if total else 0.0


def _waits(cores: Sequence[Core], pipe: str, causes: Sequence[str]) -> float:
    """Share of the time in which a pipe was idle because of others."""
    return _share(
        cores,
        lambda core: sum(w.cycles for w in core.waits if w.pipe == pipe and w.cause in causes),
    )


def _bound(cores: Sequence[Core]) -> list[Advice]:
    """Name the pipe that limits the speed, and the pipes that overlap with it."""
    busy = {pipe: _share(cores, lambda core, p=pipe: core.busy(p) or 0.0) for pipe in _NAMES}  # type: ignore[misc]
    first = max(busy, key=lambda pipe: busy[pipe])
    if busy[first] >= _BOUND:
        waiting = [
            f"{_NAMES[pipe]} waits for it {_percent(share)}"
            for pipe in _COMPUTE
            if pipe != first and (share := _waits(cores, pipe, [first])) >= _WORTH
        ]
        text = (
            f"{_bound_name(first)}-bound: {_NAMES[first]} works {_percent(busy[first])} of the time"
        )
        remedy = _REMEDIES[first]
        back = _waits(cores, first, [pipe for pipe in _NAMES if pipe not in {first, "scalar"}])
        if first in _MOVES and back >= _WORTH / 2:
            remedy = f"{_NAMES[first]} itself waits for a free buffer {_percent(back)}: "
            remedy += f"{_SECOND_BUFFERS[_computing(busy)]} would hide that"
        return [Advice("; ".join([text, *waiting, remedy]) + ".", busy[first])]
    advice = _turns(cores, busy)
    if busy["scalar"] >= _MUCH_SCALAR:
        text = f"The scalar unit works {_percent(busy['scalar'])} of the time, the kernel's start "
        advice.append(Advice(f"{text}included; {_REMEDIES['scalar']}.", busy["scalar"]))
    return advice


def _computing(busy: dict[str, float]) -> str:
    return max(_COMPUTE, key=lambda pipe: busy[pipe])


def _bound_name(pipe: str) -> str:
    return pipe.upper() if pipe.startswith("mte") else {"vec": "Vector"}.get(pipe, pipe.title())


_REMEDIES = {
    "scalar": "fewer, larger instructions and fewer queue calls per byte would help",
    "vec": "fewer instructions, wider masks or a cheaper type would help",
    "cube": "this is what the cube is for; larger base blocks reuse more",
    "mte1": "larger base blocks reuse what is in L0A and L0B",
    "mte2": "reading less, or each value once, would help",
    "mte3": "writing less would help",
    "fixpipe": "larger base blocks along K write results less often",
}


def _turns(cores: Sequence[Core], busy: dict[str, float]) -> list[Advice]:
    """Return advice if no pipe works most of the time, since pipes wait for each other."""
    compute = _computing(busy)
    load = "mte2"
    waits = _waits(cores, compute, ["mte2", "mte1"])
    if waits < _WORTH:
        return []
    text = (
        f"{load.upper()} and {_NAMES[compute]} alternate: {_NAMES[compute]} waits for data "
        f"{_percent(waits)} of the time"
    )
    back = _waits(cores, load, [compute, "mte3"])
    late = _waits(cores, load, ["scalar"])
    if back >= _WORTH:
        text += (
            f", {load.upper()} for a free buffer {_percent(back)}; {_SECOND_BUFFERS[compute]} "
            "would hide most of it"
        )
    elif late >= _WORTH:
        text += f", {load.upper()} for the scalar unit {_percent(late)}"
    return [Advice(text + ".", waits)]


def _launch_cost(timing: LaunchTiming, cores: Sequence[Core]) -> Advice | None:
    working = max(timing.microseconds(core.start + core.cycles) for core in cores)
    overhead = timing.duration_us - working
    share = overhead / timing.duration_us if timing.duration_us else 0.0
    if share < _WORTH:
        return None
    return Advice(
        f"The launch itself is {_percent(share)} of {timing.duration_us:.2f} us: "
        "fewer, larger launches would help.",
        share,
    )


def _idle_cores(timing: LaunchTiming, kind: str) -> Advice | None:
    working, there = len(timing.cores_of(kind)), timing.soc_cores.get(kind, 0)
    share = 1 - working / there if there else 0.0
    if share < _MANY_IDLE:
        return None
    return Advice(
        f"{working} of {there:.0f} {CORE_NAMES[kind]} work: more blocks (SetBlockDim) would share "
        "what is to be done.",
        share,
    )


def _uneven(cores: Sequence[Core]) -> Advice | None:
    mean = sum(core.cycles for core in cores) / len(cores)
    last = max(cores, key=lambda core: core.cycles)
    if not mean or last.cycles < _UNEVEN * mean:
        return None
    share = 1 - mean / last.cycles
    return Advice(
        f"Work is uneven: block {last.block} takes {last.cycles / mean:.1f} times as long as the "
        "average; the launch ends when it does.",
        share,
    )


def _most_expensive_line(timing: LaunchTiming) -> Advice | None:
    costs: dict[tuple[str, int], float] = {}
    for cost in timing.lines:
        key = (cost.file, cost.line)
        costs[key] = costs.get(key, 0.0) + cost.cycles
    total = sum(costs.values())
    line = max(costs, key=lambda key: costs[key], default=None)
    if line is None or not total or costs[line] / total < 2 * _WORTH or not line[0]:
        return None
    share = costs[line] / total
    text = source_line(*line)
    what = f": {text}" if text else ""
    name = f"{Path(line[0]).name}:{line[1]}"
    # Pipes work in parallel, so this is no share of the time; it goes to the end.
    return Advice(f"{name} has {_percent(share)} of all work{what}", share * _WORTH)


def _small_copies(timing: LaunchTiming, cores: Sequence[Core]) -> Advice | None:
    figures = CoreFigures(cores, timing.clock_mhz)
    for pipe, ways in _MOVES.items():
        share = _share(cores, lambda core, p=pipe: core.busy(p) or 0.0)  # type: ignore[misc]
        count = figures.instructions(pipe)
        moved = sum(core.bytes.get(path, 0.0) for core in cores for path in ways)
        if share < _WORTH or not count or not moved or moved / count >= _SMALL_COPY:
            continue
        return Advice(
            f"{pipe.upper()} moves {moved / count:.0f} bytes per instruction; "
            "copies of 16 KiB or more use the bandwidth.",
            share,
        )
    return None


def _unused_memory(timing: LaunchTiming) -> Advice | None:
    for memory in timing.memories:
        used = memory.used / memory.size if memory.size else 1.0
        if memory.name == "UB" and 0 < used < _LITTLE_MEMORY:
            return Advice(
                f"{_percent(used)} of the unified buffer is used: larger tiles would save calls.",
                _WORTH,
            )
    return None


def _lost(timing: LaunchTiming, cores: Sequence[Core]) -> list[Advice | None]:
    figures = CoreFigures(cores, timing.clock_mhz)
    texts = {
        "vec_bank_conflict": "operands in the same bank of the unified buffer",
        "vec_bankgroup_conflict": "operands in the same bank group of the unified buffer",
    }
    shares = {name: figures.counter_ratio(name) or 0.0 for name in texts}
    return [
        Advice(
            f"The vector pipe loses {_percent(shares[name])} of the time to {text}.", shares[name]
        )
        for name, text in texts.items()
        if shares[name] >= _WORTH / 2
    ]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
