"""Workers of a Dask cluster: what they need of this machine travels with the jobs."""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import time
import uuid
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import BuildError, CustomCompilerError, MisuseError
from custom_compiler.kernel.jobs.cluster_task import ClusterTask, TaskResult, contents, run_task
from custom_compiler.kernel.jobs.job import (
    Job,
    JobError,
    Limits,
    Outcome,
    Workers,
    ended_here,
    error_of,
    known_outcome,
)
from custom_compiler.kernel.jobs.scheduler import Tls, check_address
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.machine import this_machine
from custom_compiler.support.cache_root import cache_root

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from distributed import Client, Future


_SECONDS_TO_ANSWER = 10
_JOBS_PER_THREAD = 2  # one at work, one whose files are on their way
_FIRST_JOBS = 8  # before any worker is known: clusters grow by what waits
_SECONDS_BETWEEN_LOOKS = 5.0
_SECONDS_WITHOUT_WORKERS = 600.0


def cluster_workers(address: str, tls: Tls | None, limits: Limits, toolkit: str) -> Workers:
    """The workers of the Dask scheduler at `address`, such as "tcp://host:8786".

    They need the same version of this package, and nothing else of this machine: arguments that
    are `Portable` bring their files, and what is known here is not sent. A job whose worker is
    lost runs elsewhere. `toolkit` is the root of the toolkit here, theirs must be equal.

    Raises:
        MisuseError: Dask is not installed or the address is none; when running: a worker has other
            versions.
        BuildError: The scheduler does not answer or is lost.
    """
    return ClusterWorkers(address, tls, limits, toolkit)


class ClusterWorkers(Workers):
    """See `cluster_workers`; threads can run jobs at the same time."""

    def __init__(self, address: str, tls: Tls | None, limits: Limits, toolkit: str) -> None:
        self._address = address
        self._limits = limits
        self._machine = this_machine(toolkit, KernelCache(cache_root()))
        self._client = _connect(address, tls)
        self._asked = -_SECONDS_BETWEEN_LOOKS
        self._known_threads = 0
        self._blobs: dict[str, Future] = {}  # contents by hash

    def close(self) -> None:
        """See `Workers`."""
        self._blobs.clear()
        self._client.close()

    def run(self, jobs: Iterable[Job]) -> Generator[Outcome, None, None]:
        """See `Workers`."""
        waiting = iter(jobs)
        running: dict[str, tuple[Job, Future]] = {}
        try:
            while True:
                for job in self._next_jobs(waiting, running):
                    known = _known(job)
                    if known is not None:
                        yield known
                        continue
                    try:
                        future = self._send(job)
                    except (CustomCompilerError, OSError) as error:
                        yield ended_here(job, error)
                        continue
                    running[future.key] = (job, future)
                if not running:
                    return
                for key in self._wait([future for _, future in running.values()]):
                    yield self._outcome(*running.pop(key))
        finally:
            if running and self._client.status == "running":
                self._client.cancel([future for _, future in running.values()])

    def _next_jobs(self, waiting: Iterator[Job], running: dict[str, Any]) -> Iterator[Job]:
        """Jobs until there are enough for all workers."""
        while len(running) < max(_FIRST_JOBS, self.threads() * _JOBS_PER_THREAD):
            job = next(waiting, None)
            if job is None:
                return
            yield job

    def threads(self) -> int:
        """How many jobs the workers can run at a time, asked now and then: clusters grow."""
        if time.monotonic() > self._asked + _SECONDS_BETWEEN_LOOKS:
            self._asked = time.monotonic()
            with self._scheduler():
                self._known_threads = sum(self._client.nthreads().values())
        return self._known_threads

    def _wait(self, futures: list[Future]) -> list[str]:
        """Keys of those that ended, at least one."""
        alone_since = time.monotonic()
        while True:
            done = self._wait_some_seconds(futures)
            if done:
                return done
            if self.threads():
                alone_since = time.monotonic()
            elif time.monotonic() > alone_since + _SECONDS_WITHOUT_WORKERS:
                message = f"the scheduler {self._address} has no workers"
                raise BuildError(message, f"start some: dask worker {self._address}")

    def _wait_some_seconds(self, futures: list[Future]) -> list[str]:
        from distributed import TimeoutError as LateError
        from distributed import wait

        with self._scheduler(), self._client.as_current():
            try:
                done = wait(futures, _SECONDS_BETWEEN_LOOKS, "FIRST_COMPLETED").done
            except LateError:
                return []
        return [future.key for future in futures if future in done]

    @contextmanager
    def _scheduler(self) -> Iterator[None]:
        """Ask the scheduler something; BuildError if it is lost."""
        try:
            yield
        except Exception as error:
            # Dask has many ways to say it, one of them a bare Exception.
            is_lost = isinstance(error, (CancelledError, OSError))
            if not is_lost and self._client.status == "running":
                raise
            message = f"the scheduler {self._address} is lost"
            hint = "start the command again; what was done is in the cache"
            raise BuildError(message, hint) from error

    def _send(self, job: Job) -> Future:
        arguments: list[Any] = []
        files: list[tuple[str, str]] = []
        blobs: list[Future] = []
        for value in job.arguments:
            packed, paths = value.packed() if hasattr(value, "packed") else (value, [])
            arguments.append(packed)
            for path in paths:
                digest, blob = self._blob(path)
                files.append((os.path.normpath(path), digest))
                blobs.append(blob)
        data = pickle.dumps(job._replace(arguments=tuple(arguments)))
        task = ClusterTask(data, tuple(files), self._machine, self._limits)
        key = f"custom_compiler-{job.name}-{uuid.uuid4().hex}"
        with self._scheduler():
            return self._client.submit(run_task, task, blobs, key, key=key, pure=False)

    def _blob(self, path: str) -> tuple[str, Future]:
        """Hash and contents of a file; equal ones are sent once, and again if they get lost."""
        with open(path, "rb") as file:
            data = file.read()
        digest = hashlib.sha256(data).hexdigest()
        blob = self._blobs.get(digest)
        if blob is None or blob.cancelled():  # a scheduler that was started again knows none
            key = f"custom_compiler-file-{digest}"  # for all callers
            with self._scheduler():
                self._blobs[digest] = self._client.submit(contents, data, key=key)
        return digest, self._blobs[digest]

    def _outcome(self, job: Job, future: Future) -> Outcome:
        with self._scheduler():
            failure = future.exception()
            if isinstance(failure, CancelledError):
                raise failure
        if isinstance(failure, (ImportError, AttributeError)):
            message = f"a worker of {self._address} has another custom_compiler: {failure}"
            raise MisuseError(
                message, f"install {self._machine.custom_compiler} there"
            ) from failure
        if failure is not None:
            return Outcome(job, None, _given_up(job, failure), 0.0, self._address)
        with self._scheduler():
            result: TaskResult = future.result()
        if result.machine:
            message = f"worker {result.worker} has {result.machine}; here are {self._machine}"
            raise MisuseError(message, "install the same custom_compiler and compiler there")
        outcome = Outcome(job, result.value, result.error, result.seconds, result.worker)
        if result.error:
            return outcome
        try:
            return outcome._replace(value=_received(job, result.value))
        except (CustomCompilerError, OSError) as error:
            return outcome._replace(value=None, error=error_of(error))


def _known(job: Job) -> Outcome | None:
    """The outcome of a job whose value is known here."""
    outcomes = (
        known_outcome(job, argument.known)
        for argument in job.arguments
        if hasattr(argument, "known")
    )
    return next(filter(None, outcomes), None)


def _received(job: Job, value: Any) -> Any:
    for argument in job.arguments:
        if hasattr(argument, "received"):
            return argument.received(value)
    return value


def _given_up(job: Job, failure: BaseException) -> JobError:
    """The error of a job that Dask has no result of."""
    from distributed import KilledWorker

    if isinstance(failure, KilledWorker):
        count = failure.allowed_failures + 1
        lost = "1 worker was" if count == 1 else f"{count} workers were"
        message = f"{job.name}: given up by Dask, since {lost} lost while running it"
        hint = "see their logs: was there too little memory? The same command tries it again"
        return JobError("lost", message, hint, "")
    message = f"{type(failure).__name__}: {failure}".partition("\n")[0]
    return JobError("failed", message, "see the logs of the workers", "")


def _connect(address: str, tls: Tls | None) -> Client:
    check_address(address)
    for path in tls or ():
        if not os.path.isfile(path):
            hint = "give the files that the scheduler's --tls options name"
            raise MisuseError(f"{path}: no such file for the TLS connection", hint)
    try:
        from distributed import Client, Security
    except ImportError as error:
        message = f"{address}: distributed, Dask's scheduler, is not installed"
        raise MisuseError(message, "pip install 'custom_compiler[cluster]'") from error
    # What it says while workers come and go is no news, and a lost scheduler is our error.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    security = None
    if tls:
        security = Security(
            tls_ca_file=tls.ca_file,
            tls_client_cert=tls.cert,
            tls_client_key=tls.key,
            require_encryption=True,
        )
    try:
        return Client(address, timeout=_SECONDS_TO_ANSWER, security=security, set_as_default=False)
    except (OSError, RuntimeError, TypeError) as error:
        reason = f"{error}".partition("\n")[0]
        message = f"the scheduler {address} does not answer: {reason}"
        raise BuildError(message, f"start it: dask scheduler; dask worker {address}") from error
