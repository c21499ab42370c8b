"""Values of attributes: their defaults, and values of Python as the kinds of attributes."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from custom_compiler.call import arrays
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable

    from custom_compiler.call.prototype import PrototypeAttribute


def default_of(attribute: PrototypeAttribute) -> Any:
    """Return the value of an omitted attribute; None if it is required."""
    if attribute.default is None:
        return None
    if not attribute.default and attribute.type != "str":
        return [] if attribute.type.startswith("list") else 0
    return arrays.parse_attribute(attribute.type, attribute.default)


def value_of(attribute: PrototypeAttribute, value: Any) -> Any:
    """Convert a Python or NumPy value to the attribute's type.

    Raises:
        MisuseError: It has another type, such as a text for a number or 0.5 for an int.
    """
    kind = attribute.type
    try:
        if kind.startswith("list") and kind in _LISTS:
            return [_LISTS[kind](item) for item in _members(value)]
        if kind in _SCALARS:
            return _SCALARS[kind](value)
    except (TypeError, ValueError, OverflowError):
        message = f"attribute '{attribute.name}' is no {kind}: {value!r}"
        raise MisuseError(message, f"give {_WORDS[kind]}") from None
    raise MisuseError(f"attribute '{attribute.name}': values of the kind {kind} cannot be passed")


def _members(value: Any) -> Any:
    if isinstance(value, (str, bytes)):
        raise TypeError(value)
    return value


def _int(value: Any) -> int:
    number = operator.index(value)
    if not -(2**63) <= number < 2**63:
        raise ValueError(number)
    return number


def _float(value: Any) -> float:
    if isinstance(value, (str, bytes)):
        raise TypeError(value)
    return float(value)


def _bool(value: Any) -> bool:
    if isinstance(value, (str, bytes)) or value not in {0, 1}:
        raise TypeError(value)
    return bool(value)


def _str(value: Any) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise TypeError(value)
    return value


_SCALARS: dict[str, Callable[[Any], Any]] = {
    "int": _int, "float": _float, "bool": _bool, "str": _str,
}  # fmt: skip
_LISTS: dict[str, Callable[[Any], Any]] = {
    "listInt": _int, "listFloat": _float, "listBool": _bool,
}  # fmt: skip
_WORDS = {
    "int": "a whole number of 64 bits",
    "float": "a number",
    "bool": "True or False",
    "str": "a text",
    "listInt": "whole numbers of 64 bits, as [1, 2]",
    "listFloat": "numbers, as [0.5, 1]",
    "listBool": "truth values, as [True, False]",
}
