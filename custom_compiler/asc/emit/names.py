"""Identifiers of C++ for the names of Python."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Keywords of C++, and what the headers of kernels define as macros or types without a prefix.
_RESERVED = """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
    constinit continue decltype default delete do double dynamic_cast else enum explicit export
    extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq
    nullptr operator or or_eq private protected public register reinterpret_cast requires return
    short signed sizeof static static_assert static_cast struct switch template this thread_local
    throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while
    xor xor_eq
    int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t half bfloat16_t
    float16_t float32_t int4b_t block_idx block_num main printf assert errno NULL AscendC GM_ADDR
    matmul linux unix stdin stdout stderr alloca offsetof likely unlikely
"""
RESERVED = frozenset(_RESERVED.split())


class Names:
    """The names that are taken where the text stands, in nested scopes."""

    def __init__(self) -> None:
        self._scopes: list[set[str]] = [set()]

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Open a C++ block; its names are free again after it."""
        self._scopes.append(set())
        yield
        self._scopes.pop()

    def new(self, wanted: str) -> str:
        """Return a name that resembles the wanted one and is not visible here."""
        base = identifier(wanted)
        name, number = base, 0
        while any(name in scope for scope in self._scopes):
            number += 1
            name = f"{base.rstrip('_')}_{number}"
        self._scopes[-1].add(name)
        return name


def identifier(text: str) -> str:
    """Return `text` as an identifier of C++ that means nothing else there."""
    name = re.sub(r"\W", "_", text, flags=re.ASCII).lstrip("_") or "value"
    if name[0].isdigit():
        name = f"value_{name}"
    name = re.sub(r"__+", "_", name)  # reserved in C++
    return f"{name}_" if name in RESERVED or _may_be_macro(name) else name


def _may_be_macro(name: str) -> bool:
    """Return whether a header may define a macro of that name: EOF, M_PI, KERNEL_TYPE_AIV_ONLY."""
    return name.isupper() and len(name) > 2  # noqa: PLR2004 - M, N, K, BM are sizes of matrices
