"""The tutorial's steps literally: build the sample, install or export, call aclnnAddCustom."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from . import add_custom

REPOSITORY = Path(__file__).parents[2]
SHAPES = [(8, 2048), (1,), (1000003,), (3, 0, 5), (7, 13)]


@dataclass(frozen=True)
class Built:
    """The sample's build folder and the home it was built with."""

    folder: Path
    cann_home: Path


@pytest.fixture(scope="module")
def built(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("tutorial")
    env = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND_")}
    done = subprocess.run(
        [sys.executable, str(REPOSITORY / "setup.py"), f"--op_host_path={REPOSITORY / 'op_host'}",
         f"--op_kernel_path={REPOSITORY / 'op_kernel'}", "--vendor_name=my",
         f"--ascend_cann_package_path={cann_home}", "--soc_version=ascend910b"],
        cwd=folder, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return Built(folder, cann_home)


@pytest.mark.parametrize("spelling", ["build_out", "CustomProject/build_out"])
def test_both_spellings_of_the_result_folder_lead_to_the_package(
    built: Built, spelling: str
) -> None:
    packages = list((built.folder / spelling).glob("custom_opp_*.run"))
    assert len(packages) == 1


@pytest.fixture(scope="module")
def installed_vendor(built: Built) -> Path:
    """The vendor folder that `bash build_out/*.run` installs into ASCEND_OPP_PATH."""
    package = next((built.folder / "build_out").glob("*.run"))
    opp = built.cann_home / "opp"
    env = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND_")}
    env["ASCEND_OPP_PATH"] = str(opp)
    subprocess.run(["bash", str(package), "--quiet"], env=env, check=True)
    return opp / "vendors" / "my"


@pytest.fixture(scope="module")
def client(built: Built, installed_vendor: Path) -> Path:
    return add_custom.build_client(built.cann_home, installed_vendor, built.folder)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", add_custom.ACL_DTYPE)
def test_installed_operator_equals_numpy(
    built: Built, installed_vendor: Path, client: Path, shape: tuple[int, ...], dtype: str
) -> None:
    add_custom.run_client(
        client, built.cann_home, installed_vendor, shape, dtype, custom_opp_path=False
    )


@pytest.mark.parametrize("dtype", add_custom.ACL_DTYPE)
def test_exported_package_equals_numpy(built: Built, client: Path, dtype: str) -> None:
    staged = built.folder / "build_out" / "_CPack_Packages" / "Linux" / "External"
    vendor = next(staged.glob("*.run/packages/vendors/my"))
    add_custom.run_client(client, built.cann_home, vendor, (8, 2048), dtype, custom_opp_path=True)
