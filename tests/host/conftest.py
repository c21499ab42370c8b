"""Builds an operator library and the program that checks the host API with it."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

# What a line of the program's output starts with.
PASSED = "ok "
FAILED = "FAIL "


def compiler() -> str:
    """Return the C++ compiler to test with."""
    return os.environ.get("CXX", "g++")


def run(command: list[str]) -> str:
    """Run a command and return its output; its messages become the reason of a failure."""
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if result.returncode != 0:
        pytest.fail(f"{' '.join(command)}\n{result.stdout}{result.stderr}", pytrace=False)
    return result.stdout


def complaints_of(program: list[str]) -> dict[str, str]:
    """Run a program of named checks; what each complained about, nothing if it passed."""
    complaints: dict[str, str] = {}
    for line in run(program).splitlines():
        if line.startswith(PASSED):
            complaints[line.removeprefix(PASSED)] = ""
        elif line.startswith(FAILED):
            name, _, complaint = line.removeprefix(FAILED).partition(":")
            complaints[name] = complaint
    return complaints


CHECKS = (
    *("checks.cpp", "collectives.cpp", "declared_keys.cpp", "op_context_builders.cpp"),
    *("ranges.cpp", "tiling_keys.cpp"),
)


@pytest.fixture(scope="session")
def operator_library(
    cann_home: Path, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return a tiling library built as operator projects build theirs."""
    source = request.config.rootpath / "tests" / "host" / "op_library.cpp"
    library = tmp_path_factory.mktemp("host") / "libprobe.so"
    lib64 = cann_home / "lib64"
    run(
        [
            compiler(),
            *("-std=c++11", "-fPIC", "-shared", "-fvisibility=hidden", "-Wall", "-Wextra"),
            *("-Werror", "-D_GLIBCXX_USE_CXX11_ABI=0", "-DOP_TILING_LIB", f"-I{cann_home}/include"),
            *(str(source), "-o", str(library), f"-L{lib64}", f"-Wl,-rpath,{lib64}"),
            *("-lexe_graph", "-lregister", "-ltiling_api"),
            *("-Wl,--whole-archive", "-lrt2_registry", "-Wl,--no-whole-archive"),
        ]
    )
    return library


@pytest.fixture(scope="session")
def host_checks(
    cann_home: Path,
    operator_library: Path,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, str]:
    """Return what each check of the program complained about; nothing if it passed."""
    root = request.config.rootpath
    program = tmp_path_factory.mktemp("checks") / "checks"
    lib64 = cann_home / "lib64"
    run(
        [
            compiler(),
            *("-std=c++17", "-Wall", "-Wextra", "-Werror", "-D_GLIBCXX_USE_CXX11_ABI=0"),
            *(f"-I{cann_home}/include", f"-I{root}/toolkit/src"),
            *(str(root / "tests/host" / name) for name in CHECKS),
            *("-o", str(program)),
            *(f"-L{lib64}", f"-Wl,-rpath,{lib64}", f"-Wl,-rpath-link,{lib64}"),
            *("-ltiling_api", "-lexe_graph", "-lregister", "-lgraph_base", "-lplatform", "-lc_sec"),
        ]
    )
    return complaints_of([str(program), str(operator_library)])


@pytest.fixture(scope="session")
def matmul_tilings(
    cann_home: Path, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return a program that answers requests for Matmul tilings."""
    program = tmp_path_factory.mktemp("tilings") / "matmul_tilings"
    lib64 = cann_home / "lib64"
    run(
        [
            compiler(),
            *("-std=c++17", "-Wall", "-Wextra", "-Werror", "-D_GLIBCXX_USE_CXX11_ABI=0"),
            f"-I{cann_home}/include",
            str(request.config.rootpath / "tests" / "host" / "matmul_tilings.cpp"),
            *("-o", str(program), f"-L{lib64}", f"-Wl,-rpath,{lib64}", "-Wl,--start-group"),
            *("-ltiling_api", "-lregister", "-lplatform", "-lexe_graph", "-lgraph", "-lgraph_base"),
            "-Wl,--end-group",
        ]
    )
    return program


@pytest.fixture(scope="session")
def op_common_program(
    cann_home: Path, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return a program that answers requests with the functions of op_common."""
    program = tmp_path_factory.mktemp("op_common") / "op_common"
    lib64 = cann_home / "lib64"
    run(
        [
            compiler(),
            *("-std=c++17", "-Wall", "-Wextra", "-Werror", "-D_GLIBCXX_USE_CXX11_ABI=0"),
            f"-I{cann_home}/include",
            str(request.config.rootpath / "tests" / "host" / "op_common.cpp"),
            *("-o", str(program), f"-L{lib64}", f"-Wl,-rpath,{lib64}"),
            *(f"-Wl,-rpath-link,{lib64}", "-ltiling_api", "-lexe_graph", "-lregister"),
            # Both are named by weak symbols only.
            *("-lgraph_base", "-lplatform", "-Wl,--no-as-needed", "-lascendalog"),
            "-lerror_manager",
        ]
    )
    return program
