"""Workers of a Dask cluster: what they need of this machine travels with the jobs."""

from __future__ import annotations

import hashlib
import os
import queue
import threading
import time
import uuid
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import BuildError, CustomCompilerError, MisuseError
from custom_compiler.kernel.jobs.cluster_task import pack_task, unpack_result
from custom_compiler.kernel.jobs.frames import framed, read_framed, write_all
from custom_compiler.kernel.jobs.job import (
    Cacheable,
    Job,
    JobError,
    JobLimits,
    JobOutcome,
    Portable,
    Workers,
    cached_outcome,
    ended_here,
    error_of,
)
from custom_compiler.kernel.jobs.parcel import pack, unpack
from custom_compiler.kernel.jobs.remote import result_type
from custom_compiler.kernel.jobs.scheduler import SchedulerAddress, check_scheduler
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.machine import this_machine
from custom_compiler.support.printable import printable
from custom_compiler.support.processes import Helper, python_command

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

_LINK = "custom_compiler.kernel.jobs.cluster_link:main"
_SECONDS_TO_ANSWER = 10
_SECONDS_TO_START = 60.0  # of the process that answers, besides
_JOBS_PER_THREAD = 2  # one at work, one whose files are on their way
_FIRST_JOBS = 8  # before any worker is known: clusters grow by what waits
_SECONDS_BETWEEN_LOOKS = 5.0
_SECONDS_WITHOUT_WORKERS = 600.0

_Answer = tuple[dict[str, Any], list[bytes]]


def cluster_workers(scheduler: SchedulerAddress, limits: JobLimits, toolkit: str) -> Workers:
    """Return the workers of a Dask scheduler.

    They need the same version of this package, and nothing else of this machine: arguments that
    are `Portable` bring their files, and what is known here is not sent. A job whose worker is
    lost runs elsewhere. `toolkit` is the root of the toolkit here, theirs must be equal. Functions
    of jobs are `remote`. What comes back is bytes, believed when hash, schema and types are right.

    Raises:
        MisuseError: Dask is not installed, the address is none, or it is on a network and without
            TLS; when running: a worker has other versions.
        BuildError: The scheduler does not answer or is lost.
    """
    return ClusterWorkers(scheduler, limits, toolkit)


class ClusterWorkers(Workers):
    """See `cluster_workers`; threads can run jobs at the same time."""

    def __init__(self, scheduler: SchedulerAddress, limits: JobLimits, toolkit: str) -> None:
        check_scheduler(scheduler)
        self._address = scheduler.address
        self._lacks_files = scheduler.is_encrypted and not scheduler.tls
        self._limits = limits
        self._machine = this_machine(toolkit, KernelCache())
        self._waiting: dict[str, queue.SimpleQueue[_Answer]] = {}  # by the keys of jobs
        self._writing = threading.Lock()
        self._threads = 0
        self._link = _start(scheduler)
        self._requests, self._answers = self._link.requests, self._link.answers
        try:
            self._threads = self._first_answer()
        except BaseException:
            self.close()
            raise
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        """See `Workers`."""
        self._link.close()

    def run(self, jobs: Iterable[Job]) -> Generator[JobOutcome, None, None]:
        """See `Workers`."""
        waiting = iter(jobs)
        running: dict[str, tuple[Job, str]] = {}  # the job, and the hash of what was sent
        answers: queue.SimpleQueue[_Answer] = queue.SimpleQueue()
        try:
            while True:
                for job in self._next_jobs(waiting, running):
                    outcome = _cached_outcome(job)
                    if outcome is not None:
                        yield outcome
                        continue
                    try:
                        task, files = self._packed(job)
                    except (CustomCompilerError, OSError) as error:
                        yield ended_here(job, error)
                        continue
                    key = f"custom_compiler-{uuid.uuid4().hex}"
                    running[key] = (job, hashlib.sha256(task).hexdigest())
                    self._waiting[key] = answers
                    self._tell({"op": "submit", "key": key, "files": files}, task)
                if not running:
                    return
                fields, blobs = self._wait(answers)
                job, digest = running.pop(fields["key"])
                del self._waiting[fields["key"]]
                yield self._outcome(job, digest, fields, blobs)
        finally:
            for key in running:
                self._waiting.pop(key, None)
            if running:
                with suppress(BuildError):
                    self._tell({"op": "cancel", "keys": list(running)})

    def _next_jobs(self, waiting: Iterator[Job], running: dict[str, Any]) -> Iterator[Job]:
        """Yield the jobs until there are enough for all workers."""
        while len(running) < max(_FIRST_JOBS, self._threads * _JOBS_PER_THREAD):
            job = next(waiting, None)
            if job is None:
                return
            yield job

    def threads(self) -> int:
        """Return how many jobs the workers can run at a time, as was last heard: clusters grow."""
        return self._threads

    def _first_answer(self) -> int:
        """Return the number of jobs that the workers run at a time, once the connection exists."""
        timer = threading.Timer(_SECONDS_TO_START + _SECONDS_TO_ANSWER, self._link.kill)
        timer.start()
        try:
            answer, _ = unpack(read_framed(self._answers.fileno()))
        except (EOFError, OSError) as error:
            raise BuildError(f"the process that connects to {self._address} failed") from error
        finally:
            timer.cancel()
        if answer["op"] == "ready":
            return int(answer["threads"])
        message = f"the scheduler {self._address} does not answer: {_line(answer['reason'])}"
        if self._lacks_files:
            hint = "give --tls-ca-file, --tls-cert and --tls-key, or have them in Dask's settings"
            raise BuildError(message, hint)
        raise BuildError(message, f"start it: dask scheduler; dask worker {self._address}")

    def _listen(self) -> None:
        """Give each answer to whoever waits for it."""
        with suppress(EOFError, OSError, ValueError):  # the process ended, or was closed
            while True:
                fields, blobs = unpack(read_framed(self._answers.fileno()))
                if fields["op"] == "threads":
                    self._threads = int(fields["count"])
                elif answers := self._waiting.get(fields["key"]):
                    answers.put((fields, blobs))
        for key, waiting in list(self._waiting.items()):
            waiting.put(({"op": "lost", "key": key}, []))

    def _wait(self, answers: queue.SimpleQueue[_Answer]) -> _Answer:
        alone_since = time.monotonic()
        while True:
            try:
                return answers.get(timeout=_SECONDS_BETWEEN_LOOKS)
            except queue.Empty:
                if not self._link.is_running:
                    raise self._lost() from None
            if self._threads:
                alone_since = time.monotonic()
            elif time.monotonic() > alone_since + _SECONDS_WITHOUT_WORKERS:
                message = f"the scheduler {self._address} has no workers"
                raise BuildError(message, f"start some: dask worker {self._address}")

    def _lost(self) -> BuildError:
        message = f"the scheduler {self._address} is lost"
        return BuildError(message, "start the command again; what was done is in the cache")

    def _tell(self, fields: dict[str, Any], *blobs: bytes) -> None:
        try:
            with self._writing:
                write_all(self._requests.fileno(), framed(pack(fields, blobs)))
        except (OSError, ValueError) as error:
            raise self._lost() from error

    def _packed(self, job: Job) -> tuple[bytes, list[tuple[str, str]]]:
        """Pack a job for sending, and list its files: their paths here, and their hashes."""
        arguments: list[Any] = []
        files: list[tuple[str, str]] = []
        for value in job.arguments:
            packed, paths = value.packed() if isinstance(value, Portable) else (value, [])
            arguments.append(packed)
            files += [(path, _file_digest(path)) for path in paths]
        named = tuple((os.path.normpath(path), digest) for path, digest in files)
        sent = job._replace(arguments=tuple(arguments))
        return pack_task(sent, named, self._machine, self._limits), files

    def _outcome(
        self, job: Job, digest: str, fields: dict[str, Any], blobs: list[bytes]
    ) -> JobOutcome:
        if fields["op"] == "lost":
            raise self._lost()
        if fields["op"] == "failed":
            return self._failed(job, fields["kind"], _line(fields["reason"]))
        try:
            result = unpack_result(blobs[0], digest, result_type(job.function))
        except ValueError as error:
            reason = f"a worker sent no result of this job: {error}"
            return self._failed(job, "failed", _line(reason))
        if result.machine:
            message = f"worker {result.worker} has {result.machine}; here are {self._machine}"
            raise MisuseError(message, "install the same custom_compiler and compiler there")
        outcome = JobOutcome(job, result.value, result.error, result.seconds, result.worker)
        if result.error:
            return outcome
        try:
            return outcome._replace(value=_received(job, result.value))
        except (CustomCompilerError, OSError) as error:
            return outcome._replace(value=None, error=error_of(error))

    def _failed(self, job: Job, kind: str, reason: str) -> JobOutcome:
        """Return the outcome of a job without a result."""
        if kind == "version":
            message = f"a worker of {self._address} has another custom_compiler: {reason}"
            raise MisuseError(message, f"install {self._machine.custom_compiler} there")
        if kind == "lost":
            lost = "1 worker was" if reason == "1" else f"{reason} workers were"
            message = f"{job.name}: given up by Dask, since {lost} lost while running it"
            hint = "see their logs: was there too little memory? The same command tries it again"
            return JobOutcome(job, None, JobError("lost", message, hint, ""), 0.0, self._address)
        error = JobError("failed", reason, "see the logs of the workers", "")
        return JobOutcome(job, None, error, 0.0, self._address)


def _line(text: str) -> str:
    """Return the first line of a cluster's message in printable form."""
    return printable(text.strip().partition("\n")[0])


def _start(scheduler: SchedulerAddress) -> Helper:
    if find_spec("distributed") is None:
        message = f"{scheduler.address}: distributed, Dask's scheduler, is not installed"
        raise MisuseError(message, "pip install 'custom_compiler[cluster]'")
    words = [scheduler.address, str(_SECONDS_TO_ANSWER), *(scheduler.tls or ())]
    return Helper(python_command(_LINK, *words))


def _file_digest(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def _cached_outcome(job: Job) -> JobOutcome | None:
    """Return the outcome of a job whose value is cached here, or None."""
    outcomes = (
        cached_outcome(job, argument.find_cached)
        for argument in job.arguments
        if isinstance(argument, Cacheable)
    )
    return next(filter(None, outcomes), None)


def _received(job: Job, value: Any) -> Any:
    for argument in job.arguments:
        if isinstance(argument, Cacheable):
            return argument.received(value)
    return value
