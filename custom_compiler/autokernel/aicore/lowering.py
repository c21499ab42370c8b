"""Lowering of trees to straight lines of vector instructions.

Floats are computed in float32, except where all of a tree is half and each instruction is right in
half; ints of 32 and 16 bits without conversion. A bool is a bit per element.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from custom_compiler.autokernel.aicore.quotients import floor_divided
from custom_compiler.autokernel.aicore.scalars import negated, refused
from custom_compiler.autokernel.aicore.steps import Line, Reach, Register, Step
from custom_compiler.autokernel.describe import tree

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_NATIVE_HALF = {"add", "subtract", "multiply", "maximum", "minimum", "absolute", "negate"}
_FLOATS = {"float16", "bfloat16", "float32"}
_COMPARISONS = {"equal": "EQ", "not_equal": "NE", "less": "LT", "less_equal": "LE"}
_MIRRORED = {"EQ": "EQ", "NE": "NE", "LT": "GT", "LE": "GE"}
_ONE_INSTRUCTION = {
    "absolute": "abs", "exp": "exp", "log": "ln", "sqrt": "sqrt", "floor": "floor", "ceil": "ceil",
    "round": "round",
}  # fmt: skip
_LIBRARY = {"sin", "cos", "tanh", "erf"}
_BINARY = {"add": "add", "subtract": "sub", "multiply": "mul", "maximum": "max", "minimum": "min"}
_WITH_SCALAR = {"add": "adds", "multiply": "muls", "maximum": "maxs", "minimum": "mins"}
_EXPONENTS = (1, 2, 3, 4)  # powers that are products
_LARGEST = 3.4028234663852886e38  # float32
_LEAST, _MOST = 1e-30, 1e30  # constants whose reciprocal is as good as the division


@dataclass
class TreeLine(Line):
    """A line whose instructions compute the nodes of trees.

    Attributes:
        reach_of: Function that returns the reach of a load's register.
        native_half: Whether half is computed without conversion to float32.
        reduction: Function that appends a reduction and returns its register; None rejects them.
        values: Register of each computed node.
        scalars: Nodes that are the same for all positions, which are operands of instructions.
    """

    reach_of: Callable[[tree.Load], Reach] = field(kw_only=True)
    native_half: bool = False
    reduction: Callable[[TreeLine, tree.Reduce], Register] | None = None
    values: dict[tree.Node, Register] = field(default_factory=dict)
    scalars: set[tree.Node] = field(default_factory=set)

    def domain(self, dtype: str) -> str:
        """Return the type in which values of a tree's type are computed.

        Raises:
            MisuseError: AI cores have no type for it.
        """
        if dtype in _FLOATS:
            return "float16" if self.native_half and dtype == "float16" else "float32"
        if dtype in {"int8", "uint8"}:
            return "float32"  # loads, casts and comparisons only: exact
        if dtype == "bool":
            return "mask"
        if dtype in {"int32", "int16"}:
            return dtype
        raise refused(f"elements of {dtype}")

    def add(self, root: tree.Node) -> None:
        """Append the instructions of a node; reductions are in `values` already."""
        for node in self._missing(root):
            varies = isinstance(node, tree.Load | tree.Position | tree.Reduce)
            if not varies and all(each in self.scalars for each in tree.operands(node)):
                self.scalars.add(node)
            else:
                self.values[node] = self._lower_node(node)

    def _missing(self, root: tree.Node) -> list[tree.Node]:
        """Return the nodes below a root that have no register yet, operands first."""
        ordered: dict[tree.Node, None] = {}
        pending = [(root, False)]
        while pending:
            node, expanded = pending.pop()
            if node in ordered or node in self.values or node in self.scalars:
                continue
            if expanded:
                ordered[node] = None
            else:
                pending.append((node, True))
                pending += [(below, False) for below in reversed(tree.operands(node))]
        return list(ordered)

    def operand(self, node: tree.Node, reach: Reach) -> Register:
        """Return the register of a node; a scalar gets a register of equal elements."""
        if node in self.scalars:
            return self.fill(node, self.domain(node.dtype), reach)
        return self.values[node]

    def _lower_node(self, node: tree.Node) -> Register:  # noqa: PLR0911 - one answer per kind
        if isinstance(node, tree.Load):
            return self._load(node)
        if isinstance(node, tree.Unary):
            return self._unary(node)
        if isinstance(node, tree.Binary):
            if node.operation in tree.COMPARISONS:
                return self._comparison(node)
            _check_arithmetic(node.operation, node.left.dtype)
            return self._binary(node)
        if isinstance(node, tree.Select):
            return self._select(node)
        if isinstance(node, tree.Cast):
            return self._cast(node)
        if isinstance(node, tree.Position):
            raise refused("the place on an axis as a number")
        if isinstance(node, tree.Reduce) and self.reduction is not None:
            return self.reduction(self, node)
        raise refused(f"{type(node).__name__.lower()} here")

    def _load(self, node: tree.Load) -> Register:
        reach, stored = self.reach_of(node), node.dtype
        domain = self.domain(stored)
        register = self.register("int8" if stored == "bool" else stored, reach)
        self.steps.append(Step("load", register, (), node.source.name))
        if stored in {"int8", "uint8", "bool"}:
            wide = self.cast(self.cast(register, "float16", "NONE"), "float32", "NONE")
            if stored == "bool":
                return self.step("compare_scalar", wide, number="NE 0", dtype="mask")
            return wide
        return self.cast(register, domain, "NONE")

    def store(self, root: tree.Node, name: str, reach: Reach = Reach.FULL) -> None:
        """Append the store of a node to an output with a value per position, or per row."""
        value = self.operand(root, reach)
        if reach is Reach.FULL:
            value = self.spread(value)
        dtype = root.dtype
        if dtype == "bool":
            ones = self.fill(1.0, "float16", value.reach)
            value = self.step("select", value, ones, number=0.0, dtype="float16")
            value = self.cast(value, "uint8", "NONE")
        elif dtype in {"int8", "uint8"}:
            value = self.cast(self.cast(value, "float16", "RINT"), dtype, "TRUNC")
        else:
            value = self.cast(value, dtype, "RINT")
        self.steps.append(Step("store", None, (value,), name))

    def _unary(self, node: tree.Unary) -> Register:
        x = self.values[node.operand]
        name = node.operation
        if name in {"not", "is_nan"}:
            negated = self.step("bitwise_not", x) if name == "not" else None
            return negated or self.step("compare", x, x, number="NE", dtype="mask")
        _check_arithmetic(name, node.operand.dtype)
        if name == "negate":
            return self.step("muls", x, number=-1)
        if x.dtype in {"int32", "int16"}:
            return self._unary_of_ints(name, x)
        if name in _ONE_INSTRUCTION:
            return self.step(_ONE_INSTRUCTION[name], x)
        if name in _LIBRARY:
            return self.step(f"adv.{name}", x, scratch=2)
        return {
            "sign": self._sign,
            "reciprocal": self._reciprocal,
            "rsqrt": lambda value: self._reciprocal(self.step("sqrt", value)),
            "expm1": self._expm1,
            "log1p": self._log1p,
        }[name](x)

    def _sign(self, x: Register) -> Register:
        """Compute the sign, with NaN for NaN, for which the library returns 0."""
        value = self.step("adv.sign", x, scratch=2)
        is_number = self.step("compare", x, x, number="EQ", dtype="mask")
        return self.step("select", is_number, value, x, dtype=x.dtype)

    def _unary_of_ints(self, name: str, x: Register) -> Register:
        if name == "absolute":
            return self.step("max", x, self.step("muls", x, number=-1))
        if name == "sign":
            return self.step("mins", self.step("maxs", x, number=-1), number=1)
        if name in {"floor", "ceil", "round"}:
            return x
        raise refused(f"{name} of ints")

    def _reciprocal(self, x: Register) -> Register:
        return self.step("div", self.fill(1.0, x.dtype, x.reach), x)

    def _expm1(self, x: Register) -> Register:
        """Compute exp(x) - 1; near 0, where that loses digits, by the series."""
        near = self.step("mins", self.step("maxs", x, number=-0.5), number=0.5)
        series = self.step("adds", self.step("muls", near, number=1 / 10), number=1.0)
        for divisor in range(9, 1, -1):
            series = self.step("mul", series, near)
            series = self.step("adds", self.step("muls", series, number=1 / divisor), number=1.0)
        series = self.step("mul", series, near)
        far = self.step("adds", self.step("exp", x), number=-1.0)
        is_near = self.step("compare", x, near, number="EQ", dtype="mask")
        return self.step("select", is_near, series, far, dtype=x.dtype)

    def _log1p(self, x: Register) -> Register:
        """Compute log(u) * x / (u - 1) with u = 1 + x rounded, which cancels the rounding."""
        finite = self.step("mins", x, number=_LARGEST)
        u = self.step("adds", finite, number=1.0)
        rounded = self.step("adds", u, number=-1.0)
        same = self.step("compare_scalar", rounded, number="EQ 0", dtype="mask")
        infinite = self.step("compare", x, finite, number="NE", dtype="mask")
        as_it_is = self.step("bitwise_or", same, infinite)
        value = self.step("mul", self.step("ln", u), self.step("div", finite, rounded))
        return self.step("select", as_it_is, x, value, dtype=x.dtype)

    def _binary(self, node: tree.Binary) -> Register:
        name, left, right = node.operation, node.left, node.right
        if name == "divide":
            return self._divide(left, right)
        if name == "power":
            return self._power(left, right)
        if name in {"floor_divide", "remainder"}:
            if left.dtype not in {"int32", "int16"}:
                raise refused(f"{name} of {left.dtype}")
            both = floor_divided(self, *self._pair(left, right))
            return both[name == "remainder"]
        return self._of_one_instruction(name, left, right)

    def _of_one_instruction(self, name: str, left: tree.Node, right: tree.Node) -> Register:
        if right in self.scalars and name == "subtract":
            return self.step("adds", self.values[left], number=negated(right))
        if left in self.scalars and name == "subtract":
            negative = self.step("muls", self.values[right], number=-1)
            return self.step("adds", negative, number=left)
        if right in self.scalars:
            return self.step(_WITH_SCALAR[name], self.values[left], number=right)
        if left in self.scalars:
            return self.step(_WITH_SCALAR[name], self.values[right], number=left)
        return self.step(_BINARY[name], self.values[left], self.values[right])

    def _divide(self, left: tree.Node, right: tree.Node) -> Register:
        if left.dtype not in _FLOATS:
            raise refused(f"divide of {left.dtype}")
        if isinstance(right, tree.Constant) and _LEAST <= abs(right.value) <= _MOST:
            return self.step("muls", self.values[left], number=1.0 / right.value)
        reach = self.values[left if right in self.scalars else right].reach
        above, below = self.operand(left, reach), self.operand(right, reach)
        if above.reach is Reach.FULL and below.reach is Reach.ROW:
            # One division per row; the products differ from quotients in the last bit.
            return self.step("mul", above, self._reciprocal(below))
        return self.step("div", above, below)

    def _pair(self, left: tree.Node, right: tree.Node) -> tuple[Register, Register]:
        """Return both operands with the same reach; one of them may be a scalar."""
        reach = self.values[left if right in self.scalars else right].reach
        x, y = self.operand(left, reach), self.operand(right, reach)
        return (x, y) if x.reach is y.reach else (self.spread(x), self.spread(y))

    def _power(self, left: tree.Node, right: tree.Node) -> Register:
        if isinstance(right, tree.Constant) and right.value in _EXPONENTS:
            x = self.values[left]
            square = self.step("mul", x, x) if right.value > 1 else x
            if right.value == _EXPONENTS[-1]:
                return self.step("mul", square, square)
            return self.step("mul", square, x) if right.value == _EXPONENTS[-2] else square
        if left.dtype not in _FLOATS:
            raise refused(f"power of {left.dtype}")
        x, y = self._pair(left, right)
        return self.step("adv.power", x, y, scratch=4)

    def _comparison(self, node: tree.Binary) -> Register:
        name, left, right = node.operation, node.left, node.right
        if name in {"and", "or"}:
            reach = self.values[left if right in self.scalars else right].reach
            both = self._mask(left, reach), self._mask(right, reach)
            return self.step(f"bitwise_{name}", *both)
        if left.dtype == "bool":
            raise refused(f"{name} of bools")
        mode = _COMPARISONS[name]
        if self.domain(left.dtype) in {"int32", "int16"}:
            return self._comparison_of_ints(mode, left, right)
        if isinstance(right, tree.Constant):
            number = f"{mode} {float(right.value)!r}"
            return self.step("compare_scalar", self.values[left], number=number, dtype="mask")
        if isinstance(left, tree.Constant):
            number = f"{_MIRRORED[mode]} {float(left.value)!r}"
            return self.step("compare_scalar", self.values[right], number=number, dtype="mask")
        x, y = self._pair(left, right)
        return self.step("compare", x, y, number=mode, dtype="mask")

    def _comparison_of_ints(self, mode: str, left: tree.Node, right: tree.Node) -> Register:
        """Compare integers through equality, the only integer comparison of vector units."""
        x, y = self._pair(left, right)
        if x.dtype != "int32":
            raise refused(f"comparisons of {x.dtype}")
        if mode in {"EQ", "NE"}:
            same = self.step("compare", x, y, number="EQ", dtype="mask")
            return same if mode == "EQ" else self.step("bitwise_not", same)
        if mode == "LE":
            return self.step("compare", self.step("max", x, y), y, number="EQ", dtype="mask")
        reached = self.step("compare", self.step("max", x, y), x, number="EQ", dtype="mask")
        return self.step("bitwise_not", reached)

    def _mask(self, node: tree.Node, reach: Reach) -> Register:
        if node not in self.scalars:
            return self.values[node]
        if not isinstance(node, tree.Constant):
            raise refused("a bool attribute as a condition")
        truth = self.fill(1.0 if node.value else 0.0, "float32", reach)
        return self.step("compare_scalar", truth, number="NE 0", dtype="mask")

    def _select(self, node: tree.Select) -> Register:
        reaches = [
            self.values[each].reach
            for each in (node.condition, node.chosen, node.other)
            if each not in self.scalars
        ]
        reach = max(reaches) if len(set(reaches)) == 1 else Reach.FULL
        condition = self._mask(node.condition, reach)
        if node.dtype == "bool":
            chosen, other = self._mask(node.chosen, reach), self._mask(node.other, reach)
            first = self.step("bitwise_and", condition, chosen)
            second = self.step("bitwise_and", self.step("bitwise_not", condition), other)
            return self.step("bitwise_or", first, second)
        domain = self.domain(node.dtype)
        chosen = self.operand(node.chosen, reach)
        if isinstance(node.other, tree.Constant) and domain != "int32":
            number = float(node.other.value)
            return self.step("select", condition, chosen, number=number, dtype=domain)
        return self.step("select", condition, chosen, self.operand(node.other, reach), dtype=domain)

    def _cast(self, node: tree.Cast) -> Register:
        if node.dtype == "int64" and self.domain(node.operand.dtype) == "int32":
            return self.cast(self.values[node.operand], "int64", "NONE")  # to be stored only
        x, domain = self.values[node.operand], self.domain(node.dtype)
        if node.operand.dtype == "int64":
            raise refused(f"a cast from int64 to {node.dtype}")
        if node.dtype in {"int8", "uint8"} and node.operand.dtype not in {"int8", "uint8", "bool"}:
            raise refused(f"a cast from {node.operand.dtype} to {node.dtype}")
        if x.dtype == "mask":
            ones = self.fill(1.0, "float32", x.reach)
            x = self.step("select", x, ones, number=0.0, dtype="float32")
        if domain == "mask":
            if x.dtype != "float32":
                x = self.cast(x, "float32", "NONE")
            return self.step("compare_scalar", x, number="NE 0", dtype="mask")
        if x.dtype == "int16" and domain == "int32":
            x = self.cast(x, "float32", "NONE")
        if x.dtype == "int32" and domain == "float16":
            x = self.cast(x, "float32", "RINT")
        if x.dtype == "int32" and domain == "int16":
            raise refused("a cast from int32 to int16")
        return self.cast(x, domain, "TRUNC" if domain.startswith("int") else "RINT")


def is_half(roots: Sequence[tree.Node]) -> bool:
    """Return whether half precision is exact: each instruction rounds as the tree requires."""
    for root in roots:
        for node in tree.nodes_of(root):
            if node.dtype not in {"float16", "bool"}:
                return False
            exact = isinstance(node, tree.Load | tree.Constant | tree.Attribute | tree.Select) or (
                isinstance(node, tree.Unary | tree.Binary)
                and node.operation in _NATIVE_HALF | set(_COMPARISONS) | {"and", "or", "not"}
            )
            if not exact:
                return False
    return True


def _check_arithmetic(name: str, dtype: str) -> None:
    if dtype in {"int8", "uint8", "bool", "int64"}:
        raise refused(f"{name} of {dtype}")
