"""Device memory, and tensors in it, that later calls use again."""

from __future__ import annotations

import threading
from ctypes import POINTER, byref, c_int64, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.call.library import HUGE_FIRST, acl
from custom_compiler.call.worker import strides_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_SMALLEST_BUFFER = 32  # an empty tensor still has an address
_MOST_TENSORS = 64  # descriptions kept for later calls, per thread and argument


class TensorType(NamedTuple):
    """What CANN knows of a tensor but its place.

    Attributes:
        shape: Its dimensions.
        code: Its ge::DataType.
        layout: Its ge::Format.
    """

    shape: tuple[int, ...]
    code: int
    layout: int


class DeviceMemory:
    """Device buffers and tensors that later calls use again; freed with the object."""

    def __init__(self) -> None:
        self.buffers: dict[int, tuple[int, int]] = {}  # slot -> address, bytes
        self.tensors: dict[int, dict[TensorType, int]] = {}  # by slot

    def buffer(self, slot: int, size: int) -> int:
        """Address of at least `size` bytes, the slot's until the next call for it."""
        address, capacity = self.buffers.get(slot, (0, 0))
        if capacity < size or not address:
            if address:
                self.drop_tensors(slot)
                del self.buffers[slot]
                acl().check(acl().free(address), "aclrtFree")
            memory, capacity = c_void_p(), max(size + size // 4, _SMALLEST_BUFFER)
            acl().check(acl().malloc(byref(memory), capacity, HUGE_FIRST), "aclrtMalloc")
            address = memory.value or 0
            self.buffers[slot] = (address, capacity)
        return address

    def tensor(self, slot: int, kind: TensorType, size: int) -> int:
        """A contiguous aclTensor of `size` bytes in the slot's buffer."""
        address = self.buffer(slot, size)
        known = self.tensors.setdefault(slot, {})
        found = known.get(kind)
        if found is None:
            if len(known) >= _MOST_TENSORS:
                self.drop_tensors(slot)
            found = create_tensor(kind, address)
            known[kind] = found
        return found

    def drop_tensors(self, slot: int) -> None:
        """Forget the tensors of a slot, whose buffer stays."""
        known = self.tensors.get(slot, {})
        for tensor in known.values():
            acl().destroy_tensor(tensor)
        known.clear()

    def __del__(self) -> None:
        if acl().finalized:  # at the end of the process all is gone
            return
        for slot, (address, _) in self.buffers.items():
            self.drop_tensors(slot)
            acl().free(address)


class ThreadMemory(threading.local):
    """Memory of each thread, which loses it when it ends."""

    def __init__(self) -> None:
        use_device()
        self.memory = DeviceMemory()


def use_device() -> None:
    """Let this thread use the device; needed once, before its first call."""
    acl().check(acl().set_device(0), "aclrtSetDevice")


def create_tensor(kind: TensorType, address: int) -> int:
    """A contiguous aclTensor at a device address."""
    rank = len(kind.shape)
    array = c_int64 * rank
    dims = array(*kind.shape)
    strides = array(*strides_of(kind.shape))
    tensor: int | None = acl().create_tensor(
        dims, rank, kind.code, strides, 0, kind.layout, dims, rank, address
    )
    if tensor is None:
        acl().check(-1, "aclCreateTensor")
    return tensor or 0


def shape_of(tensor: int) -> tuple[int, ...]:
    """A tensor's shape, which is another one than it was made with if a kernel computed it."""
    dims, rank = POINTER(c_int64)(), c_uint64()
    acl().check(acl().view_shape(tensor, byref(dims), byref(rank)), "aclGetViewShape")
    shape = tuple(dims[: rank.value])
    acl().release(dims)
    return shape


def addresses(values: Sequence[int]) -> Any:
    """An array of pointers for C."""
    return (c_void_p * len(values))(*values)
