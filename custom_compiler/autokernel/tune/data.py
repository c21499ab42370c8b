"""Reference data for candidates: random, extreme and special inputs, and their results."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from custom_compiler.autokernel.describe.reference import evaluate, numpy_dtype
from custom_compiler.autokernel.describe.tree import Binary, Cast, Load, Reduce, nodes_of
from custom_compiler.support.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.describe.tree import Input, Node, Operator

    Array = np.ndarray[Any, Any]

CASES = ("random", "extreme", "special")
_WHOLE = 11  # random integers lie between its negative and it
_MODERATE = 2.0  # of extremes that are multiplied with each other
_SPECIAL = 3  # infinities and NaNs of each kind in an input


class TuningCase(NamedTuple):
    """Inputs by name, and outputs: wide ones, and those that the operator's own types give."""

    inputs: Mapping[str, Array]
    wide: tuple[Array, ...]
    narrow: tuple[Array, ...]


@dataclass(frozen=True)
class Data:
    """The cases of an operator at some sizes, in a folder.

    Attributes:
        folder: Holds an archive per case.
        inputs: Names and types.
        outputs: Names and types.
    """

    folder: str
    inputs: tuple[tuple[str, str], ...]
    outputs: tuple[tuple[str, str], ...]

    @property
    def files(self) -> list[str]:
        """All of it."""
        return [str(self._path(name)) for name in CASES]

    def below(self, tree: str) -> Data:
        """Return the data with its files below another folder."""
        return replace(self, folder=tree + self.folder)

    def case(self, name: str) -> TuningCase:
        """Return one of CASES."""
        with np.load(self._path(name)) as archive:
            inputs = {
                port: archive[f"in_{port}"].view(numpy_dtype(dtype)) for port, dtype in self.inputs
            }
            wide, narrow = (
                tuple(archive[f"{kind}_{port}"] for port, _ in self.outputs)
                for kind in ("wide", "narrow")
            )
        return TuningCase(inputs, wide, narrow)

    def _path(self, name: str) -> Path:
        return Path(self.folder, f"{name}.npz")


def write_data(
    operator: Operator, sizes: Mapping[str, int], attributes: Mapping[str, float], folder: str
) -> Data:
    """Compute the cases, which takes as long as NumPy does.

    Raises:
        MisuseError: sizes or attributes are missing or do not fit.
        OSError: the disk is full.
    """
    inputs = tuple((each.name, each.dtype) for each in operator.inputs)
    outputs = tuple((each.name, each.dtype) for each in operator.outputs)
    limit = _MODERATE if _multiplies(operator) else np.inf
    beside = _beside_padding(operator)
    for name in CASES:
        plain = beside if name == "special" else set()
        values = {
            each.name: _array(each, sizes, "random" if each.name in plain else name, limit)
            for each in operator.inputs
        }
        arrays: dict[str, Array] = {
            f"in_{port}": _storable(array) for port, array in values.items()
        }
        for kind, wide in (("wide", True), ("narrow", False)):
            results = evaluate(operator, values, attributes, wide=wide)
            for (port, _), array in zip(outputs, results, strict=True):
                is_float = array.dtype.kind not in "biu"
                arrays[f"{kind}_{port}"] = array.astype(np.float64) if is_float else array
        np.savez(Path(folder, f"{name}.npz"), **arrays)  # type: ignore[arg-type]
    return Data(folder, inputs, outputs)


def difference(case: TuningCase, outputs: Sequence[Array], data: Data) -> str:
    """Describe the first wrong element of the outputs; empty if all are right."""
    for number, (name, dtype) in enumerate(data.outputs):
        wrong = _wrong(outputs[number], case.wide[number], case.narrow[number], dtype)
        if wrong.any():
            position = tuple(int(axis[0]) for axis in np.nonzero(wrong))
            actual, wanted = outputs[number][position], case.wide[number][position]
            where = f"{name}{list(position)}" if position else name
            return f"{where} is {actual!s}, not {wanted!s} ({int(wrong.sum())} of {wrong.size})"
    return ""


def _wrong(actual: Array, wide: Array, narrow: Array, dtype: str) -> Array:
    """Return which elements match neither the wide reference nor the one in operator types."""
    if dtype not in TOLERANCES:
        return np.asarray((actual != wide) & (actual != narrow))
    numbers = actual.astype(np.float64)
    with np.errstate(all="ignore"):
        stored = wide.astype(numpy_dtype(dtype)).astype(np.float64)  # too large: infinite
    tolerance = TOLERANCES[dtype].setting
    return ~(_close(numbers, stored, tolerance) | _close(numbers, narrow, tolerance))


def _close(actual: Array, wanted: Array, tolerance: float) -> Array:
    """Return which elements are equal within rounding, relative to size or mean square."""
    finite = np.isfinite(wanted)
    usual = np.abs(wanted[finite])
    largest = usual.max(initial=0.0) or 1.0
    mean = largest * np.sqrt(np.mean((usual / largest) ** 2)) if usual.size else 0.0
    with np.errstate(all="ignore"):
        near = np.abs(actual - wanted) <= tolerance * np.maximum(np.abs(wanted), mean)
    same = (actual == wanted) | (np.isnan(actual) & np.isnan(wanted))
    return np.asarray(same | (finite & near))


def _array(port: Input, sizes: Mapping[str, int], case: str, limit: float) -> Array:
    """Return the array of an input, the same for the same name, shape and type."""
    from custom_compiler.autokernel.describe.sizes import evaluate as size_of

    shape = tuple(int(size_of(axis.size, sizes)) for axis in port.axes)
    chance = np.random.default_rng(zlib.crc32(f"{port.name} {shape} {port.dtype} {case}".encode()))
    dtype = numpy_dtype(port.dtype)
    if port.dtype == "bool":
        return chance.random(shape) < 0.5  # noqa: PLR2004 - as many of both
    if port.dtype not in TOLERANCES:
        low = 0 if port.dtype.startswith("u") else -_WHOLE
        return chance.integers(low, _WHOLE + 1, shape).astype(dtype)
    numbers = chance.standard_normal(shape)
    if limit < np.inf:  # products of many stay between nothing and infinity in any order
        numbers = np.sign(numbers) * 2 ** (numbers / 16)
    if case == "extreme":
        import ml_dtypes

        limits: Any = ml_dtypes.finfo(dtype)  # type: ignore[no-untyped-call]
        # Sums of squares stay finite, so their order decides nothing.
        large = min(limit, float(limits.max) ** 0.5 / 1024)
        tiny = max(1 / limit, float(limits.smallest_normal))
        values = np.array([0.0, -0.0, 1.0, -1.0, large, -large, tiny, -tiny, tiny / 4])
        numbers = chance.choice(values, shape)
    elif case == "special" and numbers.size:
        flat = numbers.reshape(-1)
        for value in (np.nan, np.inf, -np.inf):
            flat[chance.integers(0, flat.size, _SPECIAL)] = value
    return numbers.astype(dtype)


def _multiplies(operator: Operator) -> bool:
    """Return whether there are products along axes, of which the order decides what overflows."""
    nodes = (node for stage in operator.stages for node in nodes_of(stage.body))
    return any(isinstance(node, Reduce) and node.operation == "product" for node in nodes)


def _beside_padding(operator: Operator) -> set[str]:
    """Return the inputs that are multiplied by values outside of a tensor.

    Kernels may skip such products, as those of frameworks do, although the product of padding and
    infinity is NaN.
    """
    names: set[str] = set()
    for stage in operator.stages:
        for node in nodes_of(stage.body):
            if isinstance(node, Binary) and node.operation == "multiply":
                sides = [_loaded(side) for side in (node.left, node.right)]
                for side, other in (sides, sides[::-1]):
                    if side is not None and other is not None and side.outside is not None:
                        names.add(other.source.name)
    return names


def _loaded(node: Node) -> Load | None:
    """Return the load that a node is, also through a conversion."""
    inner = node.operand if isinstance(node, Cast) else node
    return inner if isinstance(inner, Load) else None


def _storable(array: Array) -> Array:
    """Return the array with a type that NumPy's archives can contain."""
    return array.view(np.uint16) if array.dtype.name == "bfloat16" else array
