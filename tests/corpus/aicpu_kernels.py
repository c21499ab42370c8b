"""Compile, link and load kernels of AI CPUs with the words of their repositories' CMake files.

The words are those of `add_aicpu_cust_kernel_modules` and `gen_cust_aicpu_kernel_symbol`, without
the options for warnings. A case per operator compiles its kernels, the last case is the library of
all.
"""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from tests.corpus.own_commands import Case, Step, command_suite
from tests.corpus.suite import Suite

_COMPILER = '"$ASCEND_HOME_PATH/toolkit/toolchain/hcc/bin/aarch64-target-linux-gnu-g++"'
_OPTIONS = (
    "-std=c++17 -O2 -fPIC -fvisibility=hidden -D_FORTIFY_SOURCE=2 -D_GLIBCXX_USE_CXX11_ABI=1"
    " -Dgoogle=ascend_private -DDISABLE_COMPILE_V1"
)
# Of the toolkit, as Findaicpu.cmake and variables.cmake search it.
_INCLUDES = (
    "include/aicpu_common/context",
    "include/aicpu_common/context/common",
    "include/aicpu_common/context/cpu_proto",
    "include/aicpu_common/context/utils",
    "include",
    "include/aclnn",
)
_LIBRARIES = (
    '-Wl,--whole-archive "$ASCEND_HOME_PATH/lib64/libaicpu_context.a"'
    ' "$ASCEND_HOME_PATH/lib64/libbase_ascend_protobuf.a" -Wl,--no-whole-archive'
    " -Wl,-Bsymbolic -Wl,--exclude-libs=libbase_ascend_protobuf.a -s"
)
# As the runtime loads it, next to the functions that AI CPUs have.
_LOAD = """\
import ctypes, os
ctypes.CDLL("libc_sec.so", ctypes.RTLD_GLOBAL)
ctypes.CDLL("./libkernels.so", os.RTLD_NOW).RunCpuKernel
"""


def _cases(sources: str, includes: Sequence[str], root: Path, options: Namespace) -> Iterator[Case]:
    """Yield the operators below `root/sources` that have a folder `op_kernel_aicpu`."""
    folders = [*(f'-I"$ASCEND_HOME_PATH/{name}"' for name in _INCLUDES)]
    folders += [f"-I{name}" for name in includes]
    folders.append(f"-I{shlex.quote(str(options.eigen))}")
    built = options.work / "built"
    for folder in sorted((root / sources).glob("*/*/op_kernel_aicpu")):
        # trans_data adds the sources in its subfolder by name.
        kernels = sorted([*folder.glob("*_aicpu.cpp"), *folder.glob("*/*.cpp")])
        if not kernels:
            continue
        name = str(folder.parent.relative_to(root / sources))
        (built / name).mkdir(parents=True, exist_ok=True)
        compiles = "\n".join(
            f"{_COMPILER} {_OPTIONS} {' '.join(folders)} -c {path.relative_to(root)}"
            f" -o {shlex.quote(str(built / name / path.stem))}.o"
            for path in kernels
        )
        yield Case(name, built=(Step("compiled", compiles),))
    library = str(built / "libkernels.so")
    objects = f"{shlex.quote(str(built))}/*/*/*.o"
    link = f"{_COMPILER} -shared {objects} {_LIBRARIES} -o {shlex.quote(library)}"
    load = f"cd {shlex.quote(str(built))} && {shlex.join([sys.executable, '-c', _LOAD])}"
    yield Case("library", built=(Step("linked", link), Step("loaded", load)))


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--eigen",
        type=Path,
        metavar="FOLDER",
        default=Path("/usr/include/eigen3"),
        help="headers of Eigen (default: those of Debian's libeigen3-dev)",
    )


def _suite(name: str, owner: str, sources: str, includes: Sequence[str]) -> Suite:
    return command_suite(
        f"{name}-aicpu",
        f"kernels of {name} for AI CPUs; right: they are compiled, linked and loaded",
        partial(_cases, sources, includes),
        _add_options,
        f"{owner}/{name}",
    )


SUITES: Sequence[Suite] = (
    _suite("ops-math", "mirror-cann", ".", ("common/inc", "common/inc/op_api")),
    _suite("vllm-ascend", "vllm-project", "csrc", ("csrc/common/include",)),
)
