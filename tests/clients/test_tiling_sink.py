"""Tiling functions for the device's AI CPU (DEVICE_IMPL_OP_OPTILING) come into the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.template_project import cann_template, make_project, run_build_script
from tests.utils.sources import read_source

SINK = read_source(__file__, "kernels/tiling_sink.cpp")
LIBRARY = "packages/vendors/my/op_impl/ai_core/tbe/op_master_device/lib/libcust_opmaster.so"


def check_package(project: Path, cann_home: Path, folder: Path) -> None:
    opp = folder / "opp"
    opp.mkdir()
    package = next((project / "build_out").glob("*.run"))
    subprocess.run(["bash", package, f"--install-path={opp}"], check=True)
    library = opp / LIBRARY.removeprefix("packages/")
    command: list[str | Path] = [
        sys.executable,
        "-c",
        "import ctypes, sys; ctypes.CDLL(sys.argv[1])",
        library,
    ]
    subprocess.run(command, env={"LD_LIBRARY_PATH": f"{cann_home}/lib64"}, check=True)
    symbols = subprocess.run(["nm", "-DC", library], capture_output=True, text=True, check=True)
    assert "optiling::DeviceOpImplRegister::Tiling" in symbols.stdout


def sink_project(template: Path, cann_home: Path, folder: Path) -> Path:
    project = make_project(
        template, folder / "project", ASCEND_COMPUTE_UNIT="ascend910b", vendor_name="my",
        ASCEND_CANN_PACKAGE_PATH=str(cann_home),
    )  # fmt: skip
    (project / "op_host/add_custom_sink.cpp").write_text(SINK)
    return project


@pytest.mark.slow
def test_sources_are_found(cann_home: Path, tmp_path: Path) -> None:
    template = cann_home / "tools/op_project_templates/ascendc/customize"
    project = sink_project(template, cann_home, tmp_path)
    run_build_script(project, cann_home)
    check_package(project, cann_home, tmp_path)


@pytest.mark.corpus
def test_unmodified_template_of_cann(cann_home: Path, tmp_path: Path) -> None:
    project = sink_project(cann_template(), cann_home, tmp_path)
    with (project / "op_host/CMakeLists.txt").open("a") as file:
        source = "${CMAKE_CURRENT_SOURCE_DIR}/add_custom_sink.cpp"
        file.write(f"\nascendc_device_library(TARGET cust_opmaster OPTION SHARED SRC {source})\n")
    run_build_script(project, cann_home)
    check_package(project, cann_home, tmp_path)
