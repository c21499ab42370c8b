"""The tiling structures that a library of tiling functions registers.

Generated projects have a copy of this file (`cmake/util/tiling_structures.py`): they stand alone.
"""

from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_BUFFER_SIZES = (1 << 16, 1 << 20, 1 << 24)  # the library does not say how much it needs


def registered_structures(
    register_library: str, tiling_library: str, op_types: Iterable[str]
) -> dict[str, bytes]:
    """Return libregister's JSON of each operator; "{}" of one that registers no structures.

    Call it in a separate process: libraries of two packages register the same operators.

    Raises:
        OSError: A library cannot be loaded.
        AttributeError: libregister.so has no such function.
    """
    mode = os.RTLD_GLOBAL | os.RTLD_NOW
    registry = ctypes.CDLL(register_library, mode=mode)
    ctypes.CDLL(tiling_library, mode=mode)
    return query_structures(registry, op_types)


def query_structures(registry: ctypes.CDLL, op_types: Iterable[str]) -> dict[str, bytes]:
    """Return what `registered_structures` does, of the libraries this process has loaded.

    Raises:
        AttributeError: libregister.so has no such function.
    """
    query = registry.AscendCPyInterfaceGetTilingDefInfo
    query.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t]
    query.restype = ctypes.c_int
    buffers = [ctypes.create_string_buffer(_BUFFER_SIZES[0])]
    structures = {}
    for op_type in op_types:
        structures[op_type] = b"{}"
        for number, size in enumerate(_BUFFER_SIZES):
            if number == len(buffers):
                buffers.append(ctypes.create_string_buffer(size))
            if query(op_type.encode(), buffers[number], size) == 1:
                structures[op_type] = buffers[number].value
                break
    return structures
