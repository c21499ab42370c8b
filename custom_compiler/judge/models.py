"""References that are modules of PyTorch, as MultiKernelBench and KernelBench have them.

    class Model(torch.nn.Module):
        def forward(self, x): ...

    def get_inputs(): return [torch.randn(8, 2048)]
    def get_init_inputs(): return []  # arguments of Model

The operator's inputs are the tensors that `forward` takes, in this order; it may also take the
module's parameters after them. `get_input_groups` may give several lists of inputs. What else
files may have is that of `reference`, but infinities and NaN are inputs only with SPECIAL = True.
PyTorch is not imported here: a file that needs it does that.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler.errors import MisuseError
from custom_compiler.judge.inputs import AGAIN, PATTERNS, RANDOM, JudgedCase
from custom_compiler.testing.random_inputs import pattern_array

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path


def as_array(value: Any) -> np.ndarray[Any, Any]:
    """Return a NumPy array of an array, a tensor or a number."""
    if not hasattr(value, "detach"):
        return np.asarray(value)
    tensor = value.detach().cpu()
    try:
        return np.asarray(tensor.numpy())
    except TypeError:  # bfloat16, which NumPy has not
        return np.asarray(tensor.float().numpy()).astype(_bfloat16())


def _bfloat16() -> np.dtype[Any]:
    from custom_compiler.call.arrays import code_of, dtype_of

    return dtype_of(code_of("bfloat16"))


@dataclass
class ModelReference:
    """A module; see `reference.Reference`.

    Attributes:
        make: Makes the module.
        groups: Makes the lists of its inputs, one per shape.
        special: Whether infinities, NaN and extreme numbers are among the inputs.
    """

    make: Callable[[], Any]
    groups: Callable[[], Any]
    attributes: Mapping[str, Any]
    operator: str
    tolerance: tuple[float, float] | None
    special: bool
    text: str
    positional: int = 0

    def __post_init__(self) -> None:
        self._seed(0)
        self._model = self.make()
        self._groups = [list(group) for group in self.groups()]
        self.positional = len(self._tensors(self._groups[0]))

    @staticmethod
    def _seed(seed: int) -> None:
        sys.modules["torch"].manual_seed(seed)

    @staticmethod
    def _tensors(group: list[Any]) -> list[Any]:
        return [tensor for tensor in group if hasattr(tensor, "detach")]

    def cases(self, seed: int) -> Iterator[JudgedCase]:
        """Yield what the file draws, twice; other patterns if everything is floating-point."""
        drawn = []
        for number, kind in enumerate((RANDOM, AGAIN)):
            self._seed(seed + number)
            groups = [list(group) for group in self.groups()]
            drawn.append([JudgedCase(kind, self._named(group)) for group in groups])
        for pair in zip(*drawn, strict=False):
            yield from pair
        first = drawn[0][0].arrays
        inputs = list(first)[: self.positional]
        if all(first[name].dtype.kind == "f" for name in inputs):
            draw = np.random.default_rng(seed)
            for kind in PATTERNS if self.special else PATTERNS[:-1]:
                own = {
                    name: pattern_array(kind, first[name].shape, first[name].dtype.name, draw)
                    for name in inputs
                }
                yield JudgedCase(kind, {**first, **own})

    def _named(self, group: list[Any]) -> dict[str, np.ndarray[Any, Any]]:
        """Return the arrays of a list of inputs, and of the module's parameters."""
        tensors = self._tensors(group)
        arrays = {f"input {number}": as_array(tensor) for number, tensor in enumerate(tensors)}
        return arrays | {
            name: as_array(parameter) for name, parameter in self._model.named_parameters()
        }

    def expected(self, arrays: Mapping[str, np.ndarray[Any, Any]]) -> list[np.ndarray[Any, Any]]:
        """Return the outputs of the module."""
        torch = sys.modules["torch"]
        numbers = iter(list(arrays.values())[: self.positional])
        arguments = []
        for argument in self._groups[0]:
            if hasattr(argument, "detach"):
                array = next(numbers)
                as_float = array.astype(np.float32) if array.dtype == _bfloat16() else array.copy()
                argument = torch.from_numpy(as_float).to(argument.dtype)  # noqa: PLW2901
            arguments.append(argument)
        with torch.no_grad():
            results = self._model(*arguments)
        results = results if isinstance(results, tuple | list) else [results]
        return [as_array(result) for result in results]


def read_model(path: Path, names: Mapping[str, Any], settings: Mapping[str, Any]) -> ModelReference:
    """Return a reference for a file's module; raise MisuseError if it is incomplete or raises."""
    inputs, groups = names.get("get_inputs"), names.get("get_input_groups")
    if "torch" not in sys.modules or not (callable(inputs) or callable(groups)):
        message = f"--reference={path}: a `Model` of PyTorch needs get_inputs()"
        raise MisuseError(message, "define it: def get_inputs(): return [torch.randn(8, 2048)]")

    def initial() -> list[Any]:
        return list(names.get("get_init_inputs", list)())

    try:
        return ModelReference(
            make=lambda: names["Model"](*initial()),
            groups=groups if callable(groups) else lambda: [names["get_inputs"]()],
            special=bool(names.get("SPECIAL", False)),
            **settings,
        )
    except Exception as error:
        message = f"--reference={path}: {type(error).__name__}: {error}"
        raise MisuseError(message, "run it with Python to see where") from error
