"""One candidate on AI cores, in a worker: launched on all cases, compared, timed or checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.autokernel.aicore.kernels import platform
from custom_compiler.autokernel.aicore.run import PortableLaunch, check_launch, time_launch
from custom_compiler.autokernel.classes import classify_for_cores
from custom_compiler.autokernel.tune.back_end import problem_of
from custom_compiler.autokernel.tune.data import CASES, Data, TuningCase, difference
from custom_compiler.kernel.jobs.remote import remote

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.describe.tree import Operator


class CoreBench(NamedTuple):
    """Common parameters of an operator's candidates; sent to other machines with its data."""

    operator: Operator
    sizes: dict[str, int]
    part: str
    attributes: tuple[Any, ...]
    data: Data

    def packed(self) -> tuple[CoreBench, list[str]]:
        """See `kernel.jobs.job.Portable`."""
        return self, self.data.files

    def moved(self, _toolkit: str, tree: str) -> CoreBench:
        """See `kernel.jobs.job.Movable`."""
        return self._replace(data=self.data.below(tree))


class CandidateResult(NamedTuple):
    """Result of a candidate: estimated cycles, or the reason why it is unusable."""

    cycles: float | None
    problem: str


@remote
def judge(bench: CoreBench, setting: Mapping[str, int]) -> CandidateResult:
    """Launch a candidate on all cases; it costs the cycles of the first."""
    return problem_of(lambda: _judged(bench, setting), lambda why: CandidateResult(None, why))


def _judged(bench: CoreBench, setting: Mapping[str, int]) -> CandidateResult:
    cycles = 0.0
    for name in CASES:
        case = bench.data.case(name)
        launch = time_launch(_launch(bench, setting, case))
        wrong = difference(case, launch.outputs, bench.data)
        if wrong:
            return CandidateResult(None, f"wrong values, {name} inputs: {wrong}")
        cycles = cycles or launch.cycles
    return CandidateResult(cycles, "")


def check(bench: CoreBench, setting: Mapping[str, int]) -> tuple[str, ...]:
    """Return the sanitizer's reports on a candidate."""
    return check_launch(_launch(bench, setting, bench.data.case(CASES[0])))


def _launch(bench: CoreBench, setting: Mapping[str, int], case: TuningCase) -> PortableLaunch:
    operator_class, match = classify_for_cores(bench.operator)
    call = operator_class.core_call(match, bench.sizes, setting, platform(bench.part))
    outputs = tuple(
        (array.shape, dtype)
        for array, (_, dtype) in zip(case.wide, bench.data.outputs, strict=True)
    )
    return PortableLaunch(call, tuple(case.inputs.values()), outputs, bench.attributes, bench.part)
