"""Runs of a program under the cycle model, for the commands of msprof."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.observe.program import (
    Ending,
    Enough,
    find_program,
    observed_environment,
    run_observed,
    wait_for_others,
)
from custom_compiler.observe.sources import OwnSources
from custom_compiler.profile.launches import TimedLaunches

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from custom_compiler.profile.launches import LaunchSelection, ProfiledLaunch

CHECKED_NOTE = "mssanitizer checks this program: it runs unmodified, without simulated timing."
MODEL_NOTE = "Times are those of a model of the cores (simulated), not of hardware."


@dataclass(frozen=True)
class ProgramPlan:
    """The program to run, and the launches to report.

    Attributes:
        program: Program and arguments.
        wanted: Which launches.
        options: For the observers.
        variables: For the program's environment.
        seconds: When to kill it; None for never.
        kill: Whether to kill it once there is enough.
    """

    program: Sequence[str]
    wanted: LaunchSelection
    options: Mapping[str, str]
    variables: Mapping[str, str]
    seconds: float | None = None
    kill: bool = False


@dataclass(frozen=True)
class TimedRunOutcome:
    """The result of a run: the end of the program, and its launches."""

    ending: Ending
    launches: Sequence[ProfiledLaunch]
    problems: Sequence[str]


def check_program(program: Sequence[str]) -> None:
    """Reject a program that cannot be started.

    Raises:
        MisuseError: There is no such program, or it is not executable.
    """
    if not program:
        raise MisuseError("no program is given", "name it after the options")
    problem = find_program(program[0], os.environ.get("PATH", os.defpath))
    texts = {
        "missing": f"{program[0]}: no such file",
        "unknown": f"{program[0]}: no such program on the PATH",
        "forbidden": f"{program[0]}: no permission to execute it",
    }
    if problem:
        raise MisuseError(texts[problem])


def run_untimed(program: Sequence[str]) -> int:
    """Run a program without the cycle model, and return its exit code.

    Raises:
        MisuseError: It cannot be started.
    """
    return _start(program, os.environ, lambda: None, None).code


def run(plan: ProgramPlan, folder: Path) -> TimedRunOutcome:
    """Run a program; its observers write to `folder`.

    Raises:
        MisuseError: It cannot be started.
    """
    gathered = TimedLaunches(folder, plan.wanted, OwnSources(Path.cwd()))

    def look() -> None:
        gathered.read()
        if plan.kill and gathered.enough:
            raise Enough

    base = {**os.environ, **plan.variables}
    environment = observed_environment("profile", folder, plan.options, base)
    ending = _start(plan.program, environment, look, plan.seconds)
    if not ending.cut:
        wait_for_others(folder, gathered.lines.pids, gathered.read)
    gathered.read(is_complete=True)
    problems = [f"a line cannot be read: {text}" for text in gathered.lines.problems]
    problems += [
        f"no simulated timing of kernel {launch.kernel}: {launch.reason}"
        for launch in sorted(gathered.unobserved, key=str)
    ]
    if gathered.left_out:
        problems.append(f"{gathered.left_out} more launches are left out")
    return TimedRunOutcome(ending, gathered.launches, problems)


def _start(
    program: Sequence[str],
    environment: Mapping[str, str],
    look: Callable[[], None],
    seconds: float | None,
) -> Ending:
    sys.stdout.flush()
    try:
        return run_observed(program, environment, look, seconds=seconds)
    except OSError as error:
        raise MisuseError(f"cannot start {program[0]}: {error.strerror}") from error
