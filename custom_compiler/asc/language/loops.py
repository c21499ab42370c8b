"""Loops that an object of Ascend C drives."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from custom_compiler.asc.language.values import Scalar


class RuntimeIteration:
    """The iteration for which `with matmul.iterate() as count:` repeats its body.

    Args:
        advance: appends the operation that makes the next piece; whether there was one.
    """

    def __init__(self, advance: Callable[[], Scalar]) -> None:
        self.advance = advance
