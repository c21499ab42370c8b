"""Consistency of an operator's declarations before a run.

`check` compares an operator's prototype with its kernel, its aclnn header, its registration in
Python and its infer functions.
"""

from __future__ import annotations

from custom_compiler.check.compare import check
from custom_compiler.check.declarations import Contradiction, SourceLocation
from custom_compiler.check.operators import CheckedOperator, described_operators, packaged_operators

__all__ = [
    "CheckedOperator",
    "Contradiction",
    "SourceLocation",
    "check",
    "described_operators",
    "packaged_operators",
]
