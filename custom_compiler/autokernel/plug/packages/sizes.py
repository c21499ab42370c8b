"""What a call's shapes make of an operator's sizes, by the description beside this file.

Written by custom_compiler; needs nothing of it.
"""

from __future__ import annotations

import json
from math import prod
from operator import add, floordiv, mul, sub
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
DESCRIPTION = json.loads((FOLDER / "autokernel.json").read_text(encoding="utf-8"))
_COMPUTE = {"+": add, "-": sub, "*": mul, "//": floordiv}


class Sizes:
    """The sizes of one call.

    Attributes:
        symbols: Numbers by name; `...` is the product of the leading dimensions.

    Raises:
        ValueError: a shape does not fit, or two disagree.
    """

    def __init__(self, name: str, inputs: list[Any], shapes: list[Any]) -> None:
        self.symbols: dict[str, Any] = {}
        self._leading: tuple[Any, ...] = ()
        fixed = []
        for tensor, shape in zip(inputs, shapes, strict=True):
            axes, dimensions = tensor["axes"], list(shape)
            where = f"{name}: {tensor['name']} of shape {tuple(dimensions)}"
            spare = len(dimensions) - len(axes)
            open_rank = any(axis == "..." for axis, _ in axes)
            if spare < -1 if open_rank else spare != 0:
                message = f"{where} has not the dimensions {' '.join(axis for axis, _ in axes)}"
                raise ValueError(message)
            for axis, size in axes:
                count = spare + 1 if axis == "..." else 1
                taken, dimensions = tuple(dimensions[:count]), dimensions[count:]
                if axis == "...":
                    if self.symbols.setdefault(axis, prod(taken)) != prod(taken) or (
                        self._leading and self._leading != taken
                    ):
                        message = f"{where}: others have other leading dimensions"
                        raise ValueError(message)
                    self._leading = taken
                else:
                    fixed.append((where, axis, size, taken[0]))
        for where, axis, size, given in fixed:
            known = self.symbols.setdefault(size, given) if isinstance(size, str) else None
            if known is not None and known != given:
                message = f"{where}: {axis} is {known} elsewhere"
                raise ValueError(message)
        for where, axis, size, given in fixed:
            if self.value(size) != given:
                message = f"{where}: {axis} is to be {self.value(size)}"
                raise ValueError(message)

    def value(self, size: Any) -> Any:
        """A size as a number."""
        if isinstance(size, list):
            operation, left, right = size
            return _COMPUTE[operation](self.value(left), self.value(right))
        return self.symbols[size] if isinstance(size, str) else size

    def shape(self, tensor: dict[str, Any]) -> tuple[Any, ...]:
        """The shape of an output."""
        made: list[Any] = []
        for axis, size in tensor["axes"]:
            made += self._leading if axis == "..." else [self.value(size)]
        return tuple(made)
