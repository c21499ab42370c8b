"""The command lines of `msopprof` (`msprof op`) and `msopprof simulator`."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from custom_compiler.observe.getopt_words import OptionError, take_apart
from custom_compiler.profile.launches import LaunchSelection
from custom_compiler.profile.op_tables import METRICS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

USAGE = """\
usage: msopprof [options] program [arguments]             (also: msprof op ...)
       msopprof simulator [options] program [arguments]   (also: msprof op simulator ...)

Estimate the time of kernels of a program with the model of the simulated cores. Kernels are rebuilt
for it from the sources in their package.

  --output=DIR               where OPPROF_<time>_<letters> is made (default ./)
  --application=CMD          program and arguments as one word (deprecated)
  --kernel-name=A|B*         only kernels whose name begins so (default: the first launched)
  --launch-count=N           how many launches, 1 to 5000 (default 1)
  --aic-metrics=LIST         tables to write, separated by commas: Default (all of them),
                             ArithmeticUtilization, L2Cache, Memory, MemoryL0, MemoryUB,
                             PipeUtilization, ResourceConflictRatio; BasicInfo for none;
                             Roofline, Occupancy, MemoryDetail: tables, and report.html;
                             with simulator PipeUtilization and ResourceConflictRatio
  -h, --help    -v, --version

only without simulator:
  --launch-skip-before-match=N   launches to pass over first, 0 to 1000 (default 0)
  --warm-up=N                    launches of each kernel before it is timed, 0 to 500 (default 5):
                                 with some, its code is in the instruction cache, and its data are
                                 not in L2; with 0, the caches contain what the program's launches
                                 before it left
  --kill=on                      end the program once there are enough launches
  --aic-metrics=TimelineDetail   the traces of simulator, too
only with simulator:
  --soc-version=SOC          the SoC to model, as Ascend910B3
  --core-id=A|B              only these blocks in tables and traces, 0 to 49
  --timeout=MINUTES          end the program then, 1 to 2880
  --dump=on                  keep the observers' lines in dump/
  --export=DIR               make the results again from such a dump/, without a program

--replay-mode=kernel has nothing to do in a model and says so. Not offered: --config, --mstx,
--mstx-include, other replay modes, --instr-timeline-pipe, --custom-input, metrics of 950.

Exit status: the program's own; 1 if no launch was timed; 255 for a wrong command line.
"""

_COMMON = ("output", "application", "config", "kernel-name", "launch-count", "aic-metrics")
_COMMON_REFUSED = ("mstx", "mstx-include", "instr-timeline-pipe", "custom-input")
_DEVICE = ("launch-skip-before-match", "replay-mode", "kill", "warm-up")
_SIMULATOR = ("soc-version", "core-id", "timeout", "dump", "export")
_REFUSED = {
    "config": "launching a kernel file without a program is not offered",
    "mstx-include": "ranges of mstx do not select launches here",
    "instr-timeline-pipe": "it is for 950 only and not offered",
    "custom-input": "it is for communication kernels and not offered",
}
_WARM_UP = 5  # CANN's default
_KERNELS = re.compile(r"[A-Za-z0-9_*|]{1,1024}")
_METRICS = {name.lower(): name for name in METRICS}
_NOT_MODELLED = {"source", "kernelscale", "pipetimeline", "instrtimeline", "pcsampling"}
# What CANN draws in Insight only: its tables here, and where the rest is.
_DRAWN = {
    "roofline": ((), "the roofline is in report.html"),
    "occupancy": (("PipeUtilization",), "the load of each core is in report.html"),
    "memorydetail": (("Memory", "MemoryL0", "MemoryUB"), "transfers are in the tables of memories"),
}


class MsopprofUsageError(Exception):
    """The command line is wrong."""


@dataclass(frozen=True)
class MsopprofOptions:
    """The options of a command line.

    Attributes:
        simulator: Whether it is `msopprof simulator`.
        program: Program and arguments.
        output: Folder for results.
        wanted: Which launches.
        metrics: Tables to write.
        traces: Whether traces are written.
        kill: Whether to end the program once there is enough.
        warm_up: Launches of the kernel before the one that is timed.
        soc: The SoC to model; "" for the environment's.
        blocks: Only these blocks; none means all.
        minutes: When to end the program; None for never.
        dump: Whether the observers' lines are preserved.
        export: A folder with such lines instead of a program, or "".
        notes: What has nothing to do, with the reason.
        wants: `help`, `version` or "".
    """

    simulator: bool = False
    program: tuple[str, ...] = ()
    output: str = "./"
    wanted: LaunchSelection = field(default_factory=lambda: LaunchSelection(count=1))
    metrics: tuple[str, ...] = METRICS
    traces: bool = False
    kill: bool = False
    warm_up: int = _WARM_UP
    soc: str = ""
    blocks: tuple[int, ...] = ()
    minutes: int | None = None
    dump: bool = False
    export: str = ""
    notes: tuple[str, ...] = ()
    wants: str = ""


def parse_options(words: Sequence[str]) -> MsopprofOptions:
    """Read a command line without the command's own name.

    Raises:
        UsageError: An option is unknown, rejected, or has a wrong value.
    """
    simulator = words[:1] == ["simulator"]
    own = _SIMULATOR if simulator else _DEVICE
    names = dict.fromkeys((*_COMMON, *_COMMON_REFUSED, *own), True)
    names |= {"help": False, "version": False}
    try:
        parts = take_apart(words[simulator:], names, {"h": "help", "v": "version"})
    except OptionError as error:
        raise MsopprofUsageError(str(error)) from None
    options = MsopprofOptions(simulator=simulator, program=parts.remaining)
    if simulator:
        options = replace(options, metrics=(), traces=True)
    for name, value in parts.options:
        if name in {"help", "version"}:
            return MsopprofOptions(wants=name)
        if name in _REFUSED:
            raise MsopprofUsageError(f"--{name}: {_REFUSED[name]}")
        options = _TAKERS[name](options, value)
    if bool(options.program) == bool(options.export):
        raise MsopprofUsageError("give one program" + (" or --export" if simulator else ""))
    return options


def _application(options: MsopprofOptions, value: str) -> MsopprofOptions:
    try:
        program = tuple(shlex.split(value))
    except ValueError as error:
        raise MsopprofUsageError(f"--application is invalid: {error}") from None
    if options.program:
        raise MsopprofUsageError("--application and a program after the options")
    note = "--application is deprecated: give the program after the options"
    return replace(options, program=program, notes=(*options.notes, note))


def _kernel_name(options: MsopprofOptions, value: str) -> MsopprofOptions:
    if not _KERNELS.fullmatch(value):
        raise MsopprofUsageError("--kernel-name is invalid, it takes letters, digits, _, * and |")
    names = tuple(filter(None, value.split("|")))
    return replace(options, wanted=replace(options.wanted, kernels=names))


def _number(value: str, least: int, most: int, text: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", value) or not least <= int(value) <= most:
        raise MsopprofUsageError(text)
    return int(value)


def _launch_count(options: MsopprofOptions, value: str) -> MsopprofOptions:
    text = "Launch count should be number and within [1, 5000]"
    count = _number(value, 1, 5000, text)
    return replace(options, wanted=replace(options.wanted, count=count))


def _skip(options: MsopprofOptions, value: str) -> MsopprofOptions:
    text = "--launch-skip-before-match should be number and within [0, 1000]"
    return replace(options, wanted=replace(options.wanted, skip=_number(value, 0, 1000, text)))


def _metrics(options: MsopprofOptions, value: str) -> MsopprofOptions:
    chosen: list[str] = []
    for word in value.lower().split(","):
        if options.simulator:
            if word not in {"pipeutilization", "resourceconflictratio"}:
                raise MsopprofUsageError(
                    f"Unexpected argument {word} of --aic-metrics with simulator"
                )
            chosen.append(_METRICS[word])
        elif word in _METRICS:
            chosen.append(_METRICS[word])
        elif word == "default":
            chosen += METRICS
        elif word == "timelinedetail":
            options = replace(options, traces=True)
            chosen += METRICS
        elif word in _DRAWN:
            tables, where = _DRAWN[word]
            chosen += tables
            options = _noted(options, f"--aic-metrics={word}: {where}, not in visualize_data.bin")
        elif word in _NOT_MODELLED:
            raise MsopprofUsageError(f"--aic-metrics={word} is not modelled")
        elif word != "basicinfo":
            raise MsopprofUsageError("Invalid metric options!")
    return replace(options, metrics=tuple(dict.fromkeys(chosen)))


def _switch(value: str, text: str) -> bool:
    if value not in {"on", "off"}:
        raise MsopprofUsageError(text)
    return value == "on"


def _mstx(options: MsopprofOptions, value: str) -> MsopprofOptions:
    if _switch(value, "Mstx should be on/off"):
        raise MsopprofUsageError("--mstx: ranges of mstx do not select launches here")
    return options


def _replay_mode(options: MsopprofOptions, value: str) -> MsopprofOptions:
    if value in {"application", "range"}:
        raise MsopprofUsageError(f"--replay-mode={value}: a model needs no replays; leave it out")
    if value != "kernel":
        raise MsopprofUsageError("--replay-mode should be kernel, application or range")
    return _noted(options, "--replay-mode=kernel: a model needs no replays")


def _warm_up(options: MsopprofOptions, value: str) -> MsopprofOptions:
    count = _number(value, 0, 500, "Warm up times should within [0, 500]")
    return replace(options, warm_up=count)


def _noted(options: MsopprofOptions, note: str) -> MsopprofOptions:
    return replace(options, notes=(*options.notes, note))


def _core_id(options: MsopprofOptions, value: str) -> MsopprofOptions:
    text = "--core-id is invalid, give numbers within [0, 49] separated by |"
    blocks = tuple(_number(word, 0, 49, text) for word in value.split("|"))
    return replace(options, blocks=blocks)


def _timeout(options: MsopprofOptions, value: str) -> MsopprofOptions:
    text = "--timeout is invalid, it should be an integer which within [1, 2880]."
    return replace(options, minutes=_number(value, 1, 2880, text))


_TAKERS: dict[str, Callable[[MsopprofOptions, str], MsopprofOptions]] = {
    "output": lambda o, v: replace(o, output=v or "./"),
    "application": _application,
    "kernel-name": _kernel_name,
    "launch-count": _launch_count,
    "launch-skip-before-match": _skip,
    "aic-metrics": _metrics,
    "replay-mode": _replay_mode,
    "kill": lambda o, v: replace(o, kill=_switch(v, "Kill should be on/off")),
    "mstx": _mstx,
    "warm-up": _warm_up,
    "soc-version": lambda o, v: replace(o, soc=v),
    "core-id": _core_id,
    "timeout": _timeout,
    "dump": lambda o, v: replace(o, dump=_switch(v, "Dump should be on/off")),
    "export": lambda o, v: replace(o, export=v),
}
