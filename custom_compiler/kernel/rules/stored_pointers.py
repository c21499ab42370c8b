"""Calls by pointers that objects hold, and how these pointers got there."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from custom_compiler.kernel.rules import kinds

if TYPE_CHECKING:
    from custom_compiler.kernel.rules.source import Source

_RULE = "function-pointer"
_FUNCTIONS = {kinds.FUNCTION, kinds.METHOD, kinds.FUNCTION_TEMPLATE, kinds.OVERLOADED}
_COMPARISONS = (b"==", b"!=", b"<=", b">=")


class StoredPointers:
    """Pointers to functions in the user's classes, by member.

    CANN's compiler inlines what a kernel calls. A pointer that the kernel itself stores in an
    object, as catlass' callbacks do, is a known function by then; one that it only reads is in
    memory, from which an AI core cannot call.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._calls: list[tuple[Any, int, str]] = []  # with member and its name
        self._set: dict[int, bool] = {}  # members that are stored to; whether to a named function

    def note_call(self, call: Any, member: Any) -> None:
        """Note a call by what `member` holds."""
        self._calls.append((call, self._source.key(member), member.spelling))

    def note_assignment(self, operator: Any) -> None:
        """Note what a binary operator stores in a member, if it is an assignment."""
        parts = self._source.children(operator)
        if len(parts) == 2 and parts[0]._kind_id == kinds.MEMBER:  # noqa: SLF001, PLR2004
            written = self._source.head(operator, parts[1]).rstrip()
            # Nothing is written where a macro makes it.
            if not written or (written.endswith(b"=") and not written.endswith(_COMPARISONS)):
                self._store(parts[0].referenced, parts[1])

    def note_constructor(self, function: Any) -> None:
        """Note the members that a constructor begins with."""
        parts = self._source.children(function)
        for part, value in pairwise(parts):
            if part._kind_id == kinds.MEMBER_REFERENCE:  # noqa: SLF001
                self._store(part.referenced, value)

    def note_list(self, values: Any) -> None:
        """Note the members of an object that a list in braces makes."""
        members = [
            child
            for child in self._source.children(values.type.get_canonical().get_declaration())
            if child._kind_id == kinds.FIELD  # noqa: SLF001
        ]
        for member, value in zip(members, self._source.children(values), strict=False):
            self._store(member, value)

    def judge(self) -> None:
        """Reject calls by members that nothing sets; warn of those set to other pointers."""
        for call, member, name in self._calls:
            message = f"{name}: an AI core cannot call by a pointer in memory"
            if member not in self._set:
                self._source.find(call, _RULE, message)
            elif not self._set[member]:
                message += "; which function it holds has to be known when compiling"
                self._source.find(call, _RULE, message, is_error=False)

    def _store(self, member: Any, value: Any) -> None:
        if member is None or member._kind_id != kinds.FIELD:  # noqa: SLF001
            return
        if member.type.get_canonical().kind.value == kinds.POINTER:
            key = self._source.key(member)
            self._set[key] = self._set.get(key, False) or self._names_function(value)

    def _names_function(self, value: Any) -> bool:
        are_functions: list[bool] = []

        def look(cursor: Any, _: Any) -> int:
            target = cursor.referenced
            kind = cursor._kind_id if target is None else target._kind_id  # noqa: SLF001
            are_functions.append(kind in _FUNCTIONS)
            return self._source.INTO

        look(value, None)
        self._source.visit(value, look)
        return any(are_functions)
