"""Libraries that kernels are linked with, and options that reach the host's compiler."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from custom_compiler.kernel.toolchain.compiler import KernelToolkit, host_options, split_options

NATIVE = os.uname().machine


@pytest.fixture
def toolkit(tmp_path: Path) -> KernelToolkit:
    return KernelToolkit(str(tmp_path), "", str(tmp_path / "lib64"), "", "")


def add_library(folder: Path) -> str:
    folder.mkdir(parents=True)
    (folder / "libascendc_aicore.so").touch()
    return str(folder)


@pytest.mark.parametrize("place", ["devlib/sparc64", "devlib/linux/sparc64"])
def test_libraries_of_another_cpu_are_where_cann_has_them(
    toolkit: KernelToolkit, place: str
) -> None:
    folder = add_library(Path(toolkit.root) / f"{NATIVE}-linux" / place)
    assert toolkit.libraries_for("sparc64") == folder
    assert toolkit.libraries_for(NATIVE) == toolkit.lib


def test_without_them_the_toolkit_itself_is_for_that_cpu(toolkit: KernelToolkit) -> None:
    assert toolkit.libraries_for("sparc64") == toolkit.lib


def test_options_of_the_device_compiler_stay_away_from_the_host_compiler() -> None:
    device = [
        "--cce-auto-sync",
        "--gcc-toolchain=/usr",
        "-mllvm",
        "-cce-x=1",
        "--npu-arch=dav-2201",
    ]
    host = ["-O2", "-DA=1", "-I", "x", "-lfoo"]
    assert host_options([*device, *host, *device]) == host
    assert split_options([*device, *host]) == (["-DA=1", "-I", "x"], ["-O2", "-lfoo"])
