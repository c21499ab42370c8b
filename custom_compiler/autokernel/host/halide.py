"""Halide, imported when it is needed, with its errors as messages."""

from __future__ import annotations

import importlib
import importlib.util
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import BuildError, MisuseError

if TYPE_CHECKING:
    from collections.abc import Iterator


@cache
def halide() -> Any:
    """Return the module; raise MisuseError if it is not installed."""
    try:
        return importlib.import_module("halide")
    except ImportError as error:
        raise MisuseError(
            f"host kernels need Halide: {error}",
            "pip install 'custom_compiler[autokernel]' (wheels exist for Linux on x86-64, macOS, "
            "Windows; elsewhere build Halide 21 with its Python bindings)",
        ) from error


@contextmanager
def halide_errors(what: str) -> Iterator[None]:
    """Raise errors of Halide as a BuildError that names `what`."""
    try:
        yield
    except halide().HalideError as error:
        first, _, rest = str(error).strip().partition("\n")
        raise BuildError(f"{what}: Halide: {first}", details=rest) from error
