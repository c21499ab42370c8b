"""Wheels with operators, made by the real tools as users make them, and installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = Path(__file__).parent / "packages"


@dataclass(frozen=True)
class Wheels:
    """Two wheels, and a folder in which both are installed."""

    by_keyword: Path
    by_cmake: Path
    installed: Path
    environment: dict[str, str]

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python with the installed packages."""
        return subprocess.run(
            [sys.executable, *arguments],
            env=self.environment,
            cwd=self.installed.parent,
            capture_output=True,
            text=True,
            check=False,
        )


def sources(name: str, folder: Path) -> Path:
    """A package with the operators of the sample, copied."""
    project = folder / name
    shutil.copytree(PACKAGES / name, project)
    for side in ("op_host", "op_kernel"):
        shutil.copytree(ROOT / side, project / side)
    return project


def pip(*arguments: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run pip without a network: what builds need is in this environment."""
    return subprocess.run(
        [sys.executable, "-m", "pip", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def wheel_of(project: Path, environment: dict[str, str]) -> Path:
    """`pip wheel .`, as in a fresh environment that has the build requirements."""
    target = project / "dist"
    options = ("--no-build-isolation", "--no-deps", "--no-index", "-w", str(target))
    done = pip("wheel", str(project), *options, environment=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = target.iterdir()
    return wheel


@pytest.fixture(scope="module")
def environment(cann_home: Path) -> dict[str, str]:
    """No package is known, and the toolkit is the tests' own."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND_")}
    return {**clean, "CUSTOM_COMPILER_HOME": str(cann_home.parent)}


@pytest.fixture(scope="module")
def wheels(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Wheels:
    """Both wheels, built and installed."""
    folder = tmp_path_factory.mktemp("wheels")
    projects = [sources(name, folder) for name in ("by_keyword", "by_cmake")]
    for project in projects:
        for side in ("op_host", "op_kernel"):
            with (project / side / "add_custom.cpp").open("a") as source:
                source.write("\n#if FROM_THE_PROJECT != 1\n#error no definition\n#endif\n")
    by_keyword, by_cmake = (wheel_of(project, environment) for project in projects)
    installed = folder / "installed"
    options = ("--no-deps", "--no-index", "--target", str(installed))
    done = pip("install", *options, str(by_keyword), str(by_cmake), environment=environment)
    assert done.returncode == 0, done.stderr
    found = {**environment, "PYTHONPATH": str(installed)}
    return Wheels(by_keyword, by_cmake, installed, found)
