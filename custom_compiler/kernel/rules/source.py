"""Where the nodes of a syntax tree stand, which functions are the device's, and what was found."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.kernel.rules import kinds
from custom_compiler.kernel.rules.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Callable

Place = tuple[str, int, int]  # path, line, column
_SYSTEM = ("/usr/include/", "/usr/lib/")


class Owners(NamedTuple):
    """Who wrote the files of a kernel."""

    tools: tuple[str, ...]  # beginnings of paths in the toolkit and the cache
    wrapper: str  # the file that is generated
    folder: str  # where the compiler is, for relative paths

    def is_user(self, path: str) -> bool:
        """Whether the user wrote it."""
        return not path.startswith((*self.tools, *_SYSTEM)) and path != self.wrapper

    def is_system(self, path: str) -> bool:
        """Whether it belongs to the host's libraries."""
        return not path.startswith(self.tools) and path != self.wrapper


class Source:
    """The user's part of a tree."""

    NEXT, INTO = 1, 2  # what visitors return: go on behind a node, or into it

    def __init__(self, tree: Any, owners: Owners) -> None:
        from clang import cindex

        self.tree = tree
        self.findings: list[Finding] = []
        # Uses of macros, where what they hold seems to be, whoever wrote it: it is not judged.
        self.macros: set[Place] = set()
        self._lib = cindex.conf.lib
        self._callback = cindex.callbacks["cursor_visit"]
        self.owners = owners
        self._users: dict[str, bool] = {}
        self._devices: dict[int, bool] = {}  # by hash

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
        """The nodes directly below `cursor`."""
        found: list[Any] = []

        def keep(child: Any, _: Any) -> int:
            found.append(child)
            return self.NEXT

        self.visit(cursor, keep)
        return found

    def place(self, node: Any) -> Place | None:
        """Where a cursor or a diagnostic is; None if not in a file of the user."""
        location = node.location
        file = location.file
        if file is None:
            return None
        path = os.path.normpath(str(file.name))
        known = self._users.get(path)
        if known is None:
            known = self._users[path] = self.owners.is_user(path)
        return (path, location.line, location.column) if known else None

    def find(self, node: Any, rule: str, message: str, *, is_error: bool = True) -> None:
        """Note that `node` breaks a rule, if the user wrote it."""
        place = self.place(node)
        if place is not None and place not in self.macros:
            self.findings.append(Finding(*place, rule, message, is_error))

    def find_here(self, node: Any, rule: str, message: str) -> None:
        """Note that a rule is broken by what `node` names itself, a macro for example."""
        place = self.place(node)
        if place is not None:
            self.findings.append(Finding(*place, rule, message))

    def key(self, cursor: Any) -> int:
        """A number of what is declared: the same for all its declarations."""
        return int(self._lib.clang_hashCursor(cursor.canonical))

    def is_constexpr(self, function: Any) -> bool:
        """Whether a function can be computed when compiling, so that it is anybody's."""
        start, name = function.extent.start, function.location
        if start.file is None:
            return False
        with open(os.path.join(self.owners.folder, str(start.file.name)), "rb") as file:
            head = file.read()[start.offset : name.offset]
        return b"constexpr" in head.lower() or b"consteval" in head  # _GLIBCXX_CONSTEXPR, too

    def is_device(self, function: Any) -> bool:
        """Whether a function runs on the device: it, or a declaration of it, says __aicore__."""
        key = self.key(function)
        known = self._devices.get(key)
        if known is None:
            forms = [function, function.canonical]
            template = self._lib.clang_getSpecializedCursorTemplate(function)
            if template is not None and template._kind_id < 70:  # noqa: SLF001, PLR2004
                template._tu = self.tree  # noqa: SLF001
                forms.append(template)
                forms.append(template.canonical)
            known = any(self._says_device(form) for form in forms)
            self._devices[key] = known
        return known

    def _says_device(self, function: Any) -> bool:
        return any(c._kind_id == kinds.ANNOTATION for c in self.children(function))  # noqa: SLF001

    def is_constant(self, expression: Any) -> bool:
        """Whether the compiler knows an expression's value."""
        from ctypes import c_void_p  # kernels that are in the cache need none of this

        evaluate = self._lib.clang_Cursor_Evaluate
        evaluate.argtypes = [type(expression)]
        evaluate.restype = c_void_p
        result = evaluate(expression)
        if not result:
            return False
        self._lib.clang_EvalResult_getKind.argtypes = [c_void_p]
        self._lib.clang_EvalResult_dispose.argtypes = [c_void_p]
        kind = self._lib.clang_EvalResult_getKind(result)
        self._lib.clang_EvalResult_dispose(result)
        return bool(kind)
