"""Vector clocks: the operations of each pipe that every pipe has waited for.

Operations are numbered as the kernel would execute them once. A pipe executes its own in order,
the vector pipe only where the device's compiler puts barriers between them. If pipe B has waited
for pipe A up to number n, B knows that, and all that A knew at n.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xdsl.ir import Operation, SSAValue

    from custom_compiler.asc.transforms.accesses import MemoryAccess

PIPES = ("S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX")


class Moment(NamedTuple):
    """An operation when it was given to its pipe."""

    number: int
    pipe: str
    operation: Operation


class State:
    """The clocks at a point of the kernel."""

    def __init__(self, unordered: frozenset[str] = frozenset()) -> None:
        self._unordered = unordered  # pipes whose operations need barriers between them
        self.reached: dict[tuple[str, str], int] = {}  # (who, of whom) -> number
        # Who uses a piece of memory since it was written last, and who wrote it.
        self.writers: dict[SSAValue, dict[str, Moment]] = {}
        self.readers: dict[SSAValue, dict[str, Moment]] = {}

    def copy(self) -> State:
        """Return an independent copy."""
        state = State(self._unordered)
        state.reached = dict(self.reached)
        state.writers = {memory: dict(by) for memory, by in self.writers.items()}
        state.readers = {memory: dict(by) for memory, by in self.readers.items()}
        return state

    def join(self, other: State) -> None:
        """Join two control-flow paths: the accesses of either, and the waits of both."""
        self.reached = {
            pair: min(number, other.reached.get(pair, 0)) for pair, number in self.reached.items()
        }
        for mine, theirs in ((self.writers, other.writers), (self.readers, other.readers)):
            for memory, by in theirs.items():
                for pipe, moment in by.items():
                    latest = mine.setdefault(memory, {}).get(pipe)
                    if latest is None or latest.number < moment.number:
                        mine[memory][pipe] = moment

    def unseen(self, access: MemoryAccess) -> Iterator[Moment]:
        """Yield the earlier accesses to this memory for which this access must still wait."""
        for memory in access.reads | access.writes:
            before = list(self.writers.get(memory, {}).values())
            if memory in access.writes:
                before += self.readers.get(memory, {}).values()
            for moment in before:
                seen = self.reached.get((access.pipe, moment.pipe), 0)
                ordered = moment.pipe == access.pipe and moment.pipe not in self._unordered
                if not ordered and seen < moment.number:
                    yield moment

    def wait(self, who: str, of_whom: str, number: int) -> None:
        """Record that a pipe waits for the operations of another one up to a number."""
        self.learn(who, of_whom, number)
        for third in PIPES:
            if third != who:
                self.learn(who, third, self.reached.get((of_whom, third), 0))

    def learn(self, who: str, of_whom: str, number: int) -> None:
        """Record up to which number a pipe has waited for another; the number never falls."""
        self.reached[who, of_whom] = max(number, self.reached.get((who, of_whom), 0))

    def wait_for_all(self, number: int) -> None:
        """Record a barrier of all pipes."""
        for who in PIPES:
            for of_whom in PIPES:
                self.learn(who, of_whom, number)

    def issue(self, pipe: str) -> None:
        """Record that the scalar unit issues an operation: all that it has waited for is done."""
        for third in PIPES:
            if third != pipe:
                self.learn(pipe, third, self.reached.get(("S", third), 0))

    def record(self, moment: Moment, access: MemoryAccess) -> None:
        """Record the accesses of an operation that was issued to its pipe."""
        for memory in access.writes:
            self.writers.setdefault(memory, {})[moment.pipe] = moment
            self.readers.pop(memory, None)
        for memory in access.reads - access.writes:
            self.readers.setdefault(memory, {})[moment.pipe] = moment
