"""The tables of `msprof`, over all launches of a process."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING

from custom_compiler.profile.core_figures import CoreFigures
from custom_compiler.profile.op_tables import metric_columns, metric_figures
from custom_compiler.profile.tables import Table, prefixed
from custom_compiler.support.element_types import DTYPE_NUMBERS
from custom_compiler.support.formats import FORMAT_NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from custom_compiler.profile.core_figures import Figures
    from custom_compiler.profile.launch_timing import LaunchTensor, LaunchTiming
    from custom_compiler.profile.tables import Cell

# What CANN writes for an operator that belongs to no model.
_NO_MODEL = 4294967295

_SUMMARY = (
    *("Device_id", "Model ID", "Task ID", "Stream ID", "Op Name", "OP Type", "OP State"),
    *("Task Type", "Task Start Time(us)", "Task Duration(us)", "Task Wait Time(us)"),
    *("Block Dim", "Mix Block Dim", "HF32 Eligible", "Input Shapes", "Input Data Types"),
    *("Input Formats", "Output Shapes", "Output Data Types", "Output Formats", "Context ID"),
)
# Pipes by type of core, as op_summary calls them.
_PIPES = {
    "aic": {
        "mac": "cube",
        "scalar": "scalar",
        "mte1": "mte1",
        "mte2": "mte2",
        "fixpipe": "fixpipe",
    },
    "aiv": {"vec": "vec", "scalar": "scalar", "mte2": "mte2", "mte3": "mte3"},
}
_TYPE_NAMES = {"float32": "FLOAT", "bfloat16": "DT_BF16", "bool": "BOOL", "double": "DOUBLE"}
_DTYPES = {n: _TYPE_NAMES.get(name, name.upper()) for name, n in DTYPE_NUMBERS.items()}
_FORMATS = {number: name for name, number in FORMAT_NUMBERS.items()}
_TASK_TYPES = {
    ("aiv",): "AI_VECTOR_CORE",
    ("aic",): "AI_CORE",
    ("aic", "aiv"): "MIX_AIC",
    ("aicore",): "AI_CORE",
}
_KERNEL_TYPES = {
    "AI_VECTOR_CORE": "KERNEL_AIVEC",
    "AI_CORE": "KERNEL_AICORE",
    "MIX_AIC": "KERNEL_MIX_AIC",
}


def op_summary(launches: Sequence[LaunchTiming], metric: str) -> Table:
    """Return a row per launch, ordered by time; `metric` chooses the figures of the cores."""
    columns = [*_SUMMARY, "aicore_time(us)", "aic_total_cycles"]
    columns += prefixed("aic", _columns(metric, "aic"))
    columns += ["aiv_time(us)", "aiv_total_cycles", *prefixed("aiv", _columns(metric, "aiv"))]
    rows = []
    ends: dict[tuple[int, int], float] = {}
    for number, launch in enumerate(_by_time(launches)):
        stream = (launch.device, launch.stream)
        wait = max(0.0, launch.start_us - ends.get(stream, launch.start_us))
        ends[stream] = launch.start_us + launch.duration_us
        rows.append(_summary_row(launch, number, wait, metric))
    return Table((*columns, "cube_utilization(%)"), tuple(rows))


def _columns(metric: str, kind: str) -> tuple[str, ...]:
    if metric != "PipeUtilization":
        return metric_columns(metric, kind)
    pairs = ((f"{name}_time(us)", f"{name}_ratio") for name in _PIPES[kind])
    return (*(column for pair in pairs for column in pair), "icache_miss_rate")


def _summary_row(launch: LaunchTiming, number: int, wait: float, metric: str) -> dict[str, Cell]:
    row: dict[str, Cell] = {
        "Device_id": launch.device,
        "Model ID": _NO_MODEL,
        "Task ID": number,
        "Stream ID": launch.stream,
        "Op Name": launch.kernel or launch.op_type,
        "OP Type": launch.op_type or None,
        "Task Type": task_type(launch),
        "Task Start Time(us)": launch.start_us,
        "Task Duration(us)": launch.duration_us,
        "Task Wait Time(us)": wait,
        "Block Dim": launch.block_dim,
        "Mix Block Dim": len(launch.cores_of("aiv")) if launch.kinds == ("aic", "aiv") else None,
    }
    row |= _tensors("Input", launch.arguments, "input")
    row |= _tensors("Output", launch.arguments, "output")
    for kind in launch.kinds:
        row |= _core_row(launch, kind, metric)
    return row


def _core_row(launch: LaunchTiming, kind: str, metric: str) -> dict[str, Cell]:
    """Return figures of the cores of one type; a core that is both is an AI core with all."""
    figures = CoreFigures(launch.cores_of(kind), launch.clock_mhz)
    time = figures.time()
    row: dict[str, Cell] = {
        "aiv_time(us)" if kind == "aiv" else "aicore_time(us)": time["time(us)"]
    }
    row["aiv_total_cycles" if kind == "aiv" else "aic_total_cycles"] = time["total_cycles"]
    for prefix in ("aic", "aiv") if kind == "aicore" else (kind,):
        if metric == "PipeUtilization":
            cells: Figures = {"icache_miss_rate": figures.icache_miss_rate()}
            for name, pipe in _PIPES[prefix].items():
                cells |= figures.pipe(pipe, name)
        else:
            cells = metric_figures(metric, figures)
        row |= {f"{prefix}_{name}": cells.get(name) for name in _columns(metric, prefix)}
    return row


def _tensors(what: str, arguments: Iterable[LaunchTensor], role: str) -> dict[str, Cell]:
    """Return shapes, types and formats, one cell each; unknown if an entry is unknown."""
    tensors = [argument for argument in arguments if argument.role == role]
    if not tensors:
        return {}
    shapes = [None if a.shape is None else ",".join(map(str, a.shape)) for a in tensors]
    cells = {
        f"{what} Shapes": shapes,
        f"{what} Data Types": [_DTYPES.get(a.dtype) for a in tensors],
        f"{what} Formats": [_FORMATS.get(a.format) for a in tensors],
    }
    return {
        name: None if None in texts else ";".join(text or "" for text in texts)
        for name, texts in cells.items()
    }


def task_type(launch: LaunchTiming) -> str | None:
    """Return CANN's word for the cores that a launch ran on."""
    return _TASK_TYPES.get(launch.kinds)


def op_statistic(launches: Sequence[LaunchTiming]) -> Table:
    """Return a row per type of operator and device, the most expensive first."""
    groups: dict[tuple[int, str, str], list[float]] = defaultdict(list)
    for launch in launches:
        key = (launch.device, launch.name, task_type(launch) or "")
        groups[key].append(launch.duration_us)
    total = math.fsum(time for times in groups.values() for time in times)
    rows: list[dict[str, Cell]] = []
    for (device, name, kind), times in sorted(groups.items(), key=lambda g: -math.fsum(g[1])):
        spent = math.fsum(times)
        rows.append(
            {
                "Device_id": device,
                "OP Type": name,
                "Core Type": kind or None,
                "Count": len(times),
                "Total Time(us)": spent,
                "Min Time(us)": min(times),
                "Avg Time(us)": spent / len(times),
                "Max Time(us)": max(times),
                "Ratio(%)": 100 * spent / total if total else None,
            }
        )
    columns = (
        *("Device_id", "OP Type", "Core Type", "Count", "Total Time(us)", "Min Time(us)"),
        *("Avg Time(us)", "Max Time(us)", "Ratio(%)"),
    )
    return Table(columns, tuple(rows))


def task_time(launches: Sequence[LaunchTiming]) -> Table:
    """Return a row per launch, ordered by time."""
    rows: list[dict[str, Cell]] = [
        {
            "Device_id": launch.device,
            "kernel_name": launch.kernel or launch.op_type,
            "kernel_type": _KERNEL_TYPES.get(task_type(launch) or ""),
            "stream_id": launch.stream,
            "task_id": number,
            "task_time(us)": launch.duration_us,
            "task_start(us)": launch.start_us,
            "task_stop(us)": launch.start_us + launch.duration_us,
        }
        for number, launch in enumerate(_by_time(launches))
    ]
    columns = (
        *("Device_id", "kernel_name", "kernel_type", "stream_id", "task_id"),
        *("task_time(us)", "task_start(us)", "task_stop(us)"),
    )
    return Table(columns, tuple(rows))


def _by_time(launches: Sequence[LaunchTiming]) -> list[LaunchTiming]:
    return sorted(launches, key=lambda launch: (launch.start_us, launch.launch))
