"""The interface of `mskl` as CANN 8.1 calls it."""

from custom_compiler.autokernel.mskl.names import door

__getattr__, __all__ = door(__name__)
