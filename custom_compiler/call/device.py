"""Device memory, and tensors in it, that later calls use again."""

from __future__ import annotations

import threading
from ctypes import POINTER, byref, c_int64, c_uint64, c_void_p
from typing import NamedTuple

from custom_compiler.call.library import acl
from custom_compiler.call.worker import strides_of
from custom_compiler.support.acl_library import HUGE_FIRST, SMALLEST_BUFFER, dimensions

_MOST_TENSORS = 64  # descriptions cached for later calls, per thread and argument


class TensorType(NamedTuple):
    """A tensor as CANN describes it, without its address.

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
        """Return the address of at least `size` bytes, the slot's until the next call for it."""
        address, capacity = self.buffers.get(slot, (0, 0))
        if capacity < size or not address:
            if address:
                self.drop_tensors(slot)
                del self.buffers[slot]
                acl().call("aclrtFree", address)
            memory, capacity = c_void_p(), max(size + size // 4, SMALLEST_BUFFER)
            acl().call("aclrtMalloc", byref(memory), capacity, HUGE_FIRST)
            address = memory.value or 0
            self.buffers[slot] = (address, capacity)
        return address

    def tensor(self, slot: int, kind: TensorType, size: int) -> int:
        """Return a contiguous aclTensor of `size` bytes in the slot's buffer."""
        address = self.buffer(slot, size)
        by_kind = self.tensors.setdefault(slot, {})
        tensor = by_kind.get(kind)
        if tensor is None:
            if len(by_kind) >= _MOST_TENSORS:
                self.drop_tensors(slot)
            tensor = create_tensor(kind, address)
            by_kind[kind] = tensor
        return tensor

    def drop_tensors(self, slot: int) -> None:
        """Forget the tensors of a slot, whose buffer stays."""
        by_kind = self.tensors.get(slot, {})
        for tensor in by_kind.values():
            acl().aclDestroyTensor(tensor)
        by_kind.clear()

    def __del__(self) -> None:
        if acl().finalized:  # at the end of the process all is gone
            return
        for slot, (address, _) in self.buffers.items():
            self.drop_tensors(slot)
            acl().aclrtFree(address)


class ThreadMemory(threading.local):
    """Memory of each thread, which loses it when it ends."""

    def __init__(self) -> None:
        use_device()
        self.memory = DeviceMemory()


def use_device() -> None:
    """Let this thread use the device; needed once, before its first call."""
    acl().call("aclrtSetDevice", 0)


def create_tensor(kind: TensorType, address: int) -> int:
    """Create a contiguous aclTensor at a device address."""
    rank = len(kind.shape)
    dims = dimensions(kind.shape)
    strides = dimensions(strides_of(kind.shape))
    tensor = acl().create(
        "aclCreateTensor",
        *(dims, rank, kind.code, strides, 0, kind.layout, dims, rank, address),
    )
    return tensor.value or 0


def shape_of(tensor: int) -> tuple[int, ...]:
    """Return a tensor's shape, which a kernel may have changed."""
    dims, rank = POINTER(c_int64)(), c_uint64()
    acl().call("aclGetViewShape", tensor, byref(dims), byref(rank))
    shape = tuple(dims[: rank.value])
    acl().free(dims)
    return shape
