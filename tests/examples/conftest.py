"""All operators of examples/, built together once, and a client of their package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.utils.aclnn import Client

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="session")
def examples_vendor(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vendor folder of a package with every example."""
    folder = tmp_path_factory.mktemp("examples")
    for kind in ("op_host", "op_kernel"):
        for sources in EXAMPLES.glob(f"*/{kind}"):
            shutil.copytree(sources, folder / kind, dirs_exist_ok=True)
    _add_nchw_variant(folder)
    _add_view_variant(folder)
    env = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    done = subprocess.run(
        [sys.executable, "-m", "custom_compiler", "build", "-o", "op_host", "-k", "op_kernel",
         "--vendor_name", "examples", "--ascend_cann_package_path", str(cann_home)],
        cwd=folder, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("build_out/_CPack_Packages/*/*/*/packages/vendors/examples"))


def _add_nchw_variant(folder: Path) -> None:
    """SubtractMeanNchw: declared for one layout only, like the paddings of public packages.

    Its tiling asks for an attribute that the definition has not, as that of ops-math's Cross.
    """
    first = "const uint32_t blockLength = 4096;"
    asked = f"if (*context->GetAttrs()->GetInt(0) != 7) return ge::GRAPH_FAILED; {first}"
    for kind in ("op_host", "op_kernel"):
        source = folder / kind / "subtract_mean.cpp"
        text = source.read_text().replace("FORMAT_ND", "FORMAT_NCHW").replace(first, asked)
        text = text.replace("SubtractMean", "SubtractMeanNchw")
        text = text.replace("subtract_mean", "subtract_mean_nchw")
        source.with_stem("subtract_mean_nchw").write_text(text)


def _add_view_variant(folder: Path) -> None:
    """AccumulateView: its factor is the last step of `offsets`, -1 where these are contiguous."""
    factor = "*context->GetAttrs()->GetFloat(0)"
    step = "context->InputIsView(2) ? (*context->GetInputStride(2))[1] : -1"
    for kind in ("op_host", "op_kernel"):
        source = folder / kind / "accumulate.cpp"
        text = source.read_text().replace(factor, step)
        text = text.replace("Accumulate", "AccumulateView").replace("accumulate", "accumulate_view")
        source.with_stem("accumulate_view").write_text(text)


@pytest.fixture(scope="session")
def _client(cann_home: Path, examples_vendor: Path) -> Client:
    return Client(cann_home, examples_vendor)


@pytest.fixture
def client(_client: Client):
    """A client with device 0 set; what a test leaves on the device is freed."""
    _client.acl("aclrtSetDevice", 0)
    yield _client
    _client.acl("aclrtResetDeviceForce", 0)
