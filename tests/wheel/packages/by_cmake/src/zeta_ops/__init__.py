"""Operators of zeta; importing this lets programs find them."""

from zeta_ops import ascend_operators as ascend_operators
