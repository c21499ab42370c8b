"""Arrays of the host as kernels see them: copied to the device, and back after the launch."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.asc.runtime import memory

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class HostArray(NamedTuple):
    """The data that is copied for one argument."""

    name: str  # of the parameter
    address: int
    size: int  # bytes
    written_back: Callable[[], None] | None  # puts a copy in the place of the user's array
    writable: bool
    user: object  # the user's array
    packed: object  # what is copied; keeps the memory alive
    bounds: tuple[int, int] = (0, 0)  # of the user's array, if what is copied is a copy of it


class Staged:
    """The arrays of one launch on the device."""

    def __init__(self, arrays: Sequence[HostArray], *, exact: bool) -> None:
        self._arrays = arrays
        _reject_overlap(arrays)
        self._areas = areas(arrays)
        self._buffers: list[memory.DeviceBuffer] = []
        try:
            for start, size in self._areas:
                buffer = memory.take(size, exact=exact)
                self._buffers.append(buffer)
                if size:
                    memory.copy_in(buffer.address, start, size)
        except BaseException:
            self.close()
            raise

    def addresses(self) -> list[int]:
        """Return the device address of each array."""
        return [self._host_address(array) for array in self._arrays]

    def fetch(self) -> None:
        """Copy what kernels may have written back to the host.

        ValueError if a kernel wrote to an array that is read-only.
        """
        for array in self._arrays:
            if array.size and array.writable:
                memory.copy_out(array.address, self._host_address(array), array.size)
                if array.written_back is not None:
                    array.written_back()
            elif array.size:
                self._reject_writes(array)

    def close(self) -> None:
        """Give the device memory back."""
        for buffer in self._buffers:
            memory.give_back(buffer)
        self._buffers = []

    def _host_address(self, array: HostArray) -> int:
        for (start, size), buffer in zip(self._areas, self._buffers, strict=True):
            if start <= array.address and array.address + array.size <= start + size:
                return buffer.address + array.address - start
        raise AssertionError

    def _reject_writes(self, array: HostArray) -> None:
        import ctypes

        after = ctypes.create_string_buffer(array.size)
        memory.copy_out(ctypes.addressof(after), self._host_address(array), array.size)
        if after.raw != ctypes.string_at(array.address, array.size):
            message = f"the kernel wrote to argument '{array.name}', which is read-only"
            raise ValueError(f"{message}: pass a copy of it")


def areas(arrays: Sequence[HostArray]) -> list[tuple[int, int]]:
    """Return the memory areas of the arrays, without overlaps: address and bytes."""
    areas: list[tuple[int, int]] = []
    for array in sorted(arrays, key=lambda array: array.address):
        start, end = array.address, array.address + array.size
        first, size = areas[-1] if areas else (-1, 0)
        if start < first + size or start == first:
            areas[-1] = first, max(first + size, end) - first
        else:
            areas.append((start, end - start))
    return areas


def _reject_overlap(arrays: Sequence[HostArray]) -> None:
    """Raise ValueError if a copy of an array would hide what is written to another one."""
    for copied in arrays:
        if copied.written_back is None:
            continue
        start, end = copied.bounds
        for other in arrays:
            low, high = other.bounds if other.written_back else _extent(other)
            if other is not copied and low < end and start < high and _share(copied, other):
                names = f"arguments '{copied.name}' and '{other.name}'"
                message = f"{names} share memory, and '{copied.name}' has gaps between its elements"
                raise ValueError(f"{message}: pass a copy of one")


def _share(array: HostArray, other: HostArray) -> bool:
    """Return whether arrays whose bounds overlap have an element in common, as far as is known."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not all(isinstance(each.user, numpy.ndarray) for each in (array, other)):
        return True
    try:
        return bool(numpy.shares_memory(array.user, other.user, max_work=10000))
    except RuntimeError:  # it would take too long
        return True


def _extent(array: HostArray) -> tuple[int, int]:
    return array.address, array.address + array.size


def _bounds(address: int, shape: Sequence[int], steps: Sequence[int], item: int) -> tuple[int, int]:
    """Return the first byte of an array with these steps in bytes, and the byte after its last."""
    spans = [(size - 1) * step for size, step in zip(shape, steps, strict=True)]
    low = sum(span for span in spans if span < 0)
    return address + low, address + sum(span for span in spans if span > 0) + item


def of_numpy(name: str, array: Any) -> HostArray:
    """Return a NumPy array; one that is not contiguous is copied."""
    if array.flags.c_contiguous:
        address = array.__array_interface__["data"][0]
        return HostArray(name, address, array.nbytes, None, array.flags.writeable, array, array)
    numpy = sys.modules["numpy"]
    packed = numpy.ascontiguousarray(array)

    def put_back() -> None:
        array[...] = packed

    address = packed.__array_interface__["data"][0]
    own = array.__array_interface__["data"][0]
    bounds = _bounds(own, array.shape, array.strides, array.itemsize)
    writable = array.flags.writeable
    return HostArray(name, address, packed.nbytes, put_back, writable, array, packed, bounds)


def of_torch(name: str, tensor: Any) -> HostArray:
    """Return a PyTorch tensor on the CPU; one that is not contiguous is copied."""
    reject_gradients(name, tensor)
    packed = tensor.contiguous()

    def put_back() -> None:
        tensor.copy_(packed)

    item = packed.element_size()
    size = packed.numel() * item
    if packed is tensor:
        return HostArray(name, packed.data_ptr(), size, None, True, tensor, packed)  # noqa: FBT003
    steps = [step * item for step in tensor.stride()]
    bounds = _bounds(tensor.data_ptr(), tensor.shape, steps, item)
    return HostArray(name, packed.data_ptr(), size, put_back, True, tensor, packed, bounds)  # noqa: FBT003


def device_address(name: str, tensor: Any) -> int:
    """Return the device address of a PyTorch tensor; ValueError if its elements have gaps."""
    reject_gradients(name, tensor)
    if not tensor.is_contiguous():
        message = f"argument '{name}' is a tensor on the device with gaps between its elements"
        raise ValueError(f"{message}: pass its contiguous()")
    return int(tensor.data_ptr())


def reject_gradients(name: str, tensor: Any) -> None:
    """Raise ValueError for a tensor that PyTorch keeps the history of."""
    if tensor.requires_grad:
        message = f"argument '{name}' needs a gradient, which kernels do not compute"
        raise ValueError(f"{message}: pass its detach()")
