"""Tiling."""

from custom_compiler.asc.names import become

become(__name__, "host")
