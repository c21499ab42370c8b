"""What an installed package has of an operator besides its kernels: sources and tiling."""

from __future__ import annotations

import os
from glob import escape, glob

from custom_compiler.kernel.opc.implementation import read_implementation

# Vendor packages' library first, then built-in operators'.
_LIBRARIES = ("libcust_opmaster_rt2.0.so", "libopmaster_rt2.0.so")


def find_implementation(tbe: str, op_type: str, op_file: str) -> str:
    """Path of the file that implements `op_type`; empty if the package has no sources.

    `tbe` is the package's op_impl/ai_core/tbe; `op_file` is the stem that the file should have.
    """
    dynamic = os.path.join(escape(tbe), "*", "dynamic")
    named = glob(os.path.join(dynamic, escape(op_file) + ".py"))
    for path in named or sorted(glob(os.path.join(dynamic, "*.py"))):
        if read_implementation(path, "").op_type == op_type:
            return path
    return ""


def find_tiling_library(tbe: str) -> str:
    """The package's library of tiling functions, where the runtime looks for it; empty: none."""
    folder = os.path.join(tbe, "op_tiling")
    here = os.path.join(folder, "lib", "linux", os.uname().machine)
    paths = [os.path.join(here, name) for name in _LIBRARIES]
    for path in (*paths, os.path.join(folder, "liboptiling.so")):
        if os.path.exists(path):
            return os.path.realpath(path)
    return ""
