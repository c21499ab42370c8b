"""Memory of tensors between operators: one block, whose parts are used again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.autokernel.host.targets import BYTES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.describe.model import Model

ALIGNMENT = 64
"""Bytes of a cache line, which the widest vectors have too."""


@dataclass(frozen=True)
class Life:
    """A tensor's bytes, and the first and last step that has it."""

    name: str
    size: int
    first: int
    last: int

    def meets(self, other: Life) -> bool:
        """Return whether both are there at the same time."""
        return self.first <= other.last and other.first <= self.last


@dataclass(frozen=True)
class Block:
    """The memory of a run.

    Attributes:
        size: In bytes.
        offsets: Of each tensor that a step makes and no caller receives, by name.
    """

    size: int
    offsets: Mapping[str, int]


def aligned(size: int) -> int:
    """Round a size up to the next multiple of ALIGNMENT."""
    return -(-size // ALIGNMENT) * ALIGNMENT


def plan(model: Model) -> Block:
    """Place the tensors between steps; large ones choose first, each the lowest that fits."""
    placed: list[tuple[int, Life]] = []
    for life in sorted(_lives(model), key=lambda life: (-life.size, life.first, life.name)):
        offset = 0
        occupied = sorted(
            (start, start + other.size) for start, other in placed if other.meets(life)
        )
        for start, end in occupied:
            if offset + life.size <= start:
                break
            offset = max(offset, end)
        placed.append((offset, life))
    size = max((offset + life.size for offset, life in placed), default=0)
    return Block(size, {life.name: offset for offset, life in placed})


def _lives(model: Model) -> list[Life]:
    first_steps: dict[str, int] = {}
    read: dict[str, int] = {}
    for number, step in enumerate(model.steps):
        first_steps.update(dict.fromkeys(step.outputs, number))
        read.update(dict.fromkeys(map(model.root, step.inputs), number))
    received = {model.root(name) for name in model.outputs}
    lives = []
    for name, first in first_steps.items():
        if name not in received:
            tensor = model.tensors[name]
            size = aligned(tensor.count * BYTES[tensor.dtype])
            lives.append(Life(name, size, first, read.get(name, first)))
    return lives
