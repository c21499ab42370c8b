"""Locations of syntax nodes, functions of the device, and the errors found so far."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.kernel.rules import kinds
from custom_compiler.kernel.rules.finding import RuleViolation

if TYPE_CHECKING:
    from collections.abc import Callable

Place = tuple[str, int, int]  # path, line, column
_DEVICE = "aicore"
_TARGETS = {_DEVICE, "host_aicore"}  # as tikcfw/detail/types/macros.h has them
_SYSTEM = ("/usr/include/", "/usr/lib/")
_INTEGER = 1  # of libclang's kinds of values
_PACKAGES = ("/site-packages/", "/dist-packages/")  # headers of frameworks


class Owners(NamedTuple):
    """Ownership of a kernel's files."""

    tools: tuple[str, ...]  # beginnings of paths in the toolkit and the cache
    wrapper: str  # the file that is generated
    folder: str  # where the compiler is, for relative paths
    macros: frozenset[str] = frozenset()  # of the precompiled header, those with parameters

    def is_user(self, path: str) -> bool:
        """Return whether the user wrote it."""
        if path.startswith((*self.tools, *_SYSTEM)) or path == self.wrapper:
            return False
        return not any(folder in path for folder in _PACKAGES)

    def is_foreign(self, path: str) -> bool:
        """Return whether neither the user wrote it nor does it include what the user wrote."""
        return path != self.wrapper and not self.is_user(path)

    def is_tool(self, path: str) -> bool:
        """Return whether a file is generated or the toolkit's, and not the host's or user's."""
        return path.startswith(self.tools) or path == self.wrapper


class Source:
    """The user's part of a tree."""

    NEXT, INTO = 1, 2  # what visitors return: go on after a node, or into it

    def __init__(self, tree: Any, owners: Owners) -> None:
        from clang import cindex

        self.tree = tree
        self.findings: list[RuleViolation] = []
        # Uses of others' macros, where what they hold seems to be, whoever wrote it: not judged.
        self.macros: set[Place] = set()
        self._lib = cindex.conf.lib
        self._texts: dict[str, bytes] = {}
        self._callback = cindex.callbacks["cursor_visit"]
        self.owners = owners
        self._users: dict[str, bool] = {}
        self._targets: dict[int, str] = {}  # by hash

    def visit(self, cursor: Any, visitor: Callable[[Any, Any], int]) -> None:
        """Call `visitor` with each node below `cursor` and with the node that it is part of."""
        raised: list[BaseException] = []

        def called(child: Any, parent: Any, _: Any) -> int:
            child._tu = parent._tu = self.tree  # noqa: SLF001 - as cindex does it
            try:
                return visitor(child, parent)
            except BaseException as error:  # noqa: BLE001 - it would be lost in a callback of C
                raised.append(error)
                return 0

        self._lib.clang_visitChildren(cursor, self._callback(called), None)
        if raised:
            raise raised[0]

    def children(self, cursor: Any) -> list[Any]:
        """Return the direct children of `cursor`."""
        children: list[Any] = []

        def keep(child: Any, _: Any) -> int:
            children.append(child)
            return self.NEXT

        self.visit(cursor, keep)
        return children

    def locate(self, node: Any) -> Place | None:
        """Return the location of a cursor or diagnostic; None outside of the user's files."""
        location = node.location
        file = location.file
        if file is None:
            return None
        path = os.path.normpath(str(file.name))
        is_users = self._users.get(path)
        if is_users is None:
            is_users = self._users[path] = self.owners.is_user(path)
        return (path, location.line, location.column) if is_users else None

    def is_users(self, node: Any) -> bool:
        """Return whether the user wrote a node; None, for what is nowhere, is not the user's."""
        return node is not None and self.locate(node) is not None

    def is_foreign(self, scope: Any) -> bool:
        """Return whether nothing of the user can stand in a scope: others wrote its file."""
        file = scope.location.file
        return file is not None and self.owners.is_foreign(os.path.normpath(str(file.name)))

    def is_tool(self, node: Any) -> bool:
        """Return whether it is in a file of the toolkit, or in what is generated."""
        file = node.location.file
        return file is not None and self.owners.is_tool(os.path.normpath(str(file.name)))

    def is_hosts(self, node: Any) -> bool:
        """Return whether it is declared in a header of the host's library."""
        file = node.location.file
        path = "" if file is None else os.path.normpath(str(file.name))
        return path != "" and not self.owners.is_user(path) and not self.owners.is_tool(path)

    def user_files(self) -> list[str]:
        """Return the paths of the user's files that were seen so far."""
        paths = [path for path, is_users in self._users.items() if is_users]
        return [os.path.join(self.owners.folder, path) for path in paths]

    def find(self, node: Any, rule: str, message: str, *, is_error: bool = True) -> None:
        """Note that `node` breaks a rule, if the user wrote it."""
        location = self.locate(node)
        if location is not None and location not in self.macros:
            self.findings.append(RuleViolation(*location, rule, message, is_error))

    def find_here(self, node: Any, rule: str, message: str) -> None:
        """Note that a rule is broken by what `node` names itself, a macro for example."""
        location = self.locate(node)
        if location is not None:
            self.findings.append(RuleViolation(*location, rule, message))

    def key(self, cursor: Any) -> int:
        """Return a number that is the same for all declarations of an entity."""
        return int(self._lib.clang_hashCursor(cursor.canonical))

    def is_made_when_used(self, function: Any) -> bool:
        """Return whether only a use by name makes code of a function.

        That is an inline function in a namespace, and no template, or a member of a class template.
        """
        kind = function._kind_id  # noqa: SLF001
        if kind == kinds.METHOD:
            scope = function.semantic_parent._kind_id  # noqa: SLF001
            return scope in kinds.TEMPLATES and not function.spelling.startswith("operator")
        if kind != kinds.FUNCTION:
            return False
        is_inlined = self._lib.clang_Cursor_isFunctionInlined
        is_inlined.argtypes = [type(function)]
        return bool(is_inlined(function))

    def is_constexpr(self, function: Any) -> bool:
        """Return whether a function can be computed when compiling, so that it is anybody's."""
        head = self._text(function.extent.start, function.location)
        return b"constexpr" in head.lower() or b"consteval" in head  # _GLIBCXX_CONSTEXPR, too

    def head(self, statement: Any, part: Any) -> bytes:
        """Return the text of a statement before one of its parts."""
        return self._text(statement.extent.start, part.extent.start)

    def text(self, node: Any) -> bytes:
        """Return the text of a node."""
        return self._text(node.extent.start, node.extent.end)

    def has_parameters(self, macro: Any) -> bool:
        """Return whether a macro is used like a function."""
        return bool(self._lib.clang_Cursor_isMacroFunctionLike(macro))

    def _text(self, start: Any, end: Any) -> bytes:
        if start.file is None:
            return b""
        name = str(start.file.name)
        if name not in self._texts:
            with open(os.path.join(self.owners.folder, name), "rb") as file:
                self._texts[name] = file.read()
        return self._texts[name][start.offset : end.offset]

    def is_device(self, function: Any) -> bool:
        """Return whether a function, or a declaration of it, has __aicore__."""
        return self._target(function) == _DEVICE

    def is_on_device(self, function: Any) -> bool:
        """Return whether a function can be called on the device, as those for both can."""
        return self._target(function) != ""

    def is_unmarked_kernel(self, function: Any) -> bool:
        """Return whether a kernel does not state the kind of core: __global__ is its only mark."""
        marks = {c.spelling for c in self.children(function) if c._kind_id == kinds.ANNOTATION}  # noqa: SLF001
        return "global" in marks and "aicpu" not in marks and self._target(function) == ""

    def _target(self, function: Any) -> str:
        key = self.key(function)
        target = self._targets.get(key)
        if target is None:
            forms = [function, function.canonical]
            template = self._template(function)
            if template is not None:
                forms.append(template)
                forms.append(template.canonical)
            target = next(filter(None, map(self._target_text, forms)), "")
            self._targets[key] = target
        return target

    def is_instance(self, function: Any) -> bool:
        """Return whether a function, or the class that it is of, is made of a template."""
        return any(map(self._template, (function, function.semantic_parent)))

    def _template(self, instance: Any) -> Any:
        """Return the template of a function or class, or None."""
        template = self._lib.clang_getSpecializedCursorTemplate(instance)
        if template is None or template._kind_id >= 70:  # noqa: SLF001, PLR2004 - no declaration
            return None
        template._tu = self.tree  # noqa: SLF001
        return template

    def _target_text(self, function: Any) -> str:
        """Return the target that a function states: aicore, host_aicore, or an empty string."""
        for child in self.children(function):
            if child._kind_id == kinds.ANNOTATION and child.spelling in _TARGETS:  # noqa: SLF001
                return str(child.spelling)
        return ""

    def operator(self, operation: Any) -> int:
        """Return the number of a binary operator, also of one with an assignment."""
        return int(self._lib.clang_getCursorBinaryOperatorKind(operation))

    def is_constant(self, expression: Any) -> bool:
        """Return whether the compiler knows an expression's value."""
        return self._evaluated(expression) is not None

    def value(self, condition: Any) -> bool | None:
        """Return the compile-time value of a number expression; None if it depends on instances."""
        result = self._evaluated(condition)
        return None if result is None or result[0] != _INTEGER else bool(result[1])

    def _evaluated(self, expression: Any) -> tuple[int, int] | None:
        """Return the kind and, of an integer, value; None if it is known at run time only."""
        from ctypes import c_void_p  # kernels that are in the cache need none of this

        evaluate = self._lib.clang_Cursor_Evaluate
        evaluate.argtypes = [type(expression)]
        evaluate.restype = c_void_p
        result = evaluate(expression)
        if not result:
            return None
        for name in ("getKind", "getAsInt", "dispose"):
            getattr(self._lib, f"clang_EvalResult_{name}").argtypes = [c_void_p]
        kind = self._lib.clang_EvalResult_getKind(result)
        value = self._lib.clang_EvalResult_getAsInt(result) if kind == _INTEGER else 0
        self._lib.clang_EvalResult_dispose(result)
        return (kind, value) if kind else None
