"""CANN's C interface, as much as launches need: `libascendcl.so` of the toolkit, by ctypes."""

from __future__ import annotations

import atexit
import ctypes
import os
import threading
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from custom_compiler.support.acl_library import AclError, AclLibrary

if TYPE_CHECKING:
    from collections.abc import Callable


class DeviceError(RuntimeError):
    """The device, or a kernel on it, failed; `code` is CANN's number of the failure."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class _Thread(threading.local):
    """ACL state of this thread."""

    ready = False


_thread = _Thread()
before_finish: list[Callable[[], None]] = []  # what gives back memory and kernels
_lock = threading.Lock()
_started_by = 0  # process that initialised the interface; 0: none
_is_ours = False  # nobody else had initialised it
_default_device = 0
_part = "Ascend910B1"
_applied: list[str] = []  # parts that this process has chosen so far


@cache
def toolkit_root() -> str:
    """Return the root of the toolkit that kernels are compiled and run with."""
    from custom_compiler.toolkit import find_toolkit

    return str(find_toolkit().root)


@cache
def library() -> AclLibrary:
    """Return CANN's interface; nothing is initialised.

    OSError if it cannot be loaded.
    """
    loaded = AclLibrary(toolkit_root(), is_global=False)
    loaded.load("ascendcl")
    return loaded


@cache
def device_part() -> str:
    """Name of the part that the device is when nobody has chosen another one."""
    name = ctypes.create_string_buffer(64)
    check(library().rtGetSocVersion(name, len(name)), "the device's part")
    return name.value.decode()


def part_name() -> str:
    """Name of the part that launches run on."""
    return _part


def choose_part(name: str) -> None:
    """Let launches from now on run on the part `name`; applied when the device is first used."""
    global _part  # noqa: PLW0603 - one choice for the process, as in PyAsc
    _part = name
    if is_started():
        _apply_part()


def _apply_part() -> None:
    if device_part() != _part or _applied:
        code = library().rtSetSocVersion(_part.encode())
        check(code, f"the toolkit knows no part {_part}")
        _applied.append(_part)


def ready() -> AclLibrary:
    """Return the library, initialised, with a device for this thread."""
    if not _thread.ready or _started_by != os.getpid():
        _start()
    return library()


def choose_device(device: int) -> None:
    """Let threads that have no device yet use this one, and the calling thread at once."""
    global _default_device  # noqa: PLW0603 - one choice for the process, as in PyAsc
    _default_device = device
    check(ready().aclrtSetDevice(device), f"device {device}")


def check(code: int, what: str) -> None:
    """Raise DeviceError with the runtime's words about `what` unless `code` is 0."""
    if code != 0:
        text = library().message() or "no message"
        raise DeviceError(f"{what}: {text} (error {code})", code)


def is_started() -> bool:
    """Return whether this process has initialised the interface."""
    return _started_by == os.getpid()


def give_back_device(device: int) -> None:
    """Take `choose_device` back; the thread's next use takes the default device again."""
    library = ready()
    _let_go()
    check(library.aclrtResetDevice(device), f"device {device}")
    _thread.ready = False


def finish() -> int:
    """End the use of the interface, with all that is left of it; CANN's error code.

    Who initialised it before us ends it.
    """
    global _started_by  # noqa: PLW0603 - see above
    if not is_started():
        return 0
    _let_go()
    _started_by = 0
    _thread.ready = False
    return int(library().aclFinalize()) if _is_ours else 0


def _let_go() -> None:
    """Free the cached memory of the device, which may be gone with the device."""
    for each in before_finish:
        with suppress(DeviceError):
            each()


def _start() -> None:
    global _started_by, _is_ours  # noqa: PLW0603 - the interface is initialised once in a process
    process = os.getpid()
    loaded = library()
    with _lock:
        if _started_by not in {0, process}:
            message = "this process was forked from one that had used the device, which cannot work"
            raise RuntimeError(f"{message}: start processes with 'spawn'")
        if _started_by == 0:
            try:
                _is_ours = loaded.initialize()
            except AclError as error:
                raise DeviceError(error.message, error.code) from None
            _apply_part()
            _started_by = process
            atexit.register(finish)
    current = ctypes.c_int32()
    if loaded.aclrtGetDevice(ctypes.byref(current)) != 0:
        loaded.message()  # that there is none is no error
        check(loaded.aclrtSetDevice(_default_device), f"device {_default_device}")
    _thread.ready = True
