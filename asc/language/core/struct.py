"""Structures that kernels are given."""

from custom_compiler.asc.names import door

__getattr__, __dir__ = door(__name__)
