"""Doing the same again whenever one of some files, or a file of some folders, changes."""

from __future__ import annotations

import os
import stat
import sys
import time
from typing import TYPE_CHECKING

from custom_compiler.cli.messages import show_failure
from custom_compiler.errors import CustomCompilerError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

_PAUSE = 0.1  # seconds between two looks
_NOT_LOOKED_AT = frozenset({"__pycache__", ".git"})

Snapshot = dict[str, tuple[int, int]]


def watch(paths: Iterable[Path], action: Callable[[], object]) -> int:
    """Run the action, and again after each change, until it is interrupted; failures are shown.

    Never returns in any other way than by KeyboardInterrupt.
    """
    watched = list(paths)
    while True:
        before = snapshot(watched)
        start = time.monotonic()
        try:
            action()
        except CustomCompilerError as error:
            show_failure(error)
        took = time.monotonic() - start
        print(f"{took:.1f} s; waiting for changes, Ctrl-C ends", file=sys.stderr, flush=True)
        while snapshot(watched) == before:
            time.sleep(_PAUSE)


def snapshot(paths: Iterable[Path]) -> Snapshot:
    """Return modification time and size of each file; editors' hidden files are left out."""
    states: Snapshot = {}
    for root in paths:
        _look(str(root), states)
        for folder, inner, names in os.walk(root):
            inner[:] = [name for name in inner if name not in _NOT_LOOKED_AT]
            for name in names:
                if not (name.startswith(".") or name.endswith(("~", ".swp", ".pyc"))):
                    _look(os.path.join(folder, name), states)  # noqa: PTH118  many, often
    return states


def _look(path: str, states: Snapshot) -> None:
    """Note a file; folders and what is gone are passed over."""
    try:
        state = os.stat(path)  # noqa: PTH116  many, often
    except OSError:
        return
    if not stat.S_ISDIR(state.st_mode):
        states[path] = (state.st_mtime_ns, state.st_size)
