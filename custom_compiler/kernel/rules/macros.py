"""Macros of the user that use others' macros."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from custom_compiler.kernel.rules.source import Source

_IDENTIFIER = re.compile(rb"[A-Za-z_]\w*")


class Macros:
    """Macros that the macros of a translation unit use.

    libclang lists uses of macros in the text, but neither those within another macro, nor
    definitions in a precompiled header: `precompiled` are its macros with parameters.
    """

    def __init__(self, source: Source, definitions: list[Any], precompiled: frozenset[str]) -> None:
        self._source = source
        self._definitions = definitions
        self._precompiled = precompiled
        self._by_name: dict[str, Any] = {}  # the last definition of each; made when asked for
        self._known: dict[str, bool] = {}

    def use_others(self, macro: Any) -> bool:
        """Return whether a user's macro expands others' macros with parameters, at any depth."""
        if not self._by_name:
            self._by_name = {definition.spelling: definition for definition in self._definitions}
        return self._uses(macro.spelling, macro)

    def _uses(self, name: str, macro: Any) -> bool:
        if name not in self._known:
            self._known[name] = False  # while it is looked at
            # The first word is the name itself.
            words = _IDENTIFIER.findall(self._source.text(macro))[1:]
            inside = {word.decode() for word in words}
            self._known[name] = any(map(self._is_others, inside))
        return self._known[name]

    def _is_others(self, name: str) -> bool:
        macro = self._by_name.get(name)
        if macro is None:
            return name in self._precompiled
        if self._source.is_users(macro):
            return self._uses(name, macro)
        return self._source.has_parameters(macro)
