"""CANN's own `customize` project template, unmodified, builds our sample on the embedded home."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.clients.template_project import cann_template, make_project, run_build_script
from tests.utils import add_custom


@pytest.mark.corpus
@pytest.mark.parametrize("units", ["ascend910b", "ascend310p;ascend910b;ascend910_93"])
def test_unmodified_template_builds_the_sample(cann_home: Path, tmp_path: Path, units: str) -> None:
    project = make_project(
        cann_template(), tmp_path / "project", ASCEND_COMPUTE_UNIT=units,
        ASCEND_CANN_PACKAGE_PATH=str(cann_home), vendor_name="my",
    )  # fmt: skip
    output = run_build_script(project, cann_home)
    packages = list((project / "build_out").glob("*.run"))
    assert packages, output
    opp = tmp_path / "opp"
    opp.mkdir()
    subprocess.run(["bash", str(packages[0]), f"--install-path={opp}"], check=True)
    vendor = opp / "vendors" / "my"
    client = add_custom.build_client(cann_home, vendor, tmp_path)
    for dtype in add_custom.ACL_DTYPE:
        add_custom.run_client(client, cann_home, vendor, (8, 2048), dtype, custom_opp_path=True)
