"""Libraries and symbols that programs link against without using them."""

from __future__ import annotations

import ctypes
import signal
import subprocess
import sys
from pathlib import Path

import pytest

STUBS = Path(__file__).parents[2] / "toolkit/src/stubs/symbols"
# What MindSpore's (2.8, 2.10) and torch_npu 2.13's libraries, and packages and examples of
# ops-math and ops-transformer, need of CANN's, linked or loaded by name.
NEEDED = [
    "acl_dvpp_mpi",
    "acl_dvpp_op",
    "acl_op_compiler",
    "acl_tdt_channel",
    "acl_tdt_queue",
    "aoe_executor",
    "ascend_hal",
    "ascendcl",
    "c_sec",
    "cann_kb",
    "compress",
    "error_manager",
    "ge_common_base",
    "ge_compiler",
    "ge_runner",
    "graph",
    "hccl",
    "hccl_fwk",
    "hcomm",
    "host_cpu_engine",
    "metadef",
    "msprofiler",
    "nnopbase",
    "opapi",
    "opapi_cv",
    "opapi_math",
    "opapi_nn",
    "opapi_transformer",
    "opp_registry",
    "ops_base",
    "opskernel",
    "platform",
    "profapi",
    "runtime",
    "slice",
]


@pytest.mark.parametrize("library", NEEDED)
def test_library_of_the_frameworks_loads_at_once(cann_home: Path, library: str) -> None:
    code = f"import ctypes, os; ctypes.CDLL({str(cann_home / 'lib64' / f'lib{library}.so')!r}, 2)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_libraries_of_repositories_have_all_interfaces(cann_home: Path) -> None:
    loaded = ctypes.CDLL(str(cann_home / "lib64/libopapi_math.so"))
    assert hasattr(loaded, "aclnnAddGetWorkspaceSize")


def test_libmetadef_has_text_types_and_contexts(cann_home: Path, tmp_path: Path) -> None:
    """Unit tests of ops-math link it, and no older library that has them."""
    program, lib64 = tmp_path / "program", cann_home / "lib64"
    subprocess.run(
        ["g++", "-std=c++17", "-D_GLIBCXX_USE_CXX11_ABI=0", f"-I{cann_home}/include",
         str(Path(__file__).parent / "sources/metadef_names.cpp"), "-o", str(program), f"-L{lib64}",
         "-lmetadef", f"-Wl,-rpath,{lib64}", f"-Wl,-rpath-link,{lib64}"],
        check=True,
    )  # fmt: skip
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    assert done.stdout == "axis DT_FLOAT16 1\n"


def test_libc_sec_is_a_static_library_too(cann_home: Path, tmp_path: Path) -> None:
    """Findsecurec.cmake of CANN's repositories finds nothing without it."""
    source, library = tmp_path / "copy.cpp", tmp_path / "libcopy.so"
    source.write_text(
        '#include "securec.h"\n'
        'extern "C" int Copy(char* to, int most, const char* from, int size) {'
        " return memcpy_s(to, most, from, size); }\n"
    )
    words = ["g++", "-shared", "-fPIC", f"-I{cann_home}/include", str(source), "-o", str(library)]
    subprocess.run([*words, f"{cann_home}/lib64/libc_sec.a"], check=True)
    target = ctypes.create_string_buffer(4)
    copy = ctypes.CDLL(str(library)).Copy
    assert copy(target, 4, b"abcd", 3) == 0
    assert target.raw == b"abc\0"
    assert copy(target, 2, b"abcd", 3) != 0


@pytest.mark.parametrize("library", sorted(path.stem for path in STUBS.glob("*.txt")))
def test_listed_symbols_exist(cann_home: Path, library: str) -> None:
    lines = (STUBS / f"{library}.txt").read_text().splitlines()
    symbols = [line.split()[-1] for line in lines if line and not line.startswith("#")]
    loaded = ctypes.CDLL(str(cann_home / "lib64" / f"lib{library}.so"))
    assert [symbol for symbol in symbols if not hasattr(loaded, symbol)] == []


@pytest.mark.parametrize(
    ("library", "symbol", "shown"),
    [
        ("ascend_hal", "halHostRegister", "libascend_hal.so: halHostRegister was called"),
        ("ge_compiler", "_ZN2ge20aclgrphBuildFinalizeEv", "ge::aclgrphBuildFinalize() was called"),
        (
            "ge_runner",
            "_ZN2ge8Operator13InputRegisterERKSs",
            "libge_runner.so: ge::Operator::InputRegister(",
        ),
        ("hccl_fwk", "HcomAllGather", "libhccl_fwk.so: HcomAllGather was called"),
    ],
)
def test_called_stub_ends_the_process_and_names_itself(
    cann_home: Path, library: str, symbol: str, shown: str
) -> None:
    path = cann_home / "lib64" / f"lib{library}.so"
    done = subprocess.run(
        [sys.executable, "-c", f"import ctypes; ctypes.CDLL({str(path)!r}).{symbol}()"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == -signal.SIGABRT
    assert shown in done.stderr
