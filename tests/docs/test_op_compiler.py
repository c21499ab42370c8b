"""docs/op_compiler.md and docs/static_kernels.md, their commands executed in order."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from tests.docs.console import Step, console_steps, run_steps
from tests.utils.installed_sample import InstalledSample

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def environment(tmp_path: Path, installed_sample: InstalledSample) -> dict[str, str]:
    """Return the environment of a user with a home directory, in the folder with the inputs."""
    np.save(tmp_path / "x.npy", np.ones((8, 2048), np.float16))
    np.save(tmp_path / "y.npy", np.full((8, 2048), 2, np.float16))
    home = {"CUSTOM_COMPILER_HOME": str(tmp_path / "home"), "ASCEND_HOME_PATH": ""}
    return installed_sample.environment(tmp_path / "cache") | home


def plain(lines: list[str], folder: str) -> list[str]:
    """Words without what differs from run to run: places, processes, who of two was first."""
    text = re.sub(r"\b\d+_(debug|opcompile)\b", r"PID_\1", "\n".join(lines))
    return re.sub(r"(\d/\d \w+)_d[01]", r"\1", text.replace(folder, "/home/me")).split()


@pytest.mark.slow
def test_op_compiler_page(tmp_path: Path, environment: dict[str, str]) -> None:
    steps = console_steps(DOCS / "op_compiler.md")
    assert len(steps) > 8
    for step, printed in zip(steps, run_steps(steps, tmp_path, environment), strict=True):
        if step.shown:
            assert plain(printed, str(tmp_path)) == plain(step.shown, "/home/me"), step.command


@pytest.mark.slow
def test_commands_for_packages(tmp_path: Path, environment: dict[str, str]) -> None:
    """Those of docs/static_kernels.md, with the name that a package gets."""
    page = (DOCS / "static_kernels.md").read_text()
    (block,) = re.findall(r"^```sh\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    block = block.replace("static_kernel_260101120000", "$package")
    before = """\
eval "$(custom-compiler env)"
ASCENDC_DUMP_OP_ARGS=dump custom-compiler run AddCustom --input x.npy y.npy --output z.npy
op_compiler -p dump/*_opcompile -v Ascend910B3
package=$(basename static_kernel_*.run .run)"""
    commands = [before, *block.replace("/opt/opp", "$PWD/opp").splitlines(), "echo $package"]
    steps = [Step(command, []) for command in commands]
    *_, listed, removed, examined, (package,) = run_steps(steps, tmp_path, environment)
    assert f"{package}  {tmp_path}/home/cann/opp/static_kernel/ai_core/{package}" in listed
    assert removed[0].partition("INFO] ")[2].startswith(f"removed {package} ")
    assert examined[-1] == "no problems found"
    assert not (tmp_path / "home/cann/opp/static_kernel").exists()
    assert (tmp_path / f"opp/static_kernel/ai_core/{package}").is_dir()
