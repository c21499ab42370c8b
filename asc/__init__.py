"""Kernels for AI cores, written in Python: PyAsc's interface."""

from custom_compiler.asc.names import door

__getattr__, __dir__ = door(__name__)
