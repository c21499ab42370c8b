"""`custom-compiler explain`: what known failures in a log mean."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping
    from typing import TextIO

    from custom_compiler.explain import Explanation

NAME = "explain"
HELP = "recognise known failures in a log"
DESCRIPTION = """\
Recognise known failures of building and running operators in a log (build.log, MindSpore's or
CANN's log, a program's output) and say what to do. `-` reads standard input; an error
code (507015, EZ3003) is explained by itself; of our build.log the error that ended the build
comes first. Logs may be of any size: of a line the first 4,000 characters are read, around the end
of a build 4,000 lines, and 1,000 different failures are reported. Exit code 1 without any.

examples:
  custom-compiler explain build.log
  custom-compiler explain 507015
  custom-compiler explain EZ3003
  python net.py 2>&1 | custom-compiler explain -
"""

_CODE_DIGITS = 6
_AROUND = 2000  # lines before and after the first that says that a build failed
_FAILED = re.compile(r"FAILED: |ninja: build stopped|CMake Error|failure: misuse|make.*\*\*\* ")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the log."""
    parser.add_argument("log", metavar="LOGFILE", help="log, - for standard input, or a code")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def execute(args: argparse.Namespace) -> int:
    """Print the explanations."""
    from dataclasses import asdict

    from custom_compiler.explain import (
        Explanation,
        code_names,
        explain_code,
        explain_name,
        is_name,
    )
    from custom_compiler.toolkit import find_toolkit

    names = code_names(find_toolkit().root / "include")
    if is_name(args.log) and not Path(args.log).exists():
        meaning = explain_name(args.log)
        explanations = [Explanation(0, "", *meaning, 1)] if meaning else []
    elif len(args.log) == _CODE_DIGITS and args.log.isdigit() and not Path(args.log).exists():
        explanations = [Explanation(0, "", *explain_code(int(args.log), names), 1)]
    else:
        explanations = _of_log(args.log, names)
    if args.json:
        import json

        print(json.dumps([asdict(explanation) for explanation in explanations], indent=2))
        return 0 if explanations else 1
    for explanation in explanations:
        times = f" ({explanation.count} times)" if explanation.count > 1 else ""
        if explanation.line:
            print(f"{args.log}:{explanation.line}: {explanation.text}{times}")
        print(f"  {explanation.cause}\n  -> {explanation.remedy}")
    if not explanations:
        print(_nothing(args.log))
    return 0 if explanations else 1


def _nothing(log: str) -> str:
    """Return the message for a log without a known failure."""
    if log != "-" and Path(log).is_file():
        with Path(log).open(encoding="utf-8", errors="replace") as file:
            if not any("error" in line.lower() for line in _lines(file)):
                return "no known failure in this log, and no line with 'error'"
    return "no known failure in this log; the first line with 'error' is usually the cause"


def _lines(file: TextIO) -> Iterator[str]:
    """Yield the lines of a log without their ends; of long ones the beginning."""
    from custom_compiler.explain import LINE_LIMIT

    while line := file.readline(LINE_LIMIT):
        end = line
        while end and not end.endswith("\n"):
            end = file.readline(1 << 16)
        yield line.rstrip("\n")


def _of_build(lines: Iterator[str]) -> list[Explanation]:
    """Return what ended a build, if the log is that of a failed build; it is printed first."""
    from collections import deque
    from itertools import islice

    from custom_compiler.explain import Explanation
    from custom_compiler.project.diagnose import diagnose

    if not next(lines, "").startswith("$ "):
        return []
    before: deque[str] = deque(maxlen=_AROUND)
    number = 1  # of the last line read
    for line in lines:
        number += 1
        before.append(line)
        if _FAILED.match(line):
            break
    else:
        return []
    first = number - len(before) + 1
    around = [*before, *islice(lines, _AROUND)]
    diagnosis = diagnose("\n".join(around))
    matches = [number for number, line in enumerate(around) if diagnosis.message in line]
    remedy = diagnosis.hint or "fix the line that it names, and build again"
    line_number = matches[0] if matches else 0
    text = around[line_number].strip()
    cause = "this ended the build" if diagnosis.message in text else diagnosis.message
    return [Explanation(first + line_number if matches else 1, text, cause, remedy, 1)]


def _of_log(log: str, names: Mapping[int, str]) -> list[Explanation]:
    from custom_compiler.errors import MisuseError
    from custom_compiler.explain import explain

    if log == "-":
        return explain(_lines(sys.stdin), names)
    try:
        with Path(log).open(encoding="utf-8", errors="replace") as file:
            explanations = explain(_lines(file), names)
            file.seek(0)
            return [*_of_build(_lines(file)), *explanations]
    except OSError as error:
        raise MisuseError(
            f"cannot read {log}: {error.strerror}", "name a log file, -, or an error code"
        ) from error
