"""Fixtures shared by all tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

# Programs that tests start find the helpers here, too. It is the last folder: an installed package
# comes before its sources. xDSL's wheel has a folder `tests`, but no package of that name.
sys.path.append(str(Path(__file__).parents[1]))

from xdist.scheduler import LoadScopeScheduling

from tests.utils.caches import KERNEL_HEADERS
from tests.utils.installed_sample import InstalledSample, install_sample

# cmake, ninja and custom-compiler of this environment are found also when it is not activated.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

_HOST_HEADERS_VARIABLE = "CUSTOM_COMPILER_HOST_HEADERS"

# Files of these folders share what takes seconds to compile.
_TOGETHER = {"builtin", "examples", "opbuild", "pyacl", "runtime"}


_HEADERS = pytest.StashKey[Path]()


def pytest_configure(config: pytest.Config) -> None:
    """Let all workers share precompiled headers; tests/clients has its own ones of host code."""
    if not hasattr(config, "workerinput"):
        folder = Path(tempfile.mkdtemp(prefix="custom-compiler-test-headers-"))
        config.stash[_HEADERS] = folder
        for variable, name in ((_HOST_HEADERS_VARIABLE, "host"), (KERNEL_HEADERS, "kernel")):
            (folder / name).mkdir()
            os.environ[variable] = str(folder / name)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the precompiled headers."""
    if _HEADERS in config.stash:
        os.environ.pop(_HOST_HEADERS_VARIABLE, None)
        os.environ.pop(KERNEL_HEADERS, None)
        shutil.rmtree(config.stash[_HEADERS])


class _ByFixtures(LoadScopeScheduling):
    """Sends what shares fixtures to one worker: a file, or a folder of `_TOGETHER`."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        folder = file.split("/")[1]
        return folder if folder in _TOGETHER else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """Return the scheduler of `pytest -n auto`."""
    return _ByFixtures(config, log)


@pytest.fixture(scope="session")
def cann_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Root of a CANN toolkit: the one named by CUSTOM_COMPILER_TEST_CANN, else a fresh home.

    Tests must not change it, except below `opp/vendors` under other names.
    """
    given = os.environ.get("CUSTOM_COMPILER_TEST_CANN")
    if given:
        return Path(given)
    from custom_compiler.toolkit import ensure_home

    return ensure_home({"CUSTOM_COMPILER_HOME": str(tmp_path_factory.mktemp("home"))})


@pytest.fixture(scope="session")
def installed_sample(
    cann_home: Path, tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> InstalledSample:
    """The installed AddCustom sample, one for all workers. Tests must not change it."""
    folder = tmp_path_factory.getbasetemp()
    if worker_id != "master":
        folder = folder.parent  # that of the session
    return install_sample(folder / "installed_sample", cann_home)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Mounts a file system of the size that is asked for ("64k"); asked again, it grows.

    Only who may mount gets one; for others the test is skipped.
    """
    place = tmp_path / "disk"
    place.mkdir()

    def mount(size: str) -> Path:
        options = f"remount,size={size}" if place.is_mount() else f"size={size}"
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            pytest.skip("cannot mount a tmpfs here")
        return place

    yield mount
    if place.is_mount():
        subprocess.run(["umount", str(place)], check=True)
