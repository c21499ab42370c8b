"""Waits between pipes, where one uses what another has in its hands: automatic synchronisation.

Only true dependences count: a read after a write, a write after a read or a write, of the same
memory, by different pipes, unless the waits that are there already order them. Pipes execute their
own operations in order: the device's compiler puts the barriers between vector operations, unless
an option forbids it; then they are put here. What queues order is left alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects import scf
from xdsl.dialects.builtin import IntegerAttr
from xdsl.rewriter import InsertPoint

from custom_compiler.asc import table
from custom_compiler.asc.ir import types
from custom_compiler.asc.ir.construction import Builder
from custom_compiler.asc.transforms.accesses import MemoryAccess, access, is_looked_after
from custom_compiler.asc.transforms.clock import Moment, State
from custom_compiler.asc.transforms.pipe import kernel_of, the_pipe

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Block, Operation, SSAValue


# Kernels that use flags number them from 0 on, and the pipe does not know these.
LAST_EVENT = 7


class PipeWait(NamedTuple):
    """One pipe waits for another before an operation."""

    event: str  # member of HardEvent, "MTE2_V"
    before: Operation


def insert_waits(module: ModuleOp, unordered: frozenset[str] = frozenset()) -> None:
    """Make the pipes wait for each other where the memory that they share asks for it.

    Operations of `unordered` pipes wait for each other, too.
    """
    function = kernel_of(module)
    search = _Search()
    search.block(function.body.block, State(unordered))
    if not search.waits:
        return
    flagged = any(operation.name == "ascendc.set_flag" for operation in function.walk())
    pipe = None if flagged else the_pipe(function)
    builder = Builder()
    for wait in sorted(search.waits.values(), key=lambda w: search.order[w.before, w.event]):
        _write(builder, wait, pipe)


class _Search:
    """Goes through a kernel as it runs, loops twice: their second round is like all later ones."""

    def __init__(self) -> None:
        self.waits: dict[tuple[Operation, str], PipeWait] = {}
        self.order: dict[tuple[Operation, str], int] = {}
        self._number = 0

    def block(self, block: Block, state: State) -> None:
        """Insert the waits that the operations of a block need, and update the clocks after it."""
        for operation in list(block.ops):
            if isinstance(operation, scf.ForOp):
                self._loop(operation.body.block, state)
            elif isinstance(operation, scf.WhileOp):
                self._while(operation, state)
            elif isinstance(operation, scf.IfOp):
                self._branch(operation, state)
            else:
                self._operation(operation, state)

    def _loop(self, body: Block, state: State) -> None:
        without = state.copy()
        self.block(body, state)
        self.block(body, state)
        state.join(without)

    def _while(self, loop: scf.WhileOp, state: State) -> None:
        before, after = loop.before_region.block, loop.after_region.block
        self.block(before, state)
        without = state.copy()
        for _ in range(2):
            self.block(after, state)
            self.block(before, state)
        state.join(without)

    def _branch(self, branch: scf.IfOp, state: State) -> None:
        other = state.copy()
        self.block(branch.true_region.block, state)
        if branch.false_region.blocks:
            self.block(branch.false_region.block, other)
        state.join(other)

    def _operation(self, operation: Operation, state: State) -> None:
        self._number += 1
        if self._apply_own(operation, state):
            return
        for wait in (w for w in self.waits.values() if w.before is operation):
            self._apply(wait, state)
        done = _looked_after(access(operation))
        if done is None:
            return
        state.issue(done.pipe)
        for pipe in sorted({moment.pipe for moment in state.unseen(done)}):
            self._add(operation, f"{pipe}_{done.pipe}", state)
        state.record(Moment(self._number, done.pipe, operation), done)

    def _add(self, operation: Operation, event: str, state: State) -> None:
        key = (operation, event)
        self.waits[key] = PipeWait(event, operation)
        self.order.setdefault(key, len(self.order))
        self._apply(self.waits[key], state)

    def _apply(self, wait: PipeWait, state: State) -> None:
        of_whom, _, who = wait.event.partition("_")
        state.wait(who, of_whom, self._number - 1)

    def _apply_own(self, operation: Operation, state: State) -> bool:
        """Apply the kernel's own flags and barriers; return whether it was one."""
        if operation.name == "ascendc.pipe_barrier":
            pipe = _member(operation, "pipe", "PipeID").removeprefix("PIPE_")
            if pipe == "ALL":
                state.wait_for_all(self._number)
            elif pipe:
                state.learn(pipe, pipe, self._number)
            return True
        return False


def _looked_after(done: MemoryAccess | None) -> MemoryAccess | None:
    if done is None:
        return None
    reads = frozenset(memory for memory in done.reads if is_looked_after(memory))
    writes = frozenset(memory for memory in done.writes if is_looked_after(memory))
    return MemoryAccess(done.pipe, reads, writes) if reads or writes else None


def _member(operation: Operation, attribute: str, enumeration: str) -> str:
    value = operation.attributes.get(attribute)
    number = value.value.data if isinstance(value, IntegerAttr) else None
    members = table.enumeration(enumeration).members
    return next((name for name, n in members if n == number), "")


def _write(builder: Builder, wait: PipeWait, pipe: SSAValue | None) -> None:
    """Write the flag and its wait; without a pipe, the event number is the last one."""
    of_whom, _, who = wait.event.partition("_")
    event = {"event": types.number(dict(table.enumeration("HardEvent").members)[wait.event])}
    builder.location = wait.before.location  # type: ignore[assignment]
    with builder.inside(InsertPoint.before(wait.before)):
        if who == of_whom:
            its = {"pipe": types.number(dict(table.enumeration("PipeID").members)[f"PIPE_{who}"])}
            builder.create("ascendc.pipe_barrier", attributes=its)
            return
        if pipe is None:
            number = builder.constant(LAST_EVENT, "int32")
        else:
            kind = types.element("int32")
            number = builder.value("ascendc.pipe.fetch_event_id", (pipe,), kind, event)
            number.name_hint = f"{wait.event.lower()}_id"
        builder.create("ascendc.set_flag", (number,), attributes=event)
        builder.create("ascendc.wait_flag", (number,), attributes=event)
