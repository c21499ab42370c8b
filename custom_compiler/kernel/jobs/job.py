"""Jobs, their outcomes, and the interface of workers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, runtime_checkable

from custom_compiler.errors import CustomCompilerError, MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

ErrorKind = Literal["misuse", "failed", "crashed", "timed out", "out of memory", "lost"]


class Job(NamedTuple):
    """One call of a function in a worker process; arguments and value can be pickled."""

    name: str  # for messages
    function: str  # "package.module:function"
    arguments: tuple[Any, ...]


class JobError(NamedTuple):
    """Why a job has no value."""

    kind: ErrorKind  # lost: with the workers that ran it, whether or not that was its fault
    message: str  # one line
    hint: str  # one line with the way out, or ""
    details: str  # a tool's own words or the end of what the job printed, or ""


def error_of(error: CustomCompilerError | OSError) -> JobError:
    """Return the job error for an exception."""
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        return JobError(
            "failed", f"{error.filename}: {reason}" if error.filename else reason, "", ""
        )
    kind: ErrorKind = "misuse" if isinstance(error, MisuseError) else "failed"
    return JobError(kind, error.message, error.hint, error.details)


class JobOutcome(NamedTuple):
    """Outcome of a job; `value` is None if there is an error."""

    job: Job
    value: Any
    error: JobError | None
    seconds: float  # of the job at work
    worker: str


def ended_here(job: Job, error: CustomCompilerError | OSError) -> JobOutcome:
    """Return the outcome of a job that `error` ended before a worker received it."""
    return JobOutcome(job, None, error_of(error), 0.0, "local")


def cached_outcome(job: Job, find_cached: Callable[[], Any]) -> JobOutcome | None:
    """Return the outcome of a job on a cache hit or an error of the look-up, else None."""
    start = time.monotonic()
    try:
        value = find_cached()
    except (CustomCompilerError, OSError) as error:
        return ended_here(job, error)
    if value is None:
        return None
    return JobOutcome(job, value, None, time.monotonic() - start, "local")


class JobLimits(NamedTuple):
    """Limits of one job, with all processes that it starts."""

    seconds: float = 600.0
    memory: int = 4 << 30  # bytes resident


@runtime_checkable
class Portable(Protocol):
    """An argument that names files of this machine; with it a job can run on another one.

    Arguments that do not offer this travel unmodified.
    """

    def packed(self) -> tuple[Any, list[str]]:
        """Return the argument to send, and the absolute paths of the files that the job reads.

        The toolkit's files exist everywhere. Raise MisuseError if the job can only run here.
        """
        ...


@runtime_checkable
class Movable(Protocol):
    """A packed argument on the machine that received it."""

    def moved(self, toolkit: str, tree: str) -> Any:
        """Return the argument for this machine's toolkit and files below the folder `tree`.

        The file that was `/a/b` is `<tree>/a/b` there, with `..` removed.
        """
        ...


@runtime_checkable
class Cacheable(Protocol):
    """An argument that knows how the value of its job is cached on the machine that sends it."""

    def find_cached(self) -> Any:
        """Return the value of the job if this machine has it cached, else None."""
        ...

    def received(self, value: Any) -> Any:
        """Convert a value that a job returned elsewhere, and cache it."""
        ...


class Workers(Protocol):
    """Runs jobs; a context manager, whose end leaves no process of a job."""

    def run(self, jobs: Iterable[Job]) -> Generator[JobOutcome, None, None]:
        """Run the jobs, the first ones first; the outcome of each as it ends.

        The jobs are read as workers come free. Stopping to read outcomes ends the jobs at work.
        """
        ...

    def close(self) -> None:
        """End what is left of them."""

    def __enter__(self) -> Workers:  # noqa: PYI034 - Self is of Python 3.11
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
