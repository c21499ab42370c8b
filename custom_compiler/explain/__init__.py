"""Known failures: their lines in a log, their causes and their fixes."""

from __future__ import annotations

from custom_compiler.explain.error_names import explain_name, is_name, known_names
from custom_compiler.explain.explanation import (
    LINE_LIMIT,
    Explanation,
    code_names,
    explain,
    explain_code,
    known_codes,
)

__all__ = [
    "LINE_LIMIT",
    "Explanation",
    "code_names",
    "explain",
    "explain_code",
    "explain_name",
    "is_name",
    "known_codes",
    "known_names",
]
