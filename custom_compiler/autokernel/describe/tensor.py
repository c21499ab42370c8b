"""Tensors of descriptions: values with named axes, which are aligned by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from custom_compiler.autokernel.describe.rules import FLOATS, INTEGERS
from custom_compiler.autokernel.describe.trace import checked, current, fail
from custom_compiler.autokernel.describe.tree import (
    Attribute,
    Axis,
    Binary,
    Cast,
    Constant,
    Input,
    Load,
    Unary,
    at,
)

if TYPE_CHECKING:
    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Node

__all__ = ["Tensor"]

Number: TypeAlias = "float | int | bool"


@dataclass(frozen=True, eq=False)
class Tensor:
    """A value at each place of its axes.

    `+ - * / // % **`, comparisons and, of bool, `& | ~` compute place by place; operands align by
    the names of their axes. Numbers and attributes take the tensor's element type.

    Attributes:
        axes: In the order in which an output would have them.
        node: The value; its free axes are among `axes`.
    """

    axes: tuple[Axis, ...]
    node: Node

    @property
    def dtype(self) -> str:
        """The element type."""
        return self.node.dtype

    def axis(self, name: str) -> Axis:
        """Return the axis of this name.

        Raises:
            MisuseError: There is no such axis.
        """
        own_axes = {axis.name: axis for axis in self.axes}
        if name not in own_axes:
            fail(
                f"there is no axis {name!r} here", f"the tensor has {', '.join(own_axes) or 'none'}"
            )
        return own_axes[name]

    def size(self, name: str) -> Size:
        """Return the size of the axis of this name: a number, or a symbol that calls determine.

        Raises:
            MisuseError: There is no such axis.
        """
        return self.axis(name).size

    def __add__(self, other: Operand) -> Tensor:
        return binary("add", self, other)

    def __radd__(self, other: Number) -> Tensor:
        return binary("add", other, self)

    def __sub__(self, other: Operand) -> Tensor:
        return binary("subtract", self, other)

    def __rsub__(self, other: Number) -> Tensor:
        return binary("subtract", other, self)

    def __mul__(self, other: Operand) -> Tensor:
        return binary("multiply", self, other)

    def __rmul__(self, other: Number) -> Tensor:
        return binary("multiply", other, self)

    def __truediv__(self, other: Operand) -> Tensor:
        return binary("divide", self, other)

    def __rtruediv__(self, other: Number) -> Tensor:
        return binary("divide", other, self)

    def __floordiv__(self, other: Operand) -> Tensor:
        return binary("floor_divide", self, other)

    def __rfloordiv__(self, other: Number) -> Tensor:
        return binary("floor_divide", other, self)

    def __mod__(self, other: Operand) -> Tensor:
        return binary("remainder", self, other)

    def __rmod__(self, other: Number) -> Tensor:
        return binary("remainder", other, self)

    def __pow__(self, other: Operand) -> Tensor:
        return binary("power", self, other)

    def __rpow__(self, other: Number) -> Tensor:
        return binary("power", other, self)

    def __neg__(self) -> Tensor:
        return unary("negate", self)

    def __abs__(self) -> Tensor:
        return unary("absolute", self)

    def __lt__(self, other: Operand) -> Tensor:
        return binary("less", self, other)

    def __le__(self, other: Operand) -> Tensor:
        return binary("less_equal", self, other)

    def __gt__(self, other: Operand) -> Tensor:
        return binary("less", other, self)

    def __ge__(self, other: Operand) -> Tensor:
        return binary("less_equal", other, self)

    def __eq__(self, other: object) -> Tensor:  # type: ignore[override]
        return binary("equal", self, other)  # type: ignore[arg-type]

    def __ne__(self, other: object) -> Tensor:  # type: ignore[override]
        return binary("not_equal", self, other)  # type: ignore[arg-type]

    def __and__(self, other: Operand) -> Tensor:
        return binary("and", self, other)

    def __or__(self, other: Operand) -> Tensor:
        return binary("or", self, other)

    def __invert__(self) -> Tensor:
        return unary("not", self)

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> NoReturn:  # noqa: PLE0304 - there is none
        fail(
            "which way a description goes cannot depend on a tensor's values",
            "choose by ak.where(condition, a, b)",
        )

    def __iter__(self) -> NoReturn:
        fail("tensors have no elements to go through", "compute with the whole tensor")

    def __getitem__(self, index: object) -> NoReturn:
        if isinstance(index, Tensor):
            fail(
                "data-dependent index: places that tensors hold cannot be read",
                "where an operator gathers or scatters, write its kernel by hand",
            )
        fail("axes have names, not numbers", 'write ak.slice(x, "columns", 0, 8)')


Operand: TypeAlias = "Tensor | float | int | bool"


def tensor_of(port: Input) -> Tensor:
    """Return an input as a tensor with the axes of its description."""
    for axis in port.axes:
        current().axis(axis.name, axis.size)
    return Tensor(port.axes, checked(Load(port, tuple(at(axis) for axis in port.axes))))


def unary(operation: str, operand: Operand) -> Tensor:
    """Apply one of tree.UNARY to each element.

    Raises:
        MisuseError: The operation has no such element type.
    """
    tensor = _tensor(operand)
    return Tensor(tensor.axes, checked(Unary(operation, tensor.node)))


def binary(operation: str, left: Operand, right: Operand) -> Tensor:
    """Apply one of tree.BINARY or COMPARISONS to each position of both operands' axes.

    Raises:
        MisuseError: The operation has no such element types, or an axis has two sizes.
    """
    first, second = alike(left, right)
    node = Binary(operation, first.node, second.node)
    return Tensor(together(first, second), checked(node))


def alike(*operands: Operand) -> tuple[Tensor, ...]:
    """Return operands of one operation; numbers and attributes get the tensors' element type."""
    tensors = [operand for operand in operands if isinstance(operand, Tensor)]
    strong = [tensor for tensor in tensors if not isinstance(tensor.node, Attribute)] or tensors
    if not strong:
        fail("numbers alone are no tensor", "give one operand that is a tensor")
    dtype = strong[0].dtype
    return tuple(
        _attribute_as(operand, dtype) if isinstance(operand, Tensor) else number(operand, dtype)
        for operand in operands
    )


def number(value: Number, dtype: str) -> Tensor:
    """Return a number of the description as a constant of this type.

    Raises:
        MisuseError: The type cannot represent it.
    """
    if not isinstance(value, bool | int | float):
        fail(f"{value!r} is no operand", "use tensors, numbers and attributes")
    if dtype in FLOATS and not isinstance(value, bool):
        value = float(value)
    return Tensor((), checked(Constant(value, dtype)))


def together(*tensors: Tensor) -> tuple[Axis, ...]:
    """Return the axes of all tensors, in order of first appearance."""
    axes = tuple(dict.fromkeys(axis for tensor in tensors for axis in tensor.axes))
    for axis in axes:
        current().axis(axis.name, axis.size)
    return axes


def cast(operand: Tensor, dtype: str) -> Tensor:
    """Convert a tensor to another element type."""
    if operand.dtype == dtype:
        return operand
    return Tensor(operand.axes, checked(Cast(operand.node, dtype)))


def _attribute_as(operand: Tensor, dtype: str) -> Tensor:
    """Return an attribute as the element type, unless something would be lost."""
    node = operand.node
    dtypes = {"int64": (*FLOATS, *INTEGERS), "float32": FLOATS}
    if isinstance(node, Attribute) and dtype in dtypes.get(node.dtype, ()):
        return cast(operand, dtype)
    return operand


def _tensor(operand: Operand) -> Tensor:
    if not isinstance(operand, Tensor):
        fail(f"{operand!r} is no tensor", "give a tensor; Python computes with its own numbers")
    return operand
