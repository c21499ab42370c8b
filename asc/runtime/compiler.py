"""The compiler of kernels."""

from custom_compiler.asc.names import become

become(__name__, "runtime.compiler")
