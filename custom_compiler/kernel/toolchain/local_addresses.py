"""Casts between numbers and pointers into the unified buffer.

    __ubuf__ int32_t* counter = (__ubuf__ int32_t*)(64);
    *counter = 0;
    if (reinterpret_cast<uint64_t>(counter) + size > UB_SIZE) { return; }

The hardware's addresses of a memory are the offsets in it. Intrinsics find the memory from such an
address, but the host's processor executes scalar accesses: their address must be the memory's. As
a number it is the offset again.
Works on preprocessed text in which a macro has marked the spaces (address_spaces.marks); lines
stay.
"""

from __future__ import annotations

import contextlib
import re

_TYPE = rb"[\w:\s]*\bascendc_in_ubuf\b[\w:\s]*\*[\s\w]*"
_NAMED_CAST = re.compile(rb"\breinterpret_cast\s*<\s*(" + _TYPE + rb")>\s*(?=\()")
_TO_NUMBER = re.compile(rb"\breinterpret_cast\s*<\s*(u?int(?:32|64)_t)\s*>\s*(?=\()")
_NUMBER = rb"0[xX][\da-fA-F]+[uUlL]*\b|\d+[uUlL]*\b"
_CAST = re.compile(rb"(?<![\w>])\(\s*(" + _TYPE + rb")\)\s*(?:(?=(\())|(" + _NUMBER + rb"))")
_PARENTHESIS = re.compile(rb"[()]")
# After parentheses that are only the start of the operand: a cast, or an object with a suffix.
_MORE = re.compile(rb"\s*(?:[\[(.\w]|->|\+\+|--)")
_POINTER_TYPE = re.compile(rb"\([\w:\s]*\*[\s\w]*\)")
_LINE_MARKER = re.compile(rb'^# \d+ "([^"\n]*)".*$', re.MULTILINE)
_NUMBER_FUNCTION = rb"::AscendC::isa::AddressNumber<\1>"
_FUNCTION = b"::AscendC::isa::InUnifiedBuffer"
_IN_SOURCE = re.compile(
    rb"(?:\breinterpret_cast\s*<|\()[\w:\s]*\b__ubuf__\b[\w:\s]*\*[\s\w]*[>)]\s*(?:\(|\d)"
)


def has_local_addresses(path: str) -> bool:
    """Tell whether a source or header that is none of the toolkit's may have such casts."""
    if "/tikcfw/" in path:
        return False
    with contextlib.suppress(OSError), open(path, "rb") as file:
        return _IN_SOURCE.search(file.read()) is not None
    return False  # no file, as "<built-in>"


def with_local_addresses(text: bytes) -> bytes:
    """Return the text with such casts as calls of functions that know the memory."""
    text = _with_numbers(text)
    text = _NAMED_CAST.sub(rb"%b<\1>" % _FUNCTION, text)

    def call(match: re.Match[bytes]) -> bytes:
        lines = b"\n" * match[0].count(b"\n")
        function = _FUNCTION + b"<" + b" ".join(match[1].split()) + b">" + lines
        if match[3] is not None:
            return function + b"(" + match[3] + b")"
        end = _closing(text, match.start(2))
        is_whole = end >= 0 and not _MORE.match(text, end)
        if not is_whole or _POINTER_TYPE.fullmatch(text, match.start(2), end):
            return match[0]
        return function

    return _CAST.sub(call, text)


def _with_numbers(text: bytes) -> bytes:
    """Rewrite casts to numbers, except those of the toolkit, which knows host addresses."""
    parts, position, is_toolkit = [], 0, False
    for marker in [*_LINE_MARKER.finditer(text), None]:
        piece = text[position : marker.start() if marker else len(text)]
        parts.append(piece if is_toolkit else _TO_NUMBER.sub(_NUMBER_FUNCTION, piece))
        if marker:
            parts.append(marker[0])
            position, is_toolkit = marker.end(), b"/tikcfw/" in marker[1]
    return b"".join(parts)


def _closing(text: bytes, opening: int) -> int:
    """Return the position after the parenthesis that closes the one at `opening`, or -1."""
    depth = 0
    for sign in _PARENTHESIS.finditer(text, opening):
        depth += 1 if sign[0] == b"(" else -1
        if depth == 0:
            return sign.end()
    return -1
