"""Shapes and data types of outputs, by the operator's own InferShape and prototype."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from custom_compiler.call.inference import Inference, InputTensor
from custom_compiler.errors import PackageError
from custom_compiler.torch.caller import CODES, DTYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.call.prototype import Prototype

# Sizes by which unknown dimensions are distinguished; operators often ask for multiples of 64.
_PROBES = ((64, 192, 320, 448, 576, 704), (128, 256, 896, 1152, 1408, 1664))

Size = Any  # int or torch.SymInt


class TorchInference:
    """Shapes and types of an operator's outputs for given tensors."""

    def __init__(self, prototype: Prototype) -> None:
        self._prototype = prototype
        self._inference = Inference(prototype)
        self._in_place = {port.name for port in prototype.outputs} - {
            port.name for port in prototype.own_outputs
        }

    def column(self, inputs: Sequence[Sequence[torch.Tensor]]) -> int:
        """Return the first supported combination for the inputs' dtypes, or raise TypeError."""
        codes = [[CODES.get(tensor.dtype, -1) for tensor in tensors] for tensors in inputs]
        column = self._inference.column(codes)
        if column is None:
            names = ", ".join(str(tensor.dtype) for tensors in inputs for tensor in tensors)
            raise TypeError(
                f"{self._prototype.operator}: inputs of {names} are not supported, but: "
                f"{self._inference.supported()}"
            )
        return column

    def outputs(
        self, inputs: Sequence[Sequence[torch.Tensor]], attributes: Sequence[Any], column: int
    ) -> list[tuple[list[Size], torch.dtype]]:
        """Return the shape and dtype of each output that is returned."""
        shapes = [[list(tensor.shape) for tensor in tensors] for tensors in inputs]
        symbols = [size for tensors in shapes for shape in tensors for size in shape]
        if any(isinstance(size, torch.SymInt) for size in symbols):
            inferred = self._infer_symbolic(shapes, inputs, attributes, column)
        else:
            inferred = self._infer(shapes, inputs, attributes, column)
        described = [[InputTensor((), CODES[t.dtype]) for t in tensors] for tensors in inputs]
        return [
            (shape, DTYPES[self._inference.output_code(port, described, column)])
            for port, shape in zip(self._prototype.outputs, inferred, strict=True)
            if port.name not in self._in_place
        ]

    def layouts(self, column: int) -> list[int]:
        """Return the ge::Format numbers of the inputs, then of the outputs that are returned."""
        return self._inference.layouts(column)

    def _infer(
        self,
        shapes: list[list[list[int]]],
        inputs: Sequence[Sequence[torch.Tensor]],
        attributes: Sequence[Any],
        column: int,
    ) -> list[list[int]]:
        described = [
            [
                InputTensor(shape, CODES[tensor.dtype], _values(tensor))
                for shape, tensor in zip(sizes, tensors, strict=True)
            ]
            for sizes, tensors in zip(shapes, inputs, strict=True)
        ]
        return self._inference.shapes(described, attributes, column)

    def _infer_symbolic(
        self,
        shapes: list[list[list[Size]]],
        inputs: Sequence[Sequence[torch.Tensor]],
        attributes: Sequence[Any],
        column: int,
    ) -> list[list[Size]]:
        """Return output sizes as symbols: those whose numbers they have in two trials.

        InferShape is compiled code that knows numbers only. A size that follows no input's makes
        the sizes fixed numbers, for which PyTorch then compiles again.
        """
        symbols = list(dict.fromkeys(_symbols(shapes)))
        results = []
        for probe in _PROBES:
            numbers = dict(zip(symbols, probe, strict=False))
            if len(numbers) < len(symbols):
                break
            trial: list[list[list[Any]]]
            trial = [
                [[numbers.get(_key(s), s) for s in shape] for shape in group] for group in shapes
            ]
            try:
                results.append((self._infer(trial, inputs, attributes, column), numbers))
            except PackageError:
                break
        if len(results) == len(_PROBES):
            matched = _match(results, _by_key(shapes))
            if matched is not None:
                return matched
        fixed = [[[int(size) for size in shape] for shape in tensors] for tensors in shapes]
        return self._infer(fixed, inputs, attributes, column)


def _match(
    results: list[tuple[list[list[int]], dict[str, int]]], symbols: dict[str, Size]
) -> list[list[Size]] | None:
    (first, numbers), (second, others) = results
    if [len(shape) for shape in first] != [len(shape) for shape in second]:
        return None
    pairs = {(numbers[key], others[key]): symbols[key] for key in numbers}
    matched: list[list[Size]] = []
    for left, other in zip(first, second, strict=True):
        sizes = [
            size if size == trial else pairs.get((size, trial))
            for size, trial in zip(left, other, strict=True)
        ]
        if None in sizes:
            return None
        matched.append(sizes)
    return matched


def _key(size: Size) -> str:
    return str(size) if isinstance(size, torch.SymInt) else ""


def _symbols(shapes: list[list[list[Size]]]) -> list[str]:
    return [_key(s) for group in shapes for shape in group for s in shape if _key(s)]


def _by_key(shapes: list[list[list[Size]]]) -> dict[str, Size]:
    return {_key(s): s for group in shapes for shape in group for s in shape if _key(s)}


def _values(tensor: torch.Tensor) -> bytes | None:
    """Return the values, which inference may need; None for a tensor without any."""
    if type(tensor) is not torch.Tensor or tensor.is_meta or tensor.nbytes > _MOST_VALUE_BYTES:
        return None
    return bytes(tensor.contiguous().reshape(-1).view(torch.uint8).numpy().tobytes())


_MOST_VALUE_BYTES = 4096  # shapes depend on small tensors only
