"""The language of kernels."""

from custom_compiler.asc.names import door

__getattr__, __dir__ = door(__name__)
