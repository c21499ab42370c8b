"""torch_npu's part of benchmarks/asc.py: launches of a kernel in Python on the device's tensors."""

from __future__ import annotations

import ctypes
import struct
import sys
import time

import torch
import torch_npu  # noqa: F401  brings the device

import asc

_LAUNCHES = 2000
_TURNS = 7


@asc.jit
def touch(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress) -> None:  # noqa: ARG001
    """Do as little as a kernel can."""
    asc.get_block_idx()


def main() -> None:
    """Print seconds of a launch, from Python and from C: by turns, the least of each."""
    launch_many = ctypes.CDLL(sys.argv[1]).launch_many
    launch_many.restype = ctypes.c_double
    launch_many.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_char_p, ctypes.c_size_t]
    launch_many.argtypes += [ctypes.c_int]
    tensors = [torch.ones(64).npu() for _ in range(3)]
    touch[8](*tensors)
    ready = next(iter(touch._ready.values()))  # type: ignore[attr-defined]  # noqa: SLF001
    block = struct.pack("<3Q", *(tensor.data_ptr() for tensor in tensors))
    python, c = [], []
    for _ in range(_TURNS):
        begin = time.perf_counter()
        for _ in range(_LAUNCHES):
            touch[8](*tensors)
        python.append((time.perf_counter() - begin) / _LAUNCHES)
        c.append(launch_many(ready.launcher._function, 8, block, len(block), _LAUNCHES))  # noqa: SLF001
    print(min(python), min(c))


if __name__ == "__main__":
    main()
