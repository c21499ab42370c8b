"""The installation and its environment, examined."""

from __future__ import annotations

from custom_compiler.doctor.installation import diagnose

__all__ = ["diagnose"]
