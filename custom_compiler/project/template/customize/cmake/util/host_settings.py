"""Settings that compile and describe the operator definitions; describe.cmake writes them."""

from __future__ import annotations

import os
import shlex

_LISTS = ("compiler", "source", "include", "flag", "inner_aclnn", "own_aclnn")


class HostSettings:
    """Values of the settings file; those of `_LISTS` are lists."""

    def __init__(self, path: str) -> None:
        single: dict[str, str] = {}
        lists: dict[str, list[str]] = {name: [] for name in _LISTS}
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            for line in file:
                name, _, value = line.rstrip("\n").partition("=")
                if name in lists:
                    lists[name].append(value)
                else:
                    single[name] = value
        self.output = single["output"]
        self.toolkit = single["toolkit"]
        self.op_build = single["op_build"]
        self.opc = single["opc"]
        self.source_dir = single["source_dir"]
        self.kernel_dir = single["kernel_dir"]
        self.standard = single["standard"]
        self.flags = shlex.split(single["flags"])
        self.compiler = lists["compiler"]
        self.is_gcc = single["compiler_id"] == "GNU"
        self.sources = lists["source"]
        self.include_dirs = lists["include"]
        # Headers aclnnInner_*.h that aclnn interfaces written by hand include.
        self.inner_aclnn = lists["inner_aclnn"]
        # Operators of which no interface is generated.
        self.own_aclnn = lists["own_aclnn"]
        # Flags of the host libraries, if they take the objects that are described; else empty.
        self.library_flags = lists["flag"]
        self.precompiles_kernels = single["precompile_kernels"] == "TRUE"
        self.cxx_of_kernels = single["cxx_of_kernels"]
        # Of a library that holds its kernels: its vendor and the units that were asked for.
        self.library_of = single.get("library_of", "")
        self.library_units = single.get("library_units", "")
        self.objects = os.path.join(self.output, "objects")
        self.library = os.path.join(self.output, "libascend_all_ops.so")
