"""Modules of MultiKernelBench traced, with sizes cut, and what they give; run by torch's Python.

python multikernelbench_modules.py PACKAGES FOLDER FILE...: for each file what was traced, example
inputs and the module's outputs become FOLDER/<name>.pickle, and a line of JSON says how it went.

Sizes: whole numbers outside of the class `Model` are halved, rounding up, until they are at most
32, and `batch_size` until it is at most 4. Where the module does not take that, as its sizes depend
on each other, the batch is cut to 32 as well, or only to 4 and nothing else.
"""

import ast
import json
import pickle
import site
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

site.addsitedir(sys.argv[1])  # this project's, after those of torch's Python

import torch
from largest_error import largest_error  # type: ignore[import-not-found]

from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.autokernel.importers.torch import trace
from custom_compiler.errors import CustomCompilerError

# The most for numbers and for batches, None: unmodified; the first that the module takes.
CUTS = ((32, 4), (32, 32), (None, 4))


class Smaller(ast.NodeTransformer):
    """Cuts the sizes of a program."""

    def __init__(self, most: int | None, most_in_batch: int) -> None:
        self._most = most
        self._most_in_batch = most_in_batch

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        """Stays unmodified: numbers in it are no sizes."""
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Batches are cut further."""
        if [ast.unparse(target) for target in node.targets] == ["batch_size"]:
            return Smaller(self._most_in_batch, 1).generic_visit(node)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        """A number, at most half as large again and again."""
        value = node.value
        if self._most is not None and type(value) is int:
            while value > self._most:
                value = -(-value // 2)
        return ast.copy_location(ast.Constant(value), node)


def module_of(path: Path, cut: tuple[int | None, int]) -> tuple[Any, list[Any], list[Any]]:
    """The module, its inputs, and what it gives for them."""
    tree = Smaller(*cut).visit(ast.parse(path.read_text(encoding="utf-8")))
    scope: dict[str, Any] = {}
    exec(compile(tree, str(path), "exec"), scope)
    torch.manual_seed(0)
    model, inputs = scope["Model"](*scope["get_init_inputs"]()), scope["get_inputs"]()
    copies = [one.clone() if isinstance(one, torch.Tensor) else one for one in inputs]
    with torch.no_grad():
        given = model(*copies)
    torch.manual_seed(0)
    again = scope["Model"](*scope["get_init_inputs"]())  # whose buffers the call did not change
    return again, inputs, list(given) if isinstance(given, tuple | list) else [given]


def taken(path: Path) -> tuple[Any, list[Any], list[Any]]:
    """The module with the first sizes that it takes."""
    for cut in CUTS[:-1]:
        with suppress(RuntimeError, ValueError):
            return module_of(path, cut)
    return module_of(path, CUTS[-1])


def outcome(path: Path) -> dict[str, Any]:
    """Return the outcome of a module."""
    model, inputs, golden = taken(path)
    try:
        traced = trace(model, inputs, name=path.stem)
    except CustomCompilerError as error:
        return {"why": error.message.partition(": ")[2] or error.message}
    tensors = [one for one in inputs if isinstance(one, torch.Tensor)]
    pairs = zip(traced.operator.inputs, tensors, strict=False)
    given = {**{one.name: tensor for one, tensor in pairs}, **traced.own}
    arrays = {name: tensor.detach().squeeze().numpy() for name, tensor in given.items()}
    wanted = [tensor.squeeze().numpy() for tensor in golden]
    what = {"operator": traced.operator, "inputs": arrays, "golden": wanted}
    (Path(sys.argv[2]) / f"{path.stem}.pickle").write_bytes(pickle.dumps(what))
    try:
        results = evaluate(traced.operator, arrays)
    except CustomCompilerError as error:
        return {"why": error.message}
    return {"error": largest_error(results, wanted), "stages": len(traced.operator.stages)}


for file in map(Path, sys.argv[3:]):
    try:
        found = outcome(file)
    except Exception as error:  # noqa: BLE001 - one module of many
        found = {"why": f"{type(error).__name__}: {str(error).splitlines()[0]}"}
    print(json.dumps({"name": file.stem, **found}), flush=True)
