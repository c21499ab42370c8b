"""ENABLE_CROSS_COMPILE with settings that cannot be."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from . import project


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
