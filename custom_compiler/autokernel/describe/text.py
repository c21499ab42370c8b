"""Operators as text for people: one line per tensor, and per value that several others need."""

from __future__ import annotations

from collections import Counter
from functools import singledispatch
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.tree import (
    Attribute,
    Binary,
    Cast,
    Constant,
    Extent,
    Load,
    Position,
    Reduce,
    Select,
    Unary,
    nodes_of,
    operands,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from custom_compiler.autokernel.describe.tree import (
        Axis,
        Index,
        Input,
        Node,
        Operator,
        Stage,
        Term,
    )

_SIGNS = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
    "floor_divide": "//",
    "remainder": "%",
    "power": "**",
    "equal": "==",
    "not_equal": "!=",
    "less": "<",
    "less_equal": "<=",
    "and": "&",
    "or": "|",
}
_WIDTH = 80  # a longer value gets a line


def text(operator: Operator) -> str:
    """Return an operator as text in the form of a description.

    Values that are used more than once, or long, have a name and a separate line.
    """
    parameters = [_tensor(port) for port in operator.inputs]
    for attribute in operator.attributes:
        default = "" if attribute.default is None else f" = {attribute.default}"
        parameters.append(f"{attribute.name}: {attribute.dtype}{default}")
    outputs = ", ".join(_tensor(output) for output in operator.outputs)
    lines = [f"{operator.name}({', '.join(parameters)}) -> {outputs}"]
    for stage in operator.stages:
        lines += (f"    {line}" for line in _stage(stage))
    return "\n".join(lines)


def _tensor(tensor: Input | Stage) -> str:
    axes = " ".join(
        axis.name if str(axis.size) == axis.name else f"{axis.name}={axis.size}"
        for axis in tensor.axes
    )
    return f"{tensor.name}[{axes}: {tensor.dtype}]"


def _stage(stage: Stage) -> Iterator[str]:
    order = list(nodes_of(stage.body))
    uses = Counter(below for node in order for below in operands(node))
    texts: dict[Node, str] = {}
    named = 0
    for node in order:
        words = _words(node, texts.__getitem__)
        many = uses[node] > 1 and operands(node)
        if node is not stage.body and (many or len(words) > _WIDTH):
            named += 1
            yield f"v{named} = {words}"
            words = f"v{named}"
        texts[node] = words
    yield f"{stage.name}[{_names(stage.axes)}] = {texts[stage.body]}"


@singledispatch
def _words(node: Node, _text_of: Callable[[Node], str]) -> str:
    raise TypeError(type(node).__name__)


@_words.register(Constant)
def _(node: Constant, _text_of: Callable[[Node], str]) -> str:
    return str(node.value)


@_words.register(Attribute)
def _(node: Attribute, _text_of: Callable[[Node], str]) -> str:
    return node.name


@_words.register(Position)
def _(node: Position, _text_of: Callable[[Node], str]) -> str:
    return f"position[{node.axis.name}]"


@_words.register(Extent)
def _(node: Extent, _text_of: Callable[[Node], str]) -> str:
    return f"extent({node.size})"


@_words.register(Load)
def _(node: Load, _text_of: Callable[[Node], str]) -> str:
    outside = "" if node.outside is None else f" else {node.outside.value}"
    return f"{node.source.name}[{', '.join(map(_index, node.index))}{outside}]"


@_words.register(Unary)
def _(node: Unary, text_of: Callable[[Node], str]) -> str:
    return f"{node.operation}({text_of(node.operand)})"


@_words.register(Binary)
def _(node: Binary, text_of: Callable[[Node], str]) -> str:
    left, right = text_of(node.left), text_of(node.right)
    if node.operation in _SIGNS:
        return f"({left} {_SIGNS[node.operation]} {right})"
    return f"{node.operation}({left}, {right})"


@_words.register(Select)
def _(node: Select, text_of: Callable[[Node], str]) -> str:
    return f"where({text_of(node.condition)}, {text_of(node.chosen)}, {text_of(node.other)})"


@_words.register(Cast)
def _(node: Cast, text_of: Callable[[Node], str]) -> str:
    return f"{node.dtype}({text_of(node.operand)})"


@_words.register(Reduce)
def _(node: Reduce, text_of: Callable[[Node], str]) -> str:
    return f"{node.operation}[{_names(node.axes)}]({text_of(node.body)})"


def _names(axes: tuple[Axis, ...]) -> str:
    return " ".join(axis.name for axis in axes)


def _index(index: Index) -> str:
    words = [_term(term) for term in index.terms]
    if index.offset != 0 or not words:
        words.append(str(index.offset))
    return " + ".join(words).replace("+ -", "- ")


def _term(term: Term) -> str:
    words = term.axis.name
    if term.divide != 1:
        words += f" // {term.divide}"
    if term.modulo != 0:
        words += f" % {term.modulo}"
    if term.times == 1:
        return words
    return f"{term.times} * {words if words == term.axis.name else f'({words})'}"
