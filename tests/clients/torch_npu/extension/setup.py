"""Builds acme.cpp with torch_npu's own extension class; its headers stay unmodified."""

from pathlib import Path

import torch_npu
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension
from torch_npu.utils.cpp_extension import NpuExtension

THIRD_PARTY = Path(torch_npu.__file__).parent / "include/third_party"
FOLDERS = ("acl/inc", "op-plugin", "op-plugin/op_plugin/include")

setup(
    name="acme",
    ext_modules=[
        NpuExtension(
            "acme",
            ["acme.cpp"],
            include_dirs=[str(THIRD_PARTY / folder) for folder in FOLDERS],
            # CURRENT_VERSION: torch 2.13, for which their headers leave out one that is gone.
            extra_compile_args=["-O0", "-w", "-DCURRENT_VERSION=12"],
        )
    ],
    cmdclass={"build_ext": BuildExtension.with_options(no_python_abi_suffix=True)},
)
