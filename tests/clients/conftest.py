"""Fixtures of the clients' tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from tests.clients import venvs
from tests.utils import add_custom

REPOSITORY = Path(__file__).parents[2]
CLIENTS = Path(__file__).parent

InShell = Callable[..., str]


@pytest.fixture(scope="package", autouse=True)
def _builds_as_users_have_them() -> Iterator[None]:
    """Build without the precompiled host headers that builds of other tests share."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("CUSTOM_COMPILER_HOST_HEADERS", raising=False)
        yield


@pytest.fixture(scope="session", params=["mindspore", "mindspore_2_10"])
def mindspore_python(request: pytest.FixtureRequest) -> Path:
    """Return a Python with mindspore 2.8.0, then one with 2.10.0."""
    return venvs.python_with(request.param)


@pytest.fixture(scope="session")
def torch_npu_python() -> Path:
    """Python with torch_npu 2.13.0 and torch 2.13.0 for the CPU."""
    return venvs.python_with("torch_npu")


@dataclass(frozen=True)
class Built:
    """The sample's build folder and the toolkit it was built with."""

    folder: Path
    cann_home: Path

    @property
    def vendor(self) -> Path:
        """The package's folder as ASCEND_CUSTOM_OPP_PATH names it, not installed."""
        return next(self.folder.glob("build_out/_CPack_Packages/*/*/*.run/packages/vendors/my"))


@pytest.fixture(scope="session")
def built(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("tutorial")
    env = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND_")}
    done = subprocess.run(
        [sys.executable, str(REPOSITORY / "setup.py"), f"--op_host_path={REPOSITORY / 'op_host'}",
         f"--op_kernel_path={REPOSITORY / 'op_kernel'}", "--vendor_name=my",
         f"--ascend_cann_package_path={cann_home}", "--soc_version=ascend910b", "--bridge"],
        cwd=folder, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return Built(folder, cann_home)


@pytest.fixture(scope="session")
def installed_vendor(built: Built) -> Path:
    """The vendor folder that `bash build_out/*.run` installs into ASCEND_OPP_PATH."""
    package = next((built.folder / "build_out").glob("*.run"))
    opp = built.cann_home / "opp"
    env = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND_")}
    env["ASCEND_OPP_PATH"] = str(opp)
    subprocess.run(["bash", str(package), "--quiet"], env=env, check=True)
    return opp / "vendors" / "my"


@pytest.fixture(scope="session")
def faulty_vendor(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package with an AddCustom whose cores read far past the end of their input."""
    folder = tmp_path_factory.mktemp("faulty")
    for name in ("op_host", "op_kernel"):
        shutil.copytree(REPOSITORY / name, folder / name)
    kernel = folder / "op_kernel/add_custom.cpp"
    text = kernel.read_text()
    line = "Load(xLocal, xGm[offset], count);"
    assert line in text
    kernel.write_text(text.replace(line, "Load(xLocal, xGm[offset + (1u << 30)], count);"))
    subprocess.run(
        [sys.executable, "-m", "custom_compiler", "build", "-o", "op_host", "-k", "op_kernel",
         "--vendor_name", "faulty", "--soc_version", "ascend910b",
         "--ascend_cann_package_path", str(cann_home)],
        cwd=folder, check=True,
        env={k: v for k, v in os.environ.items() if not k.startswith("ASCEND")},
    )  # fmt: skip
    return next(folder.glob("build_out/_CPack_Packages/*/*/*.run/packages/vendors/faulty"))


@pytest.fixture(scope="session")
def torch_npu_extension(
    cann_home: Path, torch_npu_python: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The library of torch_npu/extension, built by torch_npu's own build."""
    folder = tmp_path_factory.mktemp("extension")
    source = CLIENTS / "torch_npu/extension/acme.cpp"
    return build_torch_npu_extension(source, folder, cann_home, torch_npu_python)


def build_torch_npu_extension(
    source: Path, folder: Path, cann_home: Path, torch_npu_python: Path
) -> Path:
    """Build a source in an empty folder by torch_npu/extension/setup.py; return the library."""
    shutil.copy(CLIENTS / "torch_npu/extension/setup.py", folder)
    shutil.copy(source, folder / "acme.cpp")
    # ninja, which builds extensions, is next to Python.
    script = f"source '{cann_home}/set_env.sh' && PATH='{torch_npu_python.parent}':$PATH "
    script += f"MAX_JOBS=2 exec '{torch_npu_python}' setup.py -q build_ext --inplace"
    env = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}
    env = {k: v for k, v in env.items() if k not in {"LD_LIBRARY_PATH", "PYTHONPATH"}}
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "acme.so"


def _mindspore_client(version: str) -> list[str]:
    net = CLIENTS / "mindspore/add_custom_net.py"
    return [str(venvs.python_with(version)), str(net), "Ascend", "O0", "cpp", "custom_op"]


# Fixtures that are asked for by name cannot have parameters.
@pytest.fixture
def mindspore_client() -> list[str]:
    return _mindspore_client("mindspore")


@pytest.fixture
def mindspore_2_10_client() -> list[str]:
    return _mindspore_client("mindspore_2_10")


@pytest.fixture
def torch_npu_client(torch_npu_python: Path, torch_npu_extension: Path) -> list[str]:
    program = CLIENTS / "torch_npu/custom_operator.py"
    return [str(torch_npu_python), str(program), str(torch_npu_extension)]


@pytest.fixture
def pyacl_client() -> list[str]:
    return [sys.executable, str(CLIENTS / "add_by_type.py")]


@pytest.fixture
def cpp_client(built: Built, tmp_path: Path) -> list[str]:
    client = add_custom.build_client(built.cann_home, built.vendor, tmp_path)
    for name in "xy":
        np.ones((8, 2048), np.float32).tofile(tmp_path / f"{name}.bin")
    float32 = str(add_custom.ACL_DTYPE["float32"])
    return [str(client), float32, *(str(tmp_path / f"{name}.bin") for name in "xyz"), "8", "2048"]


@pytest.fixture(
    params=[
        "pyacl_client",
        "cpp_client",
        pytest.param("mindspore_client", marks=pytest.mark.frameworks),
        pytest.param("mindspore_2_10_client", marks=pytest.mark.frameworks),
        pytest.param("torch_npu_client", marks=pytest.mark.frameworks),
    ]
)
def client(request: pytest.FixtureRequest) -> list[str]:
    """The words that start a program which calls AddCustom of a release package."""
    words: list[str] = request.getfixturevalue(request.param)
    return words


@pytest.fixture
def in_shell(built: Built, tmp_path: Path) -> InShell:
    """Executes a command line as a user who sourced set_env.sh; returns what it prints.

    Variables of the environment are given as keywords.
    """

    def call(*words: str | Path, status: int = 0, **variables: str | Path) -> str:
        env = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}
        env = {k: v for k, v in env.items() if k not in {"LD_LIBRARY_PATH", "PYTHONPATH"}}
        script = f"source '{built.cann_home}/set_env.sh'; "
        script += f"export ASCEND_CUSTOM_OPP_PATH='{built.vendor}' "
        script += f"LD_LIBRARY_PATH=$LD_LIBRARY_PATH:'{built.vendor}/op_api/lib'; exec \"$@\""
        done = subprocess.run(
            ["bash", "-c", script, "bash", *words],
            cwd=tmp_path, env={**env, **variables},
            capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    return call
