"""Contents of tensors while a kernel runs: whether reads find the values that the program wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.asc.transforms.pipes import Execution

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Operation, SSAValue


def reads(module: ModuleOp, choices: Iterator[bool]) -> list[int | None]:
    """Return the values of copies out of the core and of scalar reads, in order; None: undefined.

    A tensor's content is a number that identifies its inputs. `choices` are the branches.
    """
    run = _Contents(choices)
    run.block(next(iter(module.ops)).regions[0].block, {})
    return run.reads


class _Contents(Execution):
    def __init__(self, choices: Iterator[bool]) -> None:
        super().__init__(choices)
        self.reads: list[int | None] = []
        self._contents: dict[object, int | None] = {}  # by place
        self._places: dict[SSAValue, object] = {}
        self._queues: dict[SSAValue, list[object]] = {}

    def operation(self, operation: Operation) -> None:
        name = operation.name
        if name == "ascendc.local_tensor.get_value":
            self.reads.append(self._content(operation.operands[0]))
        elif name == "ascendc.local_tensor.set_value":
            self._compute(operation.operands[0], operation.operands[:1])
        elif name == "ascendc.add_l2":
            self._compute(operation.operands[0], operation.operands[1:3])
        elif name == "ascendc.data_copy_l2":
            target, source = operation.operands[:2]
            self._contents[self._places[target]] = self._content(source)
            if target.type.name == "ascendc.global_tensor":
                self.reads.append(self._content(source))
        else:
            self._place(operation)

    def _place(self, operation: Operation) -> None:
        """Record the memory of the tensor that an operation returns."""
        name = operation.name
        if name == "ascendc.global_tensor":
            self._places[operation.results[0]] = operation.results[0]
            self._contents[operation.results[0]] = len(self._places)
        elif name in {"ascendc.local_tensor_auto", "ascendc.que_bind.alloc_tensor"}:
            self._places[operation.results[0]] = object()
        elif name == "ascendc.tbuf.get_tensor":
            self._places[operation.results[0]] = operation.operands[0]
        elif name == "ascendc.que_bind.enque_tensor":
            queue, tensor = operation.operands
            self._queues.setdefault(queue, []).append(self._places[tensor])
        elif name == "ascendc.que_bind.deque_tensor":
            self._places[operation.results[0]] = self._queues[operation.operands[0]].pop(0)

    def _content(self, tensor: SSAValue) -> int | None:
        return self._contents.get(self._places[tensor])

    def _compute(self, target: SSAValue, sources: Sequence[SSAValue]) -> None:
        found = [self._content(source) for source in sources]
        known = None if None in found else hash(("computed", *found))
        self._contents[self._places[target]] = known
