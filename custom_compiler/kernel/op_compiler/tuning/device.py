"""The device on which a tuning run takes times: one owner at a time, no other timing run."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.support.cache_root import cache_root
from custom_compiler.support.locks import locked

if TYPE_CHECKING:
    from collections.abc import Iterator

_DEVICE = 0
# What turns on profiling, or another observer, in all programs that are started.
_PROFILING = ("ASCENDC_OBSERVE", "PROFILING_MODE", "PROFILER_SAMPLECONFIG")


@contextmanager
def owned_device() -> Iterator[None]:
    """Own the device in the block.

    Raises:
        MisuseError: Another tuning run of this user owns it, or profiling is on.
    """
    for name in _PROFILING:
        value = os.environ.get(name, "")
        if value and value.lower() != "false":
            message = f"-m tune: profiling is on ({name}={value}), and would count what tuning runs"
            raise MisuseError(message, f"tune without profiling: unset {name}")

    def reject() -> None:
        message = f"-m tune: device {_DEVICE} is in use by another tuning run"
        raise MisuseError(message, "wait for it to end; two would disturb each other's results")

    with locked(os.path.join(cache_root(), f"tune-device-{_DEVICE}.lock"), reject):
        yield
