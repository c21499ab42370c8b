"""What tuning asks of a back end, and jobs of candidates as verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from custom_compiler.errors import BuildError, CustomCompilerError, DiskError
from custom_compiler.search.drive import Verdict
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
        """What the candidates are for."""
        ...

    @property
    def facts(self) -> Mapping[str, Any]:
        """What results depend on besides operator, sizes and target; has a JSON form."""
        ...

    def judge(self, trials: Sequence[Trial]) -> Iterator[Verdict]:
        """A verdict for each of some trials."""
        ...

    def confirm(self, setting: Mapping[str, int]) -> tuple[float, str]:
        """The cost of a setting that seems faster than the default, looked at closely.

        And why it cannot be taken, or nothing.
        """
        ...

    def bucket(self, setting: Mapping[str, int]) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """The smallest and the largest sizes for which a winner is good, too."""
        ...


def results(workers: Workers, jobs: Sequence[Job]) -> Iterator[tuple[Job, Any, str]]:
    """Each job with its value, or what its candidate is to blame for: it crashed, or took too much.

    Raises:
        BuildError: a job failed for another reason: the disk is full, a worker was lost.
    """
    for outcome in workers.run(jobs):
        error = outcome.error
        if error is not None and error.kind not in _BLAMED:
            raise BuildError(error.message, error.hint, details=error.details)
        yield outcome.job, outcome.value, f"{error.kind}: {error.message}" if error else ""


def problem_of(candidate: Callable[[], Result], failed: Callable[[str], Result]) -> Result:
    """What `candidate` gives, or `failed` of why it gives nothing; a full disk is not its fault."""
    try:
        return candidate()
    except (DiskError, OSError, MemoryError):
        raise
    except CustomCompilerError as error:
        return failed(error.message)
    except Exception as error:  # noqa: BLE001 - of a class's own code
        return failed(f"{type(error).__name__}: {error}".partition("\n")[0])


def verdict(trial: Trial, cost: float | None, problem: str = "") -> Verdict:
    """A verdict with its reason, in a line that no terminal obeys: it may be a worker's."""
    note = {"problem": printable(problem)} if problem else {}
    return Verdict(trial, None if problem else cost, note)
