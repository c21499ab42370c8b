"""The library of an installed package's tiling functions."""

from __future__ import annotations

import os

# Vendor packages' library first, then built-in operators', then that of their kernels' builds.
_LIBRARIES = ("libcust_opmaster_rt2.0.so", "libopmaster_rt2.0.so", "liboptiling.so")


def find_tiling_library(tbe: str) -> str:
    """Return the library below a package's op_impl/ai_core/tbe that the runtime uses, or ""."""
    folder = os.path.join(tbe, "op_tiling")
    here = os.path.join(folder, "lib", "linux", os.uname().machine)
    paths = [os.path.join(here, name) for name in _LIBRARIES]
    for path in (*paths, os.path.join(folder, "liboptiling.so")):
        if os.path.exists(path):
            return os.path.realpath(path)
    return ""
