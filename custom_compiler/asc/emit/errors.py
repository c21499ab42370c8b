"""Errors of the emitter."""

from __future__ import annotations

from custom_compiler.errors import MisuseError


class EmitError(MisuseError):
    """The module has something that Ascend C has no words for."""
