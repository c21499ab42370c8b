"""Finds a function's syntax tree in its file, and whether the file is still what was imported."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from custom_compiler.asc.codegen.errors import CodegenError, UnsupportedSyntaxError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType

    from custom_compiler.asc.codegen.source import PythonFunction


def tree_of(function: PythonFunction) -> ast.FunctionDef:
    """Return the definition of a function, with the lines and columns of its file.

    Raises:
        CodegenError: the file has changed since the function was imported.
        UnsupportedSyntaxError: it is no plain `def`.
    """
    try:
        module = _parsed(function.text, function.file)
    except SyntaxError as error:
        raise _changed(function) from error
    code = function.code
    node = next((n for n in _definitions(module) if _is_at(n, code)), None)
    if isinstance(node, ast.FunctionDef):
        if function.is_edited:
            compiled = compile(module, function.file, "exec", dont_inherit=True)
            if not any(_same(code, other) for other in _codes(compiled)):
                raise _changed(function)
        return node
    if node is not None:
        reason = f"{type(node).__name__} syntax is not supported in JIT function; use def"
        raise UnsupportedSyntaxError(node, function.text, reason, function.file)
    raise _changed(function)


def _changed(function: PythonFunction) -> CodegenError:
    message = (
        f"{function.__name__}: its file was edited since it was imported; run the program again"
    )
    return CodegenError(None, None, message, function.location)


@lru_cache(maxsize=16)
def _parsed(text: str, file: str) -> ast.Module:
    """Parse a file."""
    return ast.parse(text, file)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if hasattr(constant, "co_code"):
            yield constant
            yield from _codes(constant)


def _definitions(
    module: ast.Module,
) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda]:
    for node in ast.walk(module):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield node


def _is_at(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, code: CodeType) -> bool:
    name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    first = min([node.lineno, *(d.lineno for d in decorators)])
    return name == code.co_name and first == code.co_firstlineno


def _same(left: CodeType, right: CodeType) -> bool:
    """Return whether two functions are the same text, as far as it matters when they run."""
    if left.co_name != right.co_name or left.co_firstlineno != right.co_firstlineno:
        return False
    if any(name.startswith("@py") for name in left.co_names):
        return True  # pytest has rewritten the function's assertions
    return (
        left.co_code == right.co_code
        and left.co_names == right.co_names
        and left.co_varnames == right.co_varnames
        and left.co_freevars == right.co_freevars
        and _plain(left.co_consts) == _plain(right.co_consts)
    )


def _plain(constants: tuple[object, ...]) -> list[str]:
    return [repr(c) for c in constants if not hasattr(c, "co_code")]
