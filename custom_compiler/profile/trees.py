"""The folders of results: `OPPROF_*` for one operator, `PROF_*` for a program."""

from __future__ import annotations

import random
import shutil
import string
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError, write_error
from custom_compiler.profile import app_tables
from custom_compiler.profile.code_tables import code_table, instruction_table
from custom_compiler.profile.op_tables import basic_info, metric_table
from custom_compiler.profile.page import Run, page
from custom_compiler.profile.traces import core_trace, operator_trace, system_trace
from custom_compiler.profile.visualize_data import visualize_data
from custom_compiler.support.files import part_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from custom_compiler.profile.launches import ProfiledLaunch

_OP_UNKNOWN, _APP_UNKNOWN = "NA", "N/A"


def check_output(path: Path) -> None:
    """Reject an invalid location for results before the program runs.

    Raises:
        MisuseError: A file has that name, or it cannot be made.
    """
    if path.exists() and not path.is_dir():
        raise MisuseError(f"{path} is no folder", "give --output a folder")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise write_error(path, error, "give --output another folder") from error


def letters() -> str:
    """Return 16 random capitals, as CANN's names of results end."""
    return "".join(random.choices(string.ascii_uppercase, k=16))  # noqa: S311 - no secret


@contextmanager
def _whole(folder: Path) -> Iterator[Path]:
    """Create a folder for results under a temporary name, and rename it at the end."""
    part = Path(part_name(str(folder.with_name(f".{folder.name}"))))
    try:
        part.mkdir(parents=True)
        try:
            yield part
            part.rename(folder)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    except OSError as error:
        raise write_error(folder, error, "give --output another folder") from error


def write_device_tree(
    output: Path, launches: Sequence[ProfiledLaunch], metrics: Sequence[str], *, traces: bool
) -> Path:
    """Write the results of `msprof op`: tables, a page, traces if asked for, and raw lines."""
    folder = _op_folder(output)
    with _whole(folder) as part:
        for launch, target, suffix in _places(part, launches):
            target.mkdir(parents=True, exist_ok=True)
            _write_metrics(target, launch, metrics, suffix)
            trace = _write_traces(target / "simulator", launch) if traces else ""
            data = visualize_data(launch.timing, launch.pid, trace)
            (target / "visualize_data.bin").write_bytes(data)
            _write_page(target, launch)
        _keep_lines(part / "dump", launches)
    return folder


def write_simulator_tree(
    output: Path, launches: Sequence[ProfiledLaunch], metrics: Sequence[str], *, dump: bool
) -> Path:
    """Write the results of `msprof op simulator`: traces, costs by line, raw lines if asked for."""
    folder = _op_folder(output)
    with _whole(folder) as part:
        for launch, target, suffix in _places(part, launches):
            trace = _write_traces(target / "simulator", launch)
            data = visualize_data(launch.timing, launch.pid, trace)
            (target / "simulator/visualize_data.bin").write_bytes(data)
            _write_metrics(target, launch, metrics, suffix)
            _write_page(target, launch)
        if dump:
            _keep_lines(part / "dump", launches)
    return folder


def _op_folder(output: Path) -> Path:
    return output / f"OPPROF_{time.strftime('%Y%m%d%H%M%S')}_{letters()}"


def _places(
    root: Path, launches: Sequence[ProfiledLaunch]
) -> Iterator[tuple[ProfiledLaunch, Path, str]]:
    """Yield each launch with its folder, and the suffix of its tables' names."""
    several_devices = len({launch.timing.device for launch in launches}) > 1
    counts: dict[Path, int] = {}
    for launch in launches:
        folder = root / f"device{launch.timing.device}" if several_devices else root
        if len(launches) == 1:
            yield launch, folder, ""
            continue
        above = folder / (launch.timing.name or "kernel").replace("/", "_")[:200]
        number = counts.get(above, 0)
        counts[above] = number + 1
        yield launch, above / str(number), f"_{time.strftime('%Y%m%d%H%M%S')}{number % 1000:03}"


def _write_metrics(path: Path, launch: ProfiledLaunch, metrics: Sequence[str], suffix: str) -> None:
    path.mkdir(parents=True, exist_ok=True)
    table = basic_info(launch.timing, launch.pid)
    (path / f"OpBasicInfo{suffix}.csv").write_text(table.csv(_OP_UNKNOWN))
    for metric in metrics:
        text = metric_table(launch.timing, metric).csv(_OP_UNKNOWN)
        (path / f"{metric}{suffix}.csv").write_text(text)


def _write_traces(path: Path, launch: ProfiledLaunch) -> str:
    """Write traces and costs by line, of all cores and of each; return the trace of all."""
    timing = launch.timing
    instructions = launch.timeline().instructions
    path.mkdir(parents=True, exist_ok=True)
    trace = operator_trace(timing, instructions)
    (path / "trace.json").write_text(trace)
    for core in timing.cores:
        own = [instruction for instruction in instructions if instruction.unit == core.unit]
        folder = path / core.name
        folder.mkdir(exist_ok=True)
        (folder / "trace.json").write_text(core_trace(timing, core, own))
        code = code_table(timing, own).csv(_OP_UNKNOWN)
        (folder / f"{core.name}_code_exe.csv").write_text(code)
        calls = instruction_table(timing, own).csv(_OP_UNKNOWN)
        (folder / f"{core.name}_instr_exe.csv").write_text(calls)
    return trace


def _write_page(path: Path, launch: ProfiledLaunch) -> None:
    run = Run(launch.timing.name, launch.timing, launch.timeline())
    (path / "report.html").write_text(page([run]), encoding="utf-8")


def _keep_lines(folder: Path, launches: Sequence[ProfiledLaunch]) -> None:
    """Copy the observers' files, from which everything else can be generated again."""
    folder.mkdir(parents=True)
    for source in sorted({launch.folder for launch in launches}):
        for file in sorted(source.glob("*.jsonl")):
            shutil.copyfile(file, folder / file.name)


def write_program_tree(
    output: Path, index: int, launches: Sequence[ProfiledLaunch], metric: str, *, tasks: bool
) -> Path:
    """Write the results of `msprof` for one process: tables and a trace over its launches."""
    stamp = time.strftime("%Y%m%d%H%M%S")
    folder = output / f"PROF_{index:06}_{stamp}000_{letters()}"
    with _whole(folder) as part:
        (part / "host/data").mkdir(parents=True)
        for device in sorted({launch.timing.device for launch in launches}):
            (part / f"device_{device}/data").mkdir(parents=True)
        pid = launches[0].pid
        for file in sorted(launches[0].folder.glob(f"{pid}.*jsonl")):
            shutil.copyfile(file, part / "host/data" / file.name)
        write_summaries(part / "mindstudio_profiler_output", launches, metric, tasks=tasks)
    return folder


def write_summaries(
    path: Path, launches: Sequence[ProfiledLaunch], metric: str, *, tasks: bool
) -> None:
    """Write the tables and the trace of one process."""
    stamp = time.strftime("%Y%m%d%H%M%S")
    timings = [launch.timing for launch in launches]
    tables = {"op_summary": app_tables.op_summary(timings, metric)}
    tables["op_statistic"] = app_tables.op_statistic(timings)
    if tasks:
        tables["task_time"] = app_tables.task_time(timings)
    path.mkdir(exist_ok=True)
    for name, table in tables.items():
        (path / f"{name}_{stamp}.csv").write_text(table.csv(_APP_UNKNOWN))
    (path / f"msprof_{stamp}.json").write_text(system_trace(timings))
    (path / "README.txt").write_text(_README)


_README = """\
op_summary     a row for each launch: when, how long, shapes, and what the cores did
op_statistic   a row for each type of operator
task_time      when each launch began and ended
msprof_*.json  the launches in time; open it with MindStudio Insight, Perfetto or chrome://tracing

Times are those of a model of the cores, not of hardware. N/A: the model does not know.
"""
