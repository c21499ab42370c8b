"""Jobs on a worker of a Dask cluster: lays out files, then runs the job as on one machine.

The job runs in a process below the worker, with its limits, so that it cannot end the worker.
"""

from __future__ import annotations

import hashlib
import os
import threading
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import BuildError, CustomCompilerError
from custom_compiler.kernel.jobs.codec import Encoded, classes_of, conforms, decode, encode
from custom_compiler.kernel.jobs.job import Job, JobError, JobLimits, Movable, error_of
from custom_compiler.kernel.jobs.local import LocalWorkers
from custom_compiler.kernel.jobs.parcel import ParcelError, pack, unpack
from custom_compiler.kernel.jobs.remote import argument_class, check_remote
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.machine import Machine, this_machine
from custom_compiler.support.files import write_atomic
from custom_compiler.support.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOOKS = 1.0  # seconds between two looks at whether the job is still wanted

_idle: dict[JobLimits, list[LocalWorkers]] = {}
_idle_lock = threading.Lock()
_tree_lock = threading.Lock()


class ClusterTask(NamedTuple):
    """A job as it travels."""

    job: Job  # its arguments packed
    files: tuple[tuple[str, str], ...]  # path on the caller's machine, hash of the contents
    machine: Machine  # of the caller
    limits: JobLimits


class TaskResult(NamedTuple):
    """Outcome of a job on a worker."""

    value: Any
    error: JobError | None
    seconds: float
    worker: str
    machine: Machine | None  # of the worker, if it is another one: nothing was done


def pack_task(
    job: Job, files: tuple[tuple[str, str], ...], machine: Machine, limits: JobLimits
) -> bytes:
    """Return a job as it travels; BuildError if other machines do not do such jobs."""
    check_remote(job.function)
    arguments = encode(job.arguments)
    fields = {
        "job": [job.name, job.function],
        "arguments": arguments.plain,
        "files": files,
        "machine": machine,
        "limits": limits,
    }
    return pack(fields, arguments.blobs)


def unpack_task(data: bytes) -> ClusterTask:
    """Return what `pack_task` packed; ValueError if it is not that."""
    fields, blobs = unpack(data)
    try:
        name, function = map(str, fields["job"])
        check_remote(function)
        encoded = Encoded(fields["arguments"], blobs)
        arguments = decode(encoded, lambda name: argument_class(function, name))
        files = tuple((str(path), str(digest)) for path, digest in fields["files"])
        seconds, memory = fields["limits"]
        limits = JobLimits(float(seconds), int(memory))
        return ClusterTask(
            Job(name, function, arguments), files, Machine(*fields["machine"]), limits
        )
    except (TypeError, KeyError) as error:
        raise ParcelError(f"it is none of a job: {error}") from error


def pack_result(result: TaskResult, task: bytes) -> bytes:
    """Return the result of a task as it travels; TypeError for values that cannot."""
    value = encode(result.value)
    fields = {**result._asdict(), "value": value.plain, "job": hashlib.sha256(task).hexdigest()}
    return pack(fields, value.blobs)


def unpack_result(data: bytes, task: str, hint: Any) -> TaskResult:
    """Return the result that a worker sent.

    Args:
        data: As it came.
        task: The hash of what the worker was sent.
        hint: The type of the value of a job that has no error.

    Raises:
        ValueError: It is no result of this task, or has a value of another type.
    """
    fields, blobs = unpack(data)
    classes = classes_of(hint)

    def class_of(name: str) -> type:
        if name not in classes:
            raise ValueError(f"it holds a {name[:200]!r}")
        return classes[name]

    if fields.get("job") != task:
        raise ValueError("it is of another job")
    try:
        error, machine = fields["error"], fields["machine"]
        result = TaskResult(
            value=decode(Encoded(fields["value"], blobs), class_of),
            error=JobError(*error) if error else None,
            seconds=fields["seconds"],
            worker=fields["worker"],
            machine=Machine(*machine) if machine else None,
        )
    except (TypeError, KeyError) as wrong:
        raise ValueError("its fields are not those of a result") from wrong
    value_type = hint if not result.error and not result.machine else None
    if not conforms(result._replace(value=None), TaskResult) or not conforms(
        result.value, value_type
    ):
        raise ValueError("its values are not of the types that they should have")
    return _printable(result)


def _printable(result: TaskResult) -> TaskResult:
    """Return the result with printable texts."""
    error, machine = result.error, result.machine
    if error:
        details = "\n".join(printable(line.expandtabs()) for line in error.details.split("\n"))
        error = JobError(error.kind, printable(error.message), printable(error.hint), details)
    machine = Machine(*map(printable, machine)) if machine else None
    return result._replace(error=error, machine=machine, worker=printable(result.worker))


def contents(data: bytes) -> bytes:
    """Return the contents of a file; a separate task, so that each worker receives them once."""
    return data


def run_task(data: bytes, blobs: list[bytes], key: str) -> bytes:
    """Run the job on the worker that this is, and return its result as it travels.

    An error of the worker itself is the outcome of the job.

    Args:
        data: Of `pack_task`.
        blobs: The contents of its files.
        key: Dask's, of this job.
    """
    try:
        return pack_result(_run(data, blobs, key), data)
    except TypeError as error:  # of the value
        failure = JobError("failed", f"TypeError: {error}", "", "")
        return pack_result(TaskResult(None, failure, 0.0, "", None), data)


def _run(data: bytes, blobs: list[bytes], key: str) -> TaskResult:
    from distributed import get_worker

    worker = get_worker()
    try:
        machine, task = _own_machine(), unpack_task(data)
        if machine != task.machine:
            return TaskResult(None, None, 0.0, worker.address, machine)
        with _tree_lock:  # the threads of this worker share it
            tree = _lay_out(task.files, blobs) if task.files else ""
        with _worker_process(task.limits) as process, _while_wanted(worker, key, process):
            (outcome,) = process.run([_moved(task.job, tree)])
        return TaskResult(*outcome[1:4], worker.address, None)
    except (CustomCompilerError, OSError, ValueError) as error:
        if isinstance(error, ValueError):
            error = BuildError(f"it received no job: {error}")
        failure = error_of(error)
        failure = failure._replace(message=f"worker {worker.address}: {failure.message}")
        return TaskResult(None, failure, 0.0, worker.address, None)


def _moved(job: Job, tree: str) -> Job:
    arguments = (
        value.moved(_toolkit(), tree) if isinstance(value, Movable) else value
        for value in job.arguments
    )
    return job._replace(arguments=tuple(arguments))


@lru_cache(maxsize=1)
def _toolkit() -> str:
    from custom_compiler.toolkit.home import ensure_home

    return str(ensure_home())


@lru_cache(maxsize=1)
def _own_machine() -> Machine:
    return this_machine(_toolkit(), KernelCache())


def _lay_out(files: tuple[tuple[str, str], ...], data: list[bytes]) -> str:
    """Return a folder with the files below it, each at its path; made once for the same files."""
    digest = hashlib.sha256(repr(files).encode("utf-8", "surrogateescape")).hexdigest()
    folder = KernelCache().shipped_folder(digest)
    ready = os.path.join(folder, ".ready")
    if not os.path.exists(ready):
        for (path, digest), content in zip(files, data, strict=True):
            if hashlib.sha256(content).hexdigest() != digest:
                raise BuildError(f"{path}: other contents than were sent")
            write_atomic(folder + _inside(path), content)
        write_atomic(ready, b"")
    os.utime(folder)
    return folder


def _inside(path: str) -> str:
    """Check that a caller's path cannot lead out of the folder that it is appended to."""
    if not path.startswith("/") or os.path.normpath(path) != path:
        raise BuildError(f"{path}: no path of a file that a job reads")
    return path


@contextmanager
def _worker_process(limits: JobLimits) -> Iterator[LocalWorkers]:
    """Provide a worker process that no other job uses, and keep it for the next ones."""
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
