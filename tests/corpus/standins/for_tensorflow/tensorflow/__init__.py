"""The functions of TensorFlow that the data scripts of the corpus call, on NumPy.

Used where TensorFlow is not installed: scripts mostly want its bfloat16 only. Values are computed
at once, so a Session just hands them out, except what depends on a placeholder.
"""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

bfloat16 = SimpleNamespace(as_numpy_dtype=ml_dtypes.bfloat16)


class Tensor(np.ndarray):
    """A NumPy array with TensorFlow's way out."""

    def numpy(self) -> np.ndarray:
        """Return the plain array."""
        return np.asarray(self)


def _tensor(values: object) -> Tensor:
    return np.asarray(values).view(Tensor)


def constant(values: object, dtype: Any = None) -> Tensor:
    """Return the values."""
    return _tensor(np.asarray(values, dtype))


Variable = constant


def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any) -> Tensor:
    """Return t between both bounds."""
    return _tensor(np.minimum(np.maximum(t, clip_value_min), clip_value_max))


def gather(params: object, indices: object, axis: int | None = None, batch_dims: int = 0) -> Tensor:
    """Return the slices of params that indices name."""
    params, indices = np.asarray(params), np.asarray(indices)
    if batch_dims == 0:
        return _tensor(np.take(params, indices, 0 if axis is None else axis))
    inner = None if axis is None else axis - 1
    rows = [gather(p, i, inner, batch_dims - 1) for p, i in zip(params, indices, strict=True)]
    return _tensor(np.stack(rows))


def reverse_sequence(x: object, seq_lengths: object, seq_axis: int, batch_axis: int = 0) -> Tensor:
    """Return x with the first seq_lengths[i] elements of batch i reversed along seq_axis."""
    result = np.array(x)
    rows = np.moveaxis(result, (batch_axis, seq_axis), (0, 1))
    for row, length in zip(rows, np.asarray(seq_lengths), strict=True):
        row[:length] = row[:length][::-1].copy()
    return _tensor(result)


def _scatter(function: np.ufunc, ref: object, indices: object, updates: object) -> Tensor:
    result = np.array(ref)
    function.at(result, np.asarray(indices), np.asarray(updates))
    return _tensor(result)


def scatter_max(ref: object, indices: object, updates: object) -> Tensor:
    """Return ref with the maximum of its rows and the updates for them."""
    return _scatter(np.maximum, ref, indices, updates)


def _scatter_sub(ref: object, indices: object, updates: object) -> Tensor:
    return _scatter(np.subtract, ref, indices, updates)


def _xlogy(x: object, y: object) -> Tensor:
    from scipy import special

    return _tensor(special.xlogy(x, y))


def _spence(x: object) -> Tensor:
    from scipy import special

    return _tensor(special.spence(x))


class _Deferred:
    """A value that is known when a Session feeds the placeholders that it depends on."""

    def __init__(self, function: Callable[..., object] | None = None, *operands: object) -> None:
        self._function = function
        self._operands = operands

    def value(self, feed: Mapping[object, object]) -> object:
        """Return it; a placeholder has no function."""
        if self._function is None:
            return np.asarray(feed[self])
        values = (o.value(feed) if isinstance(o, _Deferred) else o for o in self._operands)
        return self._function(*values)


def placeholder(_dtype: object, shape: object = None) -> _Deferred:  # noqa: ARG001
    """Return what Session.run() gets the value of."""
    return _Deferred()


def _apply(function: Callable[..., object], *operands: object) -> object:
    if any(isinstance(operand, _Deferred) for operand in operands):
        return _Deferred(function, *operands)
    return _tensor(function(*operands))


def add(x: object, y: object) -> object:
    """Return x + y."""
    return _apply(np.add, x, y)


def matmul(a: object, b: object, *, transpose_a: bool = False, transpose_b: bool = False) -> object:
    """Return the product of the last two dimensions, those of a or b exchanged if asked for."""

    def product(left: np.ndarray, right: np.ndarray) -> Any:
        left = np.swapaxes(left, -1, -2) if transpose_a else left
        return left @ (np.swapaxes(right, -1, -2) if transpose_b else right)

    return _apply(product, a, b)


class Session:
    """Hands out what is computed already, and what feeds complete."""

    def __enter__(self) -> Session:  # noqa: PYI034  typing.Self is newer than Python 3.10
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(self, fetches: object, feed_dict: Mapping[object, object] | None = None) -> object:
        """Return the value."""
        if isinstance(fetches, _Deferred):
            return fetches.value(feed_dict or {})
        return fetches.numpy() if isinstance(fetches, Tensor) else fetches


def _nothing() -> None:
    pass


disable_v2_behavior = disable_eager_execution = global_variables_initializer = _nothing
math = SimpleNamespace(xlogy=_xlogy, special=SimpleNamespace(spence=_spence))
raw_ops = SimpleNamespace(ScatterSub=_scatter_sub)
compat = SimpleNamespace(v1=sys.modules[__name__])
_api = v2 = sys.modules[__name__]
for _name in ("_api", "_api.v2", "_api.v2.compat", "_api.v2.compat.v1"):
    sys.modules[f"{__name__}.{_name}"] = sys.modules[__name__]
