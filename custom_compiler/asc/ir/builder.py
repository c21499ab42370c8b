"""The builder of the kernel that is being traced, one per thread. It needs nothing of xDSL."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.asc.ir.construction import Builder

_state = threading.local()


def current(name: str) -> Builder:
    """Return the builder that operations are appended to.

    Args:
        name: the function that was called, `asc.add`, for the message.

    Raises:
        RuntimeError: no kernel is being traced in this thread.
    """
    builder: Builder | None = getattr(_state, "builder", None)
    if builder is None:
        message = (
            f"'{name}' cannot be called without initialization of global builder:"
            " it belongs into a function with @asc.jit that is launched, kernel[cores](...)"
        )
        raise RuntimeError(message)
    return builder


def is_active() -> bool:
    """Return whether a kernel is being traced in this thread."""
    return getattr(_state, "builder", None) is not None


@contextmanager
def using(builder: Builder) -> Iterator[None]:
    """Let what is called inside append to `builder`."""
    before = getattr(_state, "builder", None)
    _state.builder = builder
    try:
        yield
    finally:
        _state.builder = before
