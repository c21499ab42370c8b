"""An uninstrumented build of a kernel has no trace of what an instrumented build tells."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.aicore.harness import Tools, default_root, find_tools
from tests.aicore.observers import observed_flags

if TYPE_CHECKING:
    from collections.abc import Sequence

_KERNEL = Path(__file__).parents[2] / "op_kernel/add_custom.cpp"

# What opc would put around the sources of the kernel.
_SOURCE = f"""
#include "headers.h"
#define __CCE_AICORE__ 220
#define DTYPE_X half
struct AddTiling {{ uint64_t length, blockLength; uint32_t tileLength; }};
#undef GET_TILING_DATA
#define GET_TILING_DATA(name, address) GET_TILING_DATA_WITH_STRUCT(AddTiling, name, address)
#include "{_KERNEL}"
ASCENDC_KERNEL_ENTRY("add_custom", add_custom, -1)
"""

# The headers unmodified, and with all calls of hooks defined away.
_HEADERS = '#include "kernel_operator.h"\n'
_WITHOUT_HOOKS = """
#include "isa/parameter.h"
namespace AscendC::isa { inline void NoHook() {} }
#define Issue(...) Execute(__VA_ARGS__)
#define Note(...) NoHook()
#define RejectParameter(...) NoHook()
#define Expect(...) NoHook()
#include "kernel_operator.h"
"""


@pytest.fixture(scope="module")
def tools() -> Tools:
    """Return the compiler of uninstrumented kernels."""
    return find_tools(default_root(), os.environ.get("CXX", "g++"))


def _object(tools: Tools, folder: Path, headers: str, flags: Sequence[str] = ()) -> bytes:
    """The kernel's object file, without line tables."""
    folder.mkdir()
    (folder / "headers.h").write_text(headers)
    target = folder / "kernel.o"
    command = [
        *(tools.compiler, *tools.flags, *flags, "-g0", "-c", "-x", "c++", "-", "-o", str(target)),
        *(f"-I{folder}", f"-I{tools.tikcfw}", f"-I{tools.include}"),
    ]
    subprocess.run(command, input=_SOURCE, text=True, check=True)
    return target.read_bytes()


def test_hooks_leave_no_trace_in_a_release_build(tools: Tools, tmp_path: Path) -> None:
    code = _object(tools, tmp_path / "hooks", _HEADERS)
    assert code == _object(tools, tmp_path / "none", _WITHOUT_HOOKS)
    assert b"aicore_note" not in code
    assert b"aicore_issue" not in code


def test_an_observed_build_tells(tools: Tools, tmp_path: Path) -> None:
    code = _object(tools, tmp_path / "observed", _HEADERS, observed_flags(tools.compiler))
    assert b"aicore_note" in code
    assert b"aicore_issue" in code
