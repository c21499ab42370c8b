"""What is known of failures: how a log shows them, their causes and the way out."""

from __future__ import annotations

from custom_compiler.explain.error_names import explain_name, is_name
from custom_compiler.explain.explanation import Explanation, code_names, explain, explain_code

__all__ = ["Explanation", "code_names", "explain", "explain_code", "explain_name", "is_name"]
