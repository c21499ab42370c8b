"""Worker processes on this machine."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

from custom_compiler.errors import BuildError
from custom_compiler.kernel.jobs.cpus import usable_cpus
from custom_compiler.kernel.jobs.frames import frame, read_message, write_all
from custom_compiler.kernel.jobs.job import Job, JobLimits, JobOutcome, Workers
from custom_compiler.support.processes import Helper, python_command

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from custom_compiler.kernel.jobs.supervisor import Done

_SUPERVISOR = "custom_compiler.kernel.jobs.supervisor:main"
_GONE = "the process that looks after the worker processes is gone"
_START_AGAIN = "start the command again; what was done is in the cache"


def local_workers(count: int | None, limits: JobLimits) -> Workers:
    """Provide `count` worker processes, None: as many as there are usable CPUs.

    They start with the first job, stay for the next ones, and see the environment and the paths of
    modules as these were at the first job.
    """
    return LocalWorkers(usable_cpus() if count is None else count, limits)


class LocalWorkers(Workers):
    """See `local_workers`."""

    def __init__(self, count: int, limits: JobLimits) -> None:
        self._count = count
        self._limits = limits
        self._supervisor: Helper | None = None

    def run(self, jobs: Iterable[Job]) -> Generator[JobOutcome, None, None]:
        """See `Workers`; one run at a time."""
        waiting = enumerate(jobs)
        running: dict[int, Job] = {}
        supervisor = self._start()
        requests, answers = supervisor.requests.fileno(), supervisor.answers.fileno()
        finished = False
        try:
            while True:
                while len(running) < self._count:
                    number, job = next(waiting, (-1, None))
                    if job is None:
                        break
                    running[number] = job
                    _ask(requests, number, job)
                if not running:
                    finished = True
                    return
                done = _answer(answers)
                yield _outcome(running.pop(done.number), done)
        finally:
            if not finished:
                self.close()

    def stop(self) -> None:
        """End the jobs at work from another thread; `run` raises BuildError there."""
        supervisor = self._supervisor
        if supervisor is not None:
            supervisor.terminate()

    def _start(self) -> Helper:
        if self._supervisor is None:
            limits = (str(self._limits.seconds), str(self._limits.memory))
            self._supervisor = Helper(python_command(_SUPERVISOR, str(self._count), *limits))
        return self._supervisor

    def close(self) -> None:
        """See `Workers`."""
        supervisor, self._supervisor = self._supervisor, None
        if supervisor is not None:
            supervisor.close()
            supervisor.answers.close()


def _ask(requests: int, number: int, job: Job) -> None:
    try:
        write_all(requests, frame((number, pickle.dumps(job))))
    except BrokenPipeError as error:
        raise BuildError(_GONE, _START_AGAIN) from error


def _answer(answers: int) -> Done:
    try:
        done: Done = read_message(answers)
    except EOFError as error:
        raise BuildError(_GONE, _START_AGAIN) from error
    return done


def _outcome(job: Job, done: Done) -> JobOutcome:
    value = pickle.loads(done.value) if done.error is None else None  # noqa: S301 - of our job
    return JobOutcome(job, value, done.error, done.seconds, f"local {done.worker}")
