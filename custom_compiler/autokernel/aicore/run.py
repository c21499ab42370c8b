"""Trial launches of kernels: outputs, estimated cycles, and reports of the sanitizer.

The launches of a process run under the cycle model or under the sanitizer, not both. The first
launch decides which. `time_launches` and `check_launches` start worker processes; `time_launch`
and `check_launch` run in one.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.aicore.kernels import CoreKernelCall, launch
from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.jobs.job import Job, JobLimits
from custom_compiler.kernel.jobs.local import local_workers
from custom_compiler.kernel.op_compiler.tuning.observed import findings, modelled_cycles

if TYPE_CHECKING:
    from collections.abc import Sequence

_observing: dict[str, str] = {}  # how launches of this process are observed, and the folder
_HERE = "custom_compiler.autokernel.aicore.run"


@dataclass(frozen=True)
class PortableLaunch:
    """A launch that can be made in another process.

    Attributes:
        call: The kernel and its numbers.
        inputs: Arrays of NumPy.
        outputs: Shape and element type of each.
        attributes: Values of the operator's attributes, in order.
        part: Like Ascend910B3, or "": the one that launches run on by default.
    """

    call: CoreKernelCall
    inputs: tuple[Any, ...]
    outputs: tuple[tuple[tuple[int, ...], str], ...]
    attributes: tuple[Any, ...] = ()
    part: str = ""


@dataclass(frozen=True)
class TimedLaunch:
    """Results of a launch: arrays like `PortableLaunch.outputs`, and estimated cycles."""

    outputs: tuple[Any, ...]
    cycles: float


def time_launches(launches: Sequence[PortableLaunch], workers: int = 1) -> list[TimedLaunch]:
    """Run launches in separate processes and return their outputs and estimated cycles.

    Raises:
        BuildError: one failed.
    """
    return _in_workers("time_launch", launches, workers)


def check_launches(launches: Sequence[PortableLaunch], workers: int = 1) -> list[tuple[str, ...]]:
    """Run launches in separate processes and return the reports of the sanitizer.

    Raises:
        BuildError: one was not checked.
    """
    return _in_workers("check_launch", launches, workers)


def time_launch(portable: PortableLaunch) -> TimedLaunch:
    """Run a launch in this worker process and return its outputs and estimated cycles.

    Raises:
        BuildError: it failed, or the model gave no time.
    """
    folder = _observe("profile", "timeline=off;launch_state=icache_warm")
    before = float(_observing.get("cycles", 0))
    outputs = _run(portable)
    total = modelled_cycles(folder)
    _observing["cycles"] = str(total)
    return TimedLaunch(outputs, round(total - before, 1))


def check_launch(portable: PortableLaunch) -> tuple[str, ...]:
    """Run a launch in this worker process and return the sanitizer's reports, each once.

    Raises:
        BuildError: it was not checked.
    """
    folder = _observe("check", "")
    try:
        _run(portable)
    except BuildError as error:
        return findings(folder) or (f"fault: {error.message}",)
    return findings(folder)


def _run(portable: PortableLaunch) -> tuple[Any, ...]:
    import numpy as np

    from custom_compiler.asc.runtime import acl
    from custom_compiler.autokernel.describe.reference import numpy_dtype

    if portable.part:
        acl.choose_part(portable.part)
    outputs = tuple(np.empty(shape, numpy_dtype(dtype)) for shape, dtype in portable.outputs)
    try:
        launch(portable.call, portable.inputs, outputs, portable.attributes)
    except RuntimeError as error:
        raise BuildError(str(error)) from error
    return outputs


def _observe(kind: str, options: str) -> str:
    """Instrument the launches of this process; return the folder of the observers' files."""
    if _observing.setdefault("kind", kind) != kind:
        raise MisuseError(f"launches of this process are for {_observing['kind']}, not {kind}")
    if "folder" not in _observing:
        _observing["folder"] = tempfile.mkdtemp(prefix="autokernel-")
        atexit.register(shutil.rmtree, _observing["folder"], ignore_errors=True)
        os.environ["ASCENDC_OBSERVE"] = kind
        os.environ["ASCENDC_OBSERVE_OUTPUT"] = _observing["folder"]
        os.environ["ASCENDC_OBSERVE_OPTIONS"] = options
    return _observing["folder"]


def _in_workers(name: str, launches: Sequence[PortableLaunch], workers: int) -> list[Any]:
    jobs = [Job(portable.call.kernel, f"{_HERE}:{name}", (portable,)) for portable in launches]
    results: dict[int, Any] = {}
    with local_workers(workers, JobLimits()) as at_work:
        for outcome in at_work.run(jobs):
            if outcome.error is not None:
                error = outcome.error
                raise BuildError(error.message, error.hint, details=error.details)
            number = next(i for i, job in enumerate(jobs) if job is outcome.job)
            results[number] = outcome.value
    return [results[i] for i in range(len(jobs))]
