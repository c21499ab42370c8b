"""The files that make wheels of a project: what they say is executed as GitHub and Docker would."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from custom_compiler.errors import MisuseError
from custom_compiler.wheel.starter import write_wheel_files

ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path: Path, environment: dict[str, str]) -> Path:
    """A new operator with what makes a wheel of it."""
    words = ["new", "Acme", "--input", "x:fp16", "--wheel", "--path", "project"]
    command = [sys.executable, "-m", "custom_compiler", *words]
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, stdout=subprocess.DEVNULL)
    return tmp_path / "project"


def _run(command: str, folder: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", command],  # as GitHub's runners do
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_the_workflow_builds_package_and_wheel(project: Path, environment: dict[str, str]) -> None:
    workflow = yaml.safe_load((project / ".github/workflows/operators.yml").read_text())
    steps = workflow["jobs"]["operators"]["steps"]
    commands = {step["name"]: step["run"] for step in steps if "run" in step}
    assert list(commands) == ["Install", "Build", "Test", "Wheel"]
    here = {**environment, "PATH": f"{Path(sys.executable).parent}:{environment['PATH']}"}
    for name in ("Build", "Test", "Wheel"):  # what Install brings is in this environment
        _run(commands[name], project, here)
    (upload,) = [step for step in steps if "upload-artifact" in step.get("uses", "")]
    for pattern in upload["with"]["path"].split():
        assert list(project.glob(pattern)), pattern


@pytest.mark.slow
def test_the_images_commands_make_a_wheel_that_installs(
    project: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    text = (project / "Dockerfile").read_text()
    wheel, install = re.findall(
        r"^RUN (python -m pip (?:wheel|install).*wheels.*)$", text, re.MULTILINE
    )
    wheels, target = tmp_path / "wheels", tmp_path / "target"
    here = {**environment, "PATH": f"{Path(sys.executable).parent}:{environment['PATH']}"}
    here["PIP_TARGET"] = str(target)
    _run(wheel.replace("/wheels", shlex.quote(str(wheels))), project, here)
    _run(install.replace("/wheels", shlex.quote(str(wheels))), project, here)
    assert (target / "acme_ops/vendors/acme/op_api/lib/libcust_opapi.so").is_file()
    assert not wheels.exists()


@pytest.mark.parametrize(
    ("package", "vendor", "said"),
    [
        ("acme ops", "acme", "is no name of a Python package"),
        ("_x", "acme", "is no name of a wheel"),
        ("acme_ops", "a-b", "is not a vendor name"),
    ],
)
def test_names_that_cannot_be(tmp_path: Path, package: str, vendor: str, said: str) -> None:
    with pytest.raises(MisuseError, match=said):
        write_wheel_files(tmp_path, package, vendor)
    assert not list(tmp_path.iterdir())


def test_nothing_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text("mine")
    with pytest.raises(MisuseError, match="Dockerfile exists"):
        write_wheel_files(tmp_path, "acme_ops", "acme")
    assert [path.name for path in tmp_path.iterdir()] == ["Dockerfile"]
