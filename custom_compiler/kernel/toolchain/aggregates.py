"""Aggregates with a defaulted constructor, which are none in C++20.

    struct Call { Call() = default; Kernel* kernel; int stage; };
    call = {this, 3};  // C++17

Sources that need C++20 from GCC (standards.py) are C++17: their structures lose a constructor that
is defaulted and alone, which they have anyhow. Works on preprocessed text; lines stay.
"""

from __future__ import annotations

import re

# Attributes as the macros of kernels (__aicore__, __forceinline__) expand to them.
_SPECIFIER = rb"(?:explicit|inline|constexpr|__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\))"
_DEFAULTED = re.compile(
    rb"(?<![~\w])(" + _SPECIFIER + rb"\s*(?:\s" + _SPECIFIER + rb"\s*)*\s)?"
    rb"(\w+)\s*\(\s*\)\s*(?:noexcept\s*)?=\s*default\s*;"
)
_MARKER = re.compile(rb"^#.*$", re.MULTILINE)
_BRACE = re.compile(rb"""[{}]|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])+'""")


def as_aggregates(text: bytes) -> bytes:
    """Remove defaulted constructors that are the only ones of their classes."""
    bodies = _bodies(text, [match.start() for match in _DEFAULTED.finditer(text)])

    def removed(match: re.Match[bytes]) -> bytes:
        specifiers, name = match[1] or b"", match[2]
        if b"explicit" in specifiers or not _begins_member(text, match.start()):
            return match[0]  # a class with an explicit constructor is no aggregate in C++17 either
        begin, end = bodies.get(match.start(), (0, 0))
        head = re.split(rb"[;{}]", text[max(0, begin - 1000) : begin])[-1]
        is_own = re.search(rb"\b(?:struct|class)\b[^:]*\b" + name + rb"\b", head)
        constructor = rb"(?<![~\w])" + name + rb"\s*\([^;{}]*\)\s*(?:noexcept\s*)?[:{;=]"
        if not is_own or len(re.findall(constructor, text[begin:end])) != 1:
            return match[0]
        return b"\n" * match[0].count(b"\n")

    return _DEFAULTED.sub(removed, text)


def _begins_member(text: bytes, start: int) -> bool:
    """Tell whether a declaration in a class begins here, and not in the middle of one."""
    before = _MARKER.sub(b"", text[max(0, text.rfind(b"\n", 0, max(0, start - 1000))) : start])
    return before.rstrip()[-1:] in {b";", b"{", b"}", b":"}


def _bodies(text: bytes, places: list[int]) -> dict[int, tuple[int, int]]:
    """Return the braces around each of these positions."""
    bodies: dict[int, tuple[int, int]] = {}
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
            bodies |= dict.fromkeys(inside, (begin, token.start()))
    return bodies
