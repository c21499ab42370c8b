"""ONNX's operators that see more than one element: with what belongs to them, the start of a tree.

Each function takes a node and its operands, whose axes have the names given with it, and returns
a tensor with its axes in the order of the output's dimensions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.operators.convolution import convolution, depthwise_convolution
from custom_compiler.autokernel.operators.pooling import average_pool, max_pool
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from custom_compiler.autokernel.describe.description import Description
    from custom_compiler.autokernel.describe.tensor import Tensor
    from custom_compiler.autokernel.importers.onnx.graph import GraphNode

    Shape = tuple[int, ...]


_IMAGES, _MATRIX = 4, 2  # dimensions
_SOFTMAX_OF_ONE_AXIS = 13  # before, it went over the axis and all after it


class Head(NamedTuple):
    """An operator with its operands' axes.

    Attributes:
        axes: Names of the axes of each tensor operand, from their shapes; rejects what it cannot.
        build: The result, from the node, the shapes and the tensors (None: left out).
        operands: How many there are with those that may be left out; 0: any number.
        constant_operands: Places of operands that must be constant, given as arrays.
    """

    axes: Callable[[GraphNode, Sequence[Shape | None]], list[str]]
    build: Callable[..., Tensor]
    operands: int = 1
    constant_operands: tuple[int, ...] = ()


def _wrapped(description: Description) -> Callable[..., Tensor]:
    """Return the function of a shipped operator, for use in another tree."""
    function: Callable[..., Tensor] = description.__wrapped__  # type: ignore[attr-defined]
    return function


def _image(node: GraphNode, shape: Shape | None, what: str = "images") -> None:
    if shape is None or len(shape) != _IMAGES:
        reject(node, f"is for {what} of two dimensions only, not for shape {shape}")


def _pads(node: GraphNode, shape: Shape, kernel: Shape, strides: Shape, dilations: Shape) -> Shape:
    auto = node.attributes.get("auto_pad", b"NOTSET").decode()
    if auto == "NOTSET":
        return tuple(node.attributes.get("pads", (0, 0, 0, 0)))
    if auto == "VALID":
        return (0, 0, 0, 0)
    sides = []
    for size, span, stride, dilation in zip(shape[2:], kernel, strides, dilations, strict=True):
        total = max(((size - 1) // stride) * stride + (span - 1) * dilation + 1 - size, 0)
        small = total // 2
        sides.append((small, total - small) if auto == "SAME_UPPER" else (total - small, small))
    return (sides[0][0], sides[1][0], sides[0][1], sides[1][1])


def _convolution_axes(node: GraphNode, shapes: Sequence[Shape | None]) -> list[str]:
    _image(node, shapes[0])
    if _is_depthwise(node, shapes):
        return ["n c h w", "c one kh kw", "c"]
    return ["n c h w", "o c_in kh kw", "o"]


def _is_depthwise(node: GraphNode, shapes: Sequence[Shape | None]) -> bool:
    image, weight = shapes[0], shapes[1]
    groups = node.attributes.get("group", 1)
    return bool(image and weight and groups > 1 and groups == image[1] == weight[0])


def _convolution(
    node: GraphNode, shapes: Sequence[Shape], x: Tensor, weight: Tensor, bias: Tensor | None
) -> Tensor:
    strides = tuple(node.attributes.get("strides", (1, 1)))
    dilations = tuple(node.attributes.get("dilations", (1, 1)))
    options: dict[str, Any] = {
        "strides": strides,
        "dilations": dilations,
        "pads": _pads(node, shapes[0], shapes[1][2:], strides, dilations),
    }
    addend = ak.full(0.0, x.dtype) if bias is None else bias
    if _is_depthwise(node, shapes):
        single = ak.take(weight, "one", 0)
        return _wrapped(depthwise_convolution)(x, single, addend, **options)
    groups = node.attributes.get("group", 1)
    return _wrapped(convolution)(x, weight, addend, groups=groups, **options)


def _pool_axes(node: GraphNode, shapes: Sequence[Shape | None]) -> list[str]:
    _image(node, shapes[0])
    if node.attributes.get("ceil_mode", 0):
        reject(node, "rounds sizes up (ceil_mode), which is not supported")
    if any(dilation != 1 for dilation in node.attributes.get("dilations", ())):
        reject(node, "has dilated windows, which are not supported")
    if len(node.outputs) > 1:
        reject(node, "gives places of the largest, which is not supported")
    return ["n c h w"]


def _pool(node: GraphNode, shapes: Sequence[Shape], x: Tensor) -> Tensor:
    kernel = tuple(node.attributes["kernel_shape"])
    strides = tuple(node.attributes.get("strides", (1, 1)))
    options = {
        "kernel": kernel,
        "strides": strides,
        "pads": _pads(node, shapes[0], kernel, strides, (1, 1)),
    }
    if node.kind == "MaxPool":
        result = _wrapped(max_pool)(x, **options)
    else:
        counted = bool(node.attributes.get("count_include_pad", 0))
        result = _wrapped(average_pool)(x, count_pads=counted, **options)
    return ak.transpose(result, "n c h_out w_out")


def _positional(prefix: str) -> Callable[[GraphNode, Sequence[Shape | None]], list[str]]:
    def axes(_node: GraphNode, shapes: Sequence[Shape | None]) -> list[str]:
        return [_names(prefix, len(shapes[0] or ())), *([""] * (len(shapes) - 1))]

    return axes


def _global_pool(node: GraphNode, shapes: Sequence[Shape], x: Tensor) -> Tensor:
    names = _names("d", len(shapes[0])).split()
    gone = " ".join(names[2:])
    result = ak.mean(x, gone) if node.kind == "GlobalAveragePool" else ak.max(x, gone)
    return _with_unit_axes(result, names, names[2:])


def _with_unit_axes(result: Tensor, names: Sequence[str], reduced: Sequence[str]) -> Tensor:
    """Return the result with axes of size 1 for the reduced ones, in their old order."""
    for name in reduced:
        result = ak.expand(result, f"{name}_one", 1)
    order = [f"{name}_one" if name in reduced else name for name in names]
    return ak.transpose(result, " ".join(order))


def _reduce(node: GraphNode, shapes: Sequence[Shape], x: Tensor, axes_operand: Any) -> Tensor:
    rank = len(shapes[0])
    names = _names("d", rank).split()
    axes = node.attributes.get("axes") if axes_operand is None else axes_operand
    if axes is None or len(axes) == 0:
        if node.attributes.get("noop_with_empty_axes", 0):
            return x
        axes = range(rank)
    reduced = [names[int(axis) % rank] for axis in axes]
    result = _REDUCTIONS[node.kind](x, " ".join(reduced))
    return _with_unit_axes(result, names, reduced) if node.attributes.get("keepdims", 1) else result


def _softmax(node: GraphNode, shapes: Sequence[Shape], x: Tensor) -> Tensor:
    names, rank = _names("d", len(shapes[0])).split(), len(shapes[0])
    if node.opset < _SOFTMAX_OF_ONE_AXIS:
        over = " ".join(names[node.attributes.get("axis", 1) % rank :])
    else:
        over = names[node.attributes.get("axis", -1) % rank]
    wide = ak.wide(x)
    moved = wide - ak.max(wide, over)
    power = ak.exp(moved)
    total = ak.sum(power, over)
    result = moved - ak.log(total) if node.kind == "LogSoftmax" else power / total
    return ak.cast(result, x.dtype)


def _matmul_axes(node: GraphNode, shapes: Sequence[Shape | None]) -> list[str]:
    a, b = shapes[0], shapes[1]
    if not a or not b or min(len(a), len(b)) < _MATRIX:
        reject(node, "multiplies vectors, which is not supported")
    left, right = _names("a", len(a) - 2), _names("b", len(b) - 2)
    return [f"{left} m k", f"{right} k n"]


def _matmul(_node: GraphNode, shapes: Sequence[Shape], a: Tensor, b: Tensor) -> Tensor:
    first, second = shapes[0][:-2], shapes[1][:-2]
    rank = max(len(first), len(second))
    for name, sizes in (("a", first), ("b", second)):
        for index, size in enumerate(sizes):
            old, new = f"{name}{index}", index + rank - len(sizes)
            wanted = max(_size_at(operand, new - rank) for operand in (first, second))
            if size == wanted:
                renamed = {old: f"batch{new}"}
                a, b = (ak.rename(a, **renamed), b) if name == "a" else (a, ak.rename(b, **renamed))
            else:
                a, b = (ak.take(a, old, 0), b) if name == "a" else (a, ak.take(b, old, 0))
    result = ak.cast(ak.sum(ak.wide(a) * ak.wide(b), "k"), a.dtype)
    return ak.transpose(result, " ".join([*(f"batch{number}" for number in range(rank)), "m", "n"]))


def _size_at(sizes: Shape, index: int) -> int:
    return sizes[index] if -index <= len(sizes) else 1


def _gemm_axes(node: GraphNode, shapes: Sequence[Shape | None]) -> list[str]:
    a = "k m" if node.attributes.get("transA", 0) else "m k"
    b = "n k" if node.attributes.get("transB", 0) else "k n"
    return [a, b, _names("c", len(shapes[2] or ()))]


def _gemm(
    node: GraphNode, shapes: Sequence[Shape], a: Tensor, b: Tensor, c: Tensor | None
) -> Tensor:
    result = ak.sum(ak.wide(a) * ak.wide(b), "k")
    alpha, beta = node.attributes.get("alpha", 1.0), node.attributes.get("beta", 1.0)
    if alpha != 1:
        result = result * alpha
    if c is not None:
        wanted = ("m", "n")[_MATRIX - len(shapes[2]) :]
        for index, to in enumerate(wanted):
            same = shapes[2][index] == result.size(to)
            old = f"c{index}"
            c = ak.rename(c, **{old: to}) if same else ak.take(c, old, 0)
        c = ak.wide(c)
        result = result + (c if beta == 1 else c * beta)
    return ak.cast(ak.transpose(result, "m n"), a.dtype)


def _layer_norm(
    node: GraphNode, shapes: Sequence[Shape], x: Tensor, scale: Tensor, shift: Tensor | None
) -> Tensor:
    rank = len(shapes[0])
    names = _names("d", rank).split()
    columns = " ".join(names[node.attributes.get("axis", -1) % rank :])
    wide = ak.wide(x)
    moved = wide - ak.mean(wide, columns)
    spread = ak.mean(moved * moved, columns)
    result = moved * ak.rsqrt(spread + node.attributes.get("epsilon", 1e-5))
    result = result * ak.wide(scale)
    if shift is not None:
        result = result + ak.wide(shift)
    return ak.cast(result, x.dtype)


def _layer_norm_axes(node: GraphNode, shapes: Sequence[Shape | None]) -> list[str]:
    if len(node.outputs) > 1:
        reject(node, "gives mean and deviation, which is not supported")
    rank = len(shapes[0] or ())
    names = _names("d", rank).split()
    columns = " ".join(names[node.attributes.get("axis", -1) % rank :])
    if any(shape is not None and len(shape) != len(columns.split()) for shape in shapes[1:]):
        reject(node, "has a scale that is not of the shape of the normalized axes")
    return [" ".join(names), columns, columns]


def _transpose(node: GraphNode, shapes: Sequence[Shape], x: Tensor) -> Tensor:
    names = _names("d", len(shapes[0])).split()
    order = node.attributes.get("perm", range(len(names) - 1, -1, -1))
    return ak.transpose(x, " ".join(names[number] for number in order))


def _concat_axes(_node: GraphNode, shapes: Sequence[Shape | None]) -> list[str]:
    rank = len(shapes[0] or ())
    axis = _node.attributes["axis"] % rank
    names = _names("d", rank).split()
    return [
        " ".join(
            f"part{number}" if position == axis else name for position, name in enumerate(names)
        )
        for number in range(len(shapes))
    ]


def _concat(node: GraphNode, shapes: Sequence[Shape], *operands: Tensor) -> Tensor:
    rank = len(shapes[0])
    axis = node.attributes["axis"] % rank
    parts = " ".join(f"part{number}" for number in range(len(operands)))
    joined = ak.concat(operands, parts, name="joined") if len(operands) > 1 else operands[0]
    names = _names("d", rank).split()
    names[axis] = "joined" if len(operands) > 1 else "part0"
    return ak.transpose(joined, " ".join(names))


def _names(prefix: str, count: int) -> str:
    return " ".join(f"{prefix}{number}" for number in range(count))


def reject(node: GraphNode, message: str) -> NoReturn:
    """Say what a node has that cannot be described."""
    raise MisuseError(f"{node} {message}", "change the model, or run this part elsewhere")


_REDUCTIONS: Mapping[str, Callable[[Any, str], Any]] = {
    "ReduceL2": lambda x, axes: ak.sqrt(ak.sum(x * x, axes)),
    "ReduceMax": ak.max,
    "ReduceMean": ak.mean,
    "ReduceMin": ak.min,
    "ReduceProd": ak.prod,
    "ReduceSum": ak.sum,
    "ReduceSumSquare": lambda x, axes: ak.sum(x * x, axes),
}

HEADS: Mapping[str, Head] = {
    "AveragePool": Head(_pool_axes, _pool),
    "Concat": Head(_concat_axes, _concat, operands=0),
    "Conv": Head(_convolution_axes, _convolution, operands=3),
    "Gemm": Head(_gemm_axes, _gemm, operands=3),
    "GlobalAveragePool": Head(_positional("d"), _global_pool),
    "GlobalMaxPool": Head(_positional("d"), _global_pool),
    "LayerNormalization": Head(_layer_norm_axes, _layer_norm, operands=3),
    "LogSoftmax": Head(_positional("d"), _softmax),
    "MatMul": Head(_matmul_axes, _matmul, operands=2),
    "MaxPool": Head(_pool_axes, _pool),
    "Softmax": Head(_positional("d"), _softmax),
    "Transpose": Head(_positional("d"), _transpose),
    **{
        kind: Head(_positional("d"), _reduce, operands=2, constant_operands=(1,))
        for kind in _REDUCTIONS
    },
}
"""By operator."""
