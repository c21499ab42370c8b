"""Reads the generated Python implementation of an operator without running it.

CANN imports `<opFile>.py`, which calls back into its compiler. The file is data to us: which
function is the kernel, where its source is, which options it is compiled with. Both the file that
CANN's template generates and ours have that shape; anything else is rejected.
"""

from __future__ import annotations

import ast
import os
from functools import lru_cache
from typing import Any, NamedTuple

from custom_compiler.errors import MisuseError

_ALL_UNITS = "__ALLSOC__"


class Implementation(NamedTuple):
    """Properties of an operator in its implementation file."""

    op_type: str
    interface: str  # the kernel function
    source_file: str  # base name of the kernel source
    source_dirs: tuple[str, ...]  # folder names under ../ascendc where an installed source may be
    options_by_unit: list[dict[str, list[str]]]  # in command line order; key: unit or __ALLSOC__
    init_values: list[str | None]  # per output
    shape_outputs: list[int]  # outputs whose shape depends on the computation
    mc2_contexts: list[str]
    dynamic_params: bool  # has a tensor list
    input_names: tuple[str, ...] = ()  # for macros (DTYPE_X); (): those of the parameter file
    output_names: tuple[str, ...] = ()

    def options(self, unit: str) -> list[str]:
        """Compile options of compute unit `unit`."""
        options: list[str] = []
        for table in self.options_by_unit:
            options += table.get(unit, [])
            options += table.get(_ALL_UNITS, [])
        return options


def read_implementation(path: str, main_func: str) -> Implementation:
    """Parse the implementation file; MisuseError if it cannot be read or defines no kernel."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, ValueError) as error:
        raise MisuseError(f"implementation file {path}: {error}") from error
    return _parse(text, path, main_func)


@lru_cache(maxsize=256)  # kernels of one operator are made by the hundred, and all of them ask
def _parse(text: str, path: str, main_func: str) -> Implementation:
    try:
        tree = ast.parse(text, path)
    except (SyntaxError, ValueError) as error:
        message = f"implementation file {path}: {error}"
        raise MisuseError(message) from error
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for function in functions:
        op_type = _registered_type(function)
        if op_type is not None and (not main_func or function.name == main_func):
            names = (_port_names(tree, kind) for kind in ("input_names", "output_names"))
            return _read_function(op_type, function, *names)
    wanted = f"function {main_func}" if main_func else "a function"
    message = f"implementation file {path}: {wanted} registered with register_operator is missing"
    raise MisuseError(message)


def find_source(implementation: Implementation, path: str, named: str) -> str:
    """Return the path of the kernel source where CANN looks; raise MisuseError for none.

    `path` is the implementation file, `named` a source or "". The order: folders op_kernel of
    newer trees, installed tree, `named` (CANN's BUILD_KERNEL_SRC), older trees, the same folder.
    """
    here = os.path.dirname(os.path.abspath(path))
    tree = os.path.join(here, "..", "ascendc")
    name = implementation.source_file
    stem = os.path.splitext(name)[0]
    dirs = implementation.source_dirs
    candidates = [os.path.join(here, "op_kernel", name)]
    candidates += [os.path.join(tree, folder, "op_kernel", name) for folder in reversed(dirs)]
    candidates += [os.path.join(tree, folder, name) for folder in dirs[:1]]
    if named:
        candidates.append(named)
    candidates += [os.path.join(tree, folder, name) for folder in dirs[1:]]
    candidates.append(os.path.join(here, name))
    candidates += [os.path.join(tree, folder, folder + ".cpp") for folder in reversed(dirs)]
    candidates.append(os.path.join(tree, stem, name))
    for candidate in candidates:
        if os.path.isfile(candidate):
            return os.path.abspath(candidate)
    message = f"operator {implementation.op_type}: kernel source {name} not found"
    raise MisuseError(
        message, f"looked at BUILD_KERNEL_SRC, in op_kernel next to {path} and below {tree}"
    )


def _registered_type(function: ast.FunctionDef) -> str | None:
    for decorator in function.decorator_list:
        if (
            isinstance(decorator, ast.Call)
            and _name(decorator.func).endswith("register_operator")
            and decorator.args
            and isinstance(decorator.args[0], ast.Constant)
        ):
            return str(decorator.args[0].value)
    return None


def _port_names(tree: ast.Module, variable: str) -> tuple[str, ...]:
    """Return the list of this name, of which CANN's template makes macros."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and _name(node.targets[0]).lower() == variable:
            names = _literal(node.value)
            return tuple(map(str, names)) if isinstance(names, list) else ()
    return ()


def _read_function(
    op_type: str, function: ast.FunctionDef, inputs: tuple[str, ...], outputs: tuple[str, ...]
) -> Implementation:
    constants = _assigned_constants(function)
    keywords = _keywords_of_call(function, "OpInfo")
    tables = [
        _option_table(constants.get(name))
        for name in ("custom_all_compile_options", "custom_compile_options")
    ]
    dirs = [constants.get(name) for name in ("ascendc_src_dir_ex", "ascendc_src_dir")]
    return Implementation(
        op_type=op_type,
        interface=str(constants.get("origin_func_name") or function.name),
        source_file=str(constants.get("ascendc_src_file") or function.name + ".cpp"),
        source_dirs=tuple(name for name in dirs if isinstance(name, str)),
        options_by_unit=tables,
        init_values=list(keywords.get("init_value_list") or []),
        shape_outputs=list(keywords.get("output_shape_depend_on_compute") or []),
        mc2_contexts=list(keywords.get("mc2_ctx") or []),
        dynamic_params=bool(keywords.get("param_type_dynamic")),
        input_names=inputs,
        output_names=outputs,
    )


def _assigned_constants(function: ast.FunctionDef) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for node in function.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            values[node.targets[0].id] = _literal(node.value)
    return values


def _keywords_of_call(function: ast.FunctionDef, callee: str) -> dict[str, Any]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and _name(node.func) == callee:
            return {keyword.arg or "": _literal(keyword.value) for keyword in node.keywords}
    return {}


def _literal(node: ast.expr) -> Any:
    """Return the value of a constant expression, None for any other."""
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def _option_table(value: Any) -> dict[str, list[str]]:
    # The generated text ends in a comma, so that the dictionary arrives as a tuple of one.
    table = value[0] if isinstance(value, tuple) and value else value
    if not isinstance(table, dict):
        return {}
    return {str(unit): [str(option) for option in options] for unit, options in table.items()}


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
