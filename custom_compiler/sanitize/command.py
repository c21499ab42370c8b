"""The command `mssanitizer`: any program, its kernels checked, reported as CANN does."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from custom_compiler import __version__
from custom_compiler.errors import CustomCompilerError
from custom_compiler.observe.program import (
    find_program,
    lines_folder,
    observed_environment,
    run_observed,
    wait_for_others,
)
from custom_compiler.observe.sources import OwnSources
from custom_compiler.sanitize.files import result_path, write_json
from custom_compiler.sanitize.json_report import json_report
from custom_compiler.sanitize.launches import CheckedLaunches
from custom_compiler.sanitize.options import USAGE, SanitizerUsageError, parse_options
from custom_compiler.sanitize.report import Style, launch_report, program_report
from custom_compiler.sanitize.sarif import sarif_report

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from custom_compiler.observe.program import Ending
    from custom_compiler.sanitize.launches import CheckedLaunch
    from custom_compiler.sanitize.options import SanitizerOptions

_MISUSE = 2


def main(root: str, words: list[str]) -> int:
    """Run `mssanitizer`; `root` is the toolkit it belongs to. Return the exit status."""
    try:
        options = parse_options(words)
        if options.wants:
            return _inform(options.wants)
        return _check(root, options)
    except SanitizerUsageError as error:
        _say(f"ERROR: {error}")
        if error.shows_help:
            print(USAGE, end="")
        else:
            _say("Use --help for more information")
        return _MISUSE
    except CustomCompilerError as error:
        _say(f"ERROR: {error.message}" + (f"; {error.hint}" if error.hint else ""))
        return error.exit_code
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1


def _inform(wants: str) -> int:
    if wants == "help":
        print(USAGE, end="")
    else:
        if wants == "deprecated version":
            print("[mssanitizer] -v is deprecated, use -V or --version", file=sys.stderr)
        print(f"mssanitizer {__version__} (custom_compiler, simulated AI cores)")
    return 0


def _check(root: str, options: SanitizerOptions) -> int:
    program = _checked_program(options)
    files = {name: result_path(name, "--json") for name in filter(None, [options.json])}
    files |= {name: result_path(name, "--sarif") for name in filter(None, [options.sarif])}
    for note in options.notes:
        _say(f"NOTE: {note}")
    with _report_file(options.log_file) as out, lines_folder() as folder:
        run = _SanitizerRun(root, options, CheckedLaunches(folder, OwnSources(Path.cwd())), out)
        environment = observed_environment("check", folder, options.selection.observer_options())
        try:
            ending = run_observed(program, environment, run.show_ended)
        except OSError as error:
            raise SanitizerUsageError(f"cannot start {program[0]}: {error.strerror}") from error
        left = wait_for_others(folder, run.launches.lines.pids, run.show_ended)
        run.finish(ending, left)
    if options.json:
        write_json(files[options.json], json_report(run.shown, program, ending.status))
    if options.sarif:
        succeeded = ending.status == 0
        report = sarif_report(run.shown, Path.cwd(), __version__, succeeded=succeeded)
        write_json(files[options.sarif], report)
    unchecked = options.selection.kernels and not run.checked_kernels
    failed = run.is_faulty or unchecked or run.launches.lines.problems
    return options.error_code if options.error_code and failed else ending.code


def _checked_program(options: SanitizerOptions) -> tuple[str, ...]:
    if not options.program:
        raise SanitizerUsageError("no program specified")
    name = options.program[0]
    problem = find_program(name, os.environ.get("PATH", os.defpath))
    texts = {
        "missing": "program path NOT found",
        "unknown": "find executable from PATH environment FAILED",
        "forbidden": f"User program ({name}) has no execute permission",
    }
    if problem:
        raise SanitizerUsageError(texts[problem])
    return options.program


@contextmanager
def _report_file(name: str) -> Iterator[TextIO]:
    """Open the destination of reports: the log file, readable by its owner only, or stdout."""
    if not name:
        yield sys.stdout
        return
    path = result_path(name, "--log-file")
    try:
        path.unlink(missing_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise SanitizerUsageError(f"--log-file: cannot write {path}: {error.strerror}") from error
    _say(f"logging to file: {name}")
    file = os.fdopen(descriptor, "w", encoding="utf-8", errors="surrogateescape")
    try:
        yield file
    finally:
        with suppress(OSError):  # has been said when it was written
            file.close()


class _SanitizerRun:
    """Prints what comes in, within bounds, and keeps it for the files."""

    def __init__(
        self, root: str, options: SanitizerOptions, launches: CheckedLaunches, out: TextIO
    ) -> None:
        self.launches = launches
        self.shown: list[CheckedLaunch] = []
        self._options = options
        self._out = out
        self._bytes_left = options.megabytes << 20
        hidden = {f"{folder}/" for folder in (root, os.path.realpath(root)) if root}
        self._style = Style(
            options.demangle, () if options.full_backtrace else tuple(sorted(hidden))
        )

    @property
    def is_faulty(self) -> bool:
        """Return whether something was reported that is more than information."""
        return any(f.severity != "info" for checked in self.shown for f in checked.findings)

    @property
    def checked_kernels(self) -> set[str]:
        """The kernels of which a launch was checked."""
        return {checked.launch.kernel for checked in self.shown if checked.launch}

    def show_ended(self) -> None:
        """Print the launches that ended since the last call."""
        self._show(self.launches.ended())

    def finish(self, ending: Ending, left: set[int]) -> None:
        """Print the rest, and what must be said about the run."""
        self._show(self.launches.remaining())
        name = self._options.program[0]
        for problem in self.launches.lines.problems:
            _say(f"WARN: the report is incomplete: {problem}")
        if self.launches.left_out:
            _say(f"WARN: {self.launches.left_out} more reports are left out")
        for pid in sorted(left):
            _say(f"WARN: process {pid} still runs; what it does is no longer checked")
        if self._options.selection.kernels:
            self._tell_unchecked(name)
        if ending.status < 0:
            _say(f"user program {name} exited by signal({-ending.status})")
        elif ending.status:
            _say(f"user program {name} exited abnormally")

    def _tell_unchecked(self, program: str) -> None:
        wanted = self._options.selection.kernel
        unchecked = [f for f in sorted(self.launches.unobserved, key=str) if wanted in f.kernel]
        for launch in unchecked:
            _say(f"WARN: kernel {launch.kernel} is not checked: {launch.reason}")
        if not self.checked_kernels:
            _say(f"WARN: {program} launched no kernel that could be checked: NOTHING WAS CHECKED")
        elif unchecked:
            missed = len({launch.kernel for launch in unchecked})
            _say(f"WARN: {missed} of {missed + len(self.checked_kernels)} kernels are NOT CHECKED")

    def _show(self, launches: Iterable[CheckedLaunch]) -> None:
        selection = self._options.selection
        for checked in launches:
            if not selection.takes_launch(checked.launch):
                continue
            wanted = replace(checked, findings=list(filter(selection.takes, checked.findings)))
            self.shown.append(wanted)
            if wanted.launch is None:
                self._print(program_report(wanted.findings, self._style))
            else:
                self._print(launch_report(wanted, selection.chosen_tools, self._style))

    def _print(self, lines: Iterable[str]) -> None:
        """Print as much as possible; a program is not ended because that fails."""
        try:
            self._write(lines)
        except OSError as error:
            self._bytes_left = 0
            if isinstance(error, BrokenPipeError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            else:
                sys.stderr.write(f"[mssanitizer] ERROR: reports end here: {error.strerror}\n")

    def _write(self, lines: Iterable[str]) -> None:
        for line in lines:
            if self._bytes_left <= 0:
                return
            self._bytes_left -= len(line) + 1
            if self._bytes_left <= 0:
                limit = self._options.megabytes
                self._out.write(f"[mssanitizer] WARN: more than {limit} MB of reports, cut here\n")
                break
            self._out.write(line + "\n")
        self._out.flush()


def _say(text: str) -> None:
    """Print a line of this tool, as CANN's tool does."""
    print(f"[mssanitizer] {text}", flush=True)
