"""Worker processes on this machine."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from custom_compiler.errors import BuildError
from custom_compiler.kernel.jobs.cpus import usable_cpus
from custom_compiler.kernel.jobs.frames import frame, read_message, write_all
from custom_compiler.kernel.jobs.job import Job, Limits, Outcome, Workers

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from custom_compiler.kernel.jobs.keeper import Done

_START = """\
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from custom_compiler.kernel.jobs.keeper import Limits, main
main(int(sys.argv[2]), Limits(float(sys.argv[3]), int(sys.argv[4])))
"""
_SECONDS_TO_END = 10.0
_GONE = "the process that looks after the worker processes is gone"
_START_AGAIN = "start the command again; what was done is in the cache"


def local_workers(count: int | None, limits: Limits) -> Workers:
    """`count` worker processes, None: as many as processors can be used.

    They start with the first job, stay for the next ones, and see the environment and the paths of
    modules as these were at the first job.
    """
    return LocalWorkers(usable_cpus() if count is None else count, limits)


class LocalWorkers(Workers):
    """See `local_workers`."""

    def __init__(self, count: int, limits: Limits) -> None:
        self._count = count
        self._limits = limits
        self._keeper: subprocess.Popen[bytes] | None = None

    def run(self, jobs: Iterable[Job]) -> Generator[Outcome, None, None]:
        """See `Workers`; one run at a time."""
        waiting = enumerate(jobs)
        running: dict[int, Job] = {}
        keeper = self._start()
        requests, answers = _descriptors(keeper)
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
        keeper = self._keeper
        if keeper is not None:
            keeper.terminate()

    def _start(self) -> subprocess.Popen[bytes]:
        if self._keeper is None:
            paths = json.dumps([os.path.abspath(path) for path in sys.path])
            limits = [str(self._limits.seconds), str(self._limits.memory)]
            self._keeper = subprocess.Popen(
                [sys.executable, "-c", _START, paths, str(self._count), *limits],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C comes to the caller, who ends the workers
            )
        return self._keeper

    def close(self) -> None:
        """See `Workers`."""
        keeper, self._keeper = self._keeper, None
        if keeper is None:
            return
        for stream in (keeper.stdin, keeper.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()
        try:
            with suppress(subprocess.TimeoutExpired):
                keeper.wait(_SECONDS_TO_END)
        finally:
            keeper.kill()
            keeper.wait()


def _descriptors(keeper: subprocess.Popen[bytes]) -> tuple[int, int]:
    if keeper.stdin is None or keeper.stdout is None:
        raise BuildError("the worker processes cannot be reached")
    return keeper.stdin.fileno(), keeper.stdout.fileno()


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


def _outcome(job: Job, done: Done) -> Outcome:
    value = pickle.loads(done.value) if done.error is None else None  # noqa: S301 - of our job
    return Outcome(job, value, done.error, done.seconds, f"local {done.worker}")
