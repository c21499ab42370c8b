"""CANN-compatible toolkit for Ascend C custom operators."""

from __future__ import annotations

__version__ = "0.2.0"
