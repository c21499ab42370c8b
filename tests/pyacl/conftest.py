"""The module acl of the toolkit under test, and kernels for it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.utils import pyacl
from tests.utils.pyacl import Device, ok
from tests.utils.python_kernels import device_given_back

SOURCES = Path(__file__).parent / "sources"


@pytest.fixture(scope="session")
def acl(cann_home: Path):
    return pyacl.load(cann_home)


@pytest.fixture(scope="package", autouse=True)
def no_python_kernels(cann_home: Path):
    """Devices are reset by force here."""
    with device_given_back(cann_home):
        yield


@pytest.fixture
def device(acl):
    """Device 0 is set; what the test leaves is freed."""
    ok(acl.rt.set_device(0))
    yield Device(acl)
    acl.rt.set_device(0)
    ok(acl.rt.reset_device_force(0))
    acl.get_recent_err_msg()
    acl.rt.get_last_error(0)


@pytest.fixture
def stream(device: Device) -> int:
    return ok(device.acl.rt.create_stream())


@pytest.fixture(scope="session")
def kernel_file(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A binary with the kernels of sources/kernels.cpp."""
    output = tmp_path_factory.mktemp("kernels") / "kernels.o"
    command: list[str | Path] = [
        cann_home / "bin/bisheng",
        "--npu-arch=dav-2201",
        "-O1",
        "-shared",
        "-fPIC",
    ]
    environment = {**os.environ, "ASCEND_HOME_PATH": str(cann_home)}
    subprocess.run([*command, SOURCES / "kernels.cpp", "-o", output], env=environment, check=True)
    return output


@pytest.fixture
def binary(device: Device, kernel_file: Path) -> int:
    return ok(device.acl.rt.binary_load_from_file(str(kernel_file), []))


@pytest.fixture
def add_1024(acl, binary: int) -> int:
    return ok(acl.rt.binary_get_function(binary, "add_1024"))


@pytest.fixture
def add_tiling(acl, binary: int) -> int:
    return ok(acl.rt.binary_get_function(binary, "add_tiling"))
