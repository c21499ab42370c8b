"""Fixtures of the project tests: the sample's sources, and builds with a separate cache."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from custom_compiler.project import BuildEvent, BuildResult, ProjectSpec, build
from tests.utils.caches import cache_with_headers

REPOSITORY = Path(__file__).parents[2]
SCRIPTS = REPOSITORY / "custom_compiler/project/template/customize/cmake/util"


@pytest.fixture(scope="session")
def kernel_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kernel cache shared by the tests of one session."""
    return Path(cache_with_headers(tmp_path_factory.mktemp("cache")))


class Sample:
    """A copy of the AddCustom sample and the build of it."""

    def __init__(self, folder: Path, cann_home: Path) -> None:
        self.op_host = folder / "op_host"
        self.op_kernel = folder / "op_kernel"
        self.project = folder / "CustomProject"
        self.toolkit = SimpleNamespace(root=cann_home)
        self.events: list[BuildEvent] = []
        shutil.copytree(REPOSITORY / "op_host", self.op_host, dirs_exist_ok=True)
        shutil.copytree(REPOSITORY / "op_kernel", self.op_kernel)

    def build(self, **settings: object) -> BuildResult:
        """Build; `events` holds the steps afterwards."""
        self.events.clear()
        values = {"op_host": self.op_host, "op_kernel": self.op_kernel, "toolkit": self.toolkit}
        spec = ProjectSpec(**{**values, **settings})  # type: ignore[arg-type]
        return build(spec, self.project, on_event=self.events.append)

    def steps(self) -> list[str]:
        """Texts of the steps that the last build took, without CMake's own."""
        own = ("Re-checking", "Re-running", "Configuring", "Generating", "Build files")
        return [e.text for e in self.events if e.stage == "build" and not e.text.startswith(own)]

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace `old` by `new` in one source."""
        path = self.op_host.parent / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))


@pytest.fixture
def sample(
    tmp_path: Path, cann_home: Path, kernel_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> Sample:
    """A fresh sample."""
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(kernel_cache))
    return Sample(tmp_path, cann_home)


@pytest.fixture(scope="module")
def _built_sample(
    tmp_path_factory: pytest.TempPathFactory, cann_home: Path, kernel_cache: Path
) -> Sample:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CUSTOM_COMPILER_CACHE", str(kernel_cache))
        sample = Sample(tmp_path_factory.mktemp("built"), cann_home)
        sample.build(compute_units=("ascend910b",))
    return sample


@pytest.fixture
def built_sample(
    _built_sample: Sample, kernel_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> Sample:
    """A sample that was built before, with any settings; the test must leave the sources as is."""
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(kernel_cache))
    return _built_sample


@pytest.fixture
def script() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs one of the project's scripts as the build does."""

    def run(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", "-S", str(SCRIPTS / name), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return run
