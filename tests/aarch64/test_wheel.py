"""A wheel of operators for aarch64, built on x86-64, and one of its operators executed there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.aarch64.emulated import COMPILER, EMULATOR
from tests.aarch64.test_aarch64 import EM_AARCH64, elf_machine
from tests.utils import add_custom

REPOSITORY = Path(__file__).parents[2]
SETUP = f"""
from setuptools import setup
from custom_compiler.wheel import AscendOperators

setup(
    name="acme-ops", version="1", packages=["acme_ops"],
    ascend_operators=[AscendOperators(
        "acme_ops", "op_host", "op_kernel", vendor_name="acme", soc_version="ascend910b",
        definitions=("ENABLE_CROSS_COMPILE=True", "CMAKE_CROSS_PLATFORM_COMPILER={COMPILER}"),
    )],
)
"""


@pytest.fixture(scope="module")
def wheel(cross_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample as a wheel; setup.py says that it is for another CPU."""
    project = tmp_path_factory.mktemp("wheel")
    for name in ("op_host", "op_kernel"):
        shutil.copytree(REPOSITORY / name, project / name)
    (project / "acme_ops").mkdir()
    (project / "acme_ops/__init__.py").write_text("from . import ascend_operators\n")
    (project / "setup.py").write_text(SETUP)
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND_")}
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", ".", "--no-build-isolation", "--no-deps",
         "--no-index", "-w", "dist"],
        cwd=project, env=clean | {"CUSTOM_COMPILER_HOME": str(cross_home.parent)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = (project / "dist").iterdir()
    return made


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vendor folder as an installer puts it."""
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder / "acme_ops/vendors/acme"


def test_the_tag_and_every_binary_are_for_aarch64(wheel: Path, unpacked: Path) -> None:
    assert re.fullmatch(r"acme_ops-1-py3-none-manylinux_2_\d+_aarch64\.whl", wheel.name)
    files = [path for path in unpacked.parents[2].rglob("*") if path.is_file()]
    found = {path: elf_machine(path) for path in files if path.read_bytes()[:4] == b"\x7fELF"}
    names = {path.suffix for path in found}
    assert names == {".so", ".o"}  # libraries of the host and kernels
    assert set(found.values()) == {EM_AARCH64}


def test_its_operator_computes(aarch64_toolkit: Path, unpacked: Path, tmp_path: Path) -> None:
    client = add_custom.build_client(aarch64_toolkit, unpacked, tmp_path, COMPILER)
    add_custom.run_client(
        client, aarch64_toolkit, unpacked, (7, 13), "float16", custom_opp_path=True,
        emulator=EMULATOR,
    )  # fmt: skip
