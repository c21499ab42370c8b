"""Kernels launched from Python and tuned by annotated lines: the interface of CANN's mskl."""

from custom_compiler.autokernel.mskl.names import door

__getattr__, __all__ = door(__name__)
