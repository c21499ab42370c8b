"""Python environments with the programs whose real wheels the tests marked `frameworks` run.

An environment is named by a variable (its Python), or made once below $CUSTOM_COMPILER_TEST_VENVS,
or below `custom_compiler/test_venvs` of the user's cache directory, and used again by later runs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import venv
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from custom_compiler.support.locks import locked


@dataclass(frozen=True)
class Framework:
    """The packages to install, and the variable that names a Python which has them already."""

    variable: str
    requirements: tuple[str, ...]


def _mindspore(version: str, variable: str) -> Framework:
    # ml_dtypes, platformdirs: for custom_compiler, which is imported from the toolkit. pytest: for
    # MindSpore's own tests. numpy: 2.10 admits NumPy 2, for which it was not compiled.
    packages = ("setuptools", "ml_dtypes", "platformdirs", "pytest", "numpy<2")
    return Framework(variable, (f"mindspore=={version}", *packages))


FRAMEWORKS = {
    "mindspore": _mindspore("2.8.0", "CUSTOM_COMPILER_MINDSPORE_PYTHON"),
    "mindspore_2_10": _mindspore("2.10.0", "CUSTOM_COMPILER_MINDSPORE_2_10_PYTHON"),
    # pyyaml, numpy: imported by torch_npu, which does not require them; ninja, setuptools: what
    # torch.utils.cpp_extension builds with.
    "torch_npu": Framework(
        "CUSTOM_COMPILER_TORCH_NPU_PYTHON",
        ("torch==2.13.0", "torch_npu==2.13.0", "numpy", "pyyaml", "ninja", "setuptools"),
    ),
    "msprof_analyze": Framework(
        "CUSTOM_COMPILER_MSPROF_ANALYZE_PYTHON", ("msprof-analyze==26.2.0",)
    ),
}


def python_with(name: str) -> Path:
    """Return a Python that imports the framework; the first call may install it."""
    framework = FRAMEWORKS[name]
    given = os.environ.get(framework.variable)
    if given:
        return Path(given)
    folder = _folder(name)
    with locked(f"{folder}.lock"):
        _install(folder, "\n".join(framework.requirements))
    return folder / "bin" / "python"


def _install(folder: Path, requirements: str) -> None:
    """Nothing if the environment was finished with the same requirements."""
    finished = folder / "requirements.txt"
    if finished.is_file() and finished.read_text() == requirements:
        return
    shutil.rmtree(folder, ignore_errors=True)
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", *requirements.split()], check=True)
    finished.write_text(requirements)


def is_ready(name: str) -> bool:
    """Tell whether `python_with` has nothing to install."""
    framework = FRAMEWORKS[name]
    if os.environ.get(framework.variable):
        return True
    finished = _folder(name) / "requirements.txt"
    return finished.is_file() and finished.read_text() == "\n".join(framework.requirements)


def _folder(name: str) -> Path:
    cache = platformdirs.user_cache_path("custom_compiler") / "test_venvs"
    return Path(os.environ.get("CUSTOM_COMPILER_TEST_VENVS") or cache) / name
