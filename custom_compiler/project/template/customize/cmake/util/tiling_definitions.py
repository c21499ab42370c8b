"""Writes the tiling structures that each operator registers: `<output>/tiling/<Op>.json`.

    tiling_definitions.py TOOLKIT LIBRARY OUTPUT

A separate process, because it loads the user's library. Where the toolkit cannot answer, the
library's
own hash stands in: then every change of it compiles the kernels again, which is slow but right.
"""

from __future__ import annotations

import ctypes
import glob
import hashlib
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from files import remove_others, write_changed
from op_info import read_operators

_BUFFER_SIZE = 1 << 22


def main(toolkit: str, library: str, output: str) -> None:
    """Write one file per operator of the information files in `output`."""
    op_types: set[str] = set()
    for ini in glob.glob(os.path.join(glob.escape(output), "aic-*-ops-info.ini")):
        op_types.update(read_operators(ini))
    folder = os.path.join(output, "tiling")
    with open(library, "rb") as file:
        unknown = b"library " + hashlib.sha256(file.read()).hexdigest().encode()
    definitions = dict.fromkeys(op_types, unknown)
    try:
        definitions.update(ask(toolkit, library, op_types))
    except (OSError, AttributeError) as error:
        print(f"tiling structures are not known: {error}")
    for op_type, definition in definitions.items():
        write_changed(os.path.join(folder, f"{op_type}.json"), definition)
    remove_others(folder, {f"{op_type}.json" for op_type in op_types})


def ask(toolkit: str, library: str, op_types: set[str]) -> dict[str, bytes]:
    """Definitions of the operators; one that registers none has an empty definition."""
    registry = ctypes.CDLL(os.path.join(toolkit, "lib64", "libregister.so"), mode=os.RTLD_GLOBAL)
    ctypes.CDLL(library, mode=os.RTLD_GLOBAL)
    query = registry.AscendCPyInterfaceGetTilingDefInfo
    query.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t]
    query.restype = ctypes.c_int
    buffer = ctypes.create_string_buffer(_BUFFER_SIZE)
    found = {}
    for op_type in op_types:
        known = query(op_type.encode(), buffer, _BUFFER_SIZE) == 1
        found[op_type] = buffer.value if known else b"{}"
    return found


if __name__ == "__main__":
    main(*sys.argv[1:4])
