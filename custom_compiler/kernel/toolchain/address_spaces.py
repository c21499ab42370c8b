"""Functions that differ by address space only, which are two functions for CANN's compiler.

    void put(__gm__ float* to, __ubuf__ float* from);
    void put(__ubuf__ float* to, __gm__ float* from);

Pointers of all spaces are of one type for a host compiler. Such functions get separate names,
and one function of the old name calls the one that the addresses ask for: memories of a core lie
apart (tikcfw/detail/core/address_spaces.h). Works on preprocessed text in which a macro has marked
the spaces (`marks`); lines stay.
"""

from __future__ import annotations

import re
from typing import NamedTuple

# Qualifier of Ascend C -> memory of a core.
SPACES = {
    "gm": "GM",
    "ubuf": "UB",
    "cbuf": "L1",
    "ca": "L0A",
    "cb": "L0B",
    "cc": "L0C",
    "fbuf": "FIXBUF",
    "biasbuf": "BIAS",
}
# Types of two spellings are one.
_PLAIN = {
    b"int8_t": b"signed char",
    b"int16_t": b"short",
    b"int32_t": b"int",
    b"uint8_t": b"unsigned char",
    b"uint16_t": b"unsigned short",
    b"uint32_t": b"unsigned int",
    b"unsigned": b"unsigned int",
}
_MARK = "ascendc_in_"
_SPACE = re.compile(rb"\bascendc_in_(\w+)\b ?")
_BRACE = re.compile(rb"""[{}]|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])+'""")
_NAMESPACE = re.compile(rb"(?:\binline\s+)?\bnamespace(?:\s+([\w:]+))?\s*(?:__attribute__\S*\s*)?$")
_LINKAGE = re.compile(rb'\bextern\s*"C(?:\+\+)?"\s*$')
_NAME = re.compile(rb"\b([A-Za-z_]\w*)\s*$")
_AFTER = re.compile(rb"(?:\s|#[^\n]*\n|\bconst\b|\bnoexcept\b)*([{;])")
_SIGN = re.compile(rb"[,()<>\[\]{}]")
_TEMPLATE = re.compile(rb"^\s*template\s*<([^<>]*)>\s*")
_LONGEST_NAME = 256  # bytes with the space after it; what is before it need not be searched
_NO_RETURN_TYPE = re.compile(rb"(?:^|\b(?:return|else|do|new|delete|throw)|[=(,!?:&|+-])\s*$")


class _Function(NamedTuple):
    """A function with marks: its text is head, name, parameters, and what follows."""

    begin: int
    name_begin: int
    opening: int  # of the parameters
    closing: int
    is_definition: bool
    head: bytes
    name: bytes
    parameters: tuple[bytes, ...]  # with marks

    @property
    def spaces(self) -> tuple[str, ...]:
        """The space of each parameter; empty for those without."""
        matches = [_SPACE.search(parameter) for parameter in self.parameters]
        return tuple(match[1].decode() if match else "" for match in matches)

    def own_name(self) -> bytes:
        """Return the name that distinguishes it from its overloads."""
        return self.name + b"_" + "_".join(space or "x" for space in self.spaces).encode()


def marks() -> str:
    """Return the text that makes the preprocessor mark the spaces."""
    return "".join(f"#undef __{space}__\n#define __{space}__ {_MARK}{space}\n" for space in SPACES)


def with_address_spaces(text: bytes) -> bytes:
    """Return the text with functions named by their address spaces, and without marks."""
    groups: dict[tuple[bytes, ...], list[_Function]] = {}
    for scope, function in _functions(text):
        types = (_without_name(parameter) for parameter in function.parameters)
        head = b" ".join(_SPACE.sub(b"", function.head).split())
        groups.setdefault((*scope, head, function.name, *types), []).append(function)
    edits: dict[tuple[int, int], bytes] = {}
    for functions in groups.values():
        if len({each.spaces for each in functions}) > 1:
            edits |= _edits(functions)
    parts, position = [], 0
    for (begin, end), new in sorted(edits.items()):
        lines = b"\n" * (text.count(b"\n", begin, end) - new.count(b"\n"))
        parts += [text[position:begin], new, lines]
        position = end
    return _SPACE.sub(b"", b"".join([*parts, text[position:]]))


def _functions(text: bytes) -> list[tuple[tuple[bytes, ...], _Function]]:
    """Return functions with marks, each with the namespaces around it."""
    functions: list[tuple[tuple[bytes, ...], _Function]] = []
    scopes: list[bytes | None] = []  # None: no namespace
    begin = 0
    for token in _BRACE.finditer(text):
        if token[0] not in {b"{", b"}"}:
            continue
        if None not in scopes:
            scope = tuple(name for name in scopes if name)
            functions += [(scope, each) for each in _functions_between(text, begin, token.end())]
        if token[0] == b"{":
            before = text[max(begin, token.start() - 200) : token.start()]
            space = _NAMESPACE.search(before)
            name = (space[1] or b"-") if space else b"" if _LINKAGE.search(before) else None
            scopes.append(name)
        elif scopes:
            scopes.pop()
        if None not in scopes:
            begin = token.end()
    return functions


def _functions_between(text: bytes, begin: int, end: int) -> list[_Function]:
    """Return the functions with marks in a piece of text without braces, up to its last one."""
    functions: list[_Function] = []
    position = begin
    while mark := _SPACE.search(text, position, end):
        opening = _opening(text, mark.start(), begin)
        closing = _closing(text, opening, end) if opening >= 0 else -1
        position = mark.end()
        if closing < 0:
            continue
        position = max(position, closing)
        name = _NAME.search(text, max(begin, opening - _LONGEST_NAME), opening)
        after = _AFTER.match(text, closing + 1)
        if name is None or after is None:
            continue
        start = _head_begin(text, begin, name.start())
        head = text[start : name.start()]
        if _NO_RETURN_TYPE.search(head.rstrip() or b"="):
            continue
        parameters = tuple(_split(text[opening + 1 : closing]))
        is_definition = after[1] == b"{"
        function = _Function(
            start, name.start(), opening, closing, is_definition, head, name[1], parameters
        )
        functions.append(function)
    return functions


def _head_begin(text: bytes, begin: int, end: int) -> int:
    """Return where the declaration that ends at `end` begins, after lines of the preprocessor."""
    before = max(text.rfind(sign, begin, end) for sign in (b";", b"{", b"}", b"#"))
    line = text.rfind(b"\n", begin, before) + 1 if before >= 0 else 0
    if before >= 0 and text.startswith(b"#", max(line, begin)):
        after = text.find(b"\n", before, end)
        before = after if after >= 0 else end
    start = max(before + 1, begin)
    return start + len(text[start:end]) - len(text[start:end].lstrip())


def _edits(functions: list[_Function]) -> dict[tuple[int, int], bytes]:
    first = min(functions, key=lambda each: each.begin)
    variants = {each.spaces: each for each in reversed(functions)}
    text = b"".join(
        each.head + each.own_name() + b"(" + b", ".join(_bare(each.parameters)) + b"); "
        for each in variants.values()
    )
    text = (text + _dispatcher(first, list(variants.values()))).replace(b"\n", b" ")
    edits: dict[tuple[int, int], bytes] = {}
    for function in functions:
        start = text if function is first else b""
        if not function.is_definition:  # the declarations are in front of all
            edits[function.begin, function.closing + 1] = start + b"static_assert(true)"
            continue
        parameters = b", ".join(_bare(function.parameters))
        edits[function.begin, function.closing + 1] = (
            start + function.head + function.own_name() + b"(" + parameters + b")"
        )
    return edits


def _dispatcher(first: _Function, variants: list[_Function]) -> bytes:
    names = [f"ascendc_a{number}".encode() for number in range(len(first.parameters))]
    declared = []
    for name, parameter in zip(names, first.parameters, strict=True):
        kind, _, default = parameter.partition(b"=")
        declared.append(_type_of(kind) + b" " + name + (b" =" + default if default else b""))
    template = _TEMPLATE.match(first.head)
    arguments = b"<" + b", ".join(_names_of(template[1])) + b">" if template else b""
    text = first.head + first.name + b"(" + b", ".join(declared) + b") { "
    spaces = [each.spaces for each in variants]
    differing = [len(set(of_parameter)) > 1 for of_parameter in zip(*spaces, strict=True)]
    for each in variants:
        tests = [
            f"::AscendC::isa::IsIn(::AscendC::Hardware::{SPACES[space]}, ".encode() + name + b")"
            for name, space, differs in zip(names, each.spaces, differing, strict=True)
            if space and differs
        ]
        call = each.own_name() + arguments + b"(" + b", ".join(names) + b")"
        text += b"if (" + (b" && ".join(tests) or b"true") + b") { return " + call + b"; } "
    return text + b"::AscendC::isa::TrapUnknownSpace(); } "


def _bare(parameters: tuple[bytes, ...]) -> list[bytes]:
    """Return the parameters without default arguments, which the function that calls them has."""
    return [parameter.partition(b"=")[0].rstrip() for parameter in parameters]


def _names_of(parameters: bytes) -> list[bytes]:
    """Return the names of a template's parameters, as arguments."""
    names = []
    for each in _split(parameters):
        declared = each.partition(b"=")[0]
        name = _NAME.search(declared)
        names.append((name[1] if name else b"") + (b"..." if b"..." in declared else b""))
    return names


def _without_name(parameter: bytes) -> bytes:
    """Return the type of a parameter in canonical form."""
    text = _type_of(parameter).removeprefix(b"std::")
    return _PLAIN.get(text, text)


def _type_of(parameter: bytes) -> bytes:
    declared = _SPACE.sub(b"", parameter).partition(b"=")[0].strip()
    words = re.findall(rb"\w+|[^\w\s]", declared)
    if len(words) > 1 and re.fullmatch(rb"[A-Za-z_]\w*", words[-1]) and words[-2] != b"const":
        words.pop()
    return b" ".join(words).replace(b" : : ", b"::").replace(b": : ", b"::")


def _opening(text: bytes, position: int, begin: int) -> int:
    depth = 0
    for at in range(position - 1, begin - 1, -1):
        char = text[at : at + 1]
        depth += (char == b")") - (char == b"(")
        if depth < 0:
            return at
        if depth == 0 and char == b";":
            return -1
    return -1


def _closing(text: bytes, opening: int, end: int) -> int:
    depth = 0
    for at in range(opening, end):
        char = text[at : at + 1]
        depth += (char == b"(") - (char == b")")
        if depth == 0:
            return at
    return -1


def _split(text: bytes) -> list[bytes]:
    parts, depth, begin = [], 0, 0
    for sign in _SIGN.finditer(text):
        if sign[0] != b",":
            depth += 1 if sign[0] in b"(<[{" else -1
        elif depth == 0:
            parts.append(text[begin : sign.start()])
            begin = sign.end()
    return [*parts, text[begin:]]
