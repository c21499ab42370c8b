"""What a worker of a Dask cluster does for a job of ours: files laid out, then as on one machine.

The job runs in a process below the worker, with its limits, so that what it does cannot end the
worker.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import threading
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import CustomCompilerError
from custom_compiler.kernel.jobs.job import Job, JobError, Limits, error_of
from custom_compiler.kernel.jobs.local import LocalWorkers
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.machine import Machine, this_machine
from custom_compiler.support.cache_root import cache_root
from custom_compiler.support.files import write_atomic

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOOKS = 1.0  # seconds between two looks at whether the job is still wanted

_idle: dict[Limits, list[LocalWorkers]] = {}
_idle_lock = threading.Lock()
_tree_lock = threading.Lock()


class ClusterTask(NamedTuple):
    """A job as it travels."""

    job: bytes  # pickled, its arguments packed
    files: tuple[tuple[str, str], ...]  # path on the caller's machine, hash of the contents
    machine: Machine  # of the caller
    limits: Limits


class TaskResult(NamedTuple):
    """How it ended."""

    value: Any
    error: JobError | None
    seconds: float
    worker: str
    machine: Machine | None  # of the worker, if it is another one: nothing was done


def contents(data: bytes) -> bytes:
    """The contents of a file: a task of its own, so that each worker gets them once."""
    return data


def run_task(task: ClusterTask, data: list[bytes], key: str) -> TaskResult:
    """Run the job on the worker that this is; `data` are its files' contents, `key` is Dask's.

    An error of the worker itself is the outcome of the job.
    """
    from distributed import get_worker

    worker = get_worker()
    try:
        machine = _own_machine()
        if machine != task.machine:
            return TaskResult(None, None, 0.0, worker.address, machine)
        with _tree_lock:  # the threads of this worker share it
            tree = _lay_out(task.files, data) if task.files else ""
        with _worker_process(task.limits) as process, _while_wanted(worker, key, process):
            (outcome,) = process.run([_moved(pickle.loads(task.job), tree)])  # noqa: S301 - ours
        return TaskResult(*outcome[1:4], worker.address, None)
    except (CustomCompilerError, OSError) as error:
        failure = error_of(error)
        failure = failure._replace(message=f"worker {worker.address}: {failure.message}")
        return TaskResult(None, failure, 0.0, worker.address, None)


def _moved(job: Job, tree: str) -> Job:
    arguments = (
        value.moved(_toolkit(), tree) if hasattr(value, "moved") else value
        for value in job.arguments
    )
    return job._replace(arguments=tuple(arguments))


@lru_cache(maxsize=1)
def _toolkit() -> str:
    from custom_compiler.toolkit.home import ensure_home

    return str(ensure_home())


@lru_cache(maxsize=1)
def _own_machine() -> Machine:
    return this_machine(_toolkit(), KernelCache(cache_root()))


def _lay_out(files: tuple[tuple[str, str], ...], data: list[bytes]) -> str:
    """Folder with the files below it, each at its path; made once for the same files."""
    digest = hashlib.sha256(repr(files).encode("utf-8", "surrogateescape")).hexdigest()
    folder = KernelCache(cache_root()).shipped_folder(digest)
    ready = os.path.join(folder, ".ready")
    if not os.path.exists(ready):
        for (path, _), content in zip(files, data, strict=True):
            write_atomic(folder + path, content)
        write_atomic(ready, b"")
    os.utime(folder)
    return folder


@contextmanager
def _worker_process(limits: Limits) -> Iterator[LocalWorkers]:
    """A worker process that no other job uses, kept for the next ones."""
    with _idle_lock:
        waiting = _idle.setdefault(limits, [])
        workers = waiting.pop() if waiting else LocalWorkers(1, limits)
    yield workers
    with _idle_lock:
        _idle[limits].append(workers)


@contextmanager
def _while_wanted(worker: Any, key: str, workers: LocalWorkers) -> Iterator[None]:
    """End the job if nobody waits for it any more: its caller gave up or is gone."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(_LOOKS):
            task = worker.state.tasks.get(key)
            if task is None or task.state == "cancelled":
                workers.stop()
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
