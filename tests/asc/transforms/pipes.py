"""A kernel's operations as pipes execute them: which order flags and pipes guarantee."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects import arith, scf

from custom_compiler.asc import table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Block, Operation, SSAValue

_EVENTS = {number: name for name, number in table.enumeration("HardEvent").members}
_PIPES = {
    "ascendc.add_l2": "V",
    "ascendc.duplicate_l2": "V",
    "ascendc.local_tensor.get_value": "S",
    "ascendc.local_tensor.set_value": "S",
}


class Step(NamedTuple):
    """An operation given to a pipe, in the order of the program."""

    operation: Operation
    pipe: str
    before: int  # bits: the steps that have ended when it begins
    reads: frozenset[object]
    writes: frozenset[object]


def races(module: ModuleOp, choices: Iterator[bool]) -> list[tuple[str, str]]:
    """Pairs of operations that touch memory in no order; `choices` are the branches taken."""
    run = _Run(choices)
    run.block(next(iter(module.ops)).regions[0].block, {})
    assert not any(run.flags.values()), "a flag was set, and nothing waited for it"
    found = []
    for number, step in enumerate(run.steps):
        for other_number, other in enumerate(run.steps[:number]):
            together = (step.writes & (other.reads | other.writes)) | (step.reads & other.writes)
            if together and step.pipe != other.pipe and not step.before >> other_number & 1:
                found.append((other.operation.name, step.operation.name))
    return found


class Execution:
    """Goes through a kernel; `choices` are the branches taken."""

    def __init__(self, choices: Iterator[bool]) -> None:
        self._choices = choices

    def operation(self, operation: Operation) -> None:
        """Execute an operation without regions."""
        raise NotImplementedError

    def block(self, block: Block, numbers: dict[SSAValue, int]) -> None:
        """Execute the operations of a block."""
        for operation in block.ops:
            if isinstance(operation, arith.ConstantOp):
                numbers[operation.result] = int(operation.value.value.data)  # type: ignore[union-attr]
            elif isinstance(operation, scf.ForOp):
                for _ in range(numbers[operation.lb], numbers[operation.ub]):
                    self.block(operation.body.block, numbers)
            elif isinstance(operation, scf.IfOp):
                region = operation.true_region if next(self._choices) else operation.false_region
                if region.blocks:
                    self.block(region.block, numbers)
            else:
                self.operation(operation)


class _Run(Execution):
    """One execution. A number's bit is set where the step of that number is known to have ended."""

    def __init__(self, choices: Iterator[bool]) -> None:
        super().__init__(choices)
        self.steps: list[Step] = []
        self.flags: dict[object, list[int]] = {}
        self._done: dict[str, int] = {}  # by pipe: what has ended when its next step begins
        self._tensors: dict[SSAValue, object] = {}
        # Buffers of queues, each with what has ended before it can be used.
        self._free: dict[SSAValue, list[tuple[int, int]]] = {}
        self._handed_on: dict[SSAValue, list[tuple[int, int]]] = {}

    def operation(self, operation: Operation) -> None:
        name = operation.name
        if name == "ascendc.tbuf.get_tensor":
            self._tensors[operation.results[0]] = operation.operands[0]
        elif name == "ascendc.global_tensor":
            self._tensors[operation.results[0]] = operation.results[0]
        elif name in {"ascendc.set_flag", "ascendc.wait_flag"}:
            number = operation.attributes["event"].value.data  # type: ignore[attr-defined]
            self._flag(operation, *_EVENTS[number].split("_"))
        elif name.startswith("ascendc.que_bind."):
            self._queue(name.rpartition(".")[2], operation)
        elif name == "ascendc.data_copy_l2":
            target, source = operation.operands[:2]
            inwards = target.type.name == "ascendc.local_tensor"
            self._step(operation, "MTE2" if inwards else "MTE3", [source], [target])
        elif name in _PIPES:
            first, *others = [o for o in operation.operands if o in self._tensors]
            read = name.endswith("get_value")
            reads, writes = ([first], []) if read else (others, [first])
            self._step(operation, _PIPES[name], reads, writes)

    def _queue(self, action: str, operation: Operation) -> None:
        """Let filling a buffer wait for emptying it, and the other way round."""
        queue = operation.operands[0]
        filling, taking = ("MTE2", "V") if "vecin" in str(queue.type) else ("V", "MTE3")
        free = self._free.setdefault(queue, [(0, 0), (1, 0)])
        handed_on = self._handed_on.setdefault(queue, [])
        if action in {"alloc_tensor", "deque_tensor"}:
            buffers, pipe = (free, filling) if action == "alloc_tensor" else (handed_on, taking)
            assert buffers, f"{action} hangs"
            buffer, ended = buffers.pop(0)
            self._done[pipe] = self._done.get(pipe, 0) | ended
            self._tensors[operation.results[0]] = (queue, buffer)
        else:
            buffers, pipe = (handed_on, filling) if action == "enque_tensor" else (free, taking)
            _, buffer = self._tensors[operation.operands[1]]  # type: ignore[misc]
            buffers.append((buffer, self._done.get(pipe, 0)))

    def _flag(self, operation: Operation, of_whom: str, who: str) -> None:
        key = (operation.attributes["event"], operation.operands[0])
        waiting = self.flags.setdefault(key, [])
        if operation.name == "ascendc.set_flag":
            waiting.append(self._done.get(of_whom, 0))
            return
        assert waiting, "a wait without a flag hangs"
        ended = waiting.pop(0)
        for pipe in ("V", "MTE2", "MTE3", "S") if who == "S" else (who,):
            self._done[pipe] = self._done.get(pipe, 0) | ended

    def _step(
        self, operation: Operation, pipe: str, reads: list[SSAValue], writes: list[SSAValue]
    ) -> None:
        before = self._done.get(pipe, 0)
        memory = [frozenset(self._tensors[tensor] for tensor in given) for given in (reads, writes)]
        self.steps.append(Step(operation, pipe, before, *memory))
        self._done[pipe] = before | 1 << len(self.steps) - 1
