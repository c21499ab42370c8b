"""Device memory for arrays of the host, cached between launches."""

from __future__ import annotations

import ctypes
import os
import threading
from typing import NamedTuple

from custom_compiler.asc.runtime import acl

# Kernels that take tiles of one size reach past the end of their tensors; a device's allocator
# leaves as much after each buffer, and more than most tiles.
_SLACK = 64 << 10
_GRAIN = 4096
_KEPT = 512 << 20  # bytes that are cached for later launches
_HUGE_FIRST = 0  # ACL_MEM_MALLOC_HUGE_FIRST
_TO_DEVICE, _FROM_DEVICE = 1, 2


class DeviceBuffer(NamedTuple):
    """Device memory for one launch."""

    address: int
    capacity: int  # bytes; of exact buffers, which are not cached, -1


class _Pool:
    """Free buffers by their capacity."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._free: dict[int, list[int]] = {}
        self._bytes = 0

    def take(self, size: int) -> DeviceBuffer:
        """Return a buffer of at least `size` bytes, with slack memory after it."""
        capacity = -(-(size + _SLACK) // _GRAIN) * _GRAIN
        with self._lock:
            addresses = self._free.get(capacity)
            if addresses:
                self._bytes -= capacity
                return DeviceBuffer(addresses.pop(), capacity)
        return DeviceBuffer(_allocate(capacity), capacity)

    def give_back(self, buffer: DeviceBuffer) -> None:
        """Cache a buffer, or free it if the cache is full."""
        if buffer.capacity >= 0:
            with self._lock:
                if self._bytes + buffer.capacity <= _KEPT:
                    self._bytes += buffer.capacity
                    self._free.setdefault(buffer.capacity, []).append(buffer.address)
                    return
        _free(buffer.address)

    def clear(self) -> None:
        """Free the cached buffers."""
        with self._lock:
            addresses = [address for each in self._free.values() for address in each]
            self._free.clear()
            self._bytes = 0
        for address in addresses:
            _free(address)


_pool = _Pool()
acl.before_finish.append(_pool.clear)


def launches_are_observed() -> bool:
    """Return whether a checker or profiler looks at the launches of this process."""
    return bool(os.environ.get("ASCENDC_OBSERVE"))


def take(size: int, *, exact: bool) -> DeviceBuffer:
    """Allocate `size` bytes; `exact`: with nothing after it, where accesses are errors."""
    return DeviceBuffer(_allocate(max(size, 1)), -1) if exact else _pool.take(size)


def give_back(buffer: DeviceBuffer) -> None:
    """Let others have a buffer of `take`."""
    _pool.give_back(buffer)


def copy_in(address: int, source: int, size: int) -> None:
    """Copy `size` bytes of the host to the device."""
    code = acl.library().aclrtMemcpy(address, size, source, size, _TO_DEVICE)
    acl.check(code, f"copying {size} bytes to the device")


def copy_out(target: int, address: int, size: int) -> None:
    """Copy `size` bytes of the device to the host."""
    code = acl.library().aclrtMemcpy(target, size, address, size, _FROM_DEVICE)
    acl.check(code, f"copying {size} bytes from the device")


def _allocate(size: int) -> int:
    address = ctypes.c_void_p()
    code = acl.library().aclrtMalloc(ctypes.byref(address), size, _HUGE_FIRST)
    acl.check(code, f"device memory of {size} bytes")
    return address.value or 0


def _free(address: int) -> None:
    acl.check(acl.library().aclrtFree(address), "freeing device memory")
