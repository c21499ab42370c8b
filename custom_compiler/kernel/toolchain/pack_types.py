"""Packs of constants whose type a specialisation gives otherwise than its pattern has it.

    template <typename T, T... values> struct Sequence;
    template <typename T, size_t... values> struct Size<Sequence<T, values...>> { ... };

clang finds `values` for `Sequence<int, 1, 2>`; GCC does so only where the types are the same, so
the pack gets the type of the pattern, `T... values`. Works on preprocessed text; lines stay.
"""

from __future__ import annotations

import re

# `template <typename T, ..., size_t... Ns> struct Name<` of a partial specialisation.
_SPECIALIZATION = re.compile(
    rb"\btemplate\s*<([^<>;{}()]*)>\s*(?:struct|class)\s+[\w:]+\s*<([^;{}()]*)>\s*(?=[:{])"
)
_TYPE = re.compile(rb"\s*(?:typename|class)\s+(\w+)\s*")
_PACK = re.compile(rb"\s*((?:[\w:]+\s+)*[\w:]+)\s*\.\.\.\s*(\w+)\s*")


def with_pack_types(text: bytes) -> bytes:
    """Give packs of constants the types that the patterns of their specialisations have."""
    return _SPECIALIZATION.sub(_specialization, text)


def _specialization(match: re.Match[bytes]) -> bytes:
    parameters, arguments = match[1].split(b","), match[2]
    types = {
        type_match[1] for parameter in parameters if (type_match := _TYPE.fullmatch(parameter))
    }
    for number, each in enumerate(parameters):
        pack = _PACK.fullmatch(each)
        if pack is None or pack[1] in {b"typename", b"class"}:
            continue
        sequence = re.search(rb"\w+\s*<\s*(\w+)\s*,\s*" + pack[2] + rb"\s*\.\.\.\s*>", arguments)
        if sequence and sequence[1] in types:
            parameters[number] = each.replace(pack[1], sequence[1], 1)
    begin, end = match.start(1) - match.start(), match.end(1) - match.start()
    return match[0][:begin] + b",".join(parameters) + match[0][end:]
