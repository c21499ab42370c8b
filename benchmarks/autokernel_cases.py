"""Shipped operators with shapes to time them at, and the usual way to compute them by NumPy."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Case:
    """An operator at the shapes of its inputs.

    Attributes:
        operator: A name of `custom_compiler.autokernel.operators`.
        shapes: Of the inputs, in order.
        constants: As the description names them.
    """

    operator: str
    shapes: tuple[tuple[int, ...], ...]
    constants: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        text = " ".join("x".join(map(str, shape)) for shape in self.shapes if len(shape) > 1)
        stride = self.constants.get("strides")
        return f"{self.operator} {text}" + (f" stride {stride[0]}" if stride else "")


def _image(channels: int, size: int, filters: int, kernel: int) -> tuple[tuple[int, ...], ...]:
    return (1, channels, size, size), (filters, channels, kernel, kernel), (filters,)


def _depthwise(channels: int, size: int) -> tuple[tuple[int, ...], ...]:
    return (1, channels, size, size), (channels, 3, 3), (channels,)


def _connected(rows: int, inputs: int, outputs: int) -> tuple[tuple[int, ...], ...]:
    return (rows, inputs), (outputs, inputs), (outputs,)


_SAME = {"pads": (1, 1, 1, 1), "relu": True}
_HALF = {**_SAME, "strides": (2, 2)}
_POOL = {"kernel": (3, 3), "strides": (2, 2), "pads": (1, 1, 1, 1)}
_STEM = {"pads": (3, 3, 3, 3), "strides": (2, 2), "relu": True}
_MEAN = {"kernel": (2, 2), "strides": (2, 2)}

CASES = (
    *(Case("matmul", shapes) for shapes in (
        ((512, 512), (512, 512)), ((640, 640), (640, 640)), ((128, 768), (768, 3072)))),
    *(Case("fully_connected", _connected(*sizes), {"relu": True}) for sizes in (
        (64, 1024, 1024), (128, 784, 512), (16, 512, 1000))),
    Case("convolution", _image(64, 56, 64, 3), _SAME),
    Case("convolution", _image(128, 28, 128, 3), _SAME),
    Case("convolution", _image(3, 224, 64, 7), _STEM),
    Case("im2col_convolution", _image(64, 56, 64, 3), _SAME),
    Case("im2col_convolution", _image(128, 28, 128, 3), _SAME),
    Case("im2col_convolution", _image(3, 224, 64, 7), _STEM),
    Case("depthwise_convolution", _depthwise(64, 112), _SAME),
    Case("depthwise_convolution", _depthwise(128, 56), _HALF),
    Case("depthwise_convolution", _depthwise(512, 14), _SAME),
    *(Case("softmax", (shape,)) for shape in ((512, 1000), (4096, 64), (64, 32000))),
    *(Case("layer_norm", (shape, shape[1:], shape[1:])) for shape in (
        (512, 1024), (2048, 256), (128, 4096))),
    *(Case("normalize", (shape, shape[1:2])) for shape in (
        (1, 512, 38, 38), (1, 64, 56, 56), (1, 1024, 19, 19))),
    *(Case("max_pool", (shape,), _POOL) for shape in (
        (1, 64, 112, 112), (1, 128, 56, 56), (1, 32, 224, 224))),
    *(Case("average_pool", (shape,), _MEAN) for shape in (
        (1, 64, 112, 112), (1, 128, 56, 56), (1, 32, 224, 224))),
)  # fmt: skip
"""What the figures of issue 16 are of: each of the shipped operators at three shapes."""


ANY_SIZE = "any size"
"""What lines of versions for all sizes are called."""
_MEMORY = 0.8  # of a call: where copying takes longer, memory decides
_REASONS = (
    ("im2col", "", "what windows see is written for each of them, `convolution` reads in place"),
    ("layer_norm", ANY_SIZE, "rows may be short, so a vector at a time is accumulated, not four"),
    ("", ANY_SIZE, "tiles may end early: their elements are asked for, and steps are guarded"),
)
"""Why a kind of operators is slower than some subject, by the beginnings of their names."""


def reason(case: Case, subject: str, moved: float) -> str:
    """Return why others are faster.

    Args:
        case: The operator.
        subject: Name of the faster one.
        moved: The part of our time that a copy of as many bytes takes.
    """
    if moved > _MEMORY:
        return f"memory: a copy of as many bytes takes {moved:.2f} of it"
    for operator, other, text in _REASONS:
        if case.operator.startswith(operator) and subject.startswith(other):
            return text
    return "unknown"


def by_numpy(case: Case, arrays: list[Array]) -> Callable[[], Array]:
    """Return a function that computes a case with the usual NumPy calls."""
    function, constants = _NUMPY[case.operator], case.constants
    return lambda: function(*arrays, **constants)


def _fully_connected(x: Array, weight: Array, bias: Array, *, relu: bool) -> Array:
    return _finished(x @ weight.T, bias, relu=relu)


def _finished(result: Array, bias: Array, *, relu: bool) -> Array:
    result += bias
    if relu:
        np.maximum(result, 0, out=result)
    return result


def _windows(
    x: Array,
    kernel: tuple[int, int],
    strides: tuple[int, int],
    pads: tuple[int, ...],
    outside: float,
) -> Array:
    """Return windows as [n, c, rows, columns, kernel rows, kernel columns]."""
    if any(pads):
        widths = ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3]))
        x = np.pad(x, widths, constant_values=outside)
    seen = np.lib.stride_tricks.sliding_window_view(x, kernel, axis=(2, 3))
    return seen[:, :, :: strides[0], :: strides[1]]


def _convolution(  # noqa: PLR0913 - the description's
    x: Array,
    weight: Array,
    bias: Array,
    *,
    strides: tuple[int, int] = (1, 1),
    pads: tuple[int, ...] = (0, 0, 0, 0),
    relu: bool = False,
) -> Array:
    seen = _windows(x, weight.shape[2:], strides, pads, 0)
    columns = seen.transpose(0, 1, 4, 5, 2, 3).reshape(math.prod(weight.shape[1:]), -1)
    result: Array = weight.reshape(len(weight), -1) @ columns
    return _finished(result, bias[:, None], relu=relu)


def _depthwise_convolution(  # noqa: PLR0913 - the description's
    x: Array,
    weight: Array,
    bias: Array,
    *,
    strides: tuple[int, int] = (1, 1),
    pads: tuple[int, ...] = (0, 0, 0, 0),
    relu: bool = False,
) -> Array:
    seen = _windows(x, weight.shape[1:], strides, pads, 0)
    result = np.zeros(seen.shape[:4], x.dtype)
    for row, column in np.ndindex(*weight.shape[1:]):
        result += seen[..., row, column] * weight[:, row, column][:, None, None]
    return _finished(result, bias[:, None, None], relu=relu)


def _softmax(x: Array) -> Array:
    power: Array = np.exp(x - x.max(axis=-1, keepdims=True))
    power /= power.sum(axis=-1, keepdims=True)
    return power


def _layer_norm(x: Array, weight: Array, bias: Array) -> Array:
    centered = x - x.mean(axis=-1, keepdims=True)
    variance = np.mean(centered * centered, axis=-1, keepdims=True)
    centered /= np.sqrt(variance + np.float32(1e-5))
    result: Array = centered * weight + bias
    return result


def _normalize(x: Array, scale: Array) -> Array:
    length = np.maximum(np.sqrt(np.sum(x * x, axis=1, keepdims=True)), np.float32(1e-12))
    result: Array = x / length * scale[:, None, None]
    return result


def _max_pool(
    x: Array, *, kernel: tuple[int, int], strides: tuple[int, int], pads: tuple[int, ...]
) -> Array:
    seen = _windows(x, kernel, strides, pads, -math.inf)
    result: Array = seen[..., 0, 0].copy()
    for row, column in np.ndindex(*kernel):
        np.maximum(result, seen[..., row, column], out=result)
    return result


def _average_pool(x: Array, *, kernel: tuple[int, int], strides: tuple[int, int]) -> Array:
    seen = _windows(x, kernel, strides, (0, 0, 0, 0), 0)
    result = np.zeros(seen.shape[:4], x.dtype)
    for row, column in np.ndindex(*kernel):
        result += seen[..., row, column]
    result /= np.float32(math.prod(kernel))
    return result


_NUMPY: Mapping[str, Callable[..., Array]] = {
    "matmul": np.matmul,
    "fully_connected": _fully_connected,
    "convolution": _convolution,
    "im2col_convolution": _convolution,
    "depthwise_convolution": _depthwise_convolution,
    "softmax": _softmax,
    "layer_norm": _layer_norm,
    "normalize": _normalize,
    "max_pool": _max_pool,
    "average_pool": _average_pool,
}
