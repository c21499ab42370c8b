"""The tutorial's steps literally: build the sample, install or export, call aclnnAddCustom."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clients.conftest import Built
from tests.utils import add_custom

pytestmark = pytest.mark.slow

SHAPES = [(8, 2048), (1,), (1000003,), (3, 0, 5), (7, 13)]


@pytest.mark.parametrize("spelling", ["build_out", "CustomProject/build_out"])
def test_both_spellings_of_the_result_folder_lead_to_the_package(
    built: Built, spelling: str
) -> None:
    packages = list((built.folder / spelling).glob("custom_opp_*.run"))
    assert len(packages) == 1


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
    add_custom.run_client(
        client, built.cann_home, built.vendor, (8, 2048), dtype, custom_opp_path=True
    )
