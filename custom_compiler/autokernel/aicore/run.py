"""Launches of kernels that are tried: what they give and cost by the model, what the checker finds.

A process can have its launches measured or checked, not both, and decides so before the first one;
`measure` and `check` start one, `measured` and `checked` are for worker processes.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.aicore.kernels import Call, launch
from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.jobs.job import Job, Limits
from custom_compiler.kernel.jobs.local import local_workers
from custom_compiler.kernel.op_compiler.tuning.observed import findings, modelled_cycles

if TYPE_CHECKING:
    from collections.abc import Sequence

_observing: dict[str, str] = {}  # of this process: what its launches are, and where to
_HERE = "custom_compiler.autokernel.aicore.run"


@dataclass(frozen=True)
class Launch:
    """A launch that can be made in another process.

    Attributes:
        call: The kernel and its numbers.
        inputs: Arrays of NumPy.
        outputs: Shape and element type of each.
        attributes: As calls of the operator have them.
        part: Like Ascend910B3, or "": the one that launches run on by default.
    """

    call: Call
    inputs: tuple[Any, ...]
    outputs: tuple[tuple[tuple[int, ...], str], ...]
    attributes: tuple[Any, ...] = ()
    part: str = ""


@dataclass(frozen=True)
class Measured:
    """What a launch gave: arrays like `Launch.outputs`, and cycles of the model."""

    outputs: tuple[Any, ...]
    cycles: float


def measure(launches: Sequence[Launch], workers: int = 1) -> list[Measured]:
    """Outputs and cycles of launches, made in processes of their own.

    Raises:
        BuildError: one failed.
    """
    return _in_workers("measured", launches, workers)


def check(launches: Sequence[Launch], workers: int = 1) -> list[tuple[str, ...]]:
    """What the checker finds in launches, made in processes of their own.

    Raises:
        BuildError: one was not checked.
    """
    return _in_workers("checked", launches, workers)


def measured(one: Launch) -> Measured:
    """Outputs and cycles of a launch in this process, a worker.

    Raises:
        BuildError: it failed, or was not measured.
    """
    folder = _observe("profile", "timeline=off")
    before = float(_observing.get("cycles", 0))
    outputs = _run(one)
    total = modelled_cycles(folder)
    _observing["cycles"] = str(total)
    return Measured(outputs, round(total - before, 1))


def checked(one: Launch) -> tuple[str, ...]:
    """What the checker finds in a launch in this process, a worker; each finding once.

    Raises:
        BuildError: it was not checked.
    """
    folder = _observe("check", "")
    try:
        _run(one)
    except BuildError as error:
        return findings(folder) or (f"fault: {error.message}",)
    return findings(folder)


def _run(one: Launch) -> tuple[Any, ...]:
    import numpy as np

    from custom_compiler.asc.runtime import acl
    from custom_compiler.autokernel.describe.reference import numpy_dtype

    if one.part:
        acl.choose_part(one.part)
    outputs = tuple(np.empty(shape, numpy_dtype(dtype)) for shape, dtype in one.outputs)
    try:
        launch(one.call, one.inputs, outputs, one.attributes)
    except RuntimeError as error:
        raise BuildError(str(error)) from error
    return outputs


def _observe(kind: str, options: str) -> str:
    """Have the launches of this process observed; the folder of what observers write."""
    if _observing.setdefault("kind", kind) != kind:
        raise MisuseError(f"launches of this process are for {_observing['kind']}, not {kind}")
    if "folder" not in _observing:
        _observing["folder"] = tempfile.mkdtemp(prefix="autokernel-")
        atexit.register(shutil.rmtree, _observing["folder"], ignore_errors=True)
        os.environ["ASCENDC_OBSERVE"] = kind
        os.environ["ASCENDC_OBSERVE_OUTPUT"] = _observing["folder"]
        os.environ["ASCENDC_OBSERVE_OPTIONS"] = options
    return _observing["folder"]


def _in_workers(name: str, launches: Sequence[Launch], workers: int) -> list[Any]:
    jobs = [Job(one.call.kernel, f"{_HERE}:{name}", (one,)) for one in launches]
    found: dict[int, Any] = {}
    with local_workers(workers, Limits()) as at_work:
        for outcome in at_work.run(jobs):
            if outcome.error is not None:
                error = outcome.error
                raise BuildError(error.message, error.hint, details=error.details)
            number = next(i for i, job in enumerate(jobs) if job is outcome.job)
            found[number] = outcome.value
    return [found[i] for i in range(len(jobs))]
