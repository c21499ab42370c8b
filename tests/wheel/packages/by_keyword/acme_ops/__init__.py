"""Operators of acme; importing this lets programs find them."""

from acme_ops import ascend_operators as ascend_operators
