"""Unmodified clients of each kind under `mssanitizer` and `msprof`, in the toolkit's shell."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import add_custom
import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Built

    Observed = Callable[..., str]

FOLDER = Path(__file__).parent


@pytest.fixture
def mindspore_client(mindspore_python: Path) -> list[str]:
    net = FOLDER / "mindspore/add_custom_net.py"
    return [str(mindspore_python), str(net), "Ascend", "O0", "cpp", "custom_op"]


@pytest.fixture
def torch_npu_client(torch_npu_python: Path, torch_npu_extension: Path) -> list[str]:
    program = FOLDER / "torch_npu/custom_operator.py"
    return [str(torch_npu_python), str(program), str(torch_npu_extension)]


@pytest.fixture
def pyacl_client() -> list[str]:
    return [sys.executable, str(FOLDER / "add_by_type.py")]


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
        pytest.param("torch_npu_client", marks=pytest.mark.frameworks),
    ]
)
def client(request: pytest.FixtureRequest) -> list[str]:
    """The words that start a program which calls AddCustom of a release package."""
    words: list[str] = request.getfixturevalue(request.param)
    return words


@pytest.fixture
def observed(built: Built, tmp_path: Path) -> Observed:
    """Executes a command line as a user who sourced set_env.sh; returns what it prints."""

    def call(*words: str, status: int = 0) -> str:
        env = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}
        env = {k: v for k, v in env.items() if k not in {"LD_LIBRARY_PATH", "PYTHONPATH"}}
        script = f"source '{built.cann_home}/set_env.sh'; "
        script += f"export ASCEND_CUSTOM_OPP_PATH='{built.vendor}' "
        script += f"LD_LIBRARY_PATH=$LD_LIBRARY_PATH:'{built.vendor}/op_api/lib'; exec \"$@\""
        done = subprocess.run(
            ["bash", "-c", script, "bash", *words],
            cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    return call


def test_mssanitizer_checks_its_launches(
    observed: Observed, client: list[str], tmp_path: Path
) -> None:
    said = observed("mssanitizer", "--error-exitcode=9", "--json=found.json", "--", *client)
    launches = json.loads((tmp_path / "found.json").read_text())["launches"]
    assert launches
    assert {launch["kernel"].partition("_")[0] for launch in launches} == {"AddCustom"}
    assert not [finding for launch in launches for finding in launch["findings"]]
    assert said.count("No error detected.") == len(launches)


def test_msprof_measures_its_launches(
    observed: Observed, client: list[str], tmp_path: Path
) -> None:
    observed("msprof", f"--output={tmp_path}/made", *client)
    (summary,) = (tmp_path / "made").rglob("op_summary_*.csv")
    with summary.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows
    assert {row["OP Type"] for row in rows} == {"AddCustom"}
    assert all(float(row["Task Duration(us)"]) > 0 for row in rows)


def test_nothing_is_lost_of_a_program_that_forks_and_crashes(
    observed: Observed, pyacl_client: list[str], tmp_path: Path
) -> None:
    python, program = pyacl_client
    code = f"import os, runpy; child = os.fork(); runpy.run_path({program!r}); child and os.abort()"
    words = ("mssanitizer", "--json=found.json", "--", python, "-c", code)
    said = observed(*words, status=128 + signal.SIGABRT)
    assert f"user program {python} exited by signal({signal.SIGABRT:d})" in said
    assert said.count("passed\n") == 2
    launches = json.loads((tmp_path / "found.json").read_text())["launches"]
    assert len({launch["pid"] for launch in launches}) == 2
