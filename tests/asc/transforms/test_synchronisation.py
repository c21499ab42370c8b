"""Automatic memory and synchronisation: no order of the pipes gives another result.

What tensors hold is followed, too: memory keeps all that is read later.
"""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects import func, scf
from xdsl.ir import Block, Region

from custom_compiler.asc.ir import types
from custom_compiler.asc.ir.construction import Builder
from custom_compiler.asc.transforms import TransformOptions, run_passes
from tests.asc.transforms.contents import reads
from tests.asc.transforms.pipes import races

OPTIONS = TransformOptions(verify=True)
TILE = types.local_tensor("float32", (64,))
BOOL = types.element("bool")


class Program:
    """A kernel of copies, vector operations and scalar accesses that hypothesis chooses."""

    def __init__(self, data):
        self._draw = data.draw
        self.builder = Builder()
        function = func.FuncOp("kernel", ([BOOL], []))
        self._condition = function.args[0]
        self.builder.insert(function)
        with self.builder.inside(function.body.block):
            gm = types.global_tensor("float32")
            self._globals = [self.builder.value("ascendc.global_tensor", (), gm) for _ in range(2)]
            self._count = self.builder.constant(64, "int32")
            self._statements([self._tensor() for _ in range(2)], 2)
            self.builder.insert(func.ReturnOp())

    def _tensor(self):
        return self.builder.value("ascendc.local_tensor_auto", (), TILE)

    def _one(self, tensors):
        return tensors[self._draw(st.integers(0, len(tensors) - 1))]

    def _statements(self, tensors, depth):
        kinds = ["copy_in", "copy_out", "add", "get", "set", "local", "stage", "in_place"]
        kinds += ["for", "if"] * (depth > 0)
        for _ in range(self._draw(st.integers(1, 5))):
            getattr(self, f"_{self._draw(st.sampled_from(kinds))}")(tensors, depth)

    def _copy_in(self, tensors, _depth):
        operands = (self._one(tensors), self._one(self._globals), self._count)
        self.builder.create("ascendc.data_copy_l2", operands)

    def _copy_out(self, tensors, _depth):
        operands = (self._one(self._globals), self._one(tensors), self._count)
        self.builder.create("ascendc.data_copy_l2", operands)

    def _add(self, tensors, _depth):
        operands = (*(self._one(tensors) for _ in range(3)), self._count)
        self.builder.create("ascendc.add_l2", operands)

    def _get(self, tensors, _depth):
        operands = (self._one(tensors), self._count)
        number = types.element("float32")
        self.builder.create("ascendc.local_tensor.get_value", operands, (number,))

    def _set(self, tensors, _depth):
        operands = (self._one(tensors), self._count, self._count)
        self.builder.create("ascendc.local_tensor.set_value", operands)

    def _local(self, tensors, _depth):
        tensors.append(self._tensor())

    def _stage(self, tensors, depth):
        """Add the stages that queues support, and perhaps one between that they do not support."""
        source, target = self._tensor(), self._tensor()
        copies = "ascendc.data_copy_l2"
        self.builder.create(copies, (source, self._globals[0], self._count))
        if self._draw(st.booleans()):
            self._statements([*tensors, source], 0)
        self.builder.create("ascendc.add_l2", (target, source, self._one(tensors), self._count))
        if self._draw(st.booleans()):
            self._statements([*tensors, target], min(depth, 1))
        self.builder.create(copies, (self._globals[1], target, self._count))

    def _in_place(self, tensors, _depth):
        """Copy in, compute in place and copy out, perhaps with something between."""
        tensor = self._tensor()
        copies, both = "ascendc.data_copy_l2", [*tensors, tensor]
        self.builder.create(copies, (tensor, self._globals[0], self._count))
        for _ in range(self._draw(st.integers(1, 3))):
            self._add([tensor, self._one(both)], 0)
            if self._draw(st.booleans()):
                self._statements([tensor, self._one(both)], 0)
        self.builder.create(copies, (self._globals[1], tensor, self._count))

    def _for(self, tensors, depth):
        rounds = self._draw(st.integers(0, 3))
        first, end, step = (self.builder.constant(n, "int32") for n in (0, rounds, 1))
        block = Block(arg_types=[types.element("int32")])
        with self.builder.inside(block):
            self._statements([*tensors, self._tensor()], depth - 1)
            self.builder.insert(scf.YieldOp())
        self.builder.insert(scf.ForOp(first, end, step, [], Region(block)))

    def _if(self, tensors, depth):
        blocks = [Block(), Block()]
        for block in blocks:
            with self.builder.inside(block):
                self._statements(list(tensors), depth - 1)
                self.builder.insert(scf.YieldOp())
        regions = [Region(block) for block in blocks]
        self.builder.insert(scf.IfOp(self._condition, [], regions[0], regions[1]))


@settings(max_examples=100, deadline=None)
@given(st.data(), st.lists(st.booleans(), min_size=1, max_size=6))
def test_pipes_that_share_memory_take_turns(data, choices):
    module = Program(data).builder.module
    before = reads(module, itertools.cycle(choices))
    run_passes(["memory", "pipe", "sync"], module, OPTIONS)
    assert races(module, itertools.cycle(choices)) == []
    behind = reads(module, itertools.cycle(choices))
    # What nobody has put into a tensor may be anything.
    assert [found for found, wanted in zip(behind, before, strict=True) if wanted is not None] == [
        wanted for wanted in before if wanted is not None
    ]


def test_the_checker_sees_races():
    builder = Builder()
    function = func.FuncOp("kernel", ([], []))
    builder.insert(function)
    with builder.inside(function.body.block):
        gm = builder.value("ascendc.global_tensor", (), types.global_tensor("float32"))
        tile = builder.value("ascendc.local_tensor_auto", (), TILE)
        count = builder.constant(64, "int32")
        builder.create("ascendc.data_copy_l2", (tile, gm, count))
        builder.create("ascendc.add_l2", (tile, tile, tile, count))
        builder.insert(func.ReturnOp())
    run_passes(["memory", "pipe"], builder.module, OPTIONS)
    assert races(builder.module, iter(())) == [("ascendc.data_copy_l2", "ascendc.add_l2")]
