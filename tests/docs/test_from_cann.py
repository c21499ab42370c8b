"""docs/from_cann.md: its commands in order, in a project that msopgen made."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.docs.console import console_steps, run_steps

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/from_cann.md"


def _port(name: str) -> dict[str, object]:
    return {"name": name, "param_type": "required", "format": ["ND"], "type": ["float16"]}


@pytest.fixture
def environment(cann_home: Path) -> dict[str, str]:
    """Return the environment of a user with the tests' home directory."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    return clean | {
        "CUSTOM_COMPILER_HOME": str(cann_home.parent),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }


@pytest.fixture
def project(tmp_path: Path, cann_home: Path, environment: dict[str, str]) -> Path:
    """As CANN's tool lays it out, with the sources of the sample and a client of aclnn."""
    folder = tmp_path / "AddProject"
    inputs, outputs = [_port("x"), _port("y")], [_port("z")]
    operator = {"op": "AddCustom", "input_desc": inputs, "output_desc": outputs}
    (tmp_path / "add.json").write_text(json.dumps([operator]))
    command: list[str | Path] = [cann_home / "bin/msopgen", "gen", "-i", tmp_path / "add.json"]
    command += ["-c", "ai_core-Ascend910B1", "-lan", "cpp", "-out", folder]
    home = {"ASCEND_HOME_PATH": str(cann_home)}
    subprocess.run(command, env=environment | home, check=True, stdout=subprocess.DEVNULL)
    for side in ("op_host", "op_kernel"):
        shutil.copytree(ROOT / side, folder / side, dirs_exist_ok=True)
    shutil.copy(ROOT / "tests/utils/add_custom_client.cpp", folder / "main.cpp")
    return folder


@pytest.mark.slow
def test_page(project: Path, environment: dict[str, str]) -> None:
    x, y = np.random.default_rng(3).uniform(-9, 9, (2, 8, 2048)).astype(np.float16)
    x.tofile(project / "x.bin")
    y.tofile(project / "y.bin")
    steps = console_steps(PAGE)
    # What builds say goes to both streams; the page shows some of it.
    merged = [step._replace(command=f"{step.command} 2>&1") for step in steps]
    merged = [
        new if "build" in old.command else old for old, new in zip(steps, merged, strict=True)
    ]
    for step, printed in zip(merged, run_steps(merged, project.parent, environment), strict=True):
        for line in step.shown:
            assert line in [row.rstrip() for row in printed], step.command
    z = np.fromfile(project / "z.bin", np.float16).reshape(8, 2048)
    np.testing.assert_array_equal(z, x + y)
