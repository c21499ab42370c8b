"""One candidate on this machine, in a worker: built, compared; several timed alternately."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from custom_compiler.autokernel.classes.host_candidates import (
    Candidate,
    Purpose,
    Setting,
    build_one,
)
from custom_compiler.autokernel.describe.reference import numpy_dtype
from custom_compiler.autokernel.host.autoschedulers import (
    AUTOSCHEDULERS,
    RETRAINED,
    Autoscheduler,
    autoschedule,
    with_weights,
)
from custom_compiler.autokernel.host.call import HostKernel
from custom_compiler.autokernel.host.library import build
from custom_compiler.autokernel.host.lower import Version, lower
from custom_compiler.autokernel.host.targets import find_target
from custom_compiler.autokernel.host.timing import interleaved
from custom_compiler.autokernel.tune.back_end import problem_of
from custom_compiler.autokernel.tune.data import CASES, Data, difference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.host.call import PreparedCall
    from custom_compiler.autokernel.host.library import HostLibrary

    Array = np.ndarray[Any, Any]

AUTOSCHEDULER = "autoscheduler"
"""The one knob of operators without a class: the place in AUTOSCHEDULERS, then RETRAINED."""

_OFFSET = 4  # bytes of outputs after an aligned place: all that NumPy and frameworks promise


class HostBench(NamedTuple):
    """Common parameters of an operator's candidates; `weights` are of a retrained cost model."""

    purpose: Purpose
    attributes: dict[str, float]
    data: Data
    weights: Path = Path()


class Built(NamedTuple):
    """A candidate's library, or why it cannot be used."""

    library: HostLibrary | None
    problem: str


class Sample(NamedTuple):
    """A schedule to learn from: its library, if it can be used, and what the cost model sees."""

    library: HostLibrary | None
    featurization: Path


def sample(bench: HostBench, candidate: Autoscheduler, folder: str) -> Sample:
    """Build and judge a schedule by Adams2019 into a folder."""
    path = Path(folder, "schedule.featurization")

    def build_library() -> HostLibrary:
        purpose, target = bench.purpose, find_target(bench.purpose.target)
        lowered = lower(purpose.operator, purpose.sizes)
        seen = autoschedule(lowered, candidate, purpose.sizes, target, purpose.threads)
        library = build([Version(lowered, target)], purpose.operator.name, Path(folder))
        path.write_bytes(seen)
        return library

    return Sample(problem_of(lambda: _right(bench, build_library()), lambda _: None), path)


def judge(bench: HostBench, setting: Mapping[str, int], folder: str) -> Built:
    """Build a candidate into a folder, and hold it against the reference."""
    return problem_of(lambda: _judged(bench, setting, folder), lambda why: Built(None, why))


def _judged(bench: HostBench, setting: Mapping[str, int], folder: str) -> Built:
    return _held(bench, build_one(bench.purpose, candidate_of(setting, bench.weights), folder))


def _right(bench: HostBench, library: HostLibrary) -> HostLibrary | None:
    return _held(bench, library).library


def _held(bench: HostBench, library: HostLibrary) -> Built:
    """Compare a library with the reference."""
    kernel = HostKernel(library)
    kernel.set_threads(1)
    for name in CASES:
        case = bench.data.case(name)
        outputs = _outputs(case.wide, bench.data)
        kernel(*case.inputs.values(), out=outputs, **bench.attributes)
        wrong = difference(case, outputs, bench.data)
        if wrong:
            return Built(None, f"wrong values, {name} inputs: {wrong}")
    return Built(library, "")


def candidate_of(setting: Mapping[str, int], weights: Path) -> Candidate:
    """Return the class's schedule with these values, or an autoscheduler with its weights."""
    if AUTOSCHEDULER not in setting:
        return Setting(tuple(setting.items()))
    if not is_retrained(setting):
        return AUTOSCHEDULERS[setting[AUTOSCHEDULER]]
    return with_weights(RETRAINED[setting[AUTOSCHEDULER] - len(AUTOSCHEDULERS)], weights)


def is_retrained(setting: Mapping[str, Any]) -> bool:
    """Return whether a setting needs weights that were trained on the operator."""
    number: int = setting.get(AUTOSCHEDULER, 0)
    return number >= len(AUTOSCHEDULERS)


def compare(bench: HostBench, libraries: Sequence[HostLibrary], rounds: int) -> list[float]:
    """Return the CPU time of one thread of the libraries over that of the first one."""
    case = bench.data.case(CASES[0])
    outputs = _outputs(case.wide, bench.data)
    calls = [_call(bench, library, case.inputs, outputs) for library in libraries]
    medians = [median(samples) for samples in interleaved(calls, rounds)]
    return [each / medians[0] for each in medians]


def _call(
    bench: HostBench, library: HostLibrary, inputs: Mapping[str, Array], outputs: list[Array]
) -> PreparedCall:
    kernel = HostKernel(library)
    kernel.set_threads(1)
    return kernel.prepared(*inputs.values(), out=outputs, **bench.attributes)


def _outputs(shapes: Sequence[Array], data: Data) -> list[Array]:
    """Return arrays to write, filled with a pattern, that begin after a cache line."""
    outputs = []
    for like, (_, dtype) in zip(shapes, data.outputs, strict=True):
        kind = numpy_dtype(dtype)
        size = like.size * kind.itemsize
        memory = np.full(size + 128, 0xA5, np.uint8)
        begin = -memory.ctypes.data % 64 + max(_OFFSET, kind.itemsize)
        outputs.append(memory[begin : begin + size].view(kind).reshape(like.shape))
    return outputs
