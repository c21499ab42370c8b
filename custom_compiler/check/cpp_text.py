"""Reading of C and C++ sources without a compiler, as far as declarations need it."""

from __future__ import annotations

import re

_COMMENT_OR_STRING = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL
)


def without_comments(text: str) -> str:
    """Replace comments by blanks; offsets and lines stay."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0]) if match[0].startswith("/") else match[0]

    return _COMMENT_OR_STRING.sub(blank, text)


def closing(text: str, opening: int) -> int:
    """Return the offset of the bracket that closes the one at `opening`, or the text's end."""
    pairs = {"(": ")", "{": "}", "[": "]"}
    wanted: list[str] = []
    for match in re.finditer(r"[(){}\[\]]|\"(?:\\.|[^\"\\])*\"", text[opening:]):
        char = match[0]
        if char in pairs:
            wanted.append(pairs[char])
        elif wanted and char == wanted[-1]:
            wanted.pop()
            if not wanted:
                return opening + match.start()
    return len(text)


def split_arguments(text: str) -> list[str]:
    """Split at commas outside of brackets; an empty or `void` list has no parts."""
    parts, depth, start = [], 0, 0
    for offset, char in enumerate(text):
        depth += (char in "([{<") - (char in ")]}>")
        if char == "," and depth == 0:
            parts.append(text[start:offset])
            start = offset + 1
    parts.append(text[start:])
    stripped = [part.strip() for part in parts]
    return [] if stripped in ([""], ["void"]) else stripped


def declared_name(parameter: str) -> str:
    """Return the name in `const aclTensor *x` or `GM_ADDR x = nullptr`, or ""."""
    words: list[str] = re.findall(r"\w+", parameter.partition("=")[0].partition("[")[0])
    return words[-1] if len(words) > 1 else ""


def declared_type(parameter: str) -> str:
    """Return the type in `const aclTensor *x`, without const and spaces: `aclTensor*`."""
    text = re.sub(r"\bconst\b", "", parameter.partition("=")[0])
    return re.sub(r"\s+", "", re.sub(r"\w+\s*(\[\s*\])?\s*$", "", text))
