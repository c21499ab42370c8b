"""The command line of `mssanitizer`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from custom_compiler.observe.getopt_words import OptionError, take_apart
from custom_compiler.sanitize.findings import SEVERITIES, TOOLS
from custom_compiler.sanitize.selection import EVERYTHING, Selection

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

USAGE = """\
usage: mssanitizer [options] [--] program [arguments]

Run a program with its kernels checked, on simulated AI cores. Kernels are rebuilt for it from the
sources in their package; nothing needs to be compiled with -sanitizer.

  -t, --tool TOOL            memcheck, racecheck, initcheck or synccheck; repeatable (default: all)
      --log-file FILE        write the reports there instead of to standard output
      --log-level LEVEL      info, warn (default) or error: the lowest severity to report;
                             error also leaves out writes of several cores to the same bytes
      --max-debuglog-size N  most megabytes of reports, 1 to 10240 (default 1024)
      --block-id N           only what concerns this block, 0 to 200
      --kernel-name NAME     only kernels whose name contains NAME
      --full-backtrace=yes   show frames inside of CANN's headers, too
      --demangle=MODE        full (default), simple or no
      --leak-check=yes       device memory that is never freed, with the place of its allocation
      --check-unused-memory=yes   device memory that no copy, fill or kernel has to do with
      --check-cann-heap=yes  only what the program does with device memory; kernels run unchecked
      --check-dcci=no        leave out missing cache cleaning (default yes)
      --check-nan=yes        also report what makes NaN or infinity of finite numbers
      --check-half-sums=yes  also report sums in half that are more than 1 % off those in float
      --error-exitcode N     exit with N, 1 to 255, if an error or a warning was reported,
                             or if nothing was checked
      --json FILE            write all reports as JSON
      --sarif FILE           write all reports as SARIF 2.1.0
  -h, --help
  -V, --version

Checks are exact here: --cache-size and --padding have nothing to do and say so. Not offered:
--check-device-heap, --check-cross-npu-races, --trace-non-default-spr-reg.

Exit status: the program's own; 128+N if signal N ended it; 2 if mssanitizer was used wrongly.
"""

_VALUES = {
    "tool": True,
    "log-file": True,
    "log-level": True,
    "max-debuglog-size": True,
    "block-id": True,
    "cache-size": True,
    "kernel-name": True,
    "full-backtrace": True,
    "demangle": True,
    "padding": True,
    "leak-check": True,
    "check-unused-memory": True,
    "check-device-heap": True,
    "check-cann-heap": True,
    "trace-non-default-spr-reg": True,
    "check-cross-npu-races": True,
    "check-dcci": True,
    "check-nan": True,
    "check-half-sums": True,
    "error-exitcode": True,
    "json": True,
    "sarif": True,
    "help": False,
    "version": False,
}
_SHORT = {"t": "tool", "h": "help", "V": "version"}
_NAME_OF_FILE = re.compile(r"[A-Za-z0-9\-./_]+")
_NAME_OF_KERNEL = re.compile(r"[A-Za-z0-9_]{1,1024}")
_NOT_OFFERED = {
    "check-device-heap": "there is no driver below aclrtMalloc; use --check-cann-heap=yes",
    "check-cross-npu-races": "the checks are of one launch on one device",
    "trace-non-default-spr-reg": "registers that are not at their default are not reported",
}


class SanitizerUsageError(Exception):
    """The command line is wrong; `shows_help` where CANN's tool prints its help then."""

    def __init__(self, text: str, *, shows_help: bool = False) -> None:
        super().__init__(text)
        self.shows_help = shows_help


@dataclass(frozen=True)
class SanitizerOptions:
    """The options of a command line.

    Attributes:
        program: Program and arguments.
        selection: What is to be reported.
        log_file: Where reports go; "" for standard output.
        megabytes: Bound of the reports.
        full_backtrace: Whether frames of the toolkit's headers are shown.
        demangle: `full`, `simple` or `no`.
        error_code: Exit status where something was reported or nothing was checked; 0 for the
            program's own.
        json: A file for all reports, or "".
        sarif: The same as SARIF.
        notes: Options that have nothing to do here, each with the reason.
        wants: `help`, `version` or "".
    """

    program: tuple[str, ...] = ()
    selection: Selection = EVERYTHING
    log_file: str = ""
    megabytes: int = 1024
    full_backtrace: bool = False
    demangle: str = "full"
    error_code: int = 0
    json: str = ""
    sarif: str = ""
    notes: tuple[str, ...] = ()
    wants: str = ""


def parse_options(words: Sequence[str]) -> SanitizerOptions:
    """Read a command line.

    Raises:
        UsageError: An option is unknown, rejected, or has a wrong value.
    """
    if "-v" in words[:1]:
        return SanitizerOptions(wants="deprecated version")
    try:
        parts = take_apart(words, _VALUES, _SHORT)
    except OptionError as error:
        raise SanitizerUsageError(str(error), shows_help=True) from None
    options = SanitizerOptions(program=parts.remaining)
    for name, value in parts.options:
        if name in _TAKERS:
            options = _TAKERS[name](options, name, value)
        elif name in _NOT_OFFERED:
            options = _refused(options, name, value)
        else:
            return SanitizerOptions(wants=name)
    return options


def _bad(name: str) -> SanitizerUsageError:
    return SanitizerUsageError(f"--{name} param is invalid", shows_help=True)


def _select(options: SanitizerOptions, **changes: Any) -> SanitizerOptions:
    return replace(options, selection=replace(options.selection, **changes))


def _tool(options: SanitizerOptions, name: str, value: str) -> SanitizerOptions:
    if value not in TOOLS:
        raise _bad(name)
    return _select(options, tools=tuple(dict.fromkeys((*options.selection.tools, value))))


def _log_file(options: SanitizerOptions, name: str, value: str) -> SanitizerOptions:
    if not _NAME_OF_FILE.fullmatch(value):
        raise _bad(name)
    return replace(options, log_file=value)


def _log_level(options: SanitizerOptions, name: str, value: str) -> SanitizerOptions:
    levels = dict(zip(("info", "warn", "error"), SEVERITIES, strict=True))
    if value not in levels:
        raise _bad(name)
    return _select(options, lowest=levels[value])


def _kernel(options: SanitizerOptions, name: str, value: str) -> SanitizerOptions:
    if not _NAME_OF_KERNEL.fullmatch(value):
        raise _bad(name)
    return _select(options, kernel=value)


def _demangle(options: SanitizerOptions, name: str, value: str) -> SanitizerOptions:
    if value not in {"full", "simple", "no"}:
        raise _bad(name)
    return replace(options, demangle=value)


def _number(name: str, value: str, least: int, most: int) -> int:
    if not re.fullmatch("[0-9]{1,6}", value) or not least <= int(value) <= most:
        raise _bad(name)
    return int(value)


def _is_yes(name: str, value: str) -> bool:
    if value not in {"yes", "no"}:
        raise _bad(name)
    return value == "yes"


def _needless(options: SanitizerOptions, name: str, value: str) -> SanitizerOptions:
    reasons = {
        "cache-size": "no record is ever lost, so no cache needs a size",
        "padding": "bounds are those of each allocation, so no guard zone is needed",
    }
    _number(name, value, *{"cache-size": (1, 8192), "padding": (32, 1024)}[name])
    return replace(options, notes=(*options.notes, f"--{name} has nothing to do: {reasons[name]}"))


def _value(options: SanitizerOptions, name: str, value: str, word: str) -> SanitizerOptions:
    others = options.selection.values - {word}
    return _select(options, values=others | {word} if _is_yes(name, value) else others)


def _refused(options: SanitizerOptions, name: str, value: str) -> SanitizerOptions:
    if name == "trace-non-default-spr-reg":
        if value != "vector":
            raise _bad(name)
    elif not _is_yes(name, value):
        return options
    raise SanitizerUsageError(f"--{name} is not offered on simulated cores: {_NOT_OFFERED[name]}")


_TAKERS: dict[str, Callable[[SanitizerOptions, str, str], SanitizerOptions]] = {
    "tool": _tool,
    "log-file": _log_file,
    "log-level": _log_level,
    "max-debuglog-size": lambda o, n, v: replace(o, megabytes=_number(n, v, 1, 10240)),
    "block-id": lambda o, n, v: _select(o, block=_number(n, v, 0, 200)),
    "kernel-name": _kernel,
    "full-backtrace": lambda o, n, v: replace(o, full_backtrace=_is_yes(n, v)),
    "demangle": _demangle,
    "leak-check": lambda o, n, v: _select(o, leaks=_is_yes(n, v)),
    "check-unused-memory": lambda o, n, v: _select(o, unused=_is_yes(n, v)),
    "check-cann-heap": lambda o, n, v: _select(o, kernels=not _is_yes(n, v)),
    "check-dcci": lambda o, n, v: _select(o, dcci=_is_yes(n, v)),
    "check-nan": lambda o, n, v: _value(o, n, v, "nan"),
    "check-half-sums": lambda o, n, v: _value(o, n, v, "half"),
    "error-exitcode": lambda o, n, v: replace(o, error_code=_number(n, v, 1, 255)),
    "json": lambda o, _, v: replace(o, json=v),
    "sarif": lambda o, _, v: replace(o, sarif=v),
    "cache-size": _needless,
    "padding": _needless,
}
