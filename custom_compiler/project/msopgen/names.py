"""Names in C++ made of names in descriptions."""

from __future__ import annotations

import re

from custom_compiler.project.msopgen.messages import Code, MsopgenError
from custom_compiler.project.msopgen.vocabulary import KEYWORDS

_MOST = 1000


def stem(name: str) -> str:
    """Return the name of an operator's files and kernel: AddCustom is add_custom.

    An upper-case letter is preceded by _ after a letter or digit that is not upper-case, and if a
    lower-case letter follows upper-case ones: Conv2D is conv2_d, FusedRMSNorm fused_rms_norm.
    """
    return re.sub(r"(?<=[^A-Z_])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def check_name(name: str, what: str) -> None:
    """Raise MsopgenError unless `name` can stand in C++; `what` says whose name it is."""
    if len(name) > _MOST or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        message = (
            f"The {what} '{name[:80]}' is not a valid identifier for code generation. "
            "Only alphanumeric characters and underscores are allowed."
        )
        raise MsopgenError(Code.PARAMETER, message)
    if name in KEYWORDS:
        message = f"The {what} '{name}' is a word of C++. Please rename it."
        raise MsopgenError(Code.PARAMETER, message)
