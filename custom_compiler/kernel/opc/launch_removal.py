"""Host launches (`kernel<<<...>>>(...)`) in kernel sources: meaningless in a kernel object."""

from __future__ import annotations

import re

# Preprocessed text: no comments, no macros. Literals are matched so that what they hold is skipped.
_TOKEN = re.compile(
    rb"""(?P<literal>"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])+')|(?P<mark>[{};]|<<<)"""
)
_SCOPE = re.compile(rb"\b(?:namespace|class|struct|union)\b|\bextern\s*\"C\"\s*$")
_KEPT_LINE = re.compile(rb"^#.*$|\n", re.MULTILINE)


def without_launches(text: bytes) -> bytes:
    """Return preprocessed text with empty bodies in functions that launch kernels; lines stay.

    Public operators end with a host function that launches the kernel for direct calls, often with
    calls of a runtime that nothing declares. Huawei's device compiler does not look at host
    functions; a host compiler does, and in a kernel object nothing calls them.
    """
    if b"<<<" not in text:
        return text
    remaining: list[bytes] = []
    position = 0
    for begin, end in _launching_bodies(text):
        remaining += [text[position:begin], *_KEPT_LINE.findall(text, begin, end)]
        position = end
    return b"".join([*remaining, text[position:]])


def _launching_bodies(text: bytes) -> list[tuple[int, int]]:
    """Begin and end of each function body that holds a launch, braces not included."""
    bodies: list[tuple[int, int]] = []
    scopes: list[bool] = []  # of each open brace: does it hold declarations, not statements?
    statement = body = 0  # where the running statement, the running function's body begin
    launches = False
    for token in _TOKEN.finditer(text):
        mark = token["mark"]
        if mark is None:
            continue
        in_function = not all(scopes)
        if mark == b"<<<":
            launches |= in_function
            continue
        if mark == b"{":
            if not in_function:
                body = token.end()
            scopes.append(not in_function and _opens_scope(text[statement : token.start()]))
        elif mark == b"}" and scopes:
            scopes.pop()
            if launches and all(scopes):
                bodies.append((body, token.start()))
                launches = False
        statement = token.end()
    return bodies


def _opens_scope(head: bytes) -> bool:
    """Return whether a brace after `head` opens a namespace, a class or a linkage block."""
    return b"(" not in head and _SCOPE.search(head) is not None
