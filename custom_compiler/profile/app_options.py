"""The command line of `msprof`."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.observe.getopt_words import OptionError, take_apart
from custom_compiler.profile.op_tables import METRICS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

USAGE = """\
usage: msprof [options] program [arguments]
       msprof op ...                         one operator: msprof op --help
       msprof --export=on --output=PROF_DIR

Estimate the time of all kernels of a program with the model of the simulated cores.

  --output=DIR            where PROF_<number>_<time>_<letters> is made, one per process (default ./)
  --application=CMD       program and arguments as one word
  --aic-metrics=METRIC    figures of the cores in op_summary: PipeUtilization (default),
                          ArithmeticUtilization, L2Cache, Memory, MemoryL0, MemoryUB,
                          ResourceConflictRatio
  --task-time=off         no task_time_*.csv
  --export=on, --parse=on make the tables again in a PROF_* folder
  --type=text             the only one; db is not offered
  -h, --help    -v, --version

The results contain launches on the cores. CANN's msprof also collects data about the host, system,
network, AI CPUs, communication and more. With such an option, a warning states that nothing is
collected. Not offered: --delay, --duration, --dynamic, --pid, --query, --analyze, --environment.

Exit status: the program's own; 1 if no launch was timed; 255 for a wrong command line.
"""

# About something that does not exist on simulated cores, or is no launch.
_NOT_COLLECTED = (
    *("storage-limit", "ascendcl", "runtime-api", "ge-api", "task-memory", "task-block"),
    *("task-tsfw", "aicpu", "l2", "hccl", "msproftx", "mstx-domain-include"),
    *("mstx-domain-exclude", "aic-freq", "aiv-freq", "ai-vector-core", "aiv-mode", "aiv-metrics"),
    *("instr-profiling", "instr-profiling-freq", "host-sys", "host-sys-pid", "host-sys-usage"),
    *("host-sys-usage-freq", "sys-hardware-mem", "sys-hardware-mem-freq", "sys-cpu-profiling"),
    *("sys-cpu-freq", "sys-profiling", "sys-sampling-freq", "sys-pid-profiling"),
    *("sys-pid-sampling-freq", "sys-io-profiling", "sys-io-sampling-freq"),
    *("sys-interconnection-profiling", "sys-interconnection-freq", "sys-devices", "sys-period"),
    *("dvpp-profiling", "dvpp-freq", "llc-profiling", "npu-events", "aicore-shape"),
    *("model-id", "iteration-id", "summary-format", "python-path", "reports", "rule", "clear"),
)
_REFUSED = ("delay", "duration", "dynamic", "pid", "query", "analyze", "environment")
_METRICS = {name.lower(): name for name in METRICS}


class MsprofUsageError(Exception):
    """The command line is wrong."""


@dataclass(frozen=True)
class MsprofOptions:
    """The options of a command line.

    Attributes:
        program: Program and arguments.
        output: Folder for results, or results to make again.
        metric: Figures of the cores in op_summary.
        tasks: Whether there is a task_time table.
        export: Whether to make tables again.
        notes: What is not collected.
        wants: `help`, `version` or "".
    """

    program: tuple[str, ...] = ()
    output: str = "./"
    metric: str = "PipeUtilization"
    tasks: bool = True
    export: bool = False
    notes: tuple[str, ...] = ()
    wants: str = ""


def parse_options(words: Sequence[str]) -> MsprofOptions:
    """Read a command line.

    Raises:
        UsageError: An option is unknown, rejected, or has a wrong value.
    """
    names = dict.fromkeys((*_TAKERS, *_NOT_COLLECTED, *_REFUSED), True)
    names |= {"help": False, "version": False}
    try:
        parts = take_apart(words, names, {"h": "help", "v": "version"})
    except OptionError as error:
        raise MsprofUsageError(_in_cann_s_words(str(error))) from None
    options = MsprofOptions(program=parts.remaining)
    for name, value in parts.options:
        if name in {"help", "version"}:
            return MsprofOptions(wants=name)
        if name in _REFUSED:
            raise MsprofUsageError(f"Argument --{name}: not offered on simulated cores")
        if name in _TAKERS:
            options = _TAKERS[name](options, name, value)
        elif value not in {"off", ""}:
            note = f"--{name}={value}: not collected on simulated cores"
            options = replace(options, notes=(*options.notes, note))
    if options.export == bool(options.program):
        raise MsprofUsageError("give one program, or --export=on with --output=PROF_DIR")
    return options


def _in_cann_s_words(text: str) -> str:
    name = text.partition("'")[2].partition("'")[0]
    return f"Argument {name}: expected one argument" if "requires" in text else text


def _choice(name: str, value: str, choices: Sequence[str]) -> str:
    if value not in choices:
        raise MsprofUsageError(
            f"Argument --{name}: invalid value: {value}; use {', '.join(choices)}"
        )
    return value


def _application(options: MsprofOptions, name: str, value: str) -> MsprofOptions:
    try:
        program, *arguments = shlex.split(value) or [""]
    except ValueError as error:
        raise MsprofUsageError(f"Argument --{name}: {error}") from None
    if not program:
        raise MsprofUsageError(f"Argument --{name}: expected one argument")
    return replace(options, program=(_program_path(program), *arguments, *options.program))


def _program_path(name: str) -> str:
    """Return the path of a program: CANN's msprof looks for it in the current folder, not on PATH.

    Shells and Python are looked for on PATH.
    """
    is_found_on_path = name in {"bash", "sh"} or name.startswith("python")
    is_here = "/" not in name and not is_found_on_path and Path(name).is_file()
    return f"./{name}" if is_here else name


def _metric(options: MsprofOptions, name: str, value: str) -> MsprofOptions:
    if value.lower() not in _METRICS:
        raise MsprofUsageError(
            f"Argument --{name}: invalid value: {value}; use {', '.join(METRICS)}"
        )
    return replace(options, metric=_METRICS[value.lower()])


def _task_time(options: MsprofOptions, name: str, value: str) -> MsprofOptions:
    choice = _choice(name, value, ("on", "off", "l0", "l1", "l2", "l3"))
    return replace(options, tasks=choice != "off")


def _type(options: MsprofOptions, name: str, value: str) -> MsprofOptions:
    _choice(name, value, ("text",))
    return options


def _always_on(options: MsprofOptions, name: str, value: str) -> MsprofOptions:
    _choice(name, value, ("on", "task-based"))
    return options


def _export(options: MsprofOptions, name: str, value: str) -> MsprofOptions:
    return replace(options, export=_choice(name, value, ("on", "off")) == "on")


def _output(options: MsprofOptions, _: str, value: str) -> MsprofOptions:
    if not value:
        raise MsprofUsageError("Argument --output: expected one argument")
    return replace(options, output=value)


_TAKERS: dict[str, Callable[[MsprofOptions, str, str], MsprofOptions]] = {
    "output": _output,
    "application": _application,
    "type": _type,
    "aic-metrics": _metric,
    "task-time": _task_time,
    "task-trace": _task_time,
    "ai-core": _always_on,
    "aic-mode": _always_on,
    "export": _export,
    "parse": _export,
}
