"""docs/shipping.md: both projects as the page writes them, as wheels installed together."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/shipping.md").read_text()
_SUM = """\
import numpy as np
import {package}
import custom_compiler
from {package}.ascend_operators import VENDOR
x = np.ones((8, 2048), np.float16)
assert (custom_compiler.load_package(VENDOR).add_custom(x, x) == 2).all()
print(VENDOR)
"""


def _blocks(section: str, language: str) -> list[str]:
    text = PAGE.partition(f"## {section}\n")[2].partition("\n## ")[0]
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def _project(folder: Path, package: str, files: dict[str, str]) -> Path:
    project = folder / package
    for side in ("op_host", "op_kernel"):
        shutil.copytree(ROOT / side, project / side)
    for name, text in files.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text)
    return project


def _say(*command: str | Path, folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, env=environment, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_both_routes(tmp_path: Path, cann_home: Path) -> None:
    settings, carrier = [
        text for text in _blocks("With setuptools", "(?:toml|python)") if "from setup" not in text
    ]
    (setup,) = [text for text in _blocks("With setuptools", "python") if "AscendOp" in text]
    (cmake,) = _blocks("With scikit-build-core", "cmake")
    (build,) = _blocks("With scikit-build-core", "toml")
    module = "zeta_ops/__init__.py"
    projects = [
        _project(
            tmp_path,
            "acme_ops",
            {"pyproject.toml": settings, "setup.py": setup, "acme_ops/__init__.py": carrier},
        ),
        _project(
            tmp_path,
            "zeta_ops",
            {
                "pyproject.toml": build,
                "CMakeLists.txt": cmake,
                module: carrier.replace("acme_ops", "zeta_ops"),
            },
        ),
    ]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND_")}
    environment = {**clean, "CUSTOM_COMPILER_HOME": str(cann_home.parent)}
    wheels = tmp_path / "dist"
    options = ("--no-build-isolation", "--no-deps", "--no-index", "-w", wheels)
    for project in projects:
        _say(
            sys.executable, "-m", "pip", "wheel", ".", *options, folder=project,
            environment=environment,
        )  # fmt: skip
    names = sorted(path.name for path in wheels.iterdir())
    assert re.fullmatch(r"acme_ops-1\.0-py3-none-manylinux_2_\d+_\w+\.whl", names[0])
    # The page's command gives the other one such a tag, too.
    (repair,) = _blocks("The platform", "sh")
    *_, repair = repair.splitlines()  # after what installs the tools
    _say("bash", "-ec", repair, folder=tmp_path, environment=environment)
    repaired = [path.name for path in (tmp_path / "wheelhouse").iterdir()]
    assert any(re.fullmatch(r"zeta_ops-.*manylinux_2_\d+_\w+\.whl", name) for name in repaired)

    folder = tmp_path / "venv"
    venv.create(folder, with_pip=False, symlinks=True, system_site_packages=False)
    python = folder / "bin/python"
    site = next(folder.glob("lib/python3.*/site-packages"))
    _say(
        sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", site,
        *sorted(wheels.iterdir()), folder=tmp_path, environment=environment,
    )  # fmt: skip
    # The tool itself, and NumPy, of this Python.
    here = sysconfig.get_path("purelib")
    (site / "tool.pth").write_text(f"import site; site.addsitedir({here!r})\n")
    variables = {**environment, "PATH": f"{folder / 'bin'}:{environment['PATH']}"}
    for package, vendor in (("acme_ops", "acme"), ("zeta_ops", "zeta")):
        said = _say(
            python, "-c", _SUM.format(package=package), folder=tmp_path, environment=variables
        )
        assert said.strip() == str(site / package / "vendors" / vendor)
    listed = _say(python, "-m", "custom_compiler", "list", folder=tmp_path, environment=variables)
    assert {"acme", "zeta"} <= {line.split()[0] for line in listed.splitlines() if line[0] != " "}
