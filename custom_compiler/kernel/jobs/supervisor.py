"""The process between a caller and its workers: gives out jobs, watches, ends.

All processes of jobs are below it, whatever they do, because it adopts orphans; so it can end a
job with all that the job started, and all jobs once the caller is gone. It imports nothing that
jobs need, and its workers are forks of it.
"""

from __future__ import annotations

import os
import selectors
import signal
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.kernel.jobs import runner
from custom_compiler.kernel.jobs.frames import FrameReader, frame, write_all
from custom_compiler.kernel.jobs.job import JobError, JobLimits
from custom_compiler.support.process_tree import below, end_below, resident
from custom_compiler.support.processes import adopt_orphans, die_with_parent, start_fork

if TYPE_CHECKING:
    from types import FrameType

    from custom_compiler.kernel.jobs.job import ErrorKind

_TICK = 0.1  # seconds between two looks at running jobs
_IDLE_TICK = 2.0  # seconds between two looks at whether the caller lives
_OUTPUT_KEPT = 16 << 10  # bytes of what a job printed
_PIECE = 1 << 18


class Done(NamedTuple):
    """Result of a job, as the supervisor reports it to its caller."""

    number: int
    value: bytes  # pickled
    error: JobError | None
    seconds: float
    worker: int


class Running(NamedTuple):
    """A job at work."""

    number: int
    started: float


class Worker:
    """A worker process as its supervisor sees it."""

    def __init__(self, index: int) -> None:
        self.index = index
        self.running: Running | None = None
        self.printed = b""
        self.results = FrameReader()
        jobs, self.jobs = os.pipe()
        self.result, results = os.pipe()
        self.output, output = os.pipe()
        self.pid = start_fork(lambda: _serve_jobs(jobs, results, output))
        for descriptor in (jobs, results, output):
            os.close(descriptor)

    def close(self) -> None:
        """Close the descriptors of a process that is gone."""
        for descriptor in (self.jobs, self.result, self.output):
            os.close(descriptor)


def _serve_jobs(jobs: int, results: int, output: int) -> int:
    """Be a worker until its supervisor is gone."""
    die_with_parent()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    for name in os.listdir("/proc/self/fd"):
        if int(name) > 2 and int(name) not in {jobs, results}:  # noqa: PLR2004 - stderr
            with suppress(OSError):
                os.close(int(name))
    runner.serve(jobs, results)
    return 0


class Supervisor:
    """Serves one caller through two descriptors; `main` is the process around it."""

    def __init__(self, requests: int, answers: int, count: int, limits: JobLimits) -> None:
        self._requests = requests
        self._answers = answers
        self._limits = limits
        self._free = list(range(count))[::-1]
        self._workers: dict[int, Worker] = {}  # by index
        self._waiting: list[tuple[int, bytes]] = []
        self._reader = FrameReader()
        self._unsent = bytearray()
        self._selector = selectors.DefaultSelector()
        self._selector.register(requests, selectors.EVENT_READ)
        os.set_blocking(answers, False)

    def serve(self) -> None:
        """Run jobs until the caller closes its side or dies."""
        caller = os.getppid()
        while os.getppid() == caller:
            busy = any(worker.running for worker in self._workers.values())
            for key, _ in self._selector.select(_TICK if busy else _IDLE_TICK):
                if key.fd == self._requests:
                    data = os.read(self._requests, _PIECE)
                    if not data:
                        return
                    self._waiting += self._reader.feed(data)
                elif key.fd != self._answers:
                    self._read(key.data, key.fd)
            for worker in list(self._workers.values()):
                self._look_after(worker)
            self._give_out()
            self._send()

    def _give_out(self) -> None:
        while self._waiting:
            worker = self._idle_worker()
            if worker is None:
                return
            number, job = self._waiting.pop(0)
            worker.running = Running(number, time.monotonic())
            with suppress(BrokenPipeError):  # the next look finds it dead
                write_all(worker.jobs, frame(job))

    def _idle_worker(self) -> Worker | None:
        for worker in self._workers.values():
            if worker.running is None:
                return worker
        if not self._free:
            return None
        worker = Worker(self._free.pop())
        self._workers[worker.index] = worker
        self._selector.register(worker.result, selectors.EVENT_READ, worker)
        self._selector.register(worker.output, selectors.EVENT_READ, worker)
        return worker

    def _read(self, worker: Worker, descriptor: int) -> None:
        if self._workers.get(worker.index) is not worker:
            return  # ended by an event before this one
        data = os.read(descriptor, _PIECE)
        if not data:
            self._selector.unregister(descriptor)
        elif descriptor == worker.output:
            worker.printed = (worker.printed + data)[-_OUTPUT_KEPT:]
        else:
            try:
                results = worker.results.feed(data)
                for value, error in results:
                    self._finish(worker, value, error)
            except Exception:  # noqa: BLE001 - a job wrote there
                self._end(worker, "crashed", "it wrote into the pipe of its results")

    def _look_after(self, worker: Worker) -> None:
        """End a worker that is dead or whose job is over a limit."""
        with suppress(ChildProcessError):
            pid, status = os.waitpid(worker.pid, os.WNOHANG)
            if pid:
                self._end(worker, "crashed", _death(os.waitstatus_to_exitcode(status)))
                return
        if worker.running is None:
            return
        if time.monotonic() - worker.running.started > self._limits.seconds:
            self._end(worker, "timed out", f"not done after {self._limits.seconds:g} seconds")
        elif resident([worker.pid, *below(worker.pid)]) > self._limits.memory:
            self._end(worker, "out of memory", f"more than {self._limits.memory >> 20} MiB in use")

    def _finish(self, worker: Worker, value: bytes, error: JobError | None) -> None:
        if worker.running is None:
            return
        number, started = worker.running
        done = Done(number, value, error, time.monotonic() - started, worker.index)
        self._unsent += frame(done)
        worker.running = None
        worker.printed = b""

    def _end(self, worker: Worker, kind: ErrorKind, message: str) -> None:
        """End a worker with everything below it; its job, if it has one, failed."""
        with suppress(OSError):
            os.kill(worker.pid, signal.SIGKILL)
        del self._workers[worker.index]
        end_below(os.getpid(), frozenset(each.pid for each in self._workers.values()))
        self._drain_output(worker)
        details = worker.printed.decode("utf-8", "replace")
        self._finish(worker, b"", JobError(kind, message, "", details))
        for descriptor in (worker.result, worker.output):
            with suppress(KeyError):
                self._selector.unregister(descriptor)
        worker.close()
        self._free.append(worker.index)

    @staticmethod
    def _drain_output(worker: Worker) -> None:
        os.set_blocking(worker.output, False)
        with suppress(BlockingIOError):
            while data := os.read(worker.output, _PIECE):
                worker.printed = (worker.printed + data)[-_OUTPUT_KEPT:]

    def _send(self) -> None:
        with suppress(BlockingIOError):
            while self._unsent:
                del self._unsent[: os.write(self._answers, self._unsent)]
        with suppress(KeyError):
            self._selector.unregister(self._answers)
        if self._unsent:
            self._selector.register(self._answers, selectors.EVENT_WRITE)


def _death(code: int) -> str:
    if code >= 0:
        return f"it ended its process with exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def main(count: str, seconds: str, memory: str) -> None:
    """Serve the caller at the other ends of stdin and stdout with `count` workers.

    Args:
        count: Of workers.
        seconds: That a job may take.
        memory: Bytes that a job may use.
    """
    limits = JobLimits(float(seconds), int(memory))
    adopt_orphans()
    requests, answers = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)
    try:
        with suppress(BrokenPipeError):
            Supervisor(requests, answers, int(count), limits).serve()
    finally:
        end_below(os.getpid())


def _leave(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)
