"""A straight line as calls of `asc`, made while a kernel is traced."""

from __future__ import annotations

import hashlib
from dataclasses import fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore.scalars import Scalars, scalar_value
from custom_compiler.autokernel.aicore.steps import SIZES, Step
from custom_compiler.autokernel.describe import tree
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
REPEAT = 256  # bytes that an instruction takes at a time
BLOCK = 32  # bytes
_BITS = 128  # elements of a repeat of half: what tiles of bits are multiples of


def whole(count: Any, multiple: int) -> Any:
    """Round up to a multiple, in Python or at run time."""
    return (count + (multiple - 1)) // multiple * multiple


def data_type(name: str) -> Any:
    """Return the `asc` element type; bools are int8, and masks are stored in bytes."""
    return getattr(asc, {"bool": "int8", "mask": "uint8"}.get(name, name))


def view(memory: Any, offset: Any, dtype: str) -> Any:
    """Return the tensor of a type that starts at a byte offset of a tensor of bytes."""
    return memory[offset:].reinterpret_cast(data_type(dtype))


def tensors_at(addresses: Sequence[Any]) -> list[Any]:
    """Return a global tensor for each address."""
    tensors = []
    for address in addresses:
        tensor = asc.GlobalTensor()
        tensor.set_global_buffer(address)
        tensors.append(tensor)
    return tensors


def emit(
    step: Step,
    tensors: Mapping[int, Any],
    count: Any,
    scalars: Scalars,
    scratch: Any = None,
) -> None:
    """Call `asc` for an instruction on `count` contiguous elements.

    Args:
        step: `load` and `store` are nothing here, their tensors come and go with the tile.
        tensors: of registers, by number.
        count: a whole number of repeats where bits are computed.
        scalars: attributes and sizes.
        scratch: bytes that library functions may use.
    """
    if step.name in {"load", "store"}:
        return
    target = tensors[step.target.number]  # type: ignore[union-attr]
    sources = [tensors[source.number] for source in step.sources]
    _Emitter(step, target, sources, count, scalars, scratch).run()


class _Emitter:
    def __init__(
        self,
        step: Step,
        target: Any,
        sources: list[Any],
        count: Any,
        scalars: Scalars,
        scratch: Any,
    ) -> None:
        self.step, self.target, self.sources = step, target, sources
        self.count, self.scalars, self.scratch = count, scalars, scratch

    def run(self) -> None:
        """Make the calls."""
        name = self.step.name
        special = getattr(self, "_" + name.replace("adv.", "library_"), None)
        if special is not None:
            special()
        elif name.startswith("adv."):
            self._library()
        elif name.startswith("bitwise_"):
            getattr(asc, name)(*map(_words, [self.target, *self.sources]), self._words())
        elif self.step.number is None:
            getattr(asc, name)(self.target, *self.sources, self.count)
        else:
            number = scalar_value(self.step.number, self.scalars)
            getattr(asc, name)(self.target, *self.sources, number, self.count)

    def _words(self) -> Any:
        return whole(self.count, _BITS) // 16

    def _duplicate(self) -> None:
        number: Any = scalar_value(self.step.number, self.scalars)
        asc.duplicate(self.target, number, self.count)

    def _move(self) -> None:
        size = SIZES[self.step.sources[0].dtype]
        asc.data_copy(self.target, self.sources[0], whole(self.count, BLOCK // size))

    def _cast(self) -> None:
        mode = getattr(asc.RoundMode, f"CAST_{self._rounding()}")
        asc.cast(self.target, self.sources[0], mode, self.count)

    def _rounding(self) -> str:
        """Return the rounding mode; CANN expects none for conversions that lose no digit."""
        source, target = self.step.sources[0].dtype, self.step.target.dtype  # type: ignore[union-attr]
        return "NONE" if (source, target) in _EXACT else str(self.step.number)

    def _floor(self) -> None:
        asc.cast(self.target, self.sources[0], asc.RoundMode.CAST_FLOOR, self.count)

    def _ceil(self) -> None:
        asc.cast(self.target, self.sources[0], asc.RoundMode.CAST_CEIL, self.count)

    def _round(self) -> None:
        asc.cast(self.target, self.sources[0], asc.RoundMode.CAST_RINT, self.count)

    def _compare(self) -> None:
        mode = getattr(asc.CMPMODE, str(self.step.number))
        asc.compare(self.target, self.sources[0], self.sources[1], mode, self.count)

    def _compare_scalar(self) -> None:
        mode, number = str(self.step.number).split()
        asc.compare_scalar(
            self.target, self.sources[0], float(number), getattr(asc.CMPMODE, mode), self.count
        )

    def _select(self) -> None:
        mask, *values = self.sources
        target = self.target
        if self.step.target.dtype == "int32":  # type: ignore[union-attr]
            values = [value.reinterpret_cast(asc.float32) for value in values]
            target = target.reinterpret_cast(asc.float32)
        if self.step.number is None:
            mode = asc.SelMode.VSEL_TENSOR_TENSOR_MODE
            asc.select(target, mask, values[0], values[1], mode, self.count)
            return
        number = scalar_value(self.step.number, self.scalars)
        mode = asc.SelMode.VSEL_TENSOR_SCALAR_MODE
        asc.select(target, mask, values[0], number, mode, self.count)

    def _library(self) -> None:
        function = getattr(asc.adv, self.step.name.removeprefix("adv."))
        function(self.target, *self.sources, self.count, self.scratch)


def _words(tensor: Any) -> Any:
    return tensor.reinterpret_cast(asc.uint16)


_EXACT = {
    ("float16", "float32"), ("bfloat16", "float32"), ("int8", "float16"), ("uint8", "float16"),
    ("int16", "float32"), ("int32", "int64"),
}  # fmt: skip


class Variants:
    """The trees of an operator, one per combination of element types; a constant of kernels."""

    def __init__(self, operators: Sequence[tree.Operator]) -> None:
        self.operators = tuple(operators)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variants) and self.operators == other.operators

    def __hash__(self) -> int:
        return hash(self.operators)

    @cached_property
    def digest(self) -> str:
        """Digest of the trees and of the code that generates kernels, equal in all processes."""
        digest = hashlib.sha256()
        for folder in ("aicore", "classes", "describe"):
            for path in sorted((Path(__file__).parents[1] / folder).rglob("*.py")):
                digest.update(path.read_bytes())
        for operator in self.operators:
            digest.update(_text(operator).encode())
        return digest.hexdigest()

    def __repr__(self) -> str:
        return f"Variants({self.digest})"

    def chosen(self, inputs: Sequence[Any]) -> tree.Operator:
        """Return the tree whose inputs have the types of these addresses.

        Raises:
            MisuseError: there is none.
        """
        dtypes = tuple(address.dtype.name for address in inputs)
        for operator in self.operators:
            if dtypes == tuple(_stored(port.dtype) for port in operator.inputs):
                return operator
        raise MisuseError(f"{self.operators[0].name} is not made for inputs of {', '.join(dtypes)}")


def _text(operator: tree.Operator) -> str:
    """Return a tree as text, with each node once."""
    numbers: dict[Any, int] = {}
    lines = [repr((operator.name, operator.inputs, operator.attributes))]
    for stage in operator.stages:
        for node in tree.nodes_of(stage.body):
            if node in numbers:
                continue
            values = (getattr(node, field.name) for field in fields(node))
            words = [_word(value, numbers) for value in values]
            numbers[node] = len(numbers)
            lines.append(f"{type(node).__name__} {words}")
        lines.append(f"{stage.name} {stage.axes} {numbers[stage.body]}")
    return "\n".join(lines)


def _word(value: object, numbers: Mapping[Any, int]) -> str:
    if isinstance(value, tree.NODES) and value in numbers:  # padding is not among operands
        return f"%{numbers[value]}"
    return value.name if isinstance(value, tree.Stage) else repr(value)


def _stored(dtype: str) -> str:
    return "int8" if dtype == "bool" else dtype
