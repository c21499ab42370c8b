"""Kernels launched from Python and tuned by annotated lines: the interface of CANN's mskl."""

from custom_compiler.autokernel.mskl.names import lazy_attributes

__getattr__, __all__ = lazy_attributes(__name__)
