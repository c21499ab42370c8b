"""The command `msopprof`, also `msprof op`: simulated timing of single kernels of a program."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler import __version__
from custom_compiler.errors import CustomCompilerError, MisuseError
from custom_compiler.observe.program import AFTER_WARM_UP, is_checked, lines_folder
from custom_compiler.profile.launches import TimedLaunches
from custom_compiler.profile.op_options import (
    USAGE,
    MsopprofOptions,
    MsopprofUsageError,
    parse_options,
)
from custom_compiler.profile.op_tables import basic_info
from custom_compiler.profile.tables import shown
from custom_compiler.profile.timed_run import (
    CHECKED_NOTE,
    MODEL_NOTE,
    ProgramPlan,
    check_program,
    run,
    run_untimed,
)
from custom_compiler.profile.trees import (
    check_output,
    write_device_tree,
    write_simulator_tree,
)
from custom_compiler.support.platform_config import read_description
from custom_compiler.support.user_paths import user_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.profile.launches import ProfiledLaunch
    from custom_compiler.profile.timed_run import TimedRunOutcome

_WRONG_USE = 255
_SOC_VARIABLE = "ASCENDC_SOC_VERSION"


def main(root: str, words: list[str]) -> int:
    """Run `msopprof`; `root` is the toolkit it belongs to. Return the exit status."""
    try:
        options = parse_options(words)
        if options.wants:
            text = f"msopprof {__version__} (custom_compiler, simulated AI cores)\n"
            print(text if options.wants == "version" else USAGE, end="")
            return 0
        return _profile(root, options)
    except (MsopprofUsageError, MisuseError) as error:
        _say("ERROR", str(error))
        print("Use msprof op --help or msprof op simulator --help for more details")
        return _WRONG_USE
    except CustomCompilerError as error:
        _say("ERROR", error.message + (f"; {error.hint}" if error.hint else ""))
        return error.exit_code
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1


def _profile(root: str, options: MsopprofOptions) -> int:
    output = user_path(options.output)
    if options.export:
        return _export(user_path(options.export), output, options)
    check_program(options.program)
    if is_checked():
        _say("WARN", CHECKED_NOTE)
        return run_untimed(options.program)
    if options.soc:
        _check_soc(root, options.soc)
    check_output(output)
    _say("INFO", "Op profiling analysis start.")
    for note in (*options.notes, MODEL_NOTE):
        _say("WARN", note)
    plan = ProgramPlan(
        program=options.program,
        wanted=options.wanted,
        options=_observer_options(options),
        variables={_SOC_VARIABLE: options.soc} if options.soc else {},
        seconds=None if options.minutes is None else 60 * options.minutes,
        kill=options.kill,
    )
    with lines_folder() as folder:
        outcome = run(plan, folder)
        _tell_ending(options, outcome)
        status = 0 if outcome.ending.cut else outcome.ending.code
        if not outcome.launches:
            _tell_empty(options)
            return status or 1
        _write(output, outcome.launches, options)
    _say("INFO", "Op profiling finish. Welcome to next use.")
    return status


def _observer_options(options: MsopprofOptions) -> dict[str, str]:
    """Return the observer's options; other kernels are compiled only if their launches count."""
    warm_up = AFTER_WARM_UP if options.warm_up and not options.simulator else {}
    if options.wanted.skip or not options.wanted.kernels:
        return dict(warm_up)
    return {"kernel": "|".join(f"{name}*" for name in options.wanted.kernels), **warm_up}


def _check_soc(root: str, soc: str) -> None:
    if "/" in soc or not read_description(str(Path(root, "data/platform_config", f"{soc}.ini"))):
        raise MsopprofUsageError(
            "--soc-version is invalid, please specify a simulator in "
            "$ASCEND_HOME_PATH/tools/simulator"
        )


def _tell_ending(options: MsopprofOptions, outcome: TimedRunOutcome) -> None:
    for problem in outcome.problems:
        _say("WARN", problem)
    ending = outcome.ending
    if ending.cut and options.minutes is not None and not (options.kill and outcome.launches):
        _say("WARN", "The timeout has reached and the application will be forcibly killed.")
    if ending.code and not ending.cut:
        how = f"signal {-ending.status}" if ending.status < 0 else f"exit status {ending.status}"
        _say("WARN", f"{options.program[0]} ended with {how}.")
        _say("INFO", "Profiling running finished. May cause generating performance files to fail.")
    else:
        _say("INFO", "Profiling running finished. All task success.")


def _tell_empty(options: MsopprofOptions) -> None:
    if options.wanted.kernels:
        names = "|".join(options.wanted.kernels)
        _say("ERROR", f"No profiling data matched --kernel-name={names}")
        return
    _say(
        "ERROR",
        "Profiling results are empty. No kernel profiling data was generated. "
        "Please check the dump output.",
    )


def _export(dump: Path, output: Path, options: MsopprofOptions) -> int:
    """Write results from the lines of an earlier run."""
    if not dump.is_dir():
        raise MisuseError(f"--export: no such folder: {dump}")
    check_output(output)
    gathered = TimedLaunches(dump, options.wanted)
    gathered.read(is_complete=True)
    for problem in gathered.lines.problems:
        _say("WARN", f"the simulated timing is incomplete: {problem}")
    if not gathered.launches:
        _tell_empty(options)
        return 1
    _write(output, gathered.launches, options)
    return 0


def _write(output: Path, launches: Sequence[ProfiledLaunch], options: MsopprofOptions) -> None:
    if options.blocks:
        launches = [_only_blocks(launch, options.blocks) for launch in launches]
    if options.simulator:
        folder = write_simulator_tree(output, launches, options.metrics, dump=options.dump)
    else:
        _print_basics(launches)
        folder = write_device_tree(output, launches, options.metrics, traces=options.traces)
    _say("INFO", f"Profiling results saved in {folder}")


def _only_blocks(launch: ProfiledLaunch, blocks: Sequence[int]) -> ProfiledLaunch:
    cores = tuple(core for core in launch.timing.cores if core.block in blocks)
    return replace(launch, timing=replace(launch.timing, cores=cores))


def _print_basics(launches: Sequence[ProfiledLaunch]) -> None:
    for launch in launches:
        print("Operator Basic Information:")
        (row,) = basic_info(launch.timing, launch.pid).rows
        for name, value in row.items():
            print(f"    {name}: {shown(value, 'NA')}")
        if launch.timing.caches:
            _say("INFO", f"Caches of the modelled launch: {launch.timing.caches}.")


def _say(level: str, text: str) -> None:
    """Print a line in the form of CANN's tool."""
    print(f"[{level}]  {text}", flush=True)
    sys.stdout.flush()
