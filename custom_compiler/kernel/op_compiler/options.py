"""The command line of `op_compiler`: CANN's options, in its order of rules, and ours."""

from __future__ import annotations

import getopt
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.jobs.scheduler import SchedulerAddress, Tls, check_scheduler
from custom_compiler.kernel.op_compiler.output_place import OutputPlace, read_output
from custom_compiler.kernel.op_compiler.super_kernel import check_super_kernel
from custom_compiler.kernel.op_compiler.tuning.options import (
    LONG_OPTIONS,
    TuneOptions,
    read_tune_options,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

USAGE = """\
usage: op_compiler -p DIR -v SOC [options]              static kernels of the operators in DIR
       op_compiler -d FILE (-p DIR | -k NAME) -v SOC    kernels for debugging
       op_compiler --count -p DIR                       how many information files there are
       op_compiler --diff LOG [-p DIR]                  which calls of a run were static

Makes kernels for the operators that a run called (aclopStartDumpArgs writes their information
files), and a package of them that installs itself.

  -p, --op_params_dir DIR      folder with information files (.json), at any depth
  -v, --soc_version SOC        for example Ascend910B1, in any case
  -o, --output PATH            a folder, or the package's name; default: the current folder,
                               static_kernel_<time>_<pid>.run
  -j, --job N                  kernels compiled at a time; default: one per CPU
  -f, --follow_op_params_jit   compile the determinism that was recorded, not both
  -m, --compile_mode MODE      opc (default) | tune: search each kernel's fastest tiling first
  -d, --op_debug_config FILE   build for debugging, as FILE says: ccec_g, ccec_O0, oom, check_flag,
                               sanitizer, dump_cce, dump_bin, dump_loc
  -k, --kernel_name NAME       with -d: the installed kernel to build again; repeatable
      --count                  print the number of information files in DIR
  -l, --log LEVEL              debug | info | warning | error (default) | null; debug also leaves
                               the kernels and their descriptions next to the logs
      --enable_super_kernel, --super_kernel_options, --super_kernel_optimize_options,
      --super_kernel_debug_options
                               checked, without effect: kernels are launched one by one here
  -h, --help                   this text

Beyond CANN's:
      --verify                 run each kernel and its dynamic one on random values, and compare
      --diff LOG               what ASCENDC_KERNEL_LOG=LOG wrote in a run, as a table
      --report FILE            write what became of each file as JSON
      --time-limit SECONDS     for one kernel; default 600
      --scheduler ADDRESS      compile on a Dask cluster, for example tls://host:8786
      --tls-ca-file FILE, --tls-cert FILE, --tls-key FILE
                               for one at tls://host:8786, as Dask's programs take them
      --insecure-cluster       allow a scheduler on a network without TLS: whoever can reach or
                               imitate it chooses the kernels

With -m tune, for each call (docs/tuning.md):
      --tune-trials N          settings tried at most; default 200
      --tune-time MINUTES      time for it; default: no limit
      --tune-seed N            the same gives the same result; default 1
      --tune-sampler NAME      exhaustive | learned | uct | random; default: the first for few
                               settings, else the second
      --tune-judge JUDGE       cycles of the model (default) | time on this machine

Exit status: 0, or 1 if anything failed or was used wrongly.
"""
_TUNING = ("tune", "aoe")
LOG_LEVELS = ("debug", "info", "warning", "error", "null")

_TLS = ("tls-ca-file", "tls-cert", "tls-key")
_SHORT = "hl:p:o:k:d:v:m:j:t:f"
_LONG = (
    *("help", "log=", "op_params_dir=", "count", "output=", "kernel_name=", "op_debug_config="),
    *("soc_version=", "compile_mode=", "job=", "op_type=", "follow_op_params_jit"),
    *("enable_super_kernel", "super_kernel_options=", "super_kernel_optimize_options="),
    *("super_kernel_debug_options=", "verify", "diff=", "report=", "time-limit=", "scheduler="),
    "insecure-cluster",
    *(f"{name}=" for name in _TLS),
    *LONG_OPTIONS,
)
_LETTERS = {
    "-h": "help",
    "-l": "log",
    "-p": "op_params_dir",
    "-o": "output",
    "-k": "kernel_name",
    "-d": "op_debug_config",
    "-v": "soc_version",
    "-m": "compile_mode",
    "-j": "job",
    "-t": "op_type",
    "-f": "follow_op_params_jit",
}
_FOLLOW = "follow_op_params_jit"
_TRUTHS = ("true", "false")  # documented without a value, and called with one
_FOLLOW_WITH_VALUE = re.compile(r"--f\w*=(?:true|false)", re.IGNORECASE)
_TIME_LIMIT = 600.0  # seconds
_MOST_WORKERS = 1024
_SHOWN = 20  # characters of a value
_LONGEST_TIME = 7 * 86400.0
_HELP = "op_compiler --help shows how"


@dataclass(frozen=True)
class Help:
    """Show the usage."""


@dataclass(frozen=True)
class Count:
    """Say how many information files `folder` holds."""

    folder: str


@dataclass(frozen=True)
class Coverage:
    """Say which calls in the log of a run static kernels served.

    Attributes:
        log: What the runtime wrote.
        folder: Information files that a package could be made of; "": none.
    """

    log: str
    folder: str


@dataclass(frozen=True)
class Common:
    """Options of all compilations.

    Attributes:
        soc: As given; the table of SoCs resolves it later.
        output: Path of the package.
        log_level: One of LOG_LEVELS.
        workers: Kernels compiled at a time; None: one per available CPU.
        seconds: Time limit of one kernel.
        scheduler: Of a Dask cluster that compiles; None: this machine does.
        report: File for the report; "": none.
        notes: Messages for the user about the options.
    """

    soc: str
    output: OutputPlace
    log_level: str
    workers: int | None
    seconds: float
    scheduler: SchedulerAddress | None
    report: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class StaticBuild:
    """Make static kernels of the information files in `folder`."""

    common: Common
    folder: str
    follow: bool  # only the determinism that was recorded
    verifies: bool
    tuning: TuneOptions | None  # None: kernels are as their operators' tiling says


@dataclass(frozen=True)
class DebugBuild:
    """Make kernels for debugging.

    Attributes:
        common: Options of all compilations.
        config: The file that says what the kernels are built with.
        folder: Information files of the kernels' calls; "" if `kernels` names them.
        kernels: Names of installed kernels.
    """

    common: Common
    config: str
    folder: str
    kernels: tuple[str, ...]


Request = Help | Count | Coverage | StaticBuild | DebugBuild


def parse_options(words: Sequence[str]) -> Request:
    """Return the request on the command line.

    The rules are checked in CANN's order: single options, help, --count, -p with -k, neither
    of them, debugging, static kernels.

    Raises:
        MisuseError: It breaks a rule; the text names the option.
    """
    values, unread = _read(words)
    if not unread:
        return _request(values, ())
    note = f"'{unread[0]}' belongs to no option; it and all words after it were not read"
    try:
        return _request(values, (note,))
    except MisuseError as error:
        raise MisuseError(error.message, note) from error


def _read(words: Sequence[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Return values by long name, in their order, and the words from the first non-option on."""
    values: dict[str, list[str]] = {}
    unread: list[str] = []
    for word in words:
        unread += word.split("=") if _FOLLOW_WITH_VALUE.fullmatch(word) else [word]
    while True:
        try:
            pairs, after = getopt.getopt(unread, _SHORT, list(_LONG))
        except getopt.GetoptError as error:
            raise MisuseError(str(error), _HELP) from error
        names = [_LETTERS.get(name, name.removeprefix("--")) for name, _ in pairs]
        for name, (_, value) in zip(names, pairs, strict=True):
            values.setdefault(name, []).append(value)
        if not after or names[-1:] != [_FOLLOW] or after[0].lower() not in _TRUTHS:
            return values, after
        values[_FOLLOW][-1] = after[0].lower()
        unread = after[1:]


def _request(values: dict[str, list[str]], notes: tuple[str, ...]) -> Request:
    level = _log_level(values)
    if "help" in values:
        return Help()
    folder = _last(values, "op_params_dir")
    if "op_params_dir" in values:
        _check_folder(folder)
    if "count" in values:
        if not folder:
            raise MisuseError("--count: -p is missing", "name the folder to count in with -p DIR")
        return Count(folder)
    if "diff" in values:
        others = [*values.keys() - {"diff", "op_params_dir", "log"}, *notes]
        if others:
            raise MisuseError(f"--diff goes with -p alone, not with {min(others)}", _HELP)
        return Coverage(_existing_file("--diff", _last(values, "diff")), folder)
    _check_combination(values)
    common = _common(values, level, notes)
    if "op_debug_config" in values:
        config = _existing_file("-d", _last(values, "op_debug_config"))
        if "verify" in values:
            raise MisuseError("--verify: kernels for debugging are not compared", "leave out -d")
        read_tune_options(values, tunes=False)
        return DebugBuild(common, config, folder, tuple(values.get("kernel_name", ())))
    mode = _one_of("-m", _last(values, "compile_mode"), ("", "opc", "tune", "aoe"))
    return StaticBuild(
        common,
        folder,
        follow=_FOLLOW in values and values[_FOLLOW][-1] != "false",
        verifies="verify" in values,
        tuning=read_tune_options(values, tunes=mode in _TUNING),
    )


def _check_combination(values: dict[str, list[str]]) -> None:
    has_folder, has_kernel = "op_params_dir" in values, "kernel_name" in values
    if has_folder and has_kernel:
        raise MisuseError("-p and -k exclude each other", "give the folder or the kernels")
    if not has_folder and not has_kernel:
        raise MisuseError("-p is missing", f"name the folder of information files; {_HELP}")
    if has_kernel and "op_debug_config" not in values:
        raise MisuseError("-k: -d is missing", "say with -d FILE how the kernel is built again")


def _common(values: dict[str, list[str]], level: str, notes: tuple[str, ...]) -> Common:
    if not _last(values, "soc_version"):
        raise MisuseError("-v is missing", "name the SoC, for example -v Ascend910B1")
    soc = _last(values, "soc_version")
    seconds = _seconds(_last(values, "time-limit")) if "time-limit" in values else _TIME_LIMIT
    workers, job_notes = _workers(values)
    return Common(
        soc=soc,
        output=read_output(_last(values, "output")),
        log_level=level,
        workers=workers,
        seconds=seconds,
        scheduler=_scheduler(values),
        report=_report_file(values),
        notes=(*notes, *job_notes, *_idle(values), *check_super_kernel(values, soc)),
    )


def _idle(values: dict[str, list[str]]) -> list[str]:
    """Return notes about options that CANN accepts and that have no effect."""
    notes = ["-t has no meaning: files and kernels name their operators"] * ("op_type" in values)
    if "op_debug_config" in values:
        for name, letter in (("compile_mode", "-m"), (_FOLLOW, "-f")):
            notes += [f"{letter} has no meaning for debugging"] * (name in values)
    return notes


def _scheduler(values: dict[str, list[str]]) -> SchedulerAddress | None:
    tls, address = _tls(values), _last(values, "scheduler")
    if not address:
        return None
    scheduler = SchedulerAddress(address, tls, "insecure-cluster" in values)
    check_scheduler(scheduler)
    return scheduler


def _tls(values: dict[str, list[str]]) -> Tls | None:
    files = [name for name in _TLS if name in values]
    if not files:
        return None
    missing = [name for name in ("scheduler", *_TLS) if not _last(values, name)]
    if missing:
        raise MisuseError(f"--{files[0]}: --{missing[0]} is missing", "give all four or none")
    return Tls(*(_existing_file(f"--{name}", _last(values, name)) for name in _TLS))


def _workers(values: dict[str, list[str]]) -> tuple[int | None, tuple[str, ...]]:
    if "job" not in values:
        return None, ()
    text = _last(values, "job")
    try:
        count = int(text)
    except ValueError:
        raise MisuseError(f"-j {text}: not a number", "say how many kernels at a time") from None
    possible = min(max(count, 1), _MOST_WORKERS)
    return possible, (f"-j {text[:_SHOWN]} is taken as {possible}",) * (possible != count)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= _LONGEST_TIME:
        message = f"--time-limit {text}: not a number of seconds"
        raise MisuseError(message, f"give a number above 0, up to {_LONGEST_TIME:.0f}")
    return seconds


def _log_level(values: dict[str, list[str]]) -> str:
    return _one_of("-l", _last(values, "log", "error").lower(), LOG_LEVELS)


def _one_of(option: str, value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        names = ", ".join(filter(None, allowed))
        raise MisuseError(f"{option} {value}: there is no such word", f"it is one of {names}")
    return value


def _last(values: dict[str, list[str]], name: str, default: str = "") -> str:
    return values.get(name, [default])[-1]


def _check_folder(path: str) -> None:
    if os.path.isdir(path):
        return
    message = f"-p {path}: no such folder"
    if os.path.exists(path):
        message = f"-p {path}: this is no folder"
    raise MisuseError(message, "give a folder with information files, not a file")


def _report_file(values: dict[str, list[str]]) -> str:
    path = _last(values, "report")
    if "report" in values and (not path or os.path.isdir(path)):
        raise MisuseError(f"--report {path}: this is no file", "name the file to write")
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise MisuseError(f"--report {path}: there is no folder {folder}", f"mkdir -p {folder}")
    return path


def _existing_file(option: str, path: str) -> str:
    if not os.path.isfile(path):
        raise MisuseError(f"{option} {path}: no such file", _HELP)
    if not os.access(path, os.R_OK):
        raise MisuseError(f"{option} {path}: it cannot be read", "make it readable for you")
    return path
