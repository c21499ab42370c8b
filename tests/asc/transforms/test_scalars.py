"""Passes over arithmetic and control flow: functions stay what they were."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects import func, scf
from xdsl.ir import Block, Region

from custom_compiler.asc.ir.construction import Builder
from custom_compiler.asc.ir.text import parse_module, print_module
from custom_compiler.asc.ir.types import element
from custom_compiler.asc.transforms import TransformOptions, run_passes
from custom_compiler.errors import MisuseError
from tests.asc.transforms.interpreter import Trap, executed

I32 = element("int32")
ARGUMENTS = st.lists(st.integers(-(2**31), 2**31 - 1) | st.integers(-3, 3), min_size=3, max_size=3)


class Program:
    """Appends operations that hypothesis chooses; every value may be used by later ones."""

    def __init__(self, data):
        self._draw = data.draw
        self.builder = Builder()
        function = func.FuncOp("kernel", ([I32] * 3, [I32] * 4))
        self.builder.insert(function)
        with self.builder.inside(function.body.block):
            pool = list(function.args)
            self._statements(pool, 2)
            results = [self._any(pool) for _ in range(4)]
            self.builder.insert(func.ReturnOp(*results))

    def _any(self, pool):
        if self._draw(st.integers(0, 3)) == 0:
            return self.builder.constant(
                self._draw(st.integers(-3, 3) | st.just(2**31 - 1)), "int32"
            )
        return pool[self._draw(st.integers(0, len(pool) - 1))]

    def _statements(self, pool, depth):
        for _ in range(self._draw(st.integers(1, 4))):
            kind = self._draw(st.sampled_from(["number"] * 3 + ["if", "for"] * (depth > 0)))
            made = getattr(self, f"_{kind}")(pool, depth)
            pool.append(made)

    def _number(self, pool, _depth):
        symbol = self._draw(
            st.sampled_from(["+", "-", "*", "/", "%", "&", "|", "^", "<", "select"])
        )
        left, right = self._any(pool), self._any(pool)
        if symbol == "<":
            return self.builder.cast(self._condition(pool), "bool", "int32")
        if symbol == "select":
            return self.builder.select(self._condition(pool), left, right)
        return self.builder.arithmetic(symbol, left, right, "int32")

    def _condition(self, pool):
        symbol = self._draw(st.sampled_from(["==", "!=", "<", "<=", ">", ">="]))
        return self.builder.compare(symbol, self._any(pool), self._any(pool), "int32")

    def _block(self, block, pool, depth):
        with self.builder.inside(block):
            self._statements(pool, depth - 1)
            self.builder.insert(scf.YieldOp(self._any(pool)))

    def _if(self, pool, depth):
        condition = self._condition(pool)
        blocks = [Block(), Block()]
        for block in blocks:
            self._block(block, list(pool), depth)
        made = scf.IfOp(condition, [I32], Region(blocks[0]), Region(blocks[1]))
        self.builder.insert(made)
        return made.results[0]

    def _for(self, pool, depth):
        first, end = (
            self.builder.constant(self._draw(st.integers(0, 3)), "int32") for _ in range(2)
        )
        step = self.builder.constant(self._draw(st.integers(1, 2)), "int32")
        start = self._any(pool)
        block = Block(arg_types=[I32, I32])
        self._block(block, [*pool, *block.args], depth)
        made = scf.ForOp(first, end, step, [start], Region(block))
        self.builder.insert(made)
        return made.results[0]


def outcome(module, arguments):
    try:
        return executed(module, arguments)
    except Trap:
        return "trap"


@settings(max_examples=60, deadline=None)
@given(st.data(), st.lists(ARGUMENTS, min_size=2, max_size=2))
@pytest.mark.parametrize("passes", ["fold", "merge", "hoist", "dead", "fold,merge,hoist,fold,dead"])
def test_functions_stay_what_they_were(passes, data, arguments):
    module = Program(data).builder.module
    before = [outcome(module, values) for values in arguments]
    run_passes(passes.split(","), module, TransformOptions(verify=True))
    after = [outcome(module, values) for values in arguments]
    # What nobody needs may trap no more.
    assert all(old in (new, "trap") for old, new in zip(before, after, strict=True))
    assert print_module(parse_module(print_module(module))) == print_module(module)


def ops(text, passes):
    module = parse_module(text)
    run_passes(passes.split(","), module, TransformOptions(verify=True))
    return print_module(module)


def test_constants_are_computed():
    text = ops(
        """func.func @kernel(%0: i32) -> (i32) {
          %c6_i32 = arith.constant 6 : i32
          %c0_i32 = arith.constant 0 : i32
          %1 = arith.muli %c6_i32, %c6_i32 : i32
          %2 = arith.addi %0, %c0_i32 : i32
          %3 = arith.cmpi slt, %1, %c6_i32 : i32
          %4 = scf.if %3 -> (i32) { scf.yield %c0_i32 : i32 } else { scf.yield %2 : i32 }
          return %4 : i32
        }""",
        "fold,dead",
    )
    assert "return %arg0 : i32" in text
    assert "arith" not in text


def test_loops_of_one_round_and_of_none_go():
    text = ops(
        """func.func @kernel(%0: i32) -> (i32, i32) {
          %c0_i32 = arith.constant 0 : i32
          %c1_i32 = arith.constant 1 : i32
          %1 = scf.for %i = %c0_i32 to %c1_i32 step %c1_i32 iter_args(%x = %0) -> (i32) : i32 {
            %2 = arith.addi %x, %x : i32
            scf.yield %2 : i32
          }
          %3 = scf.for %i = %c1_i32 to %c1_i32 step %c1_i32 iter_args(%x = %0) -> (i32) : i32 {
            %4 = arith.addi %x, %x : i32
            scf.yield %4 : i32
          }
          return %1, %3 : i32, i32
        }""",
        "fold,dead",
    )
    assert "scf.for" not in text
    assert "return %0, %arg0 : i32, i32" in text


VIEWS = """func.func @kernel(%0: !ascendc.global_tensor<*xf32>, %1: memref<?xf32, 22>, %2: i32) {{
  %3 = ascendc.global_tensor.subindex %0[%2] : !ascendc.global_tensor<*xf32>, i32, !ascendc.global_tensor<*xf32>
  {between}
  %4 = ascendc.global_tensor.subindex %0[%2] : !ascendc.global_tensor<*xf32>, i32, !ascendc.global_tensor<*xf32>
  %5 = ascendc.local_tensor : !ascendc.local_tensor<*xf32>
  ascendc.data_copy_l2 %5, %3, %2 : !ascendc.local_tensor<*xf32>, !ascendc.global_tensor<*xf32>, i32
  ascendc.data_copy_l2 %5, %4, %2 : !ascendc.local_tensor<*xf32>, !ascendc.global_tensor<*xf32>, i32
  return
}}"""  # noqa: E501
MOVES = (
    "ascendc.global_tensor.set_global_buffer(%0, %1) {operandSegmentSizes = array<i32: 1, 1, 0>}"
    " : !ascendc.global_tensor<*xf32>, memref<?xf32, 22>"
)


def test_equal_parts_of_a_tensor_are_one():
    assert ops(VIEWS.format(between=""), "merge").count("subindex") == 1


def test_parts_of_a_tensor_that_moved_are_two():
    assert ops(VIEWS.format(between=MOVES), "merge").count("subindex") == 2


LOOP = """func.func @kernel(%0: i32, %1: i32) -> (i32) {{
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %2 = scf.for %i = %c0_i32 to %0 step %c1_i32 iter_args(%x = %0) -> (i32) : i32 {{
    %3 = arith.{operation} %0, %1 : i32
    %4 = arith.addi %x, %3 : i32
    scf.yield %4 : i32
  }}
  return %2 : i32
}}"""


@pytest.mark.parametrize(("operation", "moves"), [("muli", True), ("divsi", False)])
def test_what_may_trap_stays_in_its_loop(operation, moves):
    text = ops(LOOP.format(operation=operation), "hoist")
    assert (text.index(operation) < text.index("scf.for")) == moves


def test_functions_that_call_each_other_in_a_circle_are_refused():
    text = """
    func.func @kernel() attributes {ascendc.global} { func.call @a() : () -> () return }
    func.func private @a() { func.call @b() : () -> () return }
    func.func private @b() { func.call @a() : () -> () return }
    """
    with pytest.raises(MisuseError, match="a calls itself: kernel -> a -> b -> a"):
        ops(text, "inline")
