"""ENABLE_CROSS_COMPILE with settings that cannot be."""

from __future__ import annotations

import platform
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.aarch64 import project


@pytest.fixture
def other_compiler(tmp_path: Path) -> Path:
    """Something that says it compiles for a CPU that is not this one's."""
    script = tmp_path / "other-g++"
    script.write_text("#!/bin/sh\necho sparc64-linux-gnu\n")
    script.chmod(0o755)
    return script


def message_of(folder: Path, cann_home: Path, compiler: str | Path) -> str:
    done = project.configure(folder, cann_home, compiler)
    assert done.returncode != 0
    return " ".join(done.stderr.split())


def test_unknown_compiler(cann_home: Path, tmp_path: Path) -> None:
    message = message_of(tmp_path / "project", cann_home, "no-such-g++")
    assert "CMAKE_CROSS_PLATFORM_COMPILER=no-such-g++: no such compiler" in message


def test_compiler_for_this_cpu(cann_home: Path, tmp_path: Path) -> None:
    message = message_of(tmp_path / "project", cann_home, "g++")
    assert f"g++: no compiler for another CPU than {platform.machine()}" in message


def test_toolkit_without_libraries_for_that_cpu(
    cann_home: Path, tmp_path: Path, other_compiler: Path
) -> None:
    message = message_of(tmp_path / "project", cann_home, other_compiler)
    assert f"no libraries for sparc64, {platform.machine()}-linux/devlib/sparc64 is" in message


def test_the_types_of_kernels_compile_for_arm() -> None:
    """To g++ for 64-bit Arm `__bf16` is a separate word; it is bfloat16_t in kernels."""
    compiler = shutil.which("aarch64-linux-gnu-g++")
    if compiler is None:
        pytest.skip("no aarch64-linux-gnu-g++: Debian's g++-aarch64-linux-gnu has it")
    headers = Path(__file__).parents[2] / "toolkit/tikcpp/tikcfw"
    text = (
        '#include <cstdint>\n#include "detail/types/bfloat16.h"\n'
        "static_assert(std::is_same_v<__bf16, AscendC::bfloat16_t>);\n"
    )
    done = subprocess.run(
        [compiler, "-std=c++17", "-fsyntax-only", f"-I{headers}", "-x", "c++", "-"],
        input=text, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
