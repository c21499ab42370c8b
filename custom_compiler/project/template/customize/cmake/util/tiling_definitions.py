"""Writes the tiling structures that each operator registers: `<output>/tiling/<Op>.json`.

    tiling_definitions.py TOOLKIT LIBRARY OUTPUT

It runs in a separate process, because it loads the user's library. If the toolkit cannot answer,
the hash of the library is written: then each change of it compiles the kernels again.
"""

from __future__ import annotations

import glob
import hashlib
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from files import remove_others, write_changed
from op_info import read_operators
from tiling_structures import registered_structures


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
        registry = os.path.join(toolkit, "lib64", "libregister.so")
        definitions.update(registered_structures(registry, library, op_types))
    except (OSError, AttributeError) as error:
        print(f"tiling structures are not known: {error}")
    for op_type, definition in definitions.items():
        write_changed(os.path.join(folder, f"{op_type}.json"), definition)
    remove_others(folder, {f"{op_type}.json" for op_type in op_types})


if __name__ == "__main__":
    main(*sys.argv[1:4])
