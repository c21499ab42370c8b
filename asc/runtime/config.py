"""The target for which kernels are compiled."""

from custom_compiler.asc.names import become

become(__name__, "runtime.config")
