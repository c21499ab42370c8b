"""Kernels as functions of Python."""

from custom_compiler.asc.names import become

become(__name__, "runtime.jit")
