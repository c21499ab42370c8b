"""A kernel's syntax tree, walked once: its device functions, and what they consist of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from custom_compiler.kernel.rules import kinds
from custom_compiler.kernel.rules.body import HOST_FUNCTION, Body, full_name
from custom_compiler.kernel.rules.headers import (
    library_calls,
    missing_headers,
    require_kernel_header,
)
from custom_compiler.kernel.rules.source import Source

if TYPE_CHECKING:
    from custom_compiler.kernel.rules.finding import RuleViolation
    from custom_compiler.kernel.rules.source import Owners

_FUNCTIONS = {kinds.FUNCTION, kinds.METHOD, kinds.CONSTRUCTOR, kinds.DESTRUCTOR}
_FUNCTIONS |= {kinds.CONVERSION_FUNCTION, kinds.FUNCTION_TEMPLATE}
_SCOPES = {kinds.NAMESPACE, kinds.CLASS, kinds.STRUCT, kinds.CLASS_TEMPLATE, kinds.LINKAGE}
_SCOPES |= {kinds.CLASS_TEMPLATE_PARTIAL, kinds.UNEXPOSED_DECL}
_VALUES = {kinds.VARIABLE, kinds.FIELD}
_KEPT = _FUNCTIONS | _VALUES | {kinds.MACRO_USE}
_KERNEL = "_ascendc_user"  # after the name of the function that an operator's kernel calls
_NARROWING = "-Wc++11-narrowing"
_ASSEMBLY = re.compile(rb"\s*(?:asm|__asm|__asm__)\b")
_IDENTIFIER = re.compile(rb"[A-Za-z_]\w*")
_FIRST_WORD = re.compile(rb"\s*(\w+)")


class _Macros:
    """_Macros that the macros of a translation unit use.

    libclang lists uses of macros in the text, but neither those within another macro, nor
    definitions in a precompiled header: `precompiled` are its macros with parameters.
    """

    def __init__(self, source: Source, definitions: list[Any], precompiled: frozenset[str]) -> None:
        self._source = source
        self._definitions = definitions
        self._precompiled = precompiled
        self._by_name: dict[str, Any] = {}  # the last definition of each; made when asked for
        self._uses_by_name: dict[str, bool] = {}

    def use_others(self, macro: Any) -> bool:
        """Return whether a user's macro expands others' macros with parameters, at any depth."""
        if not self._by_name:
            self._by_name = {definition.spelling: definition for definition in self._definitions}
        return self._uses(macro.spelling, macro)

    def _uses(self, name: str, macro: Any) -> bool:
        if name not in self._uses_by_name:
            self._uses_by_name[name] = False  # while it is looked at
            # The first word is the name itself.
            words = _IDENTIFIER.findall(self._source.text(macro))[1:]
            inside = {word.decode() for word in words}
            self._uses_by_name[name] = any(map(self._is_others, inside))
        return self._uses_by_name[name]

    def _is_others(self, name: str) -> bool:
        macro = self._by_name.get(name)
        if macro is None:
            return name in self._precompiled
        is_own = self._source.is_users(macro)
        # REGIST_MATMUL_OBJ is another name of a macro with parameters.
        return (not is_own and self._source.has_parameters(macro)) or self._uses(name, macro)


class _Declarations:
    """Declarations in the user's files, found in one walk."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.macros: list[Any] = []  # their uses
        self.headers: set[str] = set()
        self.functions: list[Any] = []  # of the device
        self.values: list[Any] = []  # variables outside functions, and members
        self.unexposed: list[Any] = []  # declarations of the user that libclang has no kind for
        self.inclusions: list[Any] = []  # by files of the user, and by what is generated
        self._definitions: list[Any] = []  # of macros, whoever wrote them
        source.visit(source.tree.cursor, self._visit)
        self._keep_macros()

    def _visit(self, cursor: Any, _: Any) -> int:
        source = self._source
        kind = cursor._kind_id  # noqa: SLF001 - the property takes ten times as long
        if kind in _SCOPES:
            if kind == kinds.UNEXPOSED_DECL and source.is_users(cursor):
                self.unexposed.append(cursor)
            return source.NEXT if source.is_foreign(cursor) else source.INTO
        if kind == kinds.INCLUSION:
            self.inclusions.append(cursor)
            # What packages include the user has, too; the toolkit's headers are not CANN's.
            if not source.is_tool(cursor):
                self.headers.add(cursor.spelling)
        elif kind == kinds.MACRO:
            self._definitions.append(cursor)
        elif kind in _KEPT:
            self._keep(cursor, kind)
        return source.NEXT

    def _keep(self, cursor: Any, kind: int) -> None:
        location = self._source.locate(cursor)
        if location is None:
            return
        if kind == kinds.MACRO_USE:
            self.macros.append(cursor)
        elif kind in _VALUES:
            self.values.append(cursor)
        elif self._source.is_device(cursor):
            self.functions.append(cursor)
        elif self._source.is_unmarked_kernel(cursor):
            self.functions.append(cursor)
            message = (
                f"{cursor.spelling}: the kernel does not state its kind of core, which CANN's "
                "compiler may fail to find: write __vector__, __cube__, __mix__(...) or __aicore__"
            )
            self._source.find(cursor, "unmarked-kernel", message, is_error=False)
        else:
            _kernel_of_the_host(self._source, cursor)

    def assembly(self) -> list[Any]:
        """Return the assembly outside functions, also where a macro of the user has it."""
        bodies = {
            statement.spelling.encode(): self._source.text(statement)
            for statement in self._definitions
            if self._source.is_users(statement)
        }

        def is_assembly(declaration: Any) -> bool:
            text = self._source.text(declaration)
            word = _FIRST_WORD.match(text)
            body = bodies.get(word[1], b"") if word else b""
            return bool(_ASSEMBLY.match(text) or re.search(rb"\b(?:asm|__asm|__asm__)\b", body))

        return [cursor for cursor in self.unexposed if is_assembly(cursor)]

    def _keep_macros(self) -> None:
        """Note where others' macros are expanded."""
        source = self._source
        macros = _Macros(source, self._definitions, source.owners.macros)
        for use in self.macros:
            macro, location = use.referenced, source.locate(use)
            if location and (not source.is_users(macro) or macros.use_others(macro)):
                source.macros.add(location)


def find_all(tree: Any, owners: Owners) -> list[RuleViolation]:
    """Return the errors in the functions of a kernel that run on the device.

    Code of others than the user is not validated.
    """
    source = Source(tree, owners)
    declared = _Declarations(source)
    body = Body(source, {full_name(function) for function in declared.functions})
    for function in declared.functions:
        body.judge(function)
    body.judge_calls()
    if not any(macro.spelling.startswith("KERNEL_TASK_TYPE") for macro in declared.macros):
        _copies(source, body)
    functions: list[Any] | None = declared.functions
    if owners.wrapper:  # without code of the host, which others compile
        functions = None
        for value in declared.values:
            body.judge_value(value)
        for assembly in declared.assembly():
            body.judge_assembly(assembly)
        require_kernel_header(source, declared.inclusions)
    missing_headers(source, functions, [*declared.macros, *body.names], declared.headers)
    library_calls(source, body.calls, declared.headers)
    _diagnostics(source)
    return sorted(set(source.findings))


def _kernel_of_the_host(source: Source, function: Any) -> None:
    name = function.spelling
    if name.endswith(_KERNEL) and not source.is_on_device(function):
        name = name.removesuffix(_KERNEL)
        message = f"{name}: a kernel function without __aicore__ is the host's"
        source.find_here(function, HOST_FUNCTION, message)  # its name is a macro


def _copies(source: Source, body: Body) -> None:
    """Warn of what can make CANN's compiler infer the wrong type of a kernel that states none."""
    for call, tensor in body.copies:
        message = (
            f"{tensor}: CANN's compiler may not see which memory a tensor in a class is of, and"
            " takes the kernel for one of cube cores, too, then: copy into a tensor of the"
            " function, or state KERNEL_TASK_TYPE_DEFAULT"
        )
        source.find(call, "tensor-in-class", message, is_error=False)


def _diagnostics(source: Source) -> None:
    """Record diagnostics of the compiler that are errors for the device's compiler."""
    for diagnostic in source.tree.diagnostics:
        if diagnostic.option == _NARROWING:
            source.find(diagnostic, "narrowing", diagnostic.spelling)
