"""`bisheng` as the compiler of ordinary C and C++, as projects name it in CC, CXX and CMake."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from custom_compiler.kernel.launch.clang_identity import CLANG_VERSION
from tests.utils.sources import read_source


@pytest.fixture
def folder(tmp_path: Path, cann_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder; `bisheng` is on PATH."""
    monkeypatch.setenv("PATH", f"{cann_home / 'bin'}:{os.environ['PATH']}")
    for variable in ("CC", "CXX"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _run(*words: str | Path, stdin: str = "", code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(words, capture_output=True, text=True, input=stdin, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done


_C = """
#include <stdio.h>
#if __clang_major__ != 15 || !defined __GNUC__
#error not as clang
#endif
int new = 3;
int other(void);
int main(void) { printf("%d\\n", other() + new); return 0; }
"""
_CXX = """
#include <stdexcept>
#include <vector>
#if !__has_feature(cxx_exceptions) || __has_feature(address_sanitizer)
#error features of clang
#endif
extern "C" int other() {
    try { throw std::runtime_error("x"); } catch (const std::exception&) { return 4; }
}
"""


def test_c_and_cxx_in_one_command(folder: Path) -> None:
    (folder / "main.c").write_text(_C)
    (folder / "other.cpp").write_text(_CXX)
    _run("bisheng", "-O1", "main.c", "other.cpp", "-o", "both")
    assert _run("./both").stdout == "7\n"
    needed = _run("readelf", "-d", "both").stdout
    assert "ascend" not in needed
    _run("bisheng", "-c", "main.c", "other.cpp")
    _run("bisheng", "other.o", "main.o", "-o", "linked")
    assert _run("./linked").stdout == "7\n"


def test_libraries_and_response_files(folder: Path) -> None:
    (folder / "other.cpp").write_text(_CXX)
    (folder / "words").write_text("-fPIC '--shared' other.cpp\n-o libother.so")
    _run("bisheng", "@words")
    _run("bisheng", "-lib", "other.cpp", "-o", "libother.a")
    (folder / "main.c").write_text(_C)
    _run("bisheng", "main.c", "-L.", "-l:libother.a", "-o", "static")
    assert _run("./static").stdout == "7\n"


def test_preprocessing_and_dependencies(folder: Path) -> None:
    (folder / "a.h").write_text("#define A 1\n")
    (folder / "a.c").write_text('#include "a.h"\nint a = A;\n')
    assert _run("bisheng", "-MM", "a.c").stdout == "a.o: a.c a.h\n"
    _run("bisheng", "-MMD", "-MF", "d", "-c", "a.c")
    assert (folder / "d").read_text() == "a.o: a.c a.h\n"
    macros = _run("bisheng", "-E", "-dM", "-", stdin="").stdout
    assert "#define __clang__ 1" in macros
    assert "#define __cplusplus" not in macros
    _run("bisheng", "-x", "c++", "-", "-o", "main", stdin="int main() { return sizeof('a') - 1; }")
    _run("./main")


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("-dumpversion", f"{CLANG_VERSION}\n"),
        ("-dumpmachine", f"{os.uname().machine}-unknown-linux-gnu\n"),
        ("--version", f"clang version {CLANG_VERSION} ("),
        ("-print-prog-name=ld", "ld"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_questions(word: str, answer: str) -> None:
    done = _run("bisheng", word)
    assert answer in done.stdout
    assert "Thread model" in _run("bisheng", "-v").stderr


def test_options_of_clang(folder: Path) -> None:
    (folder / "a.c").write_text("int a;\n")
    _run("bisheng", "-Qunused-arguments", "-fcolor-diagnostics", "-Weverything", "-c", "a.c")
    told = _run("bisheng", "-Wthread-safety", "-c", "a.c").stderr
    assert told == "warning: unknown warning option '-Wthread-safety' [-Wunknown-warning-option]\n"
    _run("bisheng", "-Wthread-safety", "-Werror", "-c", "a.c", code=1)
    told = _run("bisheng", "--target=sparc-linux-gnu", "-c", "a.c", code=2).stderr
    assert told.startswith("bisheng: error: --target=sparc-linux-gnu: the host compiler makes code")


def test_what_is_no_command(folder: Path) -> None:
    assert _run("bisheng", "-c", code=2).stderr == (
        "bisheng: error: no input files\nbisheng: hint: bisheng --help shows how\n"
    )
    (folder / "k.cpp").write_text("__global__ void k() {}\n")
    told = _run("bisheng", "-c", "k.cpp", code=1).stderr
    assert told.endswith("hint: k.cpp is compiled as C++; -x asc compiles it as Ascend C\n")


@pytest.mark.parametrize("value", ["bisheng", "./wrapper", "env X=1 bisheng"])
def test_the_host_compiler_is_found_where_cxx_leads_back(
    folder: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    (folder / "wrapper").write_text('#!/bin/sh\nexec bisheng "$@"\n')
    (folder / "wrapper").chmod(0o755)
    (folder / "a.c").write_text("int a;\n")
    monkeypatch.setenv("CXX", value)
    monkeypatch.setenv("CC", value)
    _run("bisheng", "-c", "a.c")


def test_a_compiler_on_path_that_leads_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "bin").mkdir()
    (folder / "bin/g++").write_text('#!/bin/sh\nexec bisheng "$@"\n')
    (folder / "bin/g++").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder / 'bin'}:{os.environ['PATH']}")
    (folder / "a.c").write_text("int a;\n")
    assert "Traceback" not in _run("bisheng", "-c", "a.c", code=2).stderr


_PROJECT = """
cmake_minimum_required(VERSION 3.16)
project(x LANGUAGES C CXX)
file(WRITE ids "${CMAKE_C_COMPILER_ID} ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-Wall HAS_WALL)
check_cxx_compiler_flag(-Wthread-safety HAS_THREAD_SAFETY)
if(NOT HAS_WALL OR HAS_THREAD_SAFETY)
  message(FATAL_ERROR "flags")
endif()
add_library(other SHARED other.cpp)
target_compile_features(other PUBLIC cxx_std_20)
target_precompile_headers(other PRIVATE <vector>)
add_executable(main main.c)
target_link_libraries(main PRIVATE other)
"""


@pytest.mark.parametrize(
    "generator", ["Ninja", pytest.param("Unix Makefiles", marks=pytest.mark.slow)]
)
def test_cmake(folder: Path, generator: str) -> None:
    (folder / "main.c").write_text(_C)
    (folder / "other.cpp").write_text(_CXX)
    (folder / "CMakeLists.txt").write_text(_PROJECT)
    compilers = ("-DCMAKE_C_COMPILER=bisheng", "-DCMAKE_CXX_COMPILER=bisheng")
    _run("cmake", "-G", generator, "-B", "b", *compilers)
    assert (folder / "ids").read_text() == f"Clang Clang {CLANG_VERSION}"
    _run("cmake", "--build", "b")
    assert _run("b/main").stdout == "7\n"


_AICPU = read_source(__file__, "kernels/bisheng_compiler_aicpu.cpp")
_LAUNCHES = read_source(__file__, "sources/bisheng_compiler_launches.cpp")


def test_kernels_of_ai_cpus(folder: Path, cann_home: Path) -> None:
    """The commands of asc-devkit's page on compiling them."""
    (folder / "args.h").write_text("#include <cstdint>\nstruct Args { int mode; int* out; };\n")
    (folder / "tell.aicpu").write_text(_AICPU)
    (folder / "tell.cpp").write_text(_AICPU)
    (folder / "main.asc").write_text(_LAUNCHES)
    api = f"-I{cann_home}/asc/include/aicpu_api"
    library = (f"--cce-aicpu-L{cann_home}/lib64/device/lib64", "--cce-aicpu-laicpu_api")
    _run("bisheng", "-O2", "tell.aicpu", *library, api, "-c", "-o", "tell.o")
    _run("bisheng", "--npu-arch=dav-2201", "main.asc", "-c", "-o", "main.o")
    _run("bisheng", "tell.o", "main.o", "-o", "demo")
    assert _run("./demo").stdout == "mode 7\nresult 13\n"
    _run("bisheng", "-shared", "-x", "aicpu", "tell.cpp", api, "-o", "libtell.so")
    _run("bisheng", "main.o", "-L.", "-ltell", "-Wl,-rpath,.", "-o", "demo2")
    assert _run("./demo2").stdout == "mode 7\nresult 13\n"
