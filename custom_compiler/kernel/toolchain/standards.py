"""Needs of sources that a host compiler reads in another way than CANN's compiler, a clang.

Each need is recognised in the messages of a failed compilation, and the source is compiled again:

- `ReduceSum<float>(tensor, ...)`, found by the namespace of its arguments, is C++20 for GCC; so is
  a workaround for an internal error of g++ 12 (detail/cube/load3d.h), and a
  `constexpr` constructor that assigns to an array, as catlass' Coord.
- A name that a class uses from outside and declares again later (`changes meaning`).
- Function templates specialised inside their class (class_specializations.py).
- Specialisations for constants of another type (clang_forms.py).
- Structures that are aggregates in C++17 only (clang_forms.py).
- Functions that differ by address space only (address_spaces.py), and numbers that are cast to
  addresses (local_addresses.py), which need no message: they compile.
- Functions of the cores with the name of one of the host (host_functions.py).
- Arrays written where they are used (clang_forms.py).
- The kind of core as a constant, and code of both kinds that declares a name twice: CANN's compiler
  reads a source once for each kind.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from custom_compiler.kernel.toolchain.address_spaces import with_address_spaces
from custom_compiler.kernel.toolchain.clang_forms import (
    as_aggregates,
    with_array_lists,
    with_constant_types,
)
from custom_compiler.kernel.toolchain.class_specializations import as_overloads
from custom_compiler.kernel.toolchain.host_functions import HOST_OVERLOAD, with_own_names
from custom_compiler.kernel.toolchain.local_addresses import with_local_addresses

LATER = "-std=c++20"
_LENIENT = "-fpermissive"
_OF_LATER = re.compile(
    # The line of the source shows that it is a call of a template.
    r"error: \W(\w+)\W was not declared in this scope[^\n]*\n[^\n]*\|[^\n]*\b\1\s*<"
    r"|internal compiler error"
    r"|must be initialized by mem-initializer in \Wconstexpr\W constructor"
)
_ERROR_OF_OPTION = re.compile(r"\berror: .*\[-fpermissive\]")
_MEANING = "changes meaning of"
# The template itself is taken for `<...<...>>`: it has no body, or asserts that it is not used.
_UNDEDUCED = re.compile(
    r"error: (?:invalid use of )?incomplete type .*<.*<"
    r"|In instantiation of \W(?:class|struct) [^\n]*<[^\n]*<"
    r"(?:[^\n]*\n)*?[^\n]*error: static assertion"
)
_SPECIALIZED = "explicit specialization in non-namespace scope"
_AGGREGATE = re.compile(r"brace-enclosed initializer list|too many initializers for")
_ARRAY = "taking address of temporary array"
# Of functions that take addresses.
_SPACES = re.compile(r"error: redefinition of \W[^\n]*\([^\n]*\*")
_CORES = re.compile(
    r"\bCoreTypeProbe\b|\bg_coreType\b|error: redeclaration of"
    r"|error: redefinition of (?!\W[^\n]*\([^\n]*\*)"
    r"|error: conflicting declaration(?![^\n]* with \WC\W linkage)"
)
# g++, then clang and the rules.
_HOST = re.compile(
    rf"\[{HOST_OVERLOAD}\]|error: (?:conflicting declaration of [^\n]* with \WC\W linkage"
    r"|ambiguating new declaration of|functions that differ only in their return type"
    r"|declaration of \W\w+\W has a different language linkage"
    r"|call (?:of overloaded|to) [^\n]* is ambiguous)"
)


class Needs(NamedTuple):
    """Needs of a source; none at first."""

    later: bool = False  # another standard of C++
    lenient: bool = False  # GCC's -fpermissive
    overloads: bool = False  # specialisations in classes are rewritten
    constants: bool = False  # constants of specialisations get the types of their patterns
    aggregates: bool = False  # structures of C++17 stay aggregates in C++20
    arrays: bool = False  # arrays written where they are used are rewritten
    spaces: bool = False  # address spaces distinguish functions and casts of numbers
    hosts: bool = False  # functions of the cores are distinguished from those of the host
    cores: bool = False  # it is compiled once for each kind of core

    def rewritten(self, text: bytes) -> bytes:
        """Return the preprocessed text in a form that GCC accepts."""
        text = as_overloads(text) if self.overloads else text
        text = as_aggregates(text) if self.aggregates else text
        text = with_array_lists(text) if self.arrays else text
        text = with_address_spaces(with_local_addresses(text)) if self.spaces else text
        text = with_own_names(text) if self.hosts else text
        return with_constant_types(text) if self.constants else text

    @property
    def options(self) -> list[str]:
        """Options for the compiler, after all others."""
        return [LATER] * self.later + [_LENIENT] * self.lenient

    def resolves(self, rule: str) -> bool:
        """Tell whether the text that is compiled has nothing left that breaks a rule."""
        return self.hosts and rule == HOST_OVERLOAD

    def more(self, message: str) -> Needs | None:
        """Return the needs with those in an error message; None if there is nothing new."""
        errors = _ERROR_OF_OPTION.findall(message)  # of what the option would let pass
        needs = Needs(
            later=self.later or _OF_LATER.search(message) is not None,
            lenient=self.lenient or (bool(errors) and all(_MEANING in error for error in errors)),
            overloads=self.overloads or _SPECIALIZED in message,
            constants=self.constants or _UNDEDUCED.search(message) is not None,
            aggregates=self.aggregates or (self.later and _AGGREGATE.search(message) is not None),
            arrays=self.arrays or _ARRAY in message,
            spaces=self.spaces or _SPACES.search(message) is not None,
            hosts=self.hosts
            or _HOST.search(message) is not None
            or (self.cores and "error: redefinition of" in message),
            cores=self.cores
            or _CORES.search(message) is not None
            or (self.spaces and _SPACES.search(message) is not None),
        )
        return needs if needs != self else None


NOTHING = Needs()
