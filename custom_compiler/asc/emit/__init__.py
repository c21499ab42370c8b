"""Ascend C of kernels in the IR: readable, with the names and lines of Python."""

from custom_compiler.asc.emit.module import EmittedKernel, emit

__all__ = ["EmittedKernel", "emit"]
