"""Trees in a form that takes the vector unit less time: equal values up to the last bits."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe import tree
from custom_compiler.autokernel.describe.tree import Binary, Constant, Node, Unary

if TYPE_CHECKING:
    from collections.abc import Callable

_LEAST, _MOST = 1e-30, 1e30  # magnitudes of factors that are multiplied beforehand


def rewritten(root: Node, rewrites: dict[Node, Node]) -> Node:
    """Return a tree without `1 + tanh`, quotients of ones, and chains of constant factors.

    Args:
        root: Tree of floats; other trees stay unchanged.
        rewrites: Rewritten nodes by node, also of other trees; new ones are added.
    """
    for node in tree.nodes_of(root):
        if node not in rewrites:
            rewrites[node] = _simple(_with(node, rewrites))
    return rewrites[root]


def _with(node: Node, rewrites: dict[Node, Node]) -> Node:
    """Return the node with rewritten operands."""
    changed: dict[str, Any] = {}
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, tree.NODES) and rewrites[value] is not value:
            changed[field.name] = rewrites[value]
    return replace(node, **changed) if changed else node


def _simple(node: Node) -> Node:
    if node.dtype not in {"float16", "bfloat16", "float32"}:
        return node
    while True:
        simplified = next(
            (candidate for rule in _RULES if (candidate := rule(node)) is not None), None
        )
        if simplified is None:
            return node
        node = simplified


def _factor(node: Node) -> tuple[float, Node] | None:
    """Split a product into its constant factor and the rest; None without a constant factor."""
    if isinstance(node, Unary) and node.operation == "negate":
        return -1.0, node.operand
    if not (isinstance(node, Binary) and node.operation == "multiply"):
        return None
    for number, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(number, Constant) and not isinstance(other, Constant):
            return float(number.value), other
    return None


def _product(factor: float, node: Node) -> Node:
    if factor == 1.0:
        return node
    return Binary("multiply", node, Constant(factor, node.dtype))


def _chain(node: Node) -> Node | None:
    """Fold factors: a * (b * x) is (a * b) * x."""
    outer = _factor(node)
    inner = None if outer is None else _factor(outer[1])
    if outer is None or inner is None or not _moderate(outer[0]) or not _moderate(inner[0]):
        return None
    return _product(outer[0] * inner[0], inner[1])


def _moderate(factor: float) -> bool:
    return _LEAST <= abs(factor) <= _MOST


def _one_and_tanh(node: Node) -> Node | None:
    """Replace 1 + tanh(x) by 2 / (1 + exp(-2 x)), which does not cancel where tanh is near -1."""
    if not (isinstance(node, Binary) and node.operation == "add"):
        return None
    for term, other in ((node.left, node.right), (node.right, node.left)):
        is_one = isinstance(term, Constant) and term.value == 1
        if is_one and isinstance(other, Unary) and other.operation == "tanh":
            exponent = _simple(_product(-2.0, other.operand))
            below = Binary("add", Unary("exp", exponent), Constant(1.0, node.dtype))
            return Binary("divide", Constant(2.0, node.dtype), below)
    return None


def _of_reciprocal(node: Node) -> Node | None:
    """Divide last: a * (c / x) is (a * c) / x."""
    if not (isinstance(node, Binary) and node.operation == "multiply"):
        return None
    for part, other in ((node.right, node.left), (node.left, node.right)):
        if isinstance(other, Constant):
            continue
        if isinstance(part, Unary) and part.operation == "reciprocal":
            return Binary("divide", other, part.operand)
        if isinstance(part, Binary) and part.operation == "divide":
            number = part.left
            if isinstance(number, Constant) and _moderate(float(number.value)):
                return Binary("divide", _simple(_product(float(number.value), other)), part.right)
    return None


_RULES: tuple[Callable[[Node], Node | None], ...] = (_chain, _one_and_tanh, _of_reciprocal)
