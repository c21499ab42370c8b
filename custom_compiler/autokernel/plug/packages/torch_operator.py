"""The operator of the description next to this file, for PyTorch on CPUs: `operator(...)`.

It is `torch.ops.autokernel.<name>`, too, and has fake tensors, torch.compile and autograd as far
as the description has gradients. Written by custom_compiler; needs nothing of it.
"""

from __future__ import annotations

import ctypes
from typing import Any

import torch

from .sizes import DESCRIPTION, FOLDER, CallSizes

_SCALARS = {"bool": ctypes.c_bool, "int64": ctypes.c_int64, "float32": ctypes.c_float}
_SCHEMAS = {"bool": "bool", "int64": "int", "float32": "float"}


class _LibraryOperator:
    """One operator: its libraries by element types, its schema, its shapes."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.name = table["operator"]
        self.inputs, self.outputs = table["inputs"], table["outputs"]
        self.attributes = table["attributes"]
        self._symbols = table["symbols"]
        self._libraries = {tuple(each["inputs"]): _Library(each) for each in table["libraries"]}

    @property
    def schema(self) -> str:
        parts = [f"Tensor {port['name']}" for port in self.inputs]
        for attribute in self.attributes:
            default = "" if attribute["default"] is None else f"={attribute['default']}"
            parts.append(f"{_SCHEMAS[attribute['dtype']]} {attribute['name']}{default}")
        count = len(self.outputs)
        result = "Tensor" if count == 1 else f"({', '.join(['Tensor'] * count)})"
        return f"({', '.join(parts)}) -> {result}"

    def fake(self, *arguments: Any) -> Any:
        """Return outputs without values."""
        tensors = arguments[: len(self.inputs)]
        sizes = CallSizes(self.name, self.inputs, [tensor.shape for tensor in tensors])
        outputs = [
            tensors[0].new_empty(sizes.shape(each), dtype=getattr(torch, dtype))
            for each, dtype in zip(self.outputs, self._library(tensors).outputs, strict=True)
        ]
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    def run(self, *arguments: Any) -> Any:
        """Compute the outputs."""
        count = len(self.inputs)
        tensors = [argument.contiguous() for argument in arguments[:count]]
        library = self._library(tensors)
        sizes = CallSizes(self.name, self.inputs, [tensor.shape for tensor in tensors])
        outputs = [
            torch.empty(sizes.shape(each), dtype=getattr(torch, dtype))
            for each, dtype in zip(self.outputs, library.outputs, strict=True)
        ]
        library.call(
            [each.data_ptr() for each in (*tensors, *outputs)],
            [sizes.symbols[symbol] for symbol in self._symbols],
            [
                _SCALARS[each["dtype"]](value)
                for each, value in zip(self.attributes, self._values(arguments), strict=True)
            ],
        )
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    def _values(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the attributes, with the defaults that PyTorch omits."""
        values = arguments[len(self.inputs) :]
        return (*values, *(attribute["default"] for attribute in self.attributes[len(values) :]))

    def _library(self, tensors: Any) -> _Library:
        dtypes = tuple(str(tensor.dtype).removeprefix("torch.") for tensor in tensors)
        library = self._libraries.get(dtypes)
        if library is None:
            supported = " or ".join(", ".join(types) for types in self._libraries)
            message = f"{self.name} takes {supported}, not {', '.join(dtypes)}"
            raise TypeError(message)
        return library


class _Library:
    """A compiled library."""

    def __init__(self, table: dict[str, Any]) -> None:
        loaded = ctypes.CDLL(str(FOLDER / table["file"]))
        self.outputs = table["outputs"]
        self._call = getattr(loaded, table["function"])
        self._error = getattr(loaded, f"{table['function']}_error")
        self._error.restype = ctypes.c_char_p
        self._threads = getattr(loaded, f"{table['function']}_threads")
        self._wanted_threads = 0

    def call(self, pointers: list[int], sizes: list[int], scalars: list[Any]) -> None:
        """Compute, with as many threads as PyTorch uses."""
        wanted = torch.get_num_threads()
        if wanted != self._wanted_threads:
            self._threads(wanted)
            self._wanted_threads = wanted
        numbers = [*map(ctypes.c_void_p, pointers), *map(ctypes.c_int64, sizes)]
        if self._call(*numbers, *scalars) != 0:
            raise RuntimeError(self._error().decode(errors="replace"))


def _register(table: dict[str, Any]) -> Any:
    library_operator = _LibraryOperator(table)
    custom = torch.library.custom_op(
        f"autokernel::{library_operator.name}",
        library_operator.run,
        mutates_args=(),
        device_types="cpu",
        schema=library_operator.schema,
    )
    custom.register_fake(library_operator.fake)
    return custom


def _backward(ctx: Any, gradient: Any) -> tuple[Any, ...]:
    """Compute the gradients for autograd, each with an operator of inputs and output gradient."""
    return (*_slopes(ctx, gradient), *(None for _ in ctx.attributes))


def _slopes(ctx: Any, gradient: Any) -> Any:
    for each, wanted in zip(DESCRIPTION["inputs"], ctx.needs_input_grad, strict=False):
        name = each["name"]
        if not wanted:
            yield None
        elif name in _gradients:
            yield _gradients[name](*ctx.saved_tensors, gradient, *ctx.attributes)
        else:
            raise NotImplementedError(DESCRIPTION["without_gradient"][name])


def _save(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
    del output
    count = len(DESCRIPTION["inputs"])
    ctx.save_for_backward(*inputs[:count])
    ctx.attributes = inputs[count:]


operator = _register(DESCRIPTION)
_gradients = {name: _register(table) for name, table in DESCRIPTION["gradients"].items()}
operator.register_autograd(_backward, setup_context=_save)
