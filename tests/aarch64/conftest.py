"""Toolkit, sample package and client for aarch64, cross-built once for all tests."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path

import pytest

from custom_compiler.support.locks import locked
from custom_compiler.toolkit import ensure_home

REPOSITORY = Path(__file__).parents[2]
TOOLCHAIN = REPOSITORY / "cmake/toolchains/aarch64-linux-gnu.cmake"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that need the cross toolkit as slow, since its build takes minutes."""
    for item in items:
        if "aarch64_toolkit" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.timeout(3600))


@pytest.fixture(scope="session")
def aarch64_toolkit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Root of the embedded toolkit for aarch64; built below CUSTOM_COMPILER_TEST_AARCH64 if set."""
    if platform.machine() != "x86_64":
        pytest.skip("a build for another CPU starts on x86-64 here")
    for tool in ("aarch64-linux-gnu-g++", "qemu-aarch64"):
        if not shutil.which(tool):
            pytest.fail(f"no {tool}: install Debian's g++-aarch64-linux-gnu and qemu-user")
    given = os.environ.get("CUSTOM_COMPILER_TEST_AARCH64")
    temporary = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        temporary = temporary.parent  # the workers share one build
    place = Path(given).absolute() if given else temporary / "aarch64"
    with locked(str(place / ".lock")):
        _run("cmake", "-S", REPOSITORY, "-B", place / "build", "-G", "Ninja",
             f"-DCMAKE_TOOLCHAIN_FILE={TOOLCHAIN}")  # fmt: skip
        _run("cmake", "--build", place / "build")
        _run("cmake", "--install", place / "build", "--prefix", place / "install")
    return place / "install/custom_compiler/cann"


@pytest.fixture(scope="session")
def cross_home(aarch64_toolkit: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home of this machine's toolkit with the libraries for aarch64 where CANN has them."""
    home = ensure_home({"CUSTOM_COMPILER_HOME": str(tmp_path_factory.mktemp("cross-home"))})
    devlib = home / "x86_64-linux/devlib"
    devlib.mkdir()
    (devlib / "aarch64").symlink_to(aarch64_toolkit / "lib64")
    return home


def _run(*command: str | Path) -> None:
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
