"""A preload of Dask's programs that makes a hostile cluster: `dask worker --preload <this file>`.

Workers do what the name of a job says instead of the job, the scheduler sends each client a message
that is a pickle. Whoever unpickles one, and is not of the cluster itself, makes the file that the
environment variable HOSTILE_FILE names.
"""

from __future__ import annotations

import copyreg
import json
import os
from pathlib import Path
from typing import Any

from distributed import SchedulerPlugin, get_worker
from distributed.protocol.serialize import ToPickle

from custom_compiler.kernel.jobs import cluster_task
from custom_compiler.kernel.jobs.parcel import pack, unpack

FILE = "HOSTILE_FILE"
_CODE = """
name = open('/proc/self/cmdline').read()
if 'dask_worker' not in name and 'dask_scheduler' not in name:
    open({file!r}, 'a').close()
"""


class Evil:
    """Executes code where it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return exec, (_CODE.format(file=os.environ[FILE]),)


class EvilError(Exception):
    """The same, as an error."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Evil().__reduce__()


class _Kind(type):
    """Metaclass of classes whose pickles execute code."""


copyreg.pickle(_Kind, lambda _: Evil().__reduce__())


class EvilType(bytes, metaclass=_Kind):
    """Bytes of a type whose name executes code."""


class EvilClient(SchedulerPlugin):
    """Sends clients pickles."""

    def add_client(self, scheduler: Any, client: str) -> None:
        if "custom_compiler" in os.environ.get("HOSTILE_SCHEDULER", ""):
            message = {"op": "key-in-memory", "key": ToPickle(Evil())}
            scheduler.loop.call_later(
                1.0, lambda: scheduler.client_comms[client].send(message)
            )  # fmt: skip


def _events() -> bytes:
    import pickle

    worker = get_worker()
    evil = pickle.dumps(Evil())
    for topic in ("warn", "print"):
        worker.log_event(topic, {"message": evil, "category": evil, "args": (ToPickle(Evil()),)})
    return b""


def _raise(error: Exception) -> None:
    raise error


def _of(task: bytes, **changes: Any) -> bytes:
    """A result of a task, with a value of 7, but for some fields."""
    result = cluster_task.TaskResult(7, None, 0.0, "tcp://worker", None)
    fields, blobs = unpack(cluster_task.pack_result(result, task))
    return pack({**fields, **changes}, blobs)


def _object(name: str) -> dict[str, Any]:
    return {"value": {"object": 0}, "objects": [[name, ["echo"]]]}


VERSION = "version"
_ERROR = ["failed", "first\x1b[2Jline\nsecond", "", ""]
ATTACKS: dict[str, Any] = {
    "result": lambda _: Evil(),
    "list": lambda _: [Evil()],
    "exception": lambda _: _raise(EvilError()),
    "text": lambda _: _raise(ValueError("\x1b[2Jfirst\nsecond")),
    VERSION: lambda _: _raise(ImportError("no module of that name")),
    "type": lambda _: EvilType(b"1"),
    "events": lambda _: _events(),
    "no parcel": lambda _: b"nothing",
    "of another job": lambda task: _of(task + b" "),
    "short": lambda task: _of(task)[:-9],
    "damaged": lambda task: _of(task).replace(b"7", b"8"),
    "another type": lambda task: _of(task, value={"value": "7", "objects": []}),
    "an object": lambda task: _of(task, value=_object("os:system")),
    "no fields": lambda task: pack({"job": unpack(_of(task))[0]["job"]}),
    "deep": lambda task: _of(task, value={"value": json.loads("[" * 900 + "]" * 900)}),
    "escapes": lambda task: _of(task, error=_ERROR, value={"value": None, "objects": []}),
}


def run_task(data: bytes, blobs: list[bytes], key: str) -> Any:
    """Do what the name of a job says."""
    name = unpack(data)[0]["job"][0]
    return ATTACKS[name](data) if name in ATTACKS else _honest(data, blobs, key)


_honest = cluster_task.run_task


def dask_setup(service: Any) -> None:
    """Make a worker or a scheduler hostile."""
    Path(os.environ[FILE]).unlink(missing_ok=True)
    if type(service).__name__ == "Scheduler":
        service.add_plugin(EvilClient())
    else:
        cluster_task.run_task = run_task
