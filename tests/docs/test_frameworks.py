"""docs/frameworks.md: its programs, with the sample's package, in Python with each framework."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.clients.venvs import python_with
from tests.utils.installed_sample import InstalledSample

PAGE = Path(__file__).parents[2] / "docs/frameworks.md"
PROGRAMS = dict(re.findall(r"```python\n# (\w+\.py)\n(.*?)```", PAGE.read_text(), re.DOTALL))
# custom_compiler is installed in this Python; the frameworks' own find it after their packages.
_START = (
    "import runpy, site, sys; site.addsitedir(sys.argv.pop(1)); "
    "runpy.run_path(sys.argv.pop(1), run_name='__main__')"
)


def _run(name: str, python: Path | str, sample: InstalledSample, folder: Path, *words: str) -> None:
    (folder / name).write_text(PROGRAMS[name])
    command = (
        'eval "$(custom-compiler env)"; export ASCEND_CUSTOM_OPP_PATH="$VENDOR"; exec "$0" -c "$@"'
    )
    here = sysconfig.get_path("purelib")
    variables = {"VENDOR": str(sample.vendor), "TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}
    done = subprocess.run(
        ["bash", "-c", command, python, _START, here, name, *words],
        cwd=folder, env=sample.environment(folder / "cache") | variables, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_program_is_run() -> None:
    assert set(PROGRAMS) == {"with_numpy.py", "with_torch.py", "with_mindspore.py"}


def test_numpy(tmp_path: Path, installed_sample: InstalledSample) -> None:
    _run("with_numpy.py", sys.executable, installed_sample, tmp_path)


@pytest.mark.frameworks
def test_torch(tmp_path: Path, installed_sample: InstalledSample) -> None:
    _run("with_torch.py", python_with("torch_npu"), installed_sample, tmp_path)


@pytest.mark.frameworks
@pytest.mark.parametrize("device", ["CPU", "Ascend"])
def test_mindspore(device: str, tmp_path: Path, installed_sample: InstalledSample) -> None:
    _run("with_mindspore.py", python_with("mindspore"), installed_sample, tmp_path, device)
