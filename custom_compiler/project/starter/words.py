"""Pieces of text that sources of a starter have in common."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from custom_compiler.project.msopgen.attributes import DescribedAttribute
    from custom_compiler.project.msopgen.operators import DescribedOperator

# Attributes that go into tiling data: C++ type there, and the function of RuntimeAttrs.
NUMBERS = {"Float": ("float", "GetFloat"), "Int": ("int64_t", "GetInt")}


def camel(name: str) -> str:
    """Return `negative_slope` as `negativeSlope`."""
    head, *tail = [word for word in name.split("_") if word] or ["value"]
    return head + "".join(word[:1].upper() + word[1:] for word in tail)


def upper(name: str) -> str:
    """Return `x` as `X`, for names of members such as `inQueueX`."""
    text = camel(name)
    return text[:1].upper() + text[1:]


def numbers(operator: DescribedOperator) -> list[tuple[int, DescribedAttribute]]:
    """Return attributes that tiling data has, with their numbers."""
    return [
        (n, attribute)
        for n, attribute in enumerate(operator.attributes)
        if attribute.function in NUMBERS
    ]


def floats(operator: DescribedOperator) -> list[str]:
    """Return the attributes by which the example multiplies its result."""
    return [attribute.name for attribute in operator.attributes if attribute.function == "Float"]


def field(name: str) -> str:
    """Return an attribute's name as a field of tiling data, which has other fields, too."""
    return f"attr{upper(name)}"


def python_value(attribute: DescribedAttribute) -> str:
    """Convert a default value from C++ to Python."""
    text = attribute.default or ""
    if attribute.function == "Bool":
        return str(text == "true")
    if attribute.function.startswith("List"):
        listed = text.replace("{", "[").replace("}", "]")
        return re.sub(r"\b(true|false)\b", lambda word: word[0].title(), listed)
    return text
