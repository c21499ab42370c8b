"""Aggregates with a defaulted constructor, which are none in C++20.

    struct Call { Call() = default; Kernel* kernel; int stage; };
    call = {this, 3};  // C++17

Sources that need C++20 from GCC (standards.py) are C++17: their structures lose a constructor that
is defaulted and alone, which they have anyhow. Works on preprocessed text; lines stay.
"""

from __future__ import annotations

import re

_DEFAULTED = re.compile(rb"(?<![~\w])(\w+)\s*\(\s*\)\s*(?:noexcept\s*)?=\s*default\s*;")
_BRACE = re.compile(rb"""[{}]|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])+'""")


def as_aggregates(text: bytes) -> bytes:
    """The text without defaulted constructors that are the only ones of their classes."""
    bodies = _bodies(text, [match.start() for match in _DEFAULTED.finditer(text)])

    def removed(match: re.Match[bytes]) -> bytes:
        begin, end = bodies.get(match.start(), (0, 0))
        head = re.split(rb"[;{}]", text[max(0, begin - 1000) : begin])[-1]
        is_own = re.search(rb"\b(?:struct|class)\b[^:]*\b" + match[1] + rb"\b", head)
        constructor = rb"(?<![~\w])" + match[1] + rb"\s*\([^;{}]*\)\s*(?:noexcept\s*)?[:{;=]"
        if not is_own or len(re.findall(constructor, text[begin:end])) != 1:
            return match[0]
        return b"\n" * match[0].count(b"\n")

    return _DEFAULTED.sub(removed, text)


def _bodies(text: bytes, places: list[int]) -> dict[int, tuple[int, int]]:
    """The braces around each of these places."""
    found: dict[int, tuple[int, int]] = {}
    stack: list[tuple[int, list[int]]] = []
    waiting = iter([*places, len(text) + 1])
    following = next(waiting)
    for token in _BRACE.finditer(text):
        while following < token.start():
            if stack:
                stack[-1][1].append(following)
            following = next(waiting)
        if token[0] == b"{":
            stack.append((token.start(), []))
        elif token[0] == b"}" and stack:
            begin, inside = stack.pop()
            found |= dict.fromkeys(inside, (begin, token.start()))
    return found
