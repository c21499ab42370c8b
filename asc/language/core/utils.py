"""Values that are known while a kernel is traced."""

from custom_compiler.asc.names import door

__getattr__, __dir__ = door(__name__)
