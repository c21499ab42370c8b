"""Doing the same again whenever a file of some folders changes."""

from __future__ import annotations

import os
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


def watch(folders: Iterable[Path], act: Callable[[], object]) -> int:
    """Act, and again after each change, until it is interrupted; failures are shown.

    Never returns in any other way than by KeyboardInterrupt.
    """
    watched = list(folders)
    while True:
        before = snapshot(watched)
        start = time.monotonic()
        try:
            act()
        except CustomCompilerError as error:
            show_failure(error)
        took = time.monotonic() - start
        print(f"{took:.1f} s; waiting for changes, Ctrl-C ends", file=sys.stderr, flush=True)
        while snapshot(watched) == before:
            time.sleep(_PAUSE)


def snapshot(folders: Iterable[Path]) -> Snapshot:
    """When each file was changed last, and its size; editors' hidden files are left out."""
    found: Snapshot = {}
    for folder in folders:
        for place, inner, names in os.walk(folder):
            inner[:] = [name for name in inner if name not in _NOT_LOOKED_AT]
            for name in names:
                if name.startswith(".") or name.endswith(("~", ".swp", ".pyc")):
                    continue
                path = os.path.join(place, name)  # noqa: PTH118  many, often
                try:
                    state = os.stat(path)  # noqa: PTH116  the same
                except OSError:
                    continue
                found[path] = (state.st_mtime_ns, state.st_size)
    return found
