"""What a job is, how it ended, and what runs jobs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

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
    """The error of a job that `error` ended."""
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        return JobError(
            "failed", f"{error.filename}: {reason}" if error.filename else reason, "", ""
        )
    kind: ErrorKind = "misuse" if isinstance(error, MisuseError) else "failed"
    return JobError(kind, error.message, error.hint, error.details)


class Outcome(NamedTuple):
    """How a job ended; `value` is None if there is an error."""

    job: Job
    value: Any
    error: JobError | None
    seconds: float  # of the job at work
    worker: str


def ended_here(job: Job, error: CustomCompilerError | OSError) -> Outcome:
    """The outcome of a job that `error` ended before a worker had it."""
    return Outcome(job, None, error_of(error), 0.0, "local")


def known_outcome(job: Job, known: Callable[[], Any]) -> Outcome | None:
    """The outcome of a job whose value `known` gives, or refuses; None: it gives None."""
    start = time.monotonic()
    try:
        value = known()
    except (CustomCompilerError, OSError) as error:
        return ended_here(job, error)
    if value is None:
        return None
    return Outcome(job, value, None, time.monotonic() - start, "local")


class Limits(NamedTuple):
    """What one job may use, with all processes that it starts."""

    seconds: float = 600.0
    memory: int = 4 << 30  # bytes resident


class Portable(Protocol):
    """An argument that names files of this machine; with it a job can run on another one.

    Arguments that do not offer this travel as they are.
    """

    def known(self) -> Any:
        """The value of the job if this machine knows it already, else None."""

    def packed(self) -> tuple[Portable, list[str]]:
        """The argument to send, and the absolute paths of the files that the job reads of it.

        Those of the toolkit are everywhere. MisuseError if the job can only run here.
        """
        ...

    def moved(self, toolkit: str, tree: str) -> Portable:
        """What was sent, on a machine with another toolkit and the files below the folder `tree`.

        The file that was `/a/b` is `<tree>/a/b` there, with `..` taken out.
        """
        ...

    def received(self, value: Any) -> Any:
        """What the caller gets for `value`, which a job made elsewhere; kept for the next time."""


class Workers(Protocol):
    """Runs jobs; a context manager, whose end leaves no process of a job."""

    def run(self, jobs: Iterable[Job]) -> Generator[Outcome, None, None]:
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
