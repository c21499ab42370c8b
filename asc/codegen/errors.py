"""Errors in kernels."""

from custom_compiler.asc.names import become

become(__name__, "codegen.errors")
