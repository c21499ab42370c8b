"""Scripts of operator projects write the tiling structures of kernels that run on the CPU."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

# As in tests/ut/op_kernel/scripts of CANN's operator repositories, for CANN 8 and 9.
IMPORTS = {
    "tbe": """
        import tbe as base
        import tbe.tikcpp.get_op_tiling as tiling
        from tbe.common.platform.platform_info import get_soc_spec, set_current_compile_soc_info
        from tbe.common.utils.op_tiling import do_op_tiling, so_arch_path2
        from tbe.tvm.error_mgr import TBE_DEFAULT_PYTHON_ERROR_CODE, raise_tbe_python_err
    """,
    "asc_op_compile_base": """
        import asc_op_compile_base as base
        import asc_op_compile_base.asc_op_compiler.get_op_tiling as tiling
        from asc_op_compile_base.asc_op_compiler.op_tiling import do_op_tiling, so_arch_path2
        from asc_op_compile_base.common.error_mgr import (
            TBE_DEFAULT_PYTHON_ERROR_CODE, raise_tbe_python_err)
        from asc_op_compile_base.common.platform import get_soc_spec, set_current_compile_soc_info
    """,
}


def run_script(cann_home: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(cann_home / "python/site-packages"),
        "LD_LIBRARY_PATH": str(cann_home / "lib64"),
    }
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(text), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def output_of(cann_home: Path, text: str, *arguments: str) -> str:
    done = run_script(cann_home, text, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def header_of(cann_home: Path, imports: str, library: Path, op_type: str, keys: list[int]) -> str:
    script = textwrap.dedent(imports) + textwrap.dedent("""
        import ctypes, sys, types
        def load():
            library = ctypes.CDLL(sys.argv[1])
            library.TbeLoadSoAndSaveToRegistry(sys.argv[1].encode())
        tiling.load_lib = load
        with base.common.context.op_context.OpContext("dynamic"):
            op = types.SimpleNamespace(op_type=sys.argv[2], inputs=[{"shape": [-1]}])
            print(tiling.get_tiling_info(op, [int(key) for key in sys.argv[3:]]).file_content)
    """)
    return output_of(cann_home, script, str(library), op_type, *map(str, keys)).strip()


KERNEL = """\
#include "tikicpulib.h"
#include "tiling/tiling_api.h"
#include <cstdio>
#include <cstring>
struct HostData { ge::DataType type = ge::DT_UNDEFINED; };
#include "kernel_operator.h"
#if DT_BF16 != 27
#error kernels choose by the numbers of data types
#endif
extern "C" __global__ __aicore__ void probe(GM_ADDR y, GM_ADDR tiling) {
    GET_TILING_DATA(data, tiling);
    auto* out = reinterpret_cast<__gm__ int64_t*>(y);
    using namespace AscendC;
    if (GetBlockIdx() == 0) {
        READ
    }
}
int main() {
    uint8_t bytes[sizeof(AscendcTilingDefault)];
    for (size_t i = 0; i < sizeof(bytes); ++i) {
        bytes[i] = static_cast<uint8_t>(i);
    }
    auto* const tiling = static_cast<uint8_t*>(AscendC::GmAlloc(sizeof(bytes)));
    auto* const y = static_cast<uint8_t*>(AscendC::GmAlloc(64));
    std::memcpy(tiling, bytes, sizeof(bytes));
    AscendC::SetKernelMode(KernelMode::AIV_MODE);
    const auto call = [&](GM_ADDR to) { probe(to, tiling); };
    ICPU_RUN_KF(CALLED);
    std::printf("%zu %lld %lld\\n", sizeof(bytes), reinterpret_cast<long long*>(y)[0],
                reinterpret_cast<long long*>(y)[1]);
}
"""


def run_kernel(
    cann_home: Path, folder: Path, header: str, read: str, called: str = "probe, 1, y, tiling"
) -> str:
    (folder / "tiling_data.h").write_text(header)
    (folder / "probe.cpp").write_text(KERNEL.replace("READ", read).replace("CALLED", called))
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(probe CXX)\nset(CMAKE_CXX_STANDARD 17)\n"
        "find_package(tikicpulib REQUIRED)\nadd_executable(probe probe.cpp)\n"
        "target_compile_options(probe PRIVATE -include ${CMAKE_SOURCE_DIR}/tiling_data.h)\n"
        "target_link_libraries(probe PRIVATE tikicpulib::ascend910B1 tiling_api register)\n"
    )
    package = cann_home / "tools/tikicpulib/lib/cmake"
    for command in (
        ["cmake", "-S", ".", "-B", "b", f"-DCMAKE_PREFIX_PATH={package}"],
        ["cmake", "--build", "b"],
    ):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return subprocess.run(
        [folder / "b/probe"], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.mark.parametrize("package", IMPORTS)
def test_a_kernel_reads_the_registered_structure(
    cann_home: Path, operator_library: Path, tmp_path: Path, package: str
) -> None:
    # ProbeTiling: x at 0, f at 4, in at 8 (its b at 16), y at 24, big at 32.
    header = header_of(cann_home, IMPORTS[package], operator_library, "Probe", [])
    read = "out[0] = data.in.b; out[1] = data.big[1];"
    assert run_kernel(cann_home, tmp_path, header, read) == f"56 16 {0x2F2E2D2C2B2A2928}"


def test_a_structure_without_those_of_the_library(
    cann_home: Path, operator_library: Path, tmp_path: Path
) -> None:
    header = header_of(cann_home, IMPORTS["tbe"], operator_library, "InnerOp", [])
    read = "out[0] = data.arr[2]; out[1] = data.b;"
    assert run_kernel(cann_home, tmp_path, header, read) == f"16 {0x0706} 8"


def test_the_structure_of_a_tiling_key(
    cann_home: Path, operator_library: Path, tmp_path: Path
) -> None:
    header = header_of(cann_home, IMPORTS["tbe"], operator_library, "Probe", [3, 7])
    read = "out[0] = data.only; out[1] = data.cube.M;"
    size, only, m = run_kernel(cann_home, tmp_path, header, read).split()
    assert int(only) == 0x0706050403020100
    assert int(m) == 0x0F0E0D0C  # second field of TCubeTiling
    assert int(size) == 208  # one int64_t, then the 50 fields of TCubeTiling


OWN_MACRO = """\
#include "kernel_tiling/kernel_tiling.h"
struct AscendcTilingDefault { uint16_t a, b; };
#define GET_TILING_DATA(data, pointer) \\
    AscendcTilingDefault data; \\
    memcpy(&data.a, &((__ubuf__ AscendcTilingDefault*)(pointer))->b, sizeof(data.a)); \\
    data.b = DT_BF16;
"""


def test_a_program_that_defines_the_macro_itself(cann_home: Path, tmp_path: Path) -> None:
    read = "out[0] = data.a; out[1] = data.b;"
    assert run_kernel(cann_home, tmp_path, OWN_MACRO, read) == f"4 {0x0302} 27"


def test_a_lambda_as_the_kernel(cann_home: Path, tmp_path: Path) -> None:
    read = "out[0] = data.a; out[1] = GetBlockNum();"
    ended = run_kernel(cann_home, tmp_path, OWN_MACRO, read, "call, 3, y")
    assert ended == f"4 {0x0302} 3"


def test_an_operator_without_structures(cann_home: Path, operator_library: Path) -> None:
    assert header_of(cann_home, IMPORTS["tbe"], operator_library, "Unknown", []) == ""
    own = "print(tiling.gen_dynamic_shape_v2('add', 'AddTiling'))"
    text = output_of(cann_home, textwrap.dedent(IMPORTS["tbe"]) + own)
    assert text.split()[:4] == ["#ifndef", "__ADD_HEADER__", "#define", "__ADD_HEADER__"]


def test_figures_of_the_soc(cann_home: Path) -> None:
    script = textwrap.dedent(IMPORTS["tbe"]) + textwrap.dedent("""
        set_current_compile_soc_info("Ascend910B1", "VectorCore")
        for key in ("SHORT_SOC_VERSION", "CORE_NUM", "UB_SIZE", "AICORE_TYPE"):
            print(get_soc_spec(key))
        set_current_compile_soc_info("Ascend910B1")
        print(get_soc_spec("CORE_NUM"))
    """)
    assert output_of(cann_home, script).split() == [
        "Ascend910B",
        "48",
        "196608",
        "VectorCore",
        "24",
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("get_soc_spec('UB_SIZE')", "call set_current_compile_soc_info first"),
        ("set_current_compile_soc_info('../Ascend910B1')", "no SoC ../Ascend910B1"),
        (
            "set_current_compile_soc_info('Ascend910B1', 'Cube')",
            "expected one of AiCore, VectorCore",
        ),
        ("do_op_tiling('Add', {}, [], [])", "do_op_tiling('Add') is not simulated"),
        ("raise_tbe_python_err(TBE_DEFAULT_PYTHON_ERROR_CODE, ('no', 3))", "'message': 'no 3'"),
    ],
)
def test_refusals(cann_home: Path, line: str, expected: str) -> None:
    done = run_script(cann_home, textwrap.dedent(IMPORTS["tbe"]) + line)
    assert done.returncode == 1
    assert expected in done.stderr.splitlines()[-1]
