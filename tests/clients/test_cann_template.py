"""CANN's own `customize` project template, unmodified, builds our sample on the embedded home."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from . import add_custom

REPOSITORY = Path(__file__).parents[2]


@pytest.mark.corpus
@pytest.mark.parametrize("units", ["ascend910b", "ascend310p;ascend910b;ascend910_93"])
def test_unmodified_template_builds_the_sample(cann_home: Path, tmp_path: Path, units: str) -> None:
    template = os.environ.get("CUSTOM_COMPILER_CANN_TEMPLATE")
    assert template, (
        "set CUSTOM_COMPILER_CANN_TEMPLATE to CANN 8.1's op_project_templates/ascendc/customize"
    )
    project = tmp_path / "project"
    shutil.copytree(template, project)
    for script in project.rglob("*.sh"):  # stored copies have lost what an installed CANN has
        script.chmod(0o755)
    for name in ("op_host", "op_kernel"):
        shutil.copytree(REPOSITORY / name, project / name, dirs_exist_ok=True)
    presets = project / "CMakePresets.json"
    data = json.loads(presets.read_text())
    values = data["configurePresets"][0]["cacheVariables"]
    values["ASCEND_COMPUTE_UNIT"]["value"] = units
    values["ASCEND_CANN_PACKAGE_PATH"]["value"] = str(cann_home)
    values["vendor_name"]["value"] = "my"
    presets.write_text(json.dumps(data, indent=4))
    done = subprocess.run(
        ["bash", "-c", 'source "$1/bin/setenv.bash" && bash build.sh', "build", str(cann_home)],
        cwd=project, capture_output=True, text=True, check=False,
    )  # fmt: skip
    packages = list((project / "build_out").glob("*.run"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert packages, done.stdout + done.stderr
    opp = tmp_path / "opp"
    opp.mkdir()
    subprocess.run(["bash", str(packages[0]), f"--install-path={opp}"], check=True)
    vendor = opp / "vendors" / "my"
    client = add_custom.build_client(cann_home, vendor, tmp_path)
    for dtype in add_custom.ACL_DTYPE:
        add_custom.run_client(client, cann_home, vendor, (8, 2048), dtype, custom_opp_path=True)
