"""Casts of numbers to pointers into the unified buffer, which scalar accesses follow.

    __ubuf__ int32_t* counter = (__ubuf__ int32_t*)(64);
    *counter = 0;

The hardware's addresses of a memory are the offsets in it. Intrinsics find the memory from such an
address, but the host's processor executes scalar accesses: their address must be the memory's.
Works on preprocessed text in which a macro has marked the spaces (address_spaces.marks); lines
stay.
"""

from __future__ import annotations

import re

_TYPE = rb"[\w:\s]*\bascendc_in_ubuf\b[\w:\s]*\*[\s\w]*"
_NAMED_CAST = re.compile(rb"\breinterpret_cast\s*<\s*(" + _TYPE + rb")>\s*(?=\()")
_NUMBER = rb"0[xX][\da-fA-F]+[uUlL]*\b|\d+[uUlL]*\b"
_CAST = re.compile(rb"(?<![\w>])\(\s*(" + _TYPE + rb")\)\s*(?:(?=(\())|(" + _NUMBER + rb"))")
_PARENTHESIS = re.compile(rb"[()]")
# After parentheses that are only the start of the operand: a cast, or an object with a suffix.
_MORE = re.compile(rb"\s*(?:[\[(.\w]|->|\+\+|--)")
_POINTER_TYPE = re.compile(rb"\([\w:\s]*\*[\s\w]*\)")
_FUNCTION = b"::AscendC::isa::InUnifiedBuffer"
_IN_SOURCE = re.compile(
    rb"(?:\breinterpret_cast\s*<|\()[\w:\s]*\b__ubuf__\b[\w:\s]*\*[\s\w]*[>)]\s*(?:\(|\d)"
)


def has_local_addresses(source: bytes) -> bool:
    """Tell whether a source that is not preprocessed may have such casts."""
    return _IN_SOURCE.search(source) is not None


def with_local_addresses(text: bytes) -> bytes:
    """Return the text with such casts as calls of a function that finds the memory."""
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


def _closing(text: bytes, opening: int) -> int:
    """Return the position after the parenthesis that closes the one at `opening`, or -1."""
    depth = 0
    for sign in _PARENTHESIS.finditer(text, opening):
        depth += 1 if sign[0] == b"(" else -1
        if depth == 0:
            return sign.end()
    return -1
