"""What kernels are compiled for."""

from custom_compiler.asc.names import become

become(__name__, "runtime.config")
