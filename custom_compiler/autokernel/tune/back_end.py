"""Interface of back ends for tuning, and conversion of job outcomes to verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from custom_compiler.errors import BuildError, CustomCompilerError, DiskError
from custom_compiler.search.drive import TrialResult
from custom_compiler.support.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from custom_compiler.kernel.jobs.job import Job, Workers
    from custom_compiler.search.space import Space
    from custom_compiler.search.trial import Trial

CLASS_FAULT = "this is a fault of the operator's class: report it"

Result = TypeVar("Result")

_BLAMED = {"crashed", "timed out", "out of memory"}  # outcomes that a candidate is to blame for


class BackEnd(Protocol):
    """Builds, evaluates and times the candidates of one operator at some sizes.

    Attributes:
        unit: Of costs.
        space: What can be set.
        default: The class's own setting.
        kind: Of the features of its settings; searches of one kind teach each other.
    """

    unit: str
    space: Space
    default: Mapping[str, int]
    kind: str

    @property
    def target(self) -> str:
        """Target of the candidates."""
        ...

    @property
    def facts(self) -> Mapping[str, Any]:
        """Everything except operator, sizes and target that results depend on; has a JSON form."""
        ...

    def judge(self, trials: Sequence[Trial]) -> Iterator[TrialResult]:
        """Yield a verdict for each trial."""
        ...

    def confirm(self, setting: Mapping[str, int]) -> tuple[float, str]:
        """Measure a setting that seems faster than the default again, with full checks.

        Return its cost, and the reason why it cannot be used, or an empty string.
        """
        ...

    def bucket(self, setting: Mapping[str, int]) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """Return the smallest and the largest sizes for which a winner is good, too."""
        ...


def results(workers: Workers, jobs: Sequence[Job]) -> Iterator[tuple[Job, Any, str]]:
    """Yield each job with its value, or with its candidate's error: a crash or an exceeded limit.

    Raises:
        BuildError: A job failed for another reason: the disk is full, a worker was lost.
    """
    for outcome in workers.run(jobs):
        error = outcome.error
        if error is not None and error.kind not in _BLAMED:
            raise BuildError(error.message, error.hint, details=error.details)
        yield outcome.job, outcome.value, f"{error.kind}: {error.message}" if error else ""


def problem_of(candidate: Callable[[], Result], failed: Callable[[str], Result]) -> Result:
    """Return the result of `candidate`, or `failed` of its error; a full disk is not its error."""
    try:
        return candidate()
    except (DiskError, OSError, MemoryError):
        raise
    except CustomCompilerError as error:
        return failed(error.message)
    except Exception as error:  # noqa: BLE001 - of a class's own code
        return failed(f"{type(error).__name__}: {error}".partition("\n")[0])


def verdict(trial: Trial, cost: float | None, problem: str = "") -> TrialResult:
    """Return a verdict with its reason on one printable line, since workers are untrusted."""
    note = {"problem": printable(problem)} if problem else {}
    return TrialResult(trial, None if problem else cost, note)
