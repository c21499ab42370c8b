"""Pipes, queues and buffers."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from custom_compiler.asc.ir import builder
from custom_compiler.asc.language.enumerations import enumeration
from custom_compiler.asc.language.objects import Object
from custom_compiler.asc.language.values import describe, is_number

if TYPE_CHECKING:
    from enum import IntEnum

    from xdsl.ir import SSAValue


class TPipe(Object):
    """The pipe: it hands memory to queues and buffers. A kernel has one.

    Raises:
        RuntimeError: the kernel has a pipe already.
    """

    def __init__(self) -> None:
        current = builder.current("asc.TPipe")
        if any(name == "pipe" for name, _ in current.singletons):
            message = "a kernel has one TPipe; asc.get_tpipe_ptr() returns it"
            raise RuntimeError(message)
        self.handle = _plain("asc.TPipe", "pipe")
        current.singletons["pipe", current.function_block] = self


def get_tpipe_ptr() -> TPipe:
    """Return the kernel's pipe.

    Raises:
        RuntimeError: the kernel has made none before.
    """
    current = builder.current("asc.get_tpipe_ptr")
    if not any(name == "pipe" for name, _ in current.singletons):
        message = "asc.get_tpipe_ptr(): the kernel has no TPipe yet"
        raise RuntimeError(message)
    key = ("pipe", current.function_block)
    if key not in current.singletons:  # another function made it: passes make one of both
        current.singletons[key] = TPipe.of(_plain("asc.get_tpipe_ptr", "pipe"))
    return cast("TPipe", current.singletons[key])


class TQueBind(Object):
    """A queue between two positions.

    Args:
        src: position that fills it, `asc.TPosition.VECIN`.
        dst: position that empties it.
        depth: how many tensors it holds.
        mask: nothing but 0, as in CANN.
    """

    def __init__(
        self,
        src: IntEnum | None = None,
        dst: IntEnum | None = None,
        depth: int = 0,
        mask: int = 0,
    ) -> None:
        vecin = enumeration("TPosition")["VECIN"]
        positions = [_position("TQueBind", vecin if p is None else p) for p in (src, dst)]
        if mask:
            message = "asc.TQueBind: only mask = 0 is there"
            raise ValueError(message)
        self.handle = _words("asc.TQueBind", "que_bind", *positions, _count("TQueBind", depth))

    def enqueue(self, *positional: object, **keywords: object) -> object:
        """Enqueue a tensor, as `enque`; the name of PyAsc's slides."""
        return self.enque(*positional, **keywords)


class TQue(TQueBind):
    """A queue at one position.

    Args:
        pos: `asc.TPosition.VECIN`, ...
        depth: how many tensors it holds.
    """

    def __init__(self, pos: IntEnum, depth: int = 1) -> None:
        self.handle = _words("asc.TQue", "queue", _position("TQue", pos), _count("TQue", depth))


class TBuf(TQueBind):
    """Memory without a queue.

    Args:
        pos: `asc.TPosition.VECCALC`, ...
    """

    def __init__(self, pos: IntEnum) -> None:
        self.handle = _words("asc.TBuf", "tbuf", _position("TBuf", pos))


class TBufPool(Object):
    """Memory that several queues and buffers share, one after the other.

    Args:
        pos: its position.
        buf_id_size: how many buffers it may have.
    """

    def __init__(self, pos: IntEnum, buf_id_size: int = 4) -> None:
        self.handle = _words(
            "asc.TBufPool",
            "tbuf_pool",
            _position("TBufPool", pos),
            _count("TBufPool", buf_id_size),
            operation="tBufPool",
        )


class LocalMemAllocator(Object):
    """Gives tensors addresses one after the other, for kernels without a pipe.

    Args:
        hard: the memory, `asc.Hardware.UB`.
    """

    def __init__(self, hard: IntEnum | None = None) -> None:
        from custom_compiler.asc.ir import types

        memory = enumeration("Hardware")["UB"] if hard is None else hard
        self.handle = builder.current("asc.LocalMemAllocator").value(
            "ascendc.local_mem_allocator",
            (),
            types.plain("local_mem_allocator"),
            {"hardware": types.number(int(memory))},
        )


def _plain(name: str, mnemonic: str) -> SSAValue:
    from custom_compiler.asc.ir import types

    return builder.current(name).value(f"ascendc.{mnemonic}", (), types.plain(mnemonic))


def _words(
    name: str, mnemonic: str, *parameters: str | int, operation: str | None = None
) -> SSAValue:
    from custom_compiler.asc.ir import types

    kind = types.words(mnemonic, *parameters)
    return builder.current(name).value(f"ascendc.{operation or mnemonic}", (), kind)


def _position(name: str, position: object) -> str:
    if not isinstance(position, enumeration("TPosition")):
        message = f"asc.{name}: 'pos' argument must be TPosition, got {describe(position)}"
        raise TypeError(message)
    return position.name.lower()


def _count(name: str, number: object) -> int:
    if not is_number(number) or isinstance(number, float):
        message = (
            f"asc.{name}: a number of buffers is an int that is known when the kernel is compiled,"
            f" not {describe(number)}; asc.ConstExpr makes an argument one"
        )
        raise TypeError(message)
    return int(number)
