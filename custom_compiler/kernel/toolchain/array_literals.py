"""Array literals as arguments, `f((uint32_t[]){16, 32})`, which clang takes and GCC does not.

The array becomes an initializer list, which lives as long: until the end of the expression. Works
on preprocessed text; lines stay.
"""

from __future__ import annotations

import re

# After what an expression may follow, which distinguishes it from `if (a[1]) {`.
_LITERAL = re.compile(
    rb"(?<=[(,={?:&])(\s*)\(\s*((?:[A-Za-z_][\w:]*\s+)*[A-Za-z_][\w:]*)\s*"
    rb"\[\s*\d*\s*\]\s*\)\s*(?=\{)"
)
_BRACE = re.compile(rb"""[{}]|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])+'""")


def with_array_lists(text: bytes) -> bytes:
    """Replace array literals by initializer lists."""
    parts: list[bytes] = []
    position = 0
    while match := _LITERAL.search(text, position):
        end = _closing(text, match.end())
        if end < 0:
            break
        kind = match[2].strip()
        plain = re.sub(rb"\bconst\b", b"", kind).strip()
        lines = b"\n" * text.count(b"\n", match.end(1), match.end())
        begin = b"const_cast<" + kind + b"*>(std::initializer_list<" + plain + b">"
        inner = with_array_lists(text[match.end() : end])
        parts += [text[position : match.end(1)], begin, lines, inner, b".begin())"]
        position = end
    return b"".join([*parts, text[position:]])


def _closing(text: bytes, opening: int) -> int:
    """Return the position after the brace that closes the one at `opening`, or -1."""
    depth = 0
    for token in _BRACE.finditer(text, opening):
        depth += (token[0] == b"{") - (token[0] == b"}")
        if depth == 0:
            return token.end()
    return -1
