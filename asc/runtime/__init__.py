"""Compiling and launching kernels."""

from custom_compiler.asc.names import lazy_attributes

__getattr__, __dir__ = lazy_attributes(__name__)
