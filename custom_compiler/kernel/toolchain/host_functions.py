"""Functions of the cores with the name of a function of the host: two for CANN's compiler.

    inline __aicore__ void* translate(void* address, int rank) { ... }
    extern "C" void* translate(void* address, int rank);

A host compiler knows one kind of function. Those of the cores get a separate name, also where
functions of the cores and kernels use them. Works on preprocessed text in which a macro has marked
functions of the cores (`MARKS`); lines stay.
"""

from __future__ import annotations

import re
from typing import NamedTuple

# The rule that says that a source has such functions.
HOST_OVERLOAD = "host-overload"
_MARK = b"ascendc_on_core"
# Text that makes the preprocessor mark functions of the cores.
MARKS = f"#undef __aicore__\n#define __aicore__ {_MARK.decode()}\n"

_IS_OF_CORES = re.compile(rb"\bascendc_on_core\b|__attribute__\(\(ascendc_global\)\)")
_TOKEN = re.compile(
    rb"""[{};]|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])+'|^#.*$""", re.MULTILINE
)
_ATTRIBUTE = re.compile(rb"\b__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)")
_SCOPE = re.compile(rb'\b(?:namespace|struct|class|union|enum)\b|\bextern\s*"C(?:\+\+)?"\s*$')
_FUNCTION = re.compile(rb"[\w>*&\]]\s*\b([A-Za-z_]\w*)\s*\(")
_NO_TYPE = re.compile(rb"(?:^|\b(?:return|else|new|delete|throw|operator)|=)\s*$")
_NAMESPACE = re.compile(rb"\bnamespace\b")


class _Declaration(NamedTuple):
    """Text in a scope up to a semicolon or the brace that opens a body."""

    begin: int
    end: int
    body_end: int  # of the body, if there is one
    is_of_cores: bool
    in_namespace: bool
    name: bytes  # of a function; empty for other declarations


def with_own_names(text: bytes) -> bytes:
    """Rename functions of the cores that the host has, too; return the text without marks."""
    declarations = _declarations(text)
    sides: dict[bool, set[bytes]] = {True: set(), False: set()}
    for declaration in declarations:
        if declaration.in_namespace and declaration.name:
            sides[declaration.is_of_cores].add(declaration.name)
    shared = sides[True] & sides[False]
    if shared:
        text = _renamed(text, shared, [each for each in declarations if each.is_of_cores])
    return re.sub(rb"\b" + _MARK + rb"\b", b"", text)


def _renamed(text: bytes, names: set[bytes], declarations: list[_Declaration]) -> bytes:
    any_name = b"|".join(re.escape(name) for name in sorted(names))
    use = re.compile(rb"(?<![.\w])(?<!->)(?:" + any_name + rb")\b")
    parts, position = [], 0
    for declaration in declarations:
        if not declaration.in_namespace and declaration.name in names:  # a member keeps its name
            parts.append(text[position : declaration.end])
            position = declaration.end
        parts += [
            text[position : max(position, declaration.begin)],
            use.sub(
                rb"ascendc_core_\g<0>",
                text[max(position, declaration.begin) : declaration.body_end],
            ),
        ]
        position = declaration.body_end
    return b"".join([*parts, text[position:]])


def _declarations(text: bytes) -> list[_Declaration]:
    """Return the declarations in namespaces and classes, in their order."""
    declarations: list[_Declaration] = []
    scopes: list[bool] = []  # whether each is a namespace
    begin, depth = 0, 0
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign not in {b"{", b"}", b";"}:
            continue
        if depth:  # in a body
            depth += {b"{": 1, b"}": -1}.get(sign, 0)
            if not depth:
                declarations[-1] = declarations[-1]._replace(body_end=token.end())
                begin = token.end()
            continue
        head = _plain(text[begin : token.start()])
        if sign == b"{" and _SCOPE.search(head) and b"(" not in head:
            scopes.append(_NAMESPACE.search(head) is not None or b"extern" in head)
        elif sign == b"}":
            del scopes[-1:]
        else:
            marked = _IS_OF_CORES.search(text, begin, token.start()) is not None
            end = token.end()
            declarations.append(_Declaration(begin, end, end, marked, all(scopes), _name_of(head)))
            depth = int(sign == b"{")
        begin = token.end()
    return declarations


def _plain(head: bytes) -> bytes:
    """Return a declaration without attributes, marks and lines of the preprocessor."""
    head = re.sub(rb"^#.*$", b"", head, flags=re.MULTILINE)
    return _ATTRIBUTE.sub(b" ", head).replace(_MARK, b" ")


def _name_of(head: bytes) -> bytes:
    match = _FUNCTION.search(head)
    if match is None or _NO_TYPE.search(head[: match.start(1)]):
        return b""
    return match[1]
