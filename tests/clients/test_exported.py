"""Operators exported from Python, called from MindSpore, PyTorch and torch_npu."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.asc.export.operators import export_all
from tests.clients.conftest import build_torch_npu_extension

PROGRAMS = Path(__file__).with_name("exported")
# This environment's packages, custom_compiler among them, after torch's.
BEHIND = (
    "import runpy, site, sys; site.addsitedir(sys.argv.pop(1)); sys.argv.pop(0); "
    "runpy.run_path(sys.argv[0], run_name='__main__')"
)

pytestmark = pytest.mark.frameworks


@dataclass(frozen=True)
class Exported:
    """The written project and its installed package."""

    folder: Path
    opp: Path  # that the package is installed into
    cann_home: Path

    def run(self, *words: str | Path, **variables: str) -> None:
        """Run a program where set_env.sh and the package are set."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PYTHON"))}
        script = 'source "$1/set_env.sh" && source "$2/vendors/exported/bin/set_env.bash" && '
        script += 'shift 2 && exec "$@"'
        done = subprocess.run(
            ["bash", "-c", script, "bash", self.cann_home, self.opp, *words],
            cwd=self.folder, env={**kept, **variables}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stdout.splitlines()[-1] == "passed"


@pytest.fixture(scope="module")
def exported(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("exported")
    export_all(folder)
    env = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}
    subprocess.run(
        [sys.executable, "-m", "custom_compiler", "build", "-o", "op_host", "-k", "op_kernel",
         "--vendor_name", "exported", "--ascend_cann_package_path", str(cann_home)],
        cwd=folder, env=env, check=True,
    )  # fmt: skip
    package = next((folder / "build_out").glob("*.run"))
    opp = folder / "opp"
    command = ["bash", str(package), "--quiet", f"--install-path={opp}"]
    subprocess.run(command, env=env, check=True)
    return Exported(folder, opp, cann_home)


@pytest.mark.parametrize("mode", ["pynative", "O0"])
@pytest.mark.parametrize("device", ["Ascend", "CPU"])
def test_mindspore(exported: Exported, mindspore_python: Path, device: str, mode: str) -> None:
    program = PROGRAMS / "mindspore_net.py"
    exported.run(mindspore_python, program, device, mode, exported.folder / "infer_file")


def test_torch_builds_and_loads_them(exported: Exported, torch_npu_python: Path) -> None:
    behind: list[str | Path] = [torch_npu_python, "-c", BEHIND, sysconfig.get_path("purelib")]
    program = PROGRAMS / "torch_calls.py"
    exported.run(*behind, program, "cpu", exported.folder, TORCH_DEVICE_BACKEND_AUTOLOAD="0")


def test_torch_npu(exported: Exported, torch_npu_python: Path, tmp_path: Path) -> None:
    source = PROGRAMS / "torch_npu_calls.cpp"
    library = build_torch_npu_extension(source, tmp_path, exported.cann_home, torch_npu_python)
    exported.run(torch_npu_python, PROGRAMS / "torch_calls.py", "npu", library)
