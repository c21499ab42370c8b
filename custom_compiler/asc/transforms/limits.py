"""Memory of the cores that a kernel takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.asc import table
from custom_compiler.asc.ir import types
from custom_compiler.asc.transforms.fold import constant_value
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Attribute, Operation

UB = "UB"
MEMORY_OF_POSITION = {
    **dict.fromkeys(("vecin", "vecout", "veccalc"), UB),
    **dict.fromkeys(("a1", "b1", "c1"), "L1"),
    "a2": "L0A",
    "b2": "L0B",
    "co1": "L0C",
}
_SIZES = {
    UB: "ub_size",
    "L1": "l1_size",
    "L0A": "l0_a_size",
    "L0B": "l0_b_size",
    "L0C": "l0_c_size",
}
_BLOCK_BYTES = 32


class LocalBuffer(NamedTuple):
    """Memory that a kernel asks for."""

    name: str
    memory: str
    number: int
    bytes: int  # of each

    @property
    def total(self) -> int:
        """Its bytes, in whole blocks."""
        return self.number * rounded_up(self.bytes)


def memories_of(description: Mapping[str, str]) -> dict[str, int]:
    """Return the bytes of a core's memories from the description of a SoC (`platform_config`)."""
    return {memory: int(description[key]) for memory, key in _SIZES.items() if key in description}


def rounded_up(size: int) -> int:
    """Round bytes up to whole blocks of 32."""
    return -(-size // _BLOCK_BYTES) * _BLOCK_BYTES


def buffers(module: ModuleOp) -> Iterator[LocalBuffer]:
    """Yield the buffers whose sizes are known."""
    for operation in module.walk():
        buffer = _buffer(operation)
        if buffer is not None:
            yield buffer


def check_memory(module: ModuleOp, memories: Mapping[str, int]) -> None:
    """Hold a kernel's memory against the cores'.

    Args:
        module: the kernel.
        memories: bytes of UB, L1, L0A, L0B, L0C.

    Raises:
        MisuseError: it needs more; with all its buffers.
    """
    all_buffers = list(buffers(module))
    for memory, size in memories.items():
        there = [buffer for buffer in all_buffers if buffer.memory == memory]
        total = sum(buffer.total for buffer in there)
        if total > size:
            message = (
                f"{memory} overflows: {total} bytes asked for, {size} there: {described(there)}"
            )
            raise MisuseError(message, "make tiles smaller, or use fewer buffers")
    _check_addresses(module, memories)


def described(several: list[LocalBuffer]) -> str:
    """Return the buffers with their sizes as text, the largest first."""
    parts = []
    for buffer in sorted(several, key=lambda b: -b.total):
        times = f"{buffer.number} x " if buffer.number != 1 else ""
        parts.append(f"{buffer.name} {times}{rounded_up(buffer.bytes)}")
    return ", ".join(parts)


def element_bytes(type_: Attribute) -> int:
    """Return the bytes of a number in memory."""
    name = types.dtype_name(type_)
    return 1 if name == "bool" else int(name.lstrip("abcdefghijklmnopqrstuvwxyz")) // 8


def _check_addresses(module: ModuleOp, memories: Mapping[str, int]) -> None:
    for operation in module.walk():
        if operation.name != "ascendc.local_tensor_v2":
            continue
        address, size = (constant_value(operand) for operand in operation.operands)
        element = operation.results[0].type.element_type  # type: ignore[attr-defined]
        position = _position(operation)
        memory = MEMORY_OF_POSITION.get(position, "")
        if address is None or size is None or memory not in memories:
            continue
        end = int(address) + int(size) * element_bytes(element)
        if end > memories[memory]:
            name = operation.results[0].name_hint or "a tensor"
            message = f"{memory} overflows: {name} ends at byte {end}, {memories[memory]} are there"
            raise MisuseError(message, "place it lower, or make it smaller")


def _position(operation: Operation) -> str:
    number = int(operation.attributes["pos"].value.data)  # type: ignore[attr-defined]
    members = table.enumeration("TPosition").members
    return next((name.lower() for name, value in members if value == number), "")


def _buffer(operation: Operation) -> LocalBuffer | None:
    if operation.name not in {"ascendc.pipe.init_queue", "ascendc.pipe.init_buffer"}:
        return None
    _, queue, *numbers = operation.operands
    sizes = [constant_value(number) for number in numbers]
    if None in sizes or not sizes:
        return None
    count = int(sizes[0] or 0) if len(sizes) > 1 else 1
    memory = MEMORY_OF_POSITION.get(getattr(queue.type, "position", ""), "")
    return LocalBuffer(queue.name_hint or "a buffer", memory, count, int(sizes[-1] or 0))
