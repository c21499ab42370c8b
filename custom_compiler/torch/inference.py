"""Shapes and data types of outputs, by the operator's own InferShape and prototype."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from custom_compiler.call import arrays
from custom_compiler.call.shapes import OperatorCall, ShapeError
from custom_compiler.errors import PackageError
from custom_compiler.package.files import PackageFiles
from custom_compiler.torch.caller import CODES, DTYPES, acl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.call.prototype import Port, Prototype

# Sizes by which unknown dimensions are told apart; operators often ask for multiples of 64.
_PROBES = ((64, 192, 320, 448, 576, 704), (128, 256, 896, 1152, 1408, 1664))

Size = Any  # int or torch.SymInt


class Inference:
    """What the outputs of an operator look like for given inputs."""

    def __init__(self, prototype: Prototype) -> None:
        self._prototype = prototype
        self._library = str(PackageFiles(prototype.package).prototype_library() or "")
        self._in_place = {port.name for port in prototype.outputs} - {
            port.name for port in prototype.own_outputs
        }

    def column(self, inputs: Sequence[Sequence[torch.Tensor]]) -> int:
        """The first supported combination that the inputs' dtypes fit."""
        ports = self._prototype.inputs
        columns = max((len(port.dtypes) for port in ports), default=1)
        for column in range(columns):
            if all(
                not port.dtypes or _dtype(port, column) == tensor.dtype
                for port, tensors in zip(ports, inputs, strict=True)
                for tensor in tensors
            ):
                return column
        given = ", ".join(str(tensor.dtype) for tensors in inputs for tensor in tensors)
        supported = "; ".join(
            ", ".join(port.dtypes[column] for port in ports if port.dtypes)
            for column in range(columns)
        )
        raise TypeError(
            f"{self._prototype.operator}: inputs of {given} are not supported, but: {supported}"
        )

    def outputs(
        self, inputs: Sequence[Sequence[torch.Tensor]], attributes: Sequence[Any], column: int
    ) -> list[tuple[list[Size], torch.dtype]]:
        """Shape and dtype of each output that is returned."""
        shapes = [[list(tensor.shape) for tensor in tensors] for tensors in inputs]
        symbols = [size for tensors in shapes for shape in tensors for size in shape]
        if any(isinstance(size, torch.SymInt) for size in symbols):
            inferred = self._infer_symbolic(shapes, inputs, attributes, column)
        else:
            inferred = self._infer(shapes, inputs, attributes, column)
        return [
            (shape, self._output_dtype(port, inputs, column))
            for port, shape in zip(self._prototype.outputs, inferred, strict=True)
            if port.name not in self._in_place
        ]

    def layouts(self, column: int) -> list[int]:
        """ge::Format numbers of the inputs, then of the outputs that are returned."""
        ports = (*self._prototype.inputs, *self._prototype.own_outputs)
        return [arrays.format_code(port.formats, column) for port in ports]

    def _output_dtype(
        self, port: Port, inputs: Sequence[Sequence[torch.Tensor]], column: int
    ) -> torch.dtype:
        if port.dtypes:
            return _dtype(port, column)
        first = next((tensor for tensors in inputs for tensor in tensors), None)
        return torch.float32 if first is None else first.dtype

    def _infer(
        self,
        shapes: list[list[list[int]]],
        inputs: Sequence[Sequence[torch.Tensor]],
        attributes: Sequence[Any],
        column: int,
    ) -> list[list[int]]:
        acl()  # loads the library behind OperatorCall
        call = OperatorCall(self._prototype.operator)
        try:
            for port, sizes, tensors in zip(self._prototype.inputs, shapes, inputs, strict=True):
                call.add_port(is_output=False)
                layout = arrays.format_code(port.formats, column)
                for shape, tensor in zip(sizes, tensors, strict=True):
                    call.add_tensor(shape, CODES[tensor.dtype], layout, _values(tensor))
                if not tensors:
                    call.add_absent()
            for port in self._prototype.outputs:
                call.add_port(is_output=True)
                dtype = CODES[self._output_dtype(port, inputs, column)]
                call.add_tensor([], dtype, arrays.format_code(port.formats, column))
            for attribute, value in zip(self._prototype.attributes, attributes, strict=True):
                call.add_attribute(attribute.type, value)
            call.infer(self._library)
            return [call.output(number) for number in range(len(self._prototype.outputs))]
        except ShapeError as error:
            reason = str(error).partition("; give")[0]
            raise PackageError(f"{self._prototype.operator}: {reason}") from error
        finally:
            call.destroy()

    def _infer_symbolic(
        self,
        shapes: list[list[list[Size]]],
        inputs: Sequence[Sequence[torch.Tensor]],
        attributes: Sequence[Any],
        column: int,
    ) -> list[list[Size]]:
        """Output sizes as symbols: those whose numbers they have in two trials.

        InferShape is compiled code that knows numbers only. A size that follows no input's makes
        the sizes fixed numbers, of which PyTorch then compiles anew.
        """
        symbols = list(dict.fromkeys(_symbols(shapes)))
        results = []
        for probe in _PROBES:
            numbers = dict(zip(symbols, probe, strict=False))
            if len(numbers) < len(symbols):
                break
            trial: list[list[list[Any]]]
            trial = [[[numbers.get(_key(s), s) for s in shape] for shape in one] for one in shapes]
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
    for one, other in zip(first, second, strict=True):
        sizes = [
            size if size == trial else pairs.get((size, trial))
            for size, trial in zip(one, other, strict=True)
        ]
        if None in sizes:
            return None
        matched.append(sizes)
    return matched


def _key(size: Size) -> str:
    return str(size) if isinstance(size, torch.SymInt) else ""


def _symbols(shapes: list[list[list[Size]]]) -> list[str]:
    return [_key(s) for one in shapes for shape in one for s in shape if _key(s)]


def _by_key(shapes: list[list[list[Size]]]) -> dict[str, Size]:
    return {_key(s): s for one in shapes for shape in one for s in shape if _key(s)}


def _dtype(port: Port, column: int) -> torch.dtype:
    return DTYPES[arrays.code_of(port.dtypes[min(column, len(port.dtypes) - 1)])]


def _values(tensor: torch.Tensor) -> bytes | None:
    """The values, which inference may depend on; None of a tensor without any."""
    if type(tensor) is not torch.Tensor or tensor.is_meta or tensor.nbytes > _MOST_VALUE_BYTES:
        return None
    return bytes(tensor.contiguous().reshape(-1).view(torch.uint8).numpy().tobytes())


_MOST_VALUE_BYTES = 4096  # shapes depend on small tensors only
