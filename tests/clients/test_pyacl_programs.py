"""Public programs that load and launch kernels, unmodified; the sources are not part of this one.

CUSTOM_COMPILER_PYACL_PROGRAMS names a folder with checkouts of catlass, ge and runtime (CANN's
organisation) and of flashattention_Ascendc.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.utils.checkouts import checkout
from tests.utils.status import Rt

DRIVERS = Path(__file__).with_name("pyacl_programs")
KERNELS = Path(__file__).parents[1] / "pyacl" / "sources" / "kernels.cpp"

pytestmark = pytest.mark.corpus


@pytest.fixture(scope="module")
def programs() -> Path:
    content = "folder with checkouts of catlass, ge, runtime, flashattention_Ascendc"
    return checkout("CUSTOM_COMPILER_PYACL_PROGRAMS", content)


@pytest.fixture
def run(cann_home: Path, tmp_path: Path):
    """Runs a command in the toolkit's environment; what it prints."""

    def call(*command: str | Path, folder: Path = tmp_path) -> str:
        script = 'source "$0/set_env.sh" && exec "$@"'
        done = subprocess.run(
            ["bash", "-c", script, cann_home, *command],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    return call


@pytest.fixture
def compiled(run):
    """Makes a kernel binary of a source, without the tool's own build system."""

    def call(source: Path, output: Path) -> Path:
        output.parent.mkdir(parents=True, exist_ok=True)
        run("bisheng", "--npu-arch=dav-2201", "-O1", "-shared", "-fPIC", source, "-o", output)
        return output

    return call


def test_catlass(run, compiled, programs: Path, tmp_path: Path) -> None:
    file = programs / "catlass/python/tla_dsl/catlass/base_dsl/runtime/ascend.py"
    kernel = compiled(KERNELS, tmp_path / "kernels.o")
    printed = run(sys.executable, DRIVERS / "run_catlass.py", file, kernel).splitlines()
    assert printed == [
        "aiv sums are right",
        "mix sums are right",
        f"acl.rt.binary_get_function failed with ret={Rt.PARAM_INVALID}",
    ]


def test_ge_operator(run, compiled, programs: Path, tmp_path: Path) -> None:
    example = programs / "ge/examples/custom_op/args_refresh_add_custom"
    shutil.copytree(example, tmp_path / "example")
    operator = tmp_path / "example/python/src/ge/add_custom.py"
    kernel = tmp_path / "example/cpp/add_custom_kernel/add_custom.asc"
    compiled(kernel, tmp_path / "example/python/build/add_custom.aicore.o")
    printed = run(sys.executable, DRIVERS / "run_ge.py", operator)
    assert "[PythonCustomOp] acl.rt.launch_kernel_with_config ret=0\n" in printed
    assert "sums are right\n" in printed


def test_launch_with_a_list_of_pointers(run, compiled, programs: Path, tmp_path: Path) -> None:
    # The program hands launch_kernel a list; pyACL takes the address of packed arguments only.
    shutil.copytree(programs / "flashattention_Ascendc", tmp_path / "program")
    source = tmp_path / "kernel.cpp"
    source.write_text(
        '#include "kernel_operator.h"\n'
        'extern "C" __global__ __aicore__ void flash_attention_main(GM_ADDR q, GM_ADDR k, '
        "GM_ADDR v, GM_ADDR o, GM_ADDR w, GM_ADDR t) {}\n"
    )
    kernel = compiled(source, tmp_path / "kernel.o")
    test = tmp_path / "program/test/test_npu.py"
    printed = run(sys.executable, test, "--kernel", kernel)
    wanted = "TypeError: acl.rt.launch_kernel args parse failed: argument 3 must be int, not list"
    assert wanted in printed


@pytest.mark.parametrize("mode", ["simple", "placeholder"])
def test_sample_of_the_runtime(run, programs: Path, tmp_path: Path, mode: str) -> None:
    shutil.copytree(programs / "runtime/example", tmp_path / "example")
    folder = tmp_path / "example/2_advanced_features/kernel/0_launch_kernel"
    assert "[SUCCESS] result correct" in run("bash", "run.sh", "-r", mode, folder=folder)
