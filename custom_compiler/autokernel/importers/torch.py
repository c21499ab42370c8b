"""PyTorch functions and modules as operators: traced to core operations, each of them a subtree.

What has no form as a tree (scans, sorting, random numbers, indices in tensors) is rejected by
the name of the operation.
"""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch._decomp import core_aten_decompositions
from torch.func import functional_call, functionalize
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils._pytree import tree_flatten

from custom_compiler.autokernel.describe.check import check
from custom_compiler.autokernel.describe.renaming import with_axes_of_loads
from custom_compiler.autokernel.describe.tensor import tensor_of
from custom_compiler.autokernel.describe.trace import followed
from custom_compiler.autokernel.describe.tree import DTYPES, Input, Operator, Stage
from custom_compiler.autokernel.importers.aten import (  # noqa: F401 - they register themselves
    elementwise,
    layout,
    normalizations,
    pooling,
    products,
    reductions,
)
from custom_compiler.autokernel.importers.aten.calls import HANDLERS, AtenCall
from custom_compiler.autokernel.importers.aten.values import AtenValue, dims_of, scalar, settled
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_VIEWS = ("view", "expand", "permute", "select", "slice", "squeeze", "transpose", "unsqueeze", "t")
_WHY = {
    **dict.fromkeys(("cumsum", "cumprod", "cummax", "cummin"), "each place needs the one before"),
    **dict.fromkeys(("sort", "topk", "argsort", "median", "kthvalue", "mode"), "it sorts"),
    **dict.fromkeys(
        ("index", "index_put", "index_select", "embedding", "scatter", "scatter_add", "nonzero"),
        "its indices are data",
    ),
    **dict.fromkeys(
        ("bernoulli", "native_dropout", "rand", "rand_like", "randn", "randn_like", "randperm"),
        "it is random",
    ),
}


@dataclass(frozen=True)
class Traced:
    """An operator from a program.

    Attributes:
        operator: Its inputs are the tensors among the examples, then the module's own. Dimensions
            of one place, which change nothing of how elements lie, are left out of all tensors.
        own: Parameters and buffers of the module, and constants of the program, by input.
        updated: Names of the module's buffers that the program changes, which the operator does
            not.
    """

    operator: Operator
    own: Mapping[str, torch.Tensor]
    updated: tuple[str, ...]


def trace(function: Callable[..., Any], examples: Sequence[Any], *, name: str = "traced") -> Traced:
    """Return the operator that computes a function or module for tensors of these shapes.

    Args:
        function: A function on tensors, or a module.
        examples: Arguments; tensors may be fake ones, and others are constants of the operator.
        name: Of the operator.

    Raises:
        MisuseError: An operation in it has no tree, or it does not return tensors.
    """
    module = function if isinstance(function, torch.nn.Module) else None
    own = {**dict(module.named_parameters()), **dict(module.named_buffers())} if module else {}
    tensors = [example for example in examples if isinstance(example, torch.Tensor)]

    def called(state: Mapping[str, torch.Tensor], values: list[torch.Tensor]) -> Any:
        rest = iter(values)
        arguments = [
            next(rest) if isinstance(example, torch.Tensor) else example for example in examples
        ]
        if module is None:
            return function(*arguments)
        return functional_call(module, dict(state), tuple(arguments))

    try:
        with torch.no_grad():
            graph_module = make_fx(functionalize(called), core_aten_decompositions())(own, tensors)
    except RuntimeError as error:
        if "_local_scalar_dense" not in str(error):
            raise
        raise MisuseError(
            f"{name}: which way the function goes depends on a tensor's values",
            "choose by torch.where(condition, a, b)",
        ) from None
    graph_module.graph.eliminate_dead_code()
    names = _names([*own, *(f"x{number}" for number in range(len(tensors)))])
    return _Walk(graph_module, name, names, list(own.values()) + tensors, len(own)).traced()


class _Walk:
    """A graph followed from its inputs to its outputs."""

    def __init__(
        self,
        graph_module: torch.fx.GraphModule,
        name: str,
        names: list[str],
        tensors: list[torch.Tensor],
        owned: int,
    ) -> None:
        self._graph_module = graph_module
        self._name = name
        self._names = names
        self._tensors = tensors
        self._owned = owned
        self._values: dict[torch.fx.Node, Any] = {}
        self._inputs: list[Input] = []
        self._constants: dict[str, torch.Tensor] = {}
        self._updated: list[str] = []

    def traced(self) -> Traced:
        """Return the operator, with the tensors that the program owns."""
        graph = self._graph_module.graph
        placeholders = [node for node in graph.nodes if node.op == "placeholder"]
        self._check_names()
        with followed():
            for node, name, tensor in zip(placeholders, self._names, self._tensors, strict=True):
                self._values[node] = self._input(name, tensor)
            for node in graph.nodes:
                if node.op == "get_attr":
                    self._values[node] = self._constant(node)
                elif node.op == "call_function":
                    self._values[node] = self._call(node)
            outputs = self._outputs(next(node for node in graph.nodes if node.op == "output"))
        own = dict(zip(self._names[: self._owned], self._tensors, strict=False))
        arguments = self._inputs[self._owned : len(self._names)]
        rest = self._inputs[: self._owned] + self._inputs[len(self._names) :]
        operator = with_axes_of_loads(Operator(self._name, (*arguments, *rest), outputs))
        check(operator)
        return Traced(operator, {**own, **self._constants}, tuple(self._updated))

    def _input(self, name: str, tensor: torch.Tensor) -> AtenValue:
        dims = dims_of(tensor.shape)
        port = Input(name, _dtype(tensor), tuple(axis for axis in dims if axis is not None))
        self._inputs.append(port)
        return AtenValue(tensor_of(port), dims)

    def _constant(self, node: torch.fx.Node) -> AtenValue:
        tensor = getattr(self._graph_module, str(node.target))
        if tensor.ndim == 0:
            return scalar(tensor.item(), _dtype(tensor))
        name = f"constant{len(self._constants)}"
        self._constants[name] = tensor
        return self._input(name, tensor)

    def _call(self, node: torch.fx.Node) -> Any:
        if getattr(node.target, "__name__", "") == "getitem":
            source, number = node.args
            return self._values[source][number]
        schema = node.target._schema  # noqa: SLF001 - torch has no other
        full = schema.name.partition("::")[2]
        if full == "copy_":
            return self._copy(node)
        name = _handler_name(full)
        if full.endswith("_"):
            self._check_in_place(node, full)
        result: Any = HANDLERS[name](self._described(node, schema, name))
        if isinstance(result, tuple):
            result = tuple(value and settled(value) for value in result)
        else:
            result = settled(result)
        if full.endswith("_"):
            self._values[node.args[0]] = result
        return result

    def _check_names(self) -> None:
        """Reject operations without a tree before any is converted, one with a reason first."""
        names = dict.fromkeys(_base(node) for node in self._graph_module.graph.nodes)
        unknown = [name for name in names if _handler_name(name) not in {"", "copy", *HANDLERS}]
        if unknown:
            unknown.sort(key=lambda name: name not in _WHY)
            why = f": {_WHY[unknown[0]]}" if unknown[0] in _WHY else ""
            raise MisuseError(
                f"{self._name}: aten.{unknown[0]} has no form as a tree{why}",
                "take it out of the function, or write its kernel by hand",
            )

    def _copy(self, node: torch.fx.Node) -> Any:
        """Record a write to an argument at the program's end, if the module owns the argument."""
        target = node.args[0]
        inputs = list(self._values)[: len(self._names)]
        number = inputs.index(target) if target in inputs else len(inputs)
        if number >= self._owned:
            raise MisuseError(
                f"{self._name} writes into its argument", "return the new value instead"
            )
        self._updated.append(self._names[number])
        return self._values[node.args[1]]

    def _check_in_place(self, node: torch.fx.Node, full: str) -> None:
        target = node.args[0]
        aliases = [target, *getattr(target, "users", ())]
        views = [
            alias
            for alias in aliases
            if alias is not node and _handler_name(_base(alias)) in _VIEWS
        ]
        if views or target.op == "placeholder":
            raise MisuseError(
                f"{self._name}: aten.{full} writes into what others see", "return a new tensor"
            )

    def _described(self, node: torch.fx.Node, schema: Any, name: str) -> AtenCall:
        arguments: dict[str, Any] = {}
        for index, argument in enumerate(schema.arguments):
            value = argument.default_value
            if argument.name in node.kwargs:
                value = node.kwargs[argument.name]
            elif index < len(node.args) and not argument.kwarg_only:
                value = node.args[index]
            arguments[argument.name] = self._resolved(value)
        results = node.meta["val"]
        first = results[0] if isinstance(results, tuple | list) else results
        return AtenCall(name, arguments, _dtype(first), tuple(first.shape))

    def _resolved(self, value: Any) -> Any:
        if isinstance(value, torch.fx.Node):
            return self._values[value]
        if isinstance(value, list | tuple):
            return [self._resolved(item) for item in value]
        return value

    def _outputs(self, node: torch.fx.Node) -> tuple[Stage, ...]:
        nodes, _ = tree_flatten(node.args[0])
        if not nodes or not all(isinstance(node, torch.fx.Node) for node in nodes):
            raise MisuseError(f"{self._name} does not give tensors", "return tensors only")
        names = ["out"] if len(nodes) == 1 else [f"out{number}" for number in range(len(nodes))]
        return tuple(
            self._output(name, self._values[node]) for name, node in zip(names, nodes, strict=True)
        )

    def _output(self, name: str, value: AtenValue | None) -> Stage:
        if value is None:
            raise MisuseError(
                f"{self._name}: places of largest elements have no form as a tree",
                "return the elements only",
            )
        axes = tuple(axis for axis in value.dims if axis is not None)
        return Stage(name, axes, value.tensor.node)


def _base(node: Any) -> str:
    schema = getattr(getattr(node, "target", None), "_schema", None)
    return schema.name.partition("::")[2] if schema else ""


def _handler_name(name: str) -> str:
    """Return the name of an operation's handler: also for copying views and in-place variants."""
    return name if name in HANDLERS else name.removesuffix("_copy").removesuffix("_")


def _dtype(tensor: torch.Tensor) -> str:
    name = str(tensor.dtype).removeprefix("torch.")
    if name not in DTYPES:
        raise MisuseError(
            f"element type {name!r} is not supported", f"use one of {', '.join(DTYPES)}"
        )
    return name


def _names(wanted: list[str]) -> list[str]:
    """Return unique identifiers for the wanted names."""
    names: list[str] = []
    for name_wanted in wanted:
        name = re.sub(r"\W", "_", name_wanted)
        name = f"_{name}" if keyword.iskeyword(name) or name[:1].isdigit() else name
        while name in names:
            name += "_"
        names.append(name)
    return names
