"""The command `msprof`: simulated timing of all launches of a program."""

from __future__ import annotations

import os
import signal
from collections import Counter
from typing import TYPE_CHECKING

from custom_compiler import __version__
from custom_compiler.errors import CustomCompilerError, MisuseError
from custom_compiler.observe.program import is_checked, lines_folder
from custom_compiler.profile import msopprof
from custom_compiler.profile.app_options import (
    USAGE,
    MsprofOptions,
    MsprofUsageError,
    parse_options,
)
from custom_compiler.profile.launches import LaunchSelection, TimedLaunches
from custom_compiler.profile.timed_run import (
    CHECKED_NOTE,
    MODEL_NOTE,
    ProgramPlan,
    check_program,
    run,
    run_untimed,
)
from custom_compiler.profile.trees import check_output, write_program_tree, write_summaries
from custom_compiler.support.user_paths import user_path

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from custom_compiler.profile.launches import ProfiledLaunch

_WRONG_USE = 255


def main(root: str, words: list[str]) -> int:
    """Run `msprof`; `root` is the toolkit it belongs to. Return the exit status."""
    if words[:1] and words[0].startswith("op"):
        return msopprof.main(root, words[1:])
    try:
        return _run(parse_options(words))
    except (MsprofUsageError, MisuseError) as error:
        _say("ERROR", str(error))
        _say("ERROR", "Start profiling failed")
        return _WRONG_USE
    except CustomCompilerError as error:
        _say("ERROR", error.message + (f"; {error.hint}" if error.hint else ""))
        return error.exit_code
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1


def _run(options: MsprofOptions) -> int:
    if options.wants:
        text = f"msprof {__version__} (custom_compiler, simulated AI cores)\n"
        print(text if options.wants == "version" else USAGE, end="")
        return 0
    output = user_path(options.output)
    return _export(output, options) if options.export else _profile(output, options)


def _profile(output: Path, options: MsprofOptions) -> int:
    check_program(options.program)
    if is_checked():
        _say("WARN", CHECKED_NOTE)
        return run_untimed(options.program)
    check_output(output)
    _say("INFO", "Start profiling....")
    for note in (*options.notes, MODEL_NOTE):
        _say("WARN", note)
    plan = ProgramPlan(options.program, LaunchSelection(), {"timeline": "off"}, {})
    with lines_folder() as folder:
        outcome = run(plan, folder)
        for problem in outcome.problems:
            _say("WARN", problem)
        if not outcome.launches:
            _say("ERROR", "no launch could be timed: the program launched no instrumented kernel")
            _say("ERROR", "Running profiling failed. Please check log for more info.")
            return outcome.ending.code or 1
        _say("INFO", "Profiling finished.")
        for caches, count in _by_caches(outcome.launches).items():
            _say("INFO", f"Caches of {count} modelled launch(es): {caches}.")
        for index, launches in enumerate(_by_process(outcome.launches), 1):
            program_folder = write_program_tree(
                output, index, launches, options.metric, tasks=options.tasks
            )
            _say("INFO", f"Process profiling data complete. Data is saved in {program_folder}")
    if outcome.ending.status:
        _say("ERROR", f"{options.program[0]} ended with exit status {outcome.ending.code}")
    return outcome.ending.code


def _by_caches(launches: Sequence[ProfiledLaunch]) -> Counter[str]:
    return Counter(launch.timing.caches for launch in launches if launch.timing.caches)


def _by_process(launches: Sequence[ProfiledLaunch]) -> list[list[ProfiledLaunch]]:
    processes: dict[int, list[ProfiledLaunch]] = {}
    for launch in launches:
        processes.setdefault(launch.pid, []).append(launch)
    return list(processes.values())


def _export(path: Path, options: MsprofOptions) -> int:
    """Write the tables of an earlier run again from its lines."""
    lines = path / "host/data"
    if not lines.is_dir():
        raise MisuseError(f"{path} is no PROF_* folder: it has no host/data")
    for note in options.notes:
        _say("WARN", note)
    gathered = TimedLaunches(lines)
    gathered.read(is_complete=True)
    if not gathered.launches:
        raise MisuseError(f"{lines} has no launches with simulated timing")
    write_summaries(
        path / "mindstudio_profiler_output",
        gathered.launches,
        options.metric,
        tasks=options.tasks,
    )
    _say("INFO", f"Process profiling data complete. Data is saved in {path}")
    return 0


def _say(level: str, text: str) -> None:
    """Print a line in the form of CANN's tool."""
    print(f"[{level}] {text}", flush=True)
