"""Subjects of benchmarks/autokernel.py: our kernels, those of autoschedulers, and torch's."""

from __future__ import annotations

import json
import math
import subprocess
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from autokernel_cases import by_numpy
from autokernel_rounds import Call, aligned

from custom_compiler.autokernel.classes import scheduled
from custom_compiler.autokernel.classes.host_candidates import (
    Purpose,
    Setting,
    build_candidates,
    build_one,
    default_setting,
)
from custom_compiler.autokernel.describe.shapes import bind
from custom_compiler.autokernel.host.autoschedulers import AUTOSCHEDULERS
from custom_compiler.autokernel.host.call import HostKernel
from custom_compiler.autokernel.host.library import HostLibrary, build
from custom_compiler.autokernel.host.lower import Version
from custom_compiler.autokernel.operators import SHIPPED
from custom_compiler.autokernel.tune.driver import Effort, tune
from custom_compiler.kernel.jobs.job import JobLimits
from custom_compiler.kernel.jobs.local import local_workers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autokernel_cases import Case

    from custom_compiler.autokernel.classes.host_candidates import Candidate
    from custom_compiler.autokernel.describe.shapes import Binding
    from custom_compiler.autokernel.host.targets import HostTarget

    Array = np.ndarray[Any, Any]

_LIMITS = JobLimits(seconds=120.0, memory=4 << 30)


@dataclass(frozen=True)
class Bench:
    """Parameters of a comparison.

    Attributes:
        case: The operator and its shapes.
        arrays: Its inputs.
        target: The instruction set.
        threads: Of each subject.
        folder: For built files.
    """

    case: Case
    arrays: list[Array]
    target: HostTarget
    threads: int
    folder: Path


def ours(bench: Bench, setting: Mapping[str, int] | None) -> Call:
    """Return the kernel of the operator's class for a case's sizes, by default or with knobs."""
    purpose, binding = _purpose(bench)
    chosen = default_setting(purpose)
    if chosen is None:
        raise SystemExit(f"no class knows {bench.case}")
    values = dict(chosen.values) | dict(setting or {})
    library = build_one(purpose, Setting(tuple(values.items())), str(bench.folder / "ours"))
    return _call(library, bench, binding)


def for_any_size(bench: Bench) -> Call:
    """Return the kernel of the operator's class that takes all sizes."""
    purpose, binding = _purpose(bench)
    version = Version(scheduled(purpose.operator, None, bench.target), bench.target)
    library = build([version], purpose.operator.name, bench.folder / "any")
    return _call(library, bench, binding)


def moved(bench: Bench) -> Call:
    """Return a copy that reads and writes as many bytes as the operator."""
    purpose, binding = _purpose(bench)
    outputs = (binding.outer(output.axes) for output in purpose.operator.outputs)
    shapes = [*bench.case.shapes, *outputs]
    source = aligned((sum(math.prod(shape) for shape in shapes) // 2,))
    target = aligned(source.shape)
    return Call(lambda: np.copyto(target, source), bench.threads)


def tuned(bench: Bench, trials: int) -> dict[str, int]:
    """Return the setting that a search of so many trials finds, or found before."""
    purpose, binding = _purpose(bench)
    effort = Effort(trials=trials)
    tuned_setting = tune(purpose.operator, binding.symbols, bench.target.name, effort=effort)
    return dict(tuned_setting.setting)


def autoscheduled(bench: Bench) -> dict[str, Call]:
    """Return the kernels of those autoschedulers of Halide that make one for a case's sizes."""
    purpose, binding = _purpose(bench)
    kernels = {}
    with closing(local_workers(1, _LIMITS)) as workers:
        for scheduler, outcome in build_candidates(purpose, AUTOSCHEDULERS, bench.folder, workers):
            if isinstance(outcome, HostLibrary):
                kernels[_short(scheduler)] = _call(outcome, bench, binding)
            else:
                print(f"{bench.case}: {scheduler}: {outcome}", flush=True)
    return kernels


def _short(candidate: Candidate) -> str:
    if isinstance(candidate, Setting):
        return str(candidate)
    beam = dict(candidate.options).get("beam_size")
    return f"{candidate.name} (beam {beam})" if beam else candidate.name


class Torch:
    """A case computed by torch in a process of another Python."""

    def __init__(self, python: str, bench: Bench) -> None:
        case = bench.case
        script = Path(__file__).with_name("autokernel_torch.py")
        self._process = subprocess.Popen(
            [python, str(script), str(bench.threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._case = {
            "operator": case.operator,
            "shapes": case.shapes,
            "constants": dict(case.constants),
        }
        self.begin()

    def begin(self) -> None:
        """Begin a turn: with tensors at other addresses, on which torch's times depend."""
        self._ask(**self._case)

    def seconds(self, repeats: int) -> float:
        """Return the seconds per call."""
        return self._ask(repeats=repeats)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _ask(self, **question: Any) -> float:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())


def _purpose(bench: Bench) -> tuple[Purpose, Binding]:
    case = bench.case
    operator = SHIPPED[case.operator].operator(dtype="float32", **case.constants)
    names = [port.name for port in operator.inputs]
    binding = bind(operator, dict(zip(names, case.shapes, strict=True)))
    return Purpose(operator, binding.symbols, bench.target.name, bench.threads), binding


def _call(library: HostLibrary, bench: Bench, binding: Binding) -> Call:
    """Return a call of a kernel on the arrays, after a comparison with NumPy."""
    (output,) = library.operator.outputs
    shape = binding.outer(output.axes)
    prepared = HostKernel(library).prepared(*bench.arrays, out=[aligned(shape)])
    prepared()
    expected = by_numpy(bench.case, bench.arrays)().reshape(shape)
    if not np.allclose(prepared.outputs[0], expected, rtol=1e-3, atol=1e-3):
        raise SystemExit(f"{bench.case}: {library.shared.parent.name} computes something else")
    return Call(prepared, bench.threads)
