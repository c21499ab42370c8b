"""A package next to an installed one that has one operator, compiled with more options."""

from __future__ import annotations

import ast
import json
import os
import shutil
import tempfile
from typing import TYPE_CHECKING

from custom_compiler.errors import BuildError
from custom_compiler.kernel.opc.engine import compile_kernel_request
from custom_compiler.kernel.opc.observed import read_installed, rebuild_request
from custom_compiler.support.files import write_atomic

if TYPE_CHECKING:
    from collections.abc import Sequence

_TBE = os.path.join("op_impl", "ai_core", "tbe")
_OPTIONS = "custom_all_compile_options"


def make_overlay(folder: str, toolkit: str, kernel: str, soc: str, options: Sequence[str]) -> str:
    """Return the root of a package with the operator of `kernel`; make it unless it exists.

    Its implementation file adds `options`, so that instrumented builds use them, and the
    kernel itself is. `kernel` is the path of its object.

    Raises:
        MisuseError: The kernel lies in no package, or its package has no sources.
        BuildError: It does not compile with these options.
    """
    if os.path.isdir(folder):
        return folder
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    part = tempfile.mkdtemp(prefix="part-", dir=os.path.dirname(folder))
    try:
        installed = read_installed(kernel, soc)
        request = rebuild_request(toolkit, installed, [])
        copy = _link_package(part, installed.tbe, installed.path, request.implementation)
        _add_options(copy.implementation, options)
        compiled = compile_kernel_request(request._replace(build=tuple(options)))
        write_atomic(copy.kernel, compiled.data)
        description = json.dumps(compiled.description, indent=2).encode()
        write_atomic(copy.kernel.removesuffix(".o") + ".json", description)
        os.rename(part, folder)
    except OSError:
        if not os.path.isdir(folder):  # else another worker was faster
            raise
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return folder


class _Copy:
    """Files of the new package that are its own."""

    def __init__(self, kernel: str, implementation: str) -> None:
        self.kernel = kernel
        self.implementation = implementation


def _link_package(root: str, tbe: str, kernel: str, implementation: str) -> _Copy:
    """Link all of the package but the folders of kernel and implementation file, copied."""
    copied = [os.path.dirname(path) for path in (kernel, implementation)]
    _link_tree(tbe, os.path.join(root, _TBE), copied)
    places = [os.path.join(root, _TBE, os.path.relpath(p, tbe)) for p in (kernel, implementation)]
    return _Copy(*places)


def _link_tree(source: str, target: str, copied: Sequence[str]) -> None:
    os.makedirs(target)
    for entry in os.scandir(source):
        inner = os.path.join(target, entry.name)
        if entry.path in copied:
            shutil.copytree(entry.path, inner)
        elif any(path.startswith(entry.path + os.sep) for path in copied):
            _link_tree(entry.path, inner, copied)
        else:
            os.symlink(entry.path, inner)


def _add_options(path: str, options: Sequence[str]) -> None:
    """Add compile options to the table that the implementation file assigns."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for node in ast.walk(ast.parse(text, path)):
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id == _OPTIONS
        ):
            table = ast.literal_eval(node.value)
            if isinstance(table, tuple) and table:
                table = table[0]
            merged = {**table, "__ALLSOC__": [*table.get("__ALLSOC__", ()), *options]}
            lines = text.splitlines(keepends=True)
            indent = " " * node.col_offset
            lines.insert(node.end_lineno or node.lineno, f"{indent}{_OPTIONS} = {merged!r}\n")
            write_atomic(path, "".join(lines).encode())
            return
    message = f"{path} assigns no {_OPTIONS}, where options could be added"
    raise BuildError(message, "build its project again with this toolkit")
