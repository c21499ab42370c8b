"""Every SoC of toolkit/data/platforms.csv is the same to compilers, runtime and tiling."""

from __future__ import annotations

import csv
import sys
from typing import TYPE_CHECKING

import pytest

from custom_compiler.kernel.toolchain.soc import find_soc
from custom_compiler.toolkit import compute_unit
from tests.host.conftest import compiler, run

if TYPE_CHECKING:
    from pathlib import Path

NO_NPU_ARCH = 0xFFFF  # NpuArch::DAV_RESV


@pytest.fixture(scope="session")
def rows(request: pytest.FixtureRequest) -> list[dict[str, str]]:
    """Return the table of SoCs."""
    with (request.config.rootpath / "toolkit/data/platforms.csv").open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="session")
def standing_for(rows: list[dict[str, str]]) -> dict[tuple[str, str], str]:
    """Return the SoC that stands for a compute unit, by what it stands for and unit."""
    return {
        (word, row["short_soc_version"].lower()): row["soc_version"]
        for row in rows
        for word in row["stands_for"].split()
    }


@pytest.fixture(scope="session")
def host_lines(
    cann_home: Path, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> list[list[str]]:
    """Return the words that socs.cpp prints of each SoC."""
    root = request.config.rootpath
    program = tmp_path_factory.mktemp("socs") / "socs"
    lib64 = cann_home / "lib64"
    run(
        [
            *(compiler(), "-std=c++17", "-Wall", "-Wextra", "-Werror"),
            *("-D_GLIBCXX_USE_CXX11_ABI=0", f"-I{cann_home}/include", f"-I{root}/toolkit/src"),
            *(str(root / "tests/host/socs.cpp"), "-o", str(program), f"-L{lib64}"),
            *(f"-Wl,-rpath,{lib64}", "-ltiling_api", "-lplatform"),
        ]
    )
    return [line.split() for line in run([str(program)]).splitlines()]


def test_runtime_and_tiling_know_every_row(
    rows: list[dict[str, str]],
    standing_for: dict[tuple[str, str], str],
    host_lines: list[list[str]],
) -> None:
    expected = [
        [
            row["ini_name"],
            row["soc_version"],
            row["short_soc_version"].lower(),
            row["cce_aicore"],
            row["npu_arch"] or "0",
            row["npu_arch"] or str(NO_NPU_ARCH),
            str(int(row["core_type_list"] == "CubeCore,VectorCore")),
            standing_for["device", row["short_soc_version"].lower()],
        ]
        for row in rows
    ]
    assert host_lines == sorted(expected)


def test_compilers_know_every_row(
    rows: list[dict[str, str]], standing_for: dict[tuple[str, str], str], cann_home: Path
) -> None:
    config = cann_home / "data/platform_config"
    for row in rows:
        unit = row["short_soc_version"].lower()
        soc = find_soc(row["soc_version"], str(config))
        assert soc.name == row["soc_version"]
        assert soc.unit == unit == compute_unit(soc.name, config)
        assert (soc.arch, soc.npu_arch) == (int(row["cce_aicore"]), int(row["npu_arch"] or 0))
        assert soc.split_cores == (row["core_type_list"] == "CubeCore,VectorCore")
        assert find_soc(unit, str(config)).name == standing_for["kernels", unit]


def test_the_project_template_compiles_units_for_the_same_socs(
    rows: list[dict[str, str]],
    standing_for: dict[tuple[str, str], str],
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The template must stand alone, also with CANN, so it has separate tables."""
    template = request.config.rootpath / "custom_compiler/project/template/customize"
    monkeypatch.syspath_prepend(template / "cmake/util")
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    from compile_kernel import SOC_OF_UNIT
    from compile_options import UNIT_OF_SOC

    for (word, unit), soc in standing_for.items():
        if word == "kernels":
            assert SOC_OF_UNIT.get(unit, unit.capitalize()) == soc
    units = {row["soc_version"].lower(): row["short_soc_version"].lower() for row in rows}
    virtual = {soc for soc in UNIT_OF_SOC if soc.startswith("ascend310p3vir")}  # parts of an SoC
    assert {soc: units[soc] for soc in UNIT_OF_SOC.keys() - virtual} == {
        soc: unit for soc, unit in UNIT_OF_SOC.items() if soc not in virtual
    }
