"""The tree: sharing, free axes, stages in order, sizes with names."""

import pickle
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.sizes import Symbol, combine, evaluate, symbols_of
from custom_compiler.autokernel.describe.tree import (
    Axis,
    Binary,
    Constant,
    Input,
    Load,
    Operator,
    Position,
    Reduce,
    Stage,
    Unary,
    at,
    nodes_of,
)

if TYPE_CHECKING:
    from custom_compiler.autokernel.describe.tree import Node

ROWS, COLUMNS = Axis("rows", Symbol("rows")), Axis("columns", 8)
X = Input("x", "float32", (ROWS, COLUMNS))
LOAD = Load(X, (at(ROWS), at(COLUMNS)))


def test_a_reduction_binds_its_axes_and_only_within() -> None:
    """The same axis is free outside of it."""
    largest = Reduce("max", (COLUMNS,), LOAD)
    assert largest.free == (ROWS,)
    assert Binary("subtract", LOAD, largest).free == (ROWS, COLUMNS)
    assert Binary("add", largest, Position(COLUMNS)).free == (ROWS, COLUMNS)


def test_equal_trees_are_found_once_operands_first() -> None:
    """Equal expressions are one node."""
    twice = Binary("add", Unary("exp", LOAD), Unary("exp", Load(X, (at(ROWS), at(COLUMNS)))))
    assert [type(node).__name__ for node in nodes_of(twice)] == ["Load", "Unary", "Binary"]
    assert hash(Constant(1, "int32")) != hash(Constant(1, "float32"))


def test_trees_deeper_than_the_stack_and_with_many_paths() -> None:
    """Each node costs once: 2^5000 paths lead through this one."""
    node: Node = LOAD
    for _ in range(5000):
        node = Binary("multiply", node, node)
    assert sum(1 for _ in nodes_of(node)) == 5001
    assert node.free == (ROWS, COLUMNS)


def test_nodes_are_told_without_what_is_below() -> None:
    """A leaf is shown completely."""
    node: Node = Binary("add", Constant(2.0, "float32"), Unary("exp", LOAD))
    assert repr(node) == "Binary('add', Constant(2.0, 'float32'), Unary(...))"
    for _ in range(5000):  # deeper than the stack
        node = Unary("negate", node)
    assert repr(node) == "Unary('negate', Unary(...))"
    assert len(repr(Operator("deep", (X,), (Stage("out", (ROWS, COLUMNS), node),)))) < 1000


def test_stages_come_behind_those_that_they_read() -> None:
    """Whatever the order of the outputs."""
    first = Stage("first", (ROWS, COLUMNS), Unary("exp", LOAD))
    second = Stage(
        "second", (ROWS,), Reduce("sum", (COLUMNS,), Load(first, (at(ROWS), at(COLUMNS))))
    )
    operator = Operator("both", (X,), (second, first))
    assert operator.stages == (first, second)


def test_a_tree_is_the_same_after_it_was_sent_to_another_process() -> None:
    """And equal nodes are one object."""
    node: Node = Binary("multiply", Unary("exp", LOAD), LOAD)
    assert pickle.loads(pickle.dumps(node)) is node
    for _ in range(10000):  # deeper than pickle's stack
        node = Unary("negate", node)
    operator = Operator("deep", (X,), (Stage("out", (ROWS, COLUMNS), node),))
    assert pickle.loads(pickle.dumps(operator)) == operator


def test_stages_deeper_than_the_stack() -> None:
    """Each reads the one before it."""
    stage = Stage("first", (ROWS, COLUMNS), LOAD)
    for place in range(2000):
        read = Load(stage, (at(ROWS), at(COLUMNS)))
        stage = Stage(f"stage{place}", (ROWS, COLUMNS), Unary("exp", read))
    operator = Operator("deep", (X,), (stage,))
    assert len(operator.stages) == 2001
    assert pickle.loads(pickle.dumps(operator)).outputs[0] is stage


def test_sizes_are_computed_when_their_symbols_are_known() -> None:
    """A window's places, as pooling has them."""
    height = Symbol("height")
    places = combine("//", height + 2 - 3, 2) + 1
    assert evaluate(places, {"height": 112}) == (112 + 2 - 3) // 2 + 1
    assert symbols_of(places) == ("height",)
    assert evaluate(combine("*", 6, 7), {}) == 42
    assert str(height * 1 + 0) == "height"


def test_sizes_are_equal_whatever_was_added_and_taken_away() -> None:
    """Also where numbers come first, or sizes are symbols of two names."""
    height, kernel = Symbol("height"), Symbol("kernel")
    assert (height + 2) - 3 + 1 == height
    assert str(height - 3 + 1) == "(height - 2)"
    assert height - height == 0
    padded = (height + kernel) - 1
    assert padded + 1 == height + kernel
    assert evaluate(1 + (height - 4) * 2, {"height": 9}) == 11
