"""Declarations and expressions that clang takes and GCC does not, rewritten for GCC.

Each function rewrites one form. All work on preprocessed text; lines stay.
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
    """Remove defaulted constructors that are the only ones of their classes.

    With a defaulted constructor, a class is no aggregate in C++20:

        struct Call { Call() = default; Kernel* kernel; int stage; };
        call = {this, 3};  // C++17

    Sources that need C++20 from GCC (standards.py) are C++17: their structures lose a constructor
    that is defaulted and alone, which they have anyhow.
    """
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


# After what an expression may follow, which distinguishes it from `if (a[1]) {`.
_LITERAL = re.compile(
    rb"(?<=[(,={?:&])(\s*)\(\s*((?:[A-Za-z_][\w:]*\s+)*[A-Za-z_][\w:]*)\s*"
    rb"\[\s*\d*\s*\]\s*\)\s*(?=\{)"
)


def with_array_lists(text: bytes) -> bytes:
    """Replace array literals as arguments, `f((uint32_t[]){16, 32})`, by initializer lists.

    Such a list lives as long as the array: until the end of the expression.
    """
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


# `template <typename T, ..., size_t... Ns> struct Name<` of a partial specialisation.
_SPECIALIZATION = re.compile(
    rb"\btemplate\s*<([^<>;{}()]*)>\s*(?:struct|class)\s+[\w:]+\s*<([^;{}()]*)>\s*(?=[:{])"
)
_TYPE = re.compile(rb"\s*(?:typename|class)\s+(\w+)\s*")
_PACK = re.compile(rb"\s*((?:[\w:]+\s+)*[\w:]+)\s*\.\.\.\s*(\w+)\s*")


def with_pack_types(text: bytes) -> bytes:
    """Give packs of constants the types that the patterns of their specialisations have.

        template <typename T, T... values> struct Sequence;
        template <typename T, size_t... values> struct Size<Sequence<T, values...>> { ... };

    clang finds `values` for `Sequence<int, 1, 2>`. GCC does so only where the types are the same,
    so the pack gets the type of the pattern, `T... values`.
    """
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
