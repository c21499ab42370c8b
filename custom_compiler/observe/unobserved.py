"""Launches that could not be watched, as all observers write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from custom_compiler.observe.fields import LineFields


@dataclass(frozen=True)
class Unobserved:
    """A launch that was not watched, what a user calls its kernel, and why: one line."""

    kernel: str
    reason: str


def parse_unobserved(fields: LineFields) -> Unobserved:
    """Read a line of the event `unobserved`.

    Raises:
        FormatError: A field is not what it should be.
    """
    return Unobserved(fields.text("op_type") or fields.text("kernel"), fields.text("reason"))
