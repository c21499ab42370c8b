"""find_package(custom_compiler), as another CMake project uses it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from custom_compiler import __version__
from custom_compiler.toolkit.home import toolkit_tree

REPOSITORY = Path(__file__).parents[2]
PROJECT = """
cmake_minimum_required(VERSION 3.20)
project(consumer LANGUAGES CXX)
find_package(custom_compiler REQUIRED)
add_executable(consumer main.cpp)
target_link_libraries(consumer PRIVATE custom_compiler::ascendcl custom_compiler::nnopbase)
"""

MAIN = """
#include "acl/acl.h"
#include "aclnn/acl_meta.h"
int main() {
    int64_t values[] = {1, 2};
    aclIntArray* array = aclCreateIntArray(values, 2);
    return aclInit(nullptr) + aclDestroyIntArray(array) + aclFinalize();
}
"""


def test_program_links_and_runs(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    (tmp_path / "main.cpp").write_text(MAIN)
    root = toolkit_tree().parent
    build = tmp_path / "build"
    configure: list[str | Path] = [
        "cmake",
        "-S",
        tmp_path,
        "-B",
        build,
        f"-Dcustom_compiler_ROOT={root}",
    ]
    subprocess.run([*configure, "-G", "Ninja"], check=True)
    subprocess.run(["cmake", "--build", build], check=True)
    subprocess.run([build / "consumer"], check=True)


MAJOR, MINOR, _ = __version__.split(".")


@pytest.mark.parametrize(
    ("version", "fits"),
    [
        (f"{MAJOR}.{MINOR}", True),
        (__version__, True),
        (f"{MAJOR}.{MINOR}.999", False),
        (f"{MAJOR}.{int(MINOR) + 1}", False),
        (f"{int(MAJOR) + 1}.0", False),
    ],
)
def test_version(tmp_path: Path, version: str, fits: bool) -> None:
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.20)\n"
        "project(consumer NONE)\n"
        f"find_package(custom_compiler {version} REQUIRED)\n"
        'message(STATUS "found ${custom_compiler_VERSION}")\n'
    )
    root = toolkit_tree().parent
    done = subprocess.run(
        ["cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-Dcustom_compiler_ROOT={root}"],
        check=False,
        capture_output=True,
        text=True,
    )
    if fits:
        assert f"found {__version__}" in done.stdout
    else:
        assert done.returncode != 0
        assert f"version: {__version__}" in done.stderr, "the version that is there is named"


def test_replaced_expressions_match_no_empty_text() -> None:
    """CMake 3 rejects these: "regex matched an empty string"."""
    modules = (
        *REPOSITORY.glob("toolkit/**/*.cmake"),
        *REPOSITORY.glob("custom_compiler/**/*.cmake"),
    )
    expressions = [
        (module.name, expression)
        for module in modules
        for expression in re.findall(r'REPLACE\s+"((?:[^"\\]|\\.)+)"', module.read_text())
        if "${" not in expression
    ]
    assert len(expressions) > 5
    for module, expression in expressions:
        assert not re.match(expression.replace("\\\\", "\\"), ""), f"{module}: {expression}"
