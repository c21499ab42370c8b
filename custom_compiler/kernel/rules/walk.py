"""A kernel's syntax tree, walked once: its device functions, and what they consist of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from custom_compiler.kernel.rules import kinds
from custom_compiler.kernel.rules.body import Body
from custom_compiler.kernel.rules.headers import missing_headers
from custom_compiler.kernel.rules.source import Source

if TYPE_CHECKING:
    from custom_compiler.kernel.rules.finding import Finding
    from custom_compiler.kernel.rules.source import Owners

_FUNCTIONS = {kinds.FUNCTION, kinds.METHOD, kinds.CONSTRUCTOR, kinds.DESTRUCTOR}
_FUNCTIONS |= {kinds.CONVERSION_FUNCTION, kinds.FUNCTION_TEMPLATE}
_SCOPES = {kinds.NAMESPACE, kinds.CLASS, kinds.STRUCT, kinds.CLASS_TEMPLATE, kinds.LINKAGE}
_SCOPES |= {kinds.CLASS_TEMPLATE_PARTIAL, kinds.UNEXPOSED_DECL}
_KEPT = _FUNCTIONS | {kinds.MACRO_USE}
_NARROWING = "-Wc++11-narrowing"


def find_all(tree: Any, owners: Owners) -> list[Finding]:
    """What the functions of a kernel that run on the device may not do there.

    What others than the user wrote is not judged.
    """
    source = Source(tree, owners)
    body = Body(source)
    macros: list[Any] = []
    headers: set[str] = set()
    functions: list[Any] = []

    def declaration(cursor: Any, _: Any) -> int:
        kind = cursor._kind_id  # noqa: SLF001 - the property takes ten times as long
        if kind in _SCOPES:
            return source.NEXT if source.is_foreign(cursor) else source.INTO
        if kind == kinds.INCLUSION:
            # What packages include the user has, too; the toolkit's headers are not CANN's.
            if not source.is_tool(cursor):
                headers.add(cursor.spelling)
            return source.NEXT
        place = source.place(cursor) if kind in _KEPT else None
        if place is None:
            return source.NEXT
        if kind == kinds.MACRO_USE:
            macros.append(cursor)
            source.macros.add(place)
        elif source.is_device(cursor):
            functions.append(cursor)
        return source.NEXT

    source.visit(tree.cursor, declaration)
    for function in functions:
        body.judge(function)
    body.judge_calls()
    if not any(macro.spelling.startswith("KERNEL_TASK_TYPE") for macro in macros):
        _copies(source, body)
    missing_headers(source, functions, [*macros, *body.limits], headers)
    _diagnostics(source)
    return sorted(set(source.findings))


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
    """What the compiler itself says, and a host's is told to forgive."""
    for told in source.tree.diagnostics:
        if told.option == _NARROWING:
            source.find(told, "narrowing", told.spelling)
