"""Values as literals of C++."""

from __future__ import annotations

import math
import struct

_NAMED = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_SINGLE_DIGITS = range(6, 10)  # as many decimal digits tell each two numbers of 32 bits apart
_INT_MIN = -(2**31)
_INT_MAX = 2**31 - 1
_LONG_MIN = -(2**63)


def string_literal(text: str) -> str:
    """Return arbitrary text as one C++ string literal."""
    return f'"{"".join(_character(character) for character in text)}"'


def format_literal(text: str) -> str:
    r"""Return a printf format; `\n` written as two characters is a line end, as in C."""
    return string_literal(unescaped(text))


def unescaped(text: str) -> str:
    """Resolve backslash escapes as C does; a backslash before another letter stays."""
    parts: list[str] = []
    characters = iter(text)
    for character in characters:
        if character != "\\":
            parts.append(character)
            continue
        following = next(characters, "")
        if following in _ESCAPES:
            parts.append(_ESCAPES[following])
        else:
            parts.append(following if following and following in "\\\"'?" else "\\" + following)
    return "".join(parts)


def integer_literal(value: int) -> str:
    """Return an integer literal of the first of int, long and unsigned long that fits the value."""
    if value == _LONG_MIN:
        return f"({_LONG_MIN + 1}L - 1)"
    if value == _INT_MIN:
        return f"({_INT_MIN + 1} - 1)"
    if _INT_MIN < value <= _INT_MAX:
        return str(value)
    return f"{value}UL" if value >= -_LONG_MIN else f"{value}L"


def float_literal(value: float, *, single: bool) -> str:
    """Return a float literal with the suffix f, or a double literal without it."""
    suffix = "f" if single else ""
    if math.isnan(value):
        return f'__builtin_nan{suffix}("")'
    if math.isinf(value):
        return f"{'-' if value < 0 else ''}__builtin_inf{suffix}()"
    text = _shortest_single(value) if single else repr(value)
    if not any(mark in text for mark in ".e"):
        text += ".0"
    return text + suffix


def _shortest_single(value: float) -> str:
    try:
        rounded = struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return repr(value)
    for digits in _SINGLE_DIGITS:
        text = f"{value:.{digits}g}"
        if struct.unpack("f", struct.pack("f", float(text)))[0] == rounded:
            return repr(float(text))
    return repr(value)


def _character(character: str) -> str:
    if character in _NAMED:
        return _NAMED[character]
    if character.isprintable():
        return character
    # Three digits each: what follows cannot be taken for a fourth.
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogatepass"))
