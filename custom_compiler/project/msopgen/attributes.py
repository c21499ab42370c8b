"""Attributes of described operators, and their default values as C++."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

from custom_compiler.project.msopgen.messages import Code, MsopgenError, info, warn
from custom_compiler.project.msopgen.names import check_name
from custom_compiler.project.msopgen.vocabulary import ATTRIBUTES, UNBUILDABLE_ATTRIBUTES

_MOST_LETTERS = 1024
_INT64 = range(-(1 << 63), 1 << 63)
# What an optional attribute is without a default value, which CANN's op_build asks for.
_NONE = {"int": 0, "float": 0.0, "string": "", "bool": False}


class _NoValueError(ValueError):
    """The default value is not one of the type."""


@dataclass(frozen=True, slots=True)
class DescribedAttribute:
    """An attribute.

    Attributes:
        name: As in the description.
        function: Of OpAttrDef: Int, ListFloat and so on.
        default: Its value as C++; None: the attribute is required.
    """

    name: str
    function: str
    default: str | None


def read_attributes(described: Any) -> tuple[DescribedAttribute, ...]:
    """Read the value of `attr`; MsopgenError names the first that cannot be built."""
    if described is None:
        return ()
    if not isinstance(described, list):
        warn("Attr in the map should be a list.")
        return ()
    attributes: dict[str, DescribedAttribute] = {}
    for entry in described:
        attribute = _attribute(entry)
        if attribute is None:
            continue
        if attribute.name in attributes:
            text = f'The attribute name "{attribute.name}" is duplicate.'
            warn(f"{text} The last one is to be used!")
        attributes[attribute.name] = attribute
    return tuple(attributes.values())


def _attribute(entry: Any) -> DescribedAttribute | None:
    name = entry.get("name") if isinstance(entry, dict) else None
    if not isinstance(name, str):
        warn("The attr_name name is None or invalid. Please check!")
        return None
    name = name.strip()
    check_name(name, "attribute name")
    kind = _word(entry.get("type"))
    if kind in UNBUILDABLE_ATTRIBUTES:
        message = f"The type {kind} of attribute '{name}' has no function of OpDef: one of "
        raise MsopgenError(Code.PARAMETER, message + ", ".join(ATTRIBUTES))
    if kind not in ATTRIBUTES:
        warn(f"Attr op_type is invalid: {kind}, so '{name}' is left out")
        return None
    presence = _word(entry.get("param_type"))
    if presence not in {"required", "optional"}:
        text = f"The param_type of {name} is invalid or None."
        warn(f'{text} Assign it the default value "required"')
        presence = "required"
    info(f"Start to parse the attribute: {name}")
    if presence == "required":
        return DescribedAttribute(name, ATTRIBUTES[kind], None)
    default = entry.get("default_value")
    if default is None:
        default = _NONE.get(kind, [])
        warn(f"The optional attribute '{name}' has no default_value: {default!r} is taken")
    try:
        return DescribedAttribute(name, ATTRIBUTES[kind], _value(kind, default))
    except (ValueError, LookupError, OverflowError):
        message = f"The default value {str(default)[:80]!r} of attribute '{name}' is no {kind}."
        raise MsopgenError(Code.PARAMETER, message) from None


def _word(value: Any) -> str:
    """Return a word, or the only one of a list, as some people write it; other values as text."""
    if isinstance(value, list) and len(value) == 1:
        (value,) = value
    return str(value).strip()


def _value(kind: str, default: Any) -> str:
    """Return a default value as C++."""
    if isinstance(default, str) and len(default) > _MOST_LETTERS:
        raise _NoValueError
    if kind == "string":
        return _text(default)
    if kind.startswith("list_"):
        values = _list(default) if isinstance(default, str) else default
        if not isinstance(values, list):
            raise _NoValueError
        inner = kind.removeprefix("list_")
        return f"{{{', '.join(_value(inner, value) for value in values)}}}"
    return {"int": _int, "float": _float, "bool": _bool}[kind](default)


def _list(text: str) -> list[Any]:
    """Parse a list in the forms `{1,2}`, `[1, 2]`, `{{1,2},{3}}` or `1,2`."""
    tokens = re.findall(r"[{}\[\],]|[^{}\[\],\s]+", text)
    bare = not tokens or tokens[0] not in "{["
    stack: list[list[Any]] = [[]]
    for sign in tokens:
        if sign in "{[":
            stack.append([])
        elif sign in "}]":
            done = stack.pop()
            stack[-1].append(done)  # IndexError below where there are too many
        elif sign != ",":
            stack[-1].append(sign)
    if len(stack) != 1:
        raise _NoValueError
    (values,) = stack
    if bare:
        return values
    if len(values) != 1:
        raise _NoValueError
    return list(values[0])


def _text(value: Any) -> str:
    """Return a text as a C++ literal, with unusual characters in octal."""
    text = value if isinstance(value, str) else str(value) if _is_number(value) else None
    if text is None or "\0" in text:
        raise _NoValueError
    return '"' + "".join(_letter(byte) for byte in text.encode("utf-8")) + '"'


def _letter(byte: int) -> str:
    char = chr(byte)
    if char.isascii() and char.isprintable() and char not in '"\\?':
        return char
    return f"\\{byte:03o}"


def _int(value: Any) -> str:
    number = int(value, 0) if isinstance(value, str) else value
    if not _is_number(number) or int(number) != number or int(number) not in _INT64:
        raise _NoValueError
    if int(number) == _INT64.start:
        return f"{_INT64.start + 1} - 1"  # its absolute value is no number of C++
    return str(int(number))


def _float(value: Any) -> str:
    number = float(value) if isinstance(value, str) else value
    largest = 3.4028234663852886e38  # of a float of 32 bits
    if not _is_number(number) or not math.isfinite(number) or abs(number) > largest:
        raise _NoValueError
    return repr(float(number))


def _bool(value: Any) -> str:
    text = str(value).lower() if isinstance(value, bool | str) else ""
    if text not in {"true", "false"}:
        raise _NoValueError
    return text


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
