"""MindSpore's registration of a custom operator in Python, read without importing it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.check.declarations import (
    Combination,
    DeclaredAttribute,
    DeclaredParameter,
    OperatorDeclaration,
    SourceLocation,
)
from custom_compiler.errors import MisuseError
from custom_compiler.support.element_types import BY_NUMPY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_DTYPES = {
    "BOOL" if row.name == "bool" else row.short.upper(): row.name for row in BY_NUMPY.values()
}
_FORMATS = {"5HD": "NC1HWC0", "FracZ": "FRACTAL_Z", "FracNZ": "FRACTAL_NZ", "HWCN": "HWCN",
            "NCHW": "NCHW", "NHWC": "NHWC", "NDHWC": "NDHWC", "NCDHW": "NCDHW"}  # fmt: skip
_ATTRIBUTE_TYPES = {
    "int": "int", "float": "float", "bool": "bool", "str": "str", "listInt": "listInt",
    "listFloat": "listFloat", "listBool": "listBool", "listStr": "listStr",
    "listListInt": "listListInt",
}  # fmt: skip


@dataclass(frozen=True)
class CustomCall:
    """An `ops.Custom(func, ...)`.

    Attributes:
        function: The text of `func`.
        operator: The operator that it names: after the last ":", "aclnn" left out.
        infer_file: The file before the ":", as written; "" if there is none.
        shape: The function given as `out_shape`, if it is one of this file.
        kinds: "list" or "tuple", of what out_shape returns and of out_dtype, where they are known.
        location: Where the call is.
    """

    function: str
    operator: str
    infer_file: str
    shape: ShapeFunction | None
    kinds: tuple[str, str]
    location: SourceLocation


@dataclass(frozen=True)
class ShapeFunction:
    """A function of shapes.

    Attributes:
        parameters: Their number; -1 if it takes any.
        divisions: Where it divides with "/".
        location: Where it begins.
    """

    parameters: int
    divisions: tuple[SourceLocation, ...]
    location: SourceLocation


@dataclass(frozen=True)
class PythonFile:
    """Registrations and calls in a Python file."""

    registrations: tuple[OperatorDeclaration, ...]
    calls: tuple[CustomCall, ...]
    unreadable: tuple[SourceLocation, ...]


def read_python(path: Path) -> PythonFile:
    """Find `CustomRegOp(...)` chains and `ops.Custom(...)` calls.

    Names of constants of the same file are followed. What depends on anything else is listed as
    unreadable. Raises MisuseError if the file is no Python.
    """
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    except (OSError, ValueError, SyntaxError) as error:
        raise MisuseError(f"--reg-info: cannot read {path}: {error}") from error
    reader = _RegistrationReader(path, tree)
    return PythonFile(
        tuple(reader.registrations()), tuple(reader.calls()), tuple(reader.unreadable)
    )


_Function = ast.Lambda | ast.FunctionDef


class _UnknownError(Exception):
    """An expression whose value is known at run time only."""


class _RegistrationReader:
    def __init__(self, path: Path, tree: ast.Module) -> None:
        self._path = path
        self._tree = tree
        self._constants: dict[str, ast.expr] = {}
        self.unreadable: list[SourceLocation] = []
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self._constants[node.targets[0].id] = node.value

    def registrations(self) -> Iterator[OperatorDeclaration]:
        chains: dict[ast.Call, list[ast.Call]] = {}
        for node in ast.walk(self._tree):
            links = _chain(node)
            if links and len(links) > len(chains.get(links[0], [])):
                chains[links[0]] = links
        for root, links in chains.items():
            declaration = self._registration_or_none(root, links[1:])
            if declaration:
                yield declaration

    def calls(self) -> Iterator[CustomCall]:
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Call) and _called(node) == "Custom":
                keywords = {word.arg: word.value for word in node.keywords}
                func = keywords.get("func") or (node.args[0] if node.args else None)
                text = self._text_or_empty(func)
                if not text:
                    continue
                keywords |= dict(zip(("func", "out_shape", "out_dtype"), node.args, strict=False))
                shape = self._function(keywords.get("out_shape"))
                dtype = self._function(keywords.get("out_dtype")) or keywords.get("out_dtype")
                file, _, name = text.rpartition(":")
                yield CustomCall(
                    text, name.removeprefix("aclnn"), file,
                    self._shape_function(shape) if shape else None,
                    (_kind(shape), _kind(dtype)), self._location(node),
                )  # fmt: skip

    def _function(self, node: ast.expr | None) -> _Function | None:
        """Return the lambda or the function of this file that an argument names."""
        if isinstance(node, ast.Lambda):
            return node
        name = node.id if isinstance(node, ast.Name) else None
        defined = (item for item in ast.walk(self._tree) if isinstance(item, ast.FunctionDef))
        return next((item for item in defined if item.name == name), None)

    def _shape_function(self, node: _Function) -> ShapeFunction:
        parameters = node.args
        count = -1 if parameters.vararg or parameters.defaults else len(parameters.args)
        divisions = [
            SourceLocation(self._path, item.lineno)
            for item in ast.walk(node)
            if isinstance(item, ast.BinOp) and isinstance(item.op, ast.Div)
        ]
        return ShapeFunction(count, tuple(divisions), SourceLocation(self._path, node.lineno))

    def _text_or_empty(self, node: ast.expr | None) -> str:
        try:
            return self._text(node) if node else ""
        except _UnknownError:
            return ""

    def _registration_or_none(
        self, root: ast.Call, links: list[ast.Call]
    ) -> OperatorDeclaration | None:
        try:
            return self._registration(root, links)
        except _UnknownError:
            self.unreadable.append(self._location(root))
            return None

    def _registration(self, root: ast.Call, links: list[ast.Call]) -> OperatorDeclaration:
        inputs: list[DeclaredParameter] = []
        outputs: list[DeclaredParameter] = []
        attributes: list[DeclaredAttribute] = []
        combinations: list[Combination] = []
        for link in links:
            method = _called(link)
            if method in {"input", "output"}:
                values = self._arguments(link, ("index", "name", "paramType"))
                kind = values.get("paramType", "required")
                parameter = DeclaredParameter(values.get("name", ""), kind, self._location(link))
                (inputs if method == "input" else outputs).append(parameter)
            elif method == "attr":
                values = self._arguments(link, ("name", "paramType", "type"))
                attributes.append(
                    DeclaredAttribute(
                        values.get("name", ""), _ATTRIBUTE_TYPES.get(values.get("type", ""), ""),
                        values.get("paramType") == "required", self._location(link),
                    )
                )  # fmt: skip
            elif method == "dtype_format":
                combinations.append(self._combination(link))
        name = self._text(root.args[0]) if root.args else ""
        return OperatorDeclaration(
            name, tuple(inputs), tuple(outputs), tuple(attributes), tuple(combinations),
            self._location(root),
        )  # fmt: skip

    def _arguments(self, call: ast.Call, names: tuple[str, ...]) -> dict[str, str]:
        arguments = dict(zip(names, call.args, strict=False))
        arguments |= {word.arg: word.value for word in call.keywords if word.arg in names}
        return {name: self._text(value) for name, value in arguments.items()}

    def _combination(self, call: ast.Call) -> Combination:
        dtypes, formats = [], []
        for argument in call.args:
            value = self._followed(argument)
            if not isinstance(value, ast.Attribute) or "_" not in value.attr:
                raise _UnknownError
            prefix, _, suffix = value.attr.partition("_")
            dtypes.append(_DTYPES.get(prefix, ""))
            formats.append(_FORMATS.get(suffix, ""))
        return Combination(tuple(dtypes), tuple(formats), self._location(call))

    def _followed(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Name) and node.id in self._constants:
            return self._constants[node.id]
        return node

    def _text(self, node: ast.expr) -> str:
        value = self._followed(node)
        if isinstance(value, ast.Constant):
            return str(value.value)
        raise _UnknownError

    def _location(self, node: ast.Call) -> SourceLocation:
        # Of a method in a chain, the line of its name; of a function, that of the call.
        end = node.func.end_lineno if isinstance(node.func, ast.Attribute) else node.lineno
        return SourceLocation(self._path, end or node.lineno)


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _chain(node: ast.AST) -> list[ast.Call]:
    """Return `CustomRegOp(...)` and the calls chained to it; [] for anything else."""
    links: list[ast.Call] = []
    while isinstance(node, ast.Call):
        links.append(node)
        if _called(node) == "CustomRegOp":
            return links[::-1]
        node = node.func.value if isinstance(node.func, ast.Attribute) else ast.Pass()
    return []


def _kind(node: ast.AST | None) -> str:
    """Return "list" or "tuple" for an expression, or a function that returns one."""
    if isinstance(node, ast.Lambda):
        return _kind(node.body)
    if isinstance(node, ast.FunctionDef):
        returned = [item.value for item in ast.walk(node) if isinstance(item, ast.Return)]
        kinds = {_kind(value) for value in returned}
        return kinds.pop() if len(kinds) == 1 else ""
    return {ast.List: "list", ast.Tuple: "tuple"}.get(type(node), "")  # type: ignore[arg-type]
