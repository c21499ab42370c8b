"""Libraries through which frameworks call the operators of a package on the CPU."""

from __future__ import annotations

from custom_compiler.bridge.library import Bridge, write_bridge

__all__ = ["Bridge", "write_bridge"]
