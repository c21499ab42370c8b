"""The sources of an operator's kernels in an installed package."""

from __future__ import annotations

import os
from glob import escape, glob

from custom_compiler.kernel.opc.implementation import read_implementation


def find_implementation(tbe: str, op_type: str, op_file: str) -> str:
    """Return the path of the file that implements `op_type`; empty if the package has no sources.

    `tbe` is the package's op_impl/ai_core/tbe; `op_file` is the stem that the file should have.
    """
    dynamic = os.path.join(escape(tbe), "*", "dynamic")
    named = glob(os.path.join(dynamic, escape(op_file) + ".py"))
    for path in named or sorted(glob(os.path.join(dynamic, "*.py"))):
        if read_implementation(path, "").op_type == op_type:
            return path
    return ""
