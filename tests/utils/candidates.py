"""Judges of host candidates that go wrong in the ways in which candidates do."""

from __future__ import annotations

import errno
import os
import time
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.tune import host_trial

if TYPE_CHECKING:
    from collections.abc import Mapping


_WRONG = host_trial.Built(None, "wrong values, random inputs: y[0] is 1, not 2 (1 of 2)")


def judge_some(bench: Any, setting: Mapping[str, int], folder: str) -> host_trial.Built:
    """As the real one, but for settings with one vector: each dies in its own way."""
    if setting["vectors"] == 1:
        fail = {1: crash, 4: loop, 16: take_all_memory}.get(setting["task"], judge_none)
        return fail() or _WRONG
    return host_trial.judge(bench, setting, folder)


def judge_none(*_: object) -> host_trial.Built:
    """None is right."""
    return _WRONG


def crash(*_: object) -> None:
    """As a wrong schedule may."""
    os.abort()


def loop(*_: object) -> None:
    """Never ends."""
    time.sleep(1000)


def take_all_memory(*_: object) -> None:
    """More than candidates are given."""
    taken = bytearray(b"x") * (3 << 29)
    time.sleep(1000)
    del taken


def disk_full(*_: object) -> None:
    """Nothing that a candidate is to blame for."""
    raise OSError(errno.ENOSPC, "No space left on device", "somewhere")


def find_fault(*_: object) -> tuple[str, ...]:
    """Return a possible sanitizer report."""
    return ("race: two pipes write y",)
