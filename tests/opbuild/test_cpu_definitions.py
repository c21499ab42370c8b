"""Definitions for AI CPUs and CPUs of the host: AICPU() and HostCPU(), newer than CANN 8.5."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.opbuild.conftest import FLAGS
from tests.utils import op_build_output as output

if TYPE_CHECKING:
    from tests.opbuild.conftest import OpBuild

SOURCE = Path(__file__).with_name("cpu_definitions.cpp")
# The defaults that the public source of OpAICPUDef sets.
DEFAULTS = {
    "opInfo.computeCost": "100",
    "opInfo.engine": "DNN_VM_AICPU",
    "opInfo.flagAsync": "False",
    "opInfo.flagPartial": "False",
    "opInfo.functionName": "RunCpuKernel",
    "opInfo.kernelSo": "libcpu_kernels.so",
    "opInfo.opKernelLib": "AICPUKernel",
    "opInfo.userDefined": "False",
}


@pytest.fixture(scope="module")
def library(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library of the definitions, by the command of ops-math's CMake."""
    path = tmp_path_factory.mktemp("cpu") / "libaicpu_ops.so"
    subprocess.run(
        ["g++", "-shared", *FLAGS, "-Wall", "-Werror", str(SOURCE), f"-I{cann_home}/include",
         f"-L{cann_home}/lib64", "-lexe_graph", "-lregister", "-o", str(path)],
        check=True,
    )  # fmt: skip
    return path


def test_keys_of_ai_cpus(library: Path, op_build: OpBuild) -> None:
    result = op_build.run(library, "--aicpu")
    assert (result.return_code, result.stderr) == (0, "")
    ini = output.read_ini(result.text("aicpu_kernel.ini"))
    keys = dict(ini["AcmeSort"])
    assert {key: keys[key] for key in keys if key.startswith("opInfo.")} == DEFAULTS | {
        "opInfo.kernelSo": "libacme.so",
        "opInfo.opKernelLib": "CUSTAICPUKernel",
        "opInfo.userDefined": "True",
        "opInfo.workspaceSize": "200",
    }
    # Entries of types are no combinations here: kernels of CPUs look at the tensors.
    assert (keys["input0.type"], keys["output0.type"]) == ("DT_FLOAT16,DT_INT8", "DT_INT64")
    assert [key for key, _ in ini["AcmePlain"]] == ["input0.name", "input0.type"]


def test_keys_of_host_cpus(library: Path, op_build: OpBuild) -> None:
    result = op_build.run(library, "--hostcpu")
    keys = dict(output.read_ini(result.text("hostcpu_kernel.ini"))["AcmeSort"])
    assert {key: keys[key] for key in keys if key.startswith("opInfo.")} == DEFAULTS | {
        "opInfo.engine": "DNN_VM_HOST_CPU",
        "opInfo.flagAsync": "True",
        "opInfo.functionName": "RunAcme",
        "opInfo.opKernelLib": "HOSTCPUKernel",
    }


def test_combinations_are_of_ai_cores(library: Path, op_build: OpBuild) -> None:
    result = op_build.run(library)
    assert result.return_code == 1
    assert "AcmeSort: y: DataType has 1 entries but x has 2" in result.stderr
