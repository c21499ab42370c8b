"""The interface of `mskl` as CANN 8.1 calls it."""

from custom_compiler.autokernel.mskl.names import lazy_attributes

__getattr__, __all__ = lazy_attributes(__name__)
