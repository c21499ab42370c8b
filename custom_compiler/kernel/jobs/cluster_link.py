"""The process that is connected to a Dask cluster; `cluster` starts it and speaks to it.

Dask's client unpickles what schedulers and workers send: results, errors, types, warnings, whole
messages. Here no pickle can name anything but `bytes`, whoever sent it: the interpreter itself
asks before it looks a name up. So a hostile cluster can send wrong bytes, and nothing else.

Requests come on stdin, answers go to stdout: parcels with their length first. Its answers:

    {"op": "ready", "threads": N}                connected
    {"op": "refused", "reason": ...}             not connected; the last answer
    {"op": "threads", "count": N}                now and then
    {"op": "done", "key": ...} + [result]        the bytes that came back
    {"op": "failed", "key": ..., "kind": ..., "reason": ...}
                                                 kind: lost (with its workers), version or failed
    {"op": "lost", "key": ...}                   the scheduler is lost, or has forgotten the job
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
import os
import pickle
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from custom_compiler.kernel.jobs.cluster_task import contents, run_task
from custom_compiler.kernel.jobs.frames import framed, read_framed, write_all
from custom_compiler.kernel.jobs.parcel import ParcelError, pack, unpack

if TYPE_CHECKING:
    from distributed import Client, Future, Security

_SECONDS_BETWEEN_LOOKS = 5.0
_SECONDS_TO_CLOSE = 5.0
_NAMED = {("builtins", "bytes")}  # what pickles may name: the type of all results
_REBUILDS = "unpickle_exception"  # functions of tblib, which Dask pickles errors with
_OTHER_VERSION = ("ImportError", "ModuleNotFoundError", "AttributeError")


class Link:
    """Serves one caller with one client of Dask."""

    def __init__(self, client: Client, ended: asyncio.Event, answers: int) -> None:
        """Prepare jobs of a client; `ended` is set when the connection to its scheduler is lost."""
        self._client = client
        self._ended = ended
        self._answers = answers
        self._futures: dict[str, Future] = {}
        self._files: dict[str, Future] = {}  # by the hash of their contents
        self._running: set[asyncio.Task[None]] = set()
        self._alone = asyncio.Lock()

    async def serve(self, requests: int) -> None:
        """Answer until there are no more requests, or nothing can come any more."""
        loop, over = asyncio.get_running_loop(), asyncio.Event()

        def read() -> None:
            with suppress(EOFError, OSError, ParcelError, RuntimeError):  # the loop is closed
                while True:
                    request = unpack(read_framed(requests))
                    loop.call_soon_threadsafe(self._request, *request)
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(over.set)

        threading.Thread(target=read, daemon=True).start()
        self._answer("ready", threads=await self._threads())
        watching = asyncio.create_task(self._watch())
        ends = [asyncio.create_task(event.wait()) for event in (over, self._ended)]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for task in (watching, *ends, *self._running):
            task.cancel()

    def _answer(self, op: str, *blobs: bytes, **fields: Any) -> None:
        write_all(self._answers, framed(pack({"op": op, **fields}, blobs)))

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
            with suppress(Exception):  # while the scheduler is lost
                self._answer("threads", count=await self._threads())

    async def _threads(self) -> int:
        return sum(int(count) for count in (await self._client.nthreads()).values())

    def _request(self, fields: dict[str, Any], blobs: list[bytes]) -> None:
        if fields["op"] == "submit":
            task = asyncio.create_task(self._run(fields["key"], blobs[0], fields["files"]))
        else:
            futures = [self._futures[key] for key in fields["keys"] if key in self._futures]
            task = asyncio.create_task(self._cancel(futures))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _cancel(self, futures: list[Future]) -> None:
        with suppress(Exception):  # the scheduler may be lost
            await self._client.cancel(futures)

    async def _run(self, key: str, task: bytes, files: list[list[str]]) -> None:
        try:
            if self._client.status != "running":
                self._answer("lost", key=key)
                return
            data = [self._file(*file) for file in files]
            future = self._client.submit(run_task, task, data, key, key=key, pure=False)
            self._futures[key] = future
            error = await future.exception()
            if future.status == "cancelled":
                self._answer("lost", key=key)
            elif error is not None or future.status == "error":
                kind, reason = _reason(error)
                self._answer("failed", key=key, kind=kind, reason=reason)
            else:
                self._answer("done", await self._result(future), key=key)
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever Dask makes of what it received
            lost = self._client.status != "running"
            reason = f"{type(error).__name__}: {error}"
            self._answer("lost" if lost else "failed", key=key, kind="failed", reason=reason)
        finally:
            self._futures.pop(key, None)

    async def _result(self, future: Future) -> bytes:
        """Return the bytes that a job returned."""
        try:
            result = await future.result()
        except TypeError:
            # Several are fetched in one message, which one of them can spoil.
            async with self._alone:
                result = await future.result()
        if not isinstance(result, (bytes, bytearray, memoryview)):
            raise TypeError(f"it is no bytes, but of the type {type(result).__name__}")
        return bytes(result)

    def _file(self, path: str, digest: str) -> Future:
        """Return the contents of a file on the cluster; equal files are sent once."""
        future = self._files.get(digest)
        if future is None or future.cancelled():  # a scheduler that was started again knows none
            with open(path, "rb") as file:
                data = file.read()
            if hashlib.sha256(data).hexdigest() != digest:
                raise OSError(f"{path}: changed while it was sent")
            key = f"custom_compiler-file-{digest}"  # for all callers
            future = self._files[digest] = self._client.submit(contents, data, key=key)
        return future


def reject_names(event: str, arguments: tuple[Any, ...]) -> None:
    """Let no pickle name what it could execute; an audit hook, which nothing can take away."""
    if event == "pickle.find_class" and arguments not in _NAMED:
        raise TypeError(f"a pickle names {'.'.join(map(str, arguments))}")  # Dask expects this one


class _Inert:
    """An object of a pickle that was read as a description."""

    def __new__(cls, *arguments: Any, **_: Any) -> _Inert:  # noqa: PYI034 - Self is of Python 3.11
        inert = object.__new__(cls)
        inert.arguments = arguments
        return inert

    arguments: tuple[Any, ...]

    def __setstate__(self, _state: object) -> None:
        pass


class _Describer(pickle.Unpickler):
    """Reads a pickle without what it names: each class is one that does nothing."""

    def find_class(self, module: str, name: str) -> Any:
        return type(name, (_Inert,), {"__module__": module})


def _reason(error: object) -> tuple[str, str]:
    """Return why a job has no result: lost, version or failed, and a line about it."""
    data = getattr(error, "args", (b"",))[0] if isinstance(error, Exception) else b""
    if not isinstance(data, (bytes, bytearray)):
        return "failed", f"{type(error).__name__}: {error}"
    try:
        inert = _Describer(io.BytesIO(data)).load()
        name, arguments = type(inert).__name__, inert.arguments
        if name.startswith(_REBUILDS):  # class, then arguments or attributes
            kind, content = arguments[:2]
            name, arguments = (
                kind.__name__,
                content["args"] if isinstance(content, dict) else content,
            )
    except Exception:  # noqa: BLE001 - whatever a pickle can be
        return "failed", "the worker failed, and its error cannot be read"
    if name == "KilledWorker":
        return "lost", str(arguments[2] + 1 if isinstance(arguments[-1], int) else 1)
    text = (
        f"{name}: {' '.join(str(argument) for argument in arguments if isinstance(argument, str))}"
    )
    return "version" if name in _OTHER_VERSION else "failed", text


async def _connect(
    address: str, seconds: float, security: Security | None
) -> tuple[Client, asyncio.Event]:
    from distributed import Client

    ended = asyncio.Event()

    class Listener(Client):
        """Says when it has stopped to listen, for whatever reason."""

        async def _handle_report(self) -> None:
            try:
                await super()._handle_report()
            finally:
                ended.set()

    client = await Listener(
        address, timeout=seconds, security=security, set_as_default=False, asynchronous=True
    )
    return client, ended


async def _main(answers: int, address: str, seconds: float, files: list[str]) -> None:
    from distributed import Security

    security = None
    if files:
        names = ("tls_ca_file", "tls_client_cert", "tls_client_key")
        security = Security(**dict(zip(names, files, strict=True)), require_encryption=True)
    try:
        client, ended = await _connect(address, seconds, security)
    except Exception as error:  # noqa: BLE001 - Dask has many ways to say it
        reason = f"{error}".partition("\n")[0] or type(error).__name__
        write_all(answers, framed(pack({"op": "refused", "reason": reason})))
        return
    try:
        await Link(client, ended, answers).serve(0)
    finally:
        with suppress(Exception):
            await asyncio.wait_for(client.close(), _SECONDS_TO_CLOSE)


def main(address: str, seconds: str, *files: str) -> None:
    """Serve the process at the other ends of stdin and stdout; does not return."""
    answers = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)  # workers can print on clients
    import distributed  # noqa: F401 - before nothing can be said

    os.dup2(nowhere, 2)
    logging.disable(logging.CRITICAL)  # a lost scheduler is our error
    sys.addaudithook(reject_names)
    with suppress(Exception):
        asyncio.run(_main(answers, address, float(seconds), list(files)))
    os._exit(0)  # threads of Dask may still wait
