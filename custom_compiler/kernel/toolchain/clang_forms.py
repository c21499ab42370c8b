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
_CONSTANT = re.compile(rb"\s*((?:[\w:]+\s+)*[\w:]+)\s*(\.\.\.)?\s*\b(\w+)\s*")
_INTEGER = re.compile(
    rb"(?:std::)?(?:bool|u?int(?:8|16|32|64)_t|size_t)|(?:(?:unsigned|signed|char|short|int|long)\s*)+"
)
_PRIMARY = re.compile(rb"\btemplate\s*<([^<>;{}()]*)>\s*(?:struct|class)\s+(\w+)\s*[:;{]")


def with_constant_types(text: bytes) -> bytes:
    """Give constants of specialisations the types that they have in the patterns.

        template <typename T, T... values> struct Sequence;
        template <typename T, size_t... values> struct Size<Sequence<T, values...>> { ... };

        template <bool is_last> struct Policy;
        template <uint32_t is_last> struct Step<Policy<is_last>> { ... };

    clang deduces `values` from `Sequence<int, 1, 2>` and `is_last` from `Policy<true>`. GCC does so
    only where the types are the same. They become `T... values` and `bool is_last`.
    """
    primaries = {match[2]: match[1].split(b",") for match in _PRIMARY.finditer(text)}

    def specialization(match: re.Match[bytes]) -> bytes:
        head = _with_types_of_patterns(match[1], match[2], primaries)
        begin, end = match.start(1) - match.start(), match.end(1) - match.start()
        return match[0][:begin] + head + match[0][end:]

    return _SPECIALIZATION.sub(specialization, text)


def _with_types_of_patterns(
    head: bytes, arguments: bytes, primaries: dict[bytes, list[bytes]]
) -> bytes:
    """Return the parameters of a specialisation with the types that its arguments ask for.

    `primaries` are the parameters of class templates by name.
    """
    parameters = head.split(b",")
    types = {match[1] for each in parameters if (match := _TYPE.fullmatch(each))}
    for number, each in enumerate(parameters):
        constant = _CONSTANT.fullmatch(each)
        if constant is None or constant[1] in {b"typename", b"class"}:
            continue
        if constant[2]:
            pack = rb"\w+\s*<\s*(\w+)\s*,\s*" + constant[3] + rb"\s*\.\.\.\s*>"
            sequence = re.search(pack, arguments)
            kind = sequence[1] if sequence and sequence[1] in types else b""
        else:
            kind = _type_in_pattern(constant[3], arguments, primaries)
        if kind:
            parameters[number] = each.replace(constant[1], kind, 1)
    return b",".join(parameters)


def _type_in_pattern(name: bytes, arguments: bytes, primaries: dict[bytes, list[bytes]]) -> bytes:
    """Return the type of the template parameter for which the constant stands; empty if unclear.

    Names of other types than those of integers may mean something else in the specialisation.
    """
    for pattern in re.finditer(rb"(\w+)\s*<([^<>]*)>", arguments):
        words = [word.strip() for word in pattern[2].split(b",")]
        parameters = primaries.get(pattern[1], [])
        if name in words and len(parameters) == len(words):
            parameter = parameters[words.index(name)].partition(b"=")[0]
            constant = _CONSTANT.fullmatch(parameter)
            if constant and not constant[2] and _INTEGER.fullmatch(constant[1]):
                return constant[1]
    return b""
