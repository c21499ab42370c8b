"""`@mskl.autotune` and `@mskl.autotune_v2`: builds and times each configuration of a source."""

from __future__ import annotations

import csv
import functools
import re
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.mskl import log, trial
from custom_compiler.autokernel.mskl.arguments import argument_of, on_host, send
from custom_compiler.autokernel.mskl.context import forget, last
from custom_compiler.autokernel.mskl.trial import Configuration, KernelCall
from custom_compiler.errors import CustomCompilerError, MisuseError
from custom_compiler.kernel.jobs.job import Job, JobLimits
from custom_compiler.kernel.jobs.local import local_workers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_MODULE = trial.__name__
_LIMITS = JobLimits(seconds=3600.0)
_MOST_WARMUP, _MOST_REPEATS, _MOST_WARMUP_TIMES = 10**5, 10**4, 500
_LABEL = "Times are those of a model of the cores (simulated), not of hardware."


def autotune(
    configs: list[dict[str, str]],
    warmup: int = 300,
    repeat: int = 1,
    device_ids: list[int] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    """Return a decorator for a function that compiles and launches a kernel: calls tune the kernel.

    The function is called once unmodified, and its result is the final contents of the arrays. Then
    each configuration is built and launched with the same arguments in a separate process. The time
    of each one is printed, and the number of the best one. Errors are logged.

    Args:
        configs: Values of annotated lines in the kernel's source, by the names of the annotations.
        warmup: Microseconds, 1 to 100000; the model needs no warm-up.
        repeat: 1 to 10000 launches; the model estimates the same cycles for all, so one is made.
        device_ids: The first one is used.
    """
    devices = [0] if device_ids is None else device_ids

    def decorate(function: Callable[..., Any]) -> Callable[..., None]:
        @functools.wraps(function)
        def tuned(*args: Any, **named: Any) -> None:
            try:
                _check_configs(configs)
                _check_number("warmup", warmup, 1, _MOST_WARMUP)
                _check_number("repeat", repeat, 1, _MOST_REPEATS)
                _check_devices(devices)
                _tune_kernel(configs, lambda: function(*args, **named))
            except Exception as error:  # noqa: BLE001 - as in mskl, the program goes on
                log.error(_words(error))

        return tuned

    return decorate


def autotune_v2(
    configs: list[dict[str, str]], warmup_times: int = 5
) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    """Return a decorator for a function that compiles and runs a program: calls tune its kernels.

    Each configuration is built and run with the same arguments. The time of all its launches is
    printed, and the number of the best one. `MSKL_AUTOTUNE_RESULTS_<time>.csv` lists all of them.

    Args:
        configs: Values of annotated lines in the program's source, by the names of the annotations.
        warmup_times: 0 to 500; the model needs no warm-up.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., None]:
        @functools.wraps(function)
        def tuned(*args: Any, **named: Any) -> None:
            _check_configs(configs)
            _check_number("warmup_times", warmup_times, 0, _MOST_WARMUP_TIMES)
            _tune_program(configs, lambda: function(*args, **named))

        return tuned

    return decorate


def _tune_kernel(configs: Sequence[Mapping[str, str]], call: Callable[[], Any]) -> None:
    forget()
    call()
    if last.declared is None or last.arguments is None:
        message = "the function has launched no kernel that Launcher generated the source for"
        raise MisuseError(message, "mskl.compile one, and launch it")
    arguments = [argument_of(f"{i + 1}", on_host(v)) for i, v in enumerate(last.arguments)]
    launch = KernelCall(last.kernel_name, last.declared, last.blocks, send(arguments))
    times = _times(configs, trial.time_kernel.__name__, launch)
    for number, microseconds in times.items():
        log.result(f"No.{number}: {microseconds:.3f}\N{GREEK SMALL LETTER MU}s, {configs[number]}")
    _say_best(times)


def _tune_program(configs: Sequence[Mapping[str, str]], call: Callable[[], Any]) -> None:
    forget()
    last.only_noted = True
    try:
        call()
    finally:
        last.only_noted = False
    if last.arguments is None or not last.build_script:
        message = "the function has run no program of compile_executable"
        raise MisuseError(message, "compile one, and call it")
    arguments = last.arguments
    times = _times(configs, trial.time_program.__name__, arguments)
    for number, microseconds in times.items():
        log.result(f"No.{number}: {microseconds:.3f} us, {configs[number]}")
    _say_best(times)
    if times:
        log.result(f"autotune results saved in {_write_table(configs, times, arguments)}")


def _times(configs: Sequence[Mapping[str, str]], function: str, call: Any) -> dict[int, float]:
    """Return the microseconds by number of configuration, in order; those that fail are logged."""
    log.result(_LABEL)
    times: dict[int, float] = {}
    with tempfile.TemporaryDirectory(prefix="mskl-") as scratch:
        folder = str(Path.cwd()) if log.keeps_files() else scratch
        jobs = (
            Job(f"{number}", f"{_MODULE}:{function}", (_configuration(number, c, folder), call))
            for number, c in enumerate(configs)
        )
        with local_workers(None, _LIMITS) as workers:
            for outcome in workers.run(jobs):
                number = int(outcome.job.name)
                if outcome.error is None:
                    times[number] = outcome.value
                    continue
                error = outcome.error
                words = "\n".join(filter(None, (error.message, error.hint, error.details)))
                log.error(f"No.{number} {dict(configs[number])}: {words}")
    return dict(sorted(times.items()))


def _configuration(number: int, values: Mapping[str, str], folder: str) -> Configuration:
    source, script = last.kernel_file, last.build_script
    return Configuration(number, dict(values), source, script, folder, log.keeps_files())


def _say_best(times: Mapping[int, float]) -> None:
    if not times:
        raise MisuseError("no configuration can be used", "the lines above say why")
    best = min(times, key=lambda number: (times[number], number))
    log.result(f"Best config: No.{best}")


def _write_table(
    configs: Sequence[Mapping[str, str]], times: Mapping[int, float], arguments: tuple[Any, ...]
) -> str:
    name = f"MSKL_AUTOTUNE_RESULTS_{time.strftime('%Y%m%d%H%M%S')}.csv"
    with Path(name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["No.", "Config", "TaskDuration(us)", "Args"])
        for number, microseconds in times.items():
            values = [re.sub(r",\s*", "_", value) for value in configs[number].values()]
            words = " ".join(map(str, arguments))
            writer.writerow([number, "|".join(values), microseconds, words])
    return name


def _check_configs(configs: object) -> None:
    if not isinstance(configs, list) or not configs:
        message = "The autotune configs is not a valid list."
        raise MisuseError(message, "give a list of dicts, value by name of an annotated line")
    for config in configs:
        if not isinstance(config, dict):
            raise MisuseError(f"The config {config} is not a valid dict.")
        for key, value in config.items():
            for what, text in (("key", key), ("val", value)):
                if not isinstance(text, str) or not text:
                    raise MisuseError(f"The {what} {text} is not a valid str.")


def _check_number(name: str, value: object, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        message = f"The {name} value {value} is not a valid integer."
        raise MisuseError(message, f"give one from {least} to {most}")


def _check_devices(devices: object) -> None:
    if not isinstance(devices, list) or not devices:
        raise MisuseError(f"The device_ids: {devices} is not a list.", "give it as [0]")
    for device in devices:
        if isinstance(device, bool) or not isinstance(device, int) or device < 0:
            raise MisuseError(f"The device id {device} is not valid.", "devices are numbers from 0")
    if len(devices) > 1:
        log.warning("Only the first device id in the device id list is used.")


def _words(error: Exception) -> str:
    if isinstance(error, CustomCompilerError) and error.hint:
        return f"{error.message}: {error.hint}"
    return str(error) or type(error).__name__
