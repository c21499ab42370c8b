"""Stages as nests of loops around vectors: for all that is neither rows nor columns.

The loops go over the retained dimensions, and inside over the reduced ones, once for each level of
reductions and once more for outputs that need them. A value that is the same for a whole vector
fills one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from custom_compiler.autokernel.aicore.chain import chain_of
from custom_compiler.autokernel.aicore.dims import Access, Dim, access_of, dims_of, vector_of
from custom_compiler.autokernel.aicore.lowering import TreeLine
from custom_compiler.autokernel.aicore.passes import parted
from custom_compiler.autokernel.aicore.registers import Program, RetainedRegisters, allocate
from custom_compiler.autokernel.aicore.rewrite import rewritten
from custom_compiler.autokernel.aicore.rows import levels_of
from custom_compiler.autokernel.aicore.scalars import refused
from custom_compiler.autokernel.aicore.steps import SIZES, Reach, Register, Step
from custom_compiler.autokernel.describe import tree
from custom_compiler.autokernel.describe.replace import replace
from custom_compiler.autokernel.describe.sizes import combine, symbols_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from custom_compiler.autokernel.describe.sizes import Size

REDUCTIONS = {"sum": "add", "product": "mul", "max": "max", "min": "min"}
_PREFIX = "reduce_"
_FLOATS = {"sum": 0.0, "product": 1.0, "max": float("-inf"), "min": float("inf")}
_INTS = {"sum": 0, "product": 1, "max": -(2**31), "min": 2**31 - 1}


@dataclass(frozen=True)
class VectorPass:
    """Instructions once per turn, on values that stay; and those for each vector."""

    before: Program
    vectors: Program


@dataclass(frozen=True, eq=False)
class Nest:
    """A stage, and what is computed of each vector.

    Attributes:
        stage: What is computed.
        outer: Dimensions of the outer loops, without that of vectors.
        inner: Those of the inner loops.
        vector: The dimension whose elements come as vectors.
        reads: What is read, by the names that the programs have for it.
        reach: FULL for what comes with each vector, COLUMN for what stays for a turn.
        output: What is written.
        passes: What is done in a turn.
        last: Instructions after them, on retained values.
        values: Places of these.
    """

    stage: tree.Stage
    outer: tuple[Dim, ...]
    inner: tuple[Dim, ...]
    vector: Dim
    reads: Mapping[str, Access]
    reach: Mapping[str, Reach]
    output: Access
    passes: tuple[VectorPass, ...]
    last: Program
    values: RetainedRegisters

    def names(self, reach: Reach) -> tuple[str, ...]:
        """Return the reads of a reach, in order."""
        return tuple(name for name in self.reads if self.reach[name] is reach)

    def bytes(self, names: Iterable[str]) -> int:
        """Return the bytes of one element of each of these reads."""
        return sum(SIZES[self.reads[name].dtype] for name in names)

    @property
    def is_full(self) -> bool:
        """Return whether the output is made vector by vector, not once per turn."""
        return self.reach[self.stage.name] is Reach.FULL

    @property
    def is_reduced(self) -> bool:
        """Return whether reductions go along vectors."""
        return self.vector.is_reduced

    @property
    def compares(self) -> bool:
        """Return whether bits are computed, which is done for whole repeats."""
        programs = [self.last, *(each.before for each in self.passes)]
        programs += [each.vectors for each in self.passes]
        return any(program.compares or program.compares_per(Reach.COLUMN) for program in programs)

    @property
    def work_bytes(self) -> int:
        """Bytes between instructions, per element of a vector."""
        programs = [self.last, *(each.before for each in self.passes)]
        programs += [each.vectors for each in self.passes]
        return max(program.work_bytes for program in programs)

    @property
    def is_apart(self) -> bool:
        """Return whether elements of a vector are not contiguous in memory."""
        return any(self.vector.step(read) not in {0, 1} for read in self.reads.values())


@dataclass(frozen=True, eq=False)
class NestChain:
    """An operator as a chain of nests; `symbols` are the names of sizes that calls decide."""

    operator: tree.Operator
    nests: tuple[Nest, ...]
    symbols: tuple[str, ...]

    @property
    def between(self) -> tuple[tree.Stage, ...]:
        """Stages in the workspace."""
        outputs = {output.name for output in self.operator.outputs}
        return tuple(nest.stage for nest in self.nests if nest.stage.name not in outputs)


@cache
def nests_of(operator: tree.Operator) -> NestChain:
    """Return the loop nests of an operator.

    Raises:
        MisuseError: AI cores cannot compute a part of the operator.
    """
    nests = tuple(map(_nest_of, chain_of(operator)))
    axes = [axis for port in operator.inputs for axis in port.axes]
    symbols = dict.fromkeys(name for axis in axes for name in symbols_of(axis.size))
    return NestChain(operator, nests, tuple(symbols))


class _Line(TreeLine):
    """A straight line in which values that stay for a turn fill vectors, as all others do."""

    def spread(self, value: Register) -> Register:
        """Return the value unchanged; nests broadcast when they load."""
        return value

    def store(self, root: tree.Node, name: str, reach: Reach = Reach.FULL) -> None:
        """Append what writes a node's value."""
        value = self.operand(root, reach)
        if value.reach is not reach:
            if value.dtype == "mask":
                raise refused("a condition that is the same for what is reduced as an output")
            copy = self.register(value.dtype, reach)
            self.steps.append(Step("move", copy, (value,)))
            self.values[root] = copy
        super().store(root, name, reach)


def _nest_of(stage: tree.Stage) -> Nest:
    reduced = _reduced_axes(stage)
    body, reads = _with_reads(stage)
    output = access_of(tree.Load(stage, tuple(map(tree.at, stage.axes))))
    axes = tuple(dict.fromkeys((*stage.axes, *reduced)))
    dims = dims_of(axes, reduced, [*reads.values(), output])
    vector = vector_of(dims, tuple(reads.values()), output)
    varying = set(reduced)
    reach = {
        name: Reach.FULL if not reduced or read.axes & varying else Reach.COLUMN
        for name, read in reads.items()
    }
    is_full = not reduced or bool(varying & set(stage.axes))
    reach[stage.name] = Reach.FULL if is_full else Reach.COLUMN
    root = rewritten(body, {})
    line = _Line(reach_of=lambda load: reach[load.source.name], reduction=_reduction)
    passes, last, values = _programs(line, root, stage, reach[stage.name])
    outer = tuple(dim for dim in dims if not dim.is_reduced and dim != vector)
    inner = tuple(dim for dim in dims if dim.is_reduced and dim != vector)
    return Nest(stage, outer, inner, vector, reads, reach, output, passes, last, values)


def _reduced_axes(stage: tree.Stage) -> tuple[tree.Axis, ...]:
    reductions = [node for node in tree.nodes_of(stage.body) if isinstance(node, tree.Reduce)]
    return reductions[0].axes if reductions else ()


def _with_reads(stage: tree.Stage) -> tuple[tree.Node, dict[str, Access]]:
    """Return a stage's body with a named input for each access, and the access patterns by name."""
    reads: dict[str, Access] = {}
    new: dict[tree.Node, tree.Node] = {}
    for node in tree.nodes_of(stage.body):
        if isinstance(node, tree.Load | tree.Position):
            name = f"{stage.name} reads {len(reads)}"
            reads[name] = access_of(node)
            port = tree.Input(name, node.dtype, node.free)
            new[node] = tree.Load(port, tuple(map(tree.at, node.free)))
    return replace(stage.body, new), reads


def _programs(
    line: _Line, root: tree.Node, stage: tree.Stage, reach: Reach
) -> tuple[tuple[VectorPass, ...], Program, RetainedRegisters]:
    """Return the passes, the program after them, and the locations of retained values."""
    levels, retained = levels_of([root]), RetainedRegisters()
    full = {stage.name: stage.dtype} if reach is Reach.FULL else {}
    most = levels[root]
    passes: list[VectorPass] = []
    after: list[Step] = []
    for level in range(1 + most if full else most):
        begin = len(line.steps)
        for node in [n for n in levels if isinstance(n, tree.Reduce) and levels[n] == level + 1]:
            line.add(node)
        if level == most:
            line.add(root)
            line.store(root, stage.name)
        vector_pass, after = _pass(after + line.steps[begin:], full, retained)
        passes.append(vector_pass)
        line.values = {n: r for n, r in line.values.items() if r.reach is Reach.COLUMN}
    begin = len(line.steps)
    if not full:
        line.add(root)
        line.store(root, stage.name, reach)
    return tuple(passes), allocate(after + line.steps[begin:], {}, retained), retained


def _pass(
    steps: Sequence[Step], outputs: Mapping[str, str], retained: RetainedRegisters
) -> tuple[VectorPass, list[Step]]:
    """Return a pass, and the instructions on retained values that use its reductions."""
    before, pieces, after = parted(steps, Reach.COLUMN, is_reduction)
    first = allocate(before, {}, retained)
    return VectorPass(first, allocate(pieces, outputs, retained)), after


def is_reduction(step: Step) -> bool:
    """Return whether an instruction adds a vector to what is reduced, or the like."""
    return step.name.startswith(_PREFIX)


def operation_of(step: Step) -> str:
    """Return the binary instruction of a reduction step."""
    return REDUCTIONS[step.name.removeprefix(_PREFIX)]


def neutral_of(step: Step) -> float | int:
    """Return the initial value of a reduction."""
    assert step.target is not None  # noqa: S101 - reductions have one
    numbers: Mapping[str, float | int] = _INTS if step.target.dtype == "int32" else _FLOATS
    return numbers[step.name.removeprefix(_PREFIX)]


def _reduction(line: TreeLine, node: tree.Reduce) -> Register:
    domain = line.domain(node.body.dtype)
    if node.operation not in REDUCTIONS or domain not in {"float32", "int32"}:
        raise refused(f"{node.operation} of {node.body.dtype}")
    values = line.operand(node.body, Reach.FULL)
    target = line.register(domain, Reach.COLUMN)
    line.steps.append(Step(_PREFIX + node.operation, target, (values,)))
    return target


def bytes_of(stage: tree.Stage) -> Size:
    """Return the bytes of a stage in the workspace, in whole blocks of 512 bytes."""
    size: Size = SIZES[stage.dtype]
    for axis in stage.axes:
        size = combine("*", size, axis.size)
    return combine("*", combine("//", combine("+", size, 511), 512), 512)
