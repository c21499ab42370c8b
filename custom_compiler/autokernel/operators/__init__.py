"""Operators that are shipped, each a description of a few lines."""

from custom_compiler.autokernel.operators.activation import gelu as gelu
from custom_compiler.autokernel.operators.matmul import matmul as matmul
from custom_compiler.autokernel.operators.softmax import softmax as softmax
