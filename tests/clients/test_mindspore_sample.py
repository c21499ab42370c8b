"""The sample project of MindSpore's documentation, unmodified, by MindSpore's own tests.

CUSTOM_COMPILER_MINDSPORE names a checkout of mindspore; of its files only `tests/mark_utils.py` and
those below `tests/st/graph_kernel/custom/custom_ascendc` are used.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.utils.checkouts import checkout

pytestmark = [pytest.mark.corpus, pytest.mark.frameworks]

SAMPLE = Path("tests/st/graph_kernel/custom/custom_ascendc")
BUILD = "import sys; from compile_utils import compile_custom_run as run; run(sys.argv[1])"


class Sample:
    """A copy of the sample, which its tests write into, and the Python that runs them."""

    def __init__(self, checkout: Path, root: Path, cann_home: Path, python: Path) -> None:
        self.root, self.folder = root, root / SAMPLE
        self.cann_home, self.python = cann_home, python
        shutil.copytree(checkout / SAMPLE, self.folder)
        shutil.copy(checkout / "tests/mark_utils.py", root / "tests")

    def run(self, *words: str | Path, vendor: Path | None = None) -> str:
        """Run Python in the sample's folder, after set_env.sh alone; return its output."""
        env = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}
        # The sample says `python`, and MindSpore's tool needs cmake.
        folders = [self.python.parent, Path(sys.executable).parent, env["PATH"]]
        env |= {"PATH": ":".join(map(str, folders)), "PYTHONPATH": str(self.root)}
        if vendor is not None:
            env["ASCEND_CUSTOM_OPP_PATH"] = str(vendor)
        done = subprocess.run(
            ["bash", "-c", 'source "$0/set_env.sh" && exec "$@"', self.cann_home, self.python,
             *words],
            cwd=self.folder, env=env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def sample(
    cann_home: Path, mindspore_python: Path, tmp_path_factory: pytest.TempPathFactory
) -> Sample:
    folder = checkout("CUSTOM_COMPILER_MINDSPORE", "checkout of mindspore")
    return Sample(folder, tmp_path_factory.mktemp("sample"), cann_home, mindspore_python)


@pytest.fixture(scope="module")
def vendor(sample: Sample) -> Path:
    """The package that MindSpore's setup.py builds for all units that it asks for."""
    work = sample.root / "work"
    work.mkdir()
    sample.run("-c", BUILD, work)
    built = work / "custom_compiler/CustomProject/build_out"
    return next(path for path in built.rglob("customize") if path.parent.name == "vendors")


@pytest.mark.parametrize(
    ("file", "forms"),
    [("test_compile_custom.py", 1), ("test_custom_aclnn.py", 8), ("test_custom_aclop.py", 5)],
)
def test_its_own_tests(sample: Sample, vendor: Path, file: str, forms: int) -> None:
    assert f"{forms} passed" in sample.run("-m", "pytest", "-q", file, vendor=vendor)
