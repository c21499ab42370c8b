"""The device and the tiling library, for host code."""

from custom_compiler.asc.names import door

__getattr__, __dir__ = door(__name__)
