"""`--scheduler` when the cluster fails: a line, nothing that was made is lost, and on it goes."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

import pytest

from tests.op_compiler.conftest import command_line
from tests.op_compiler.information_files import add_custom, write
from tests.utils.dask_cluster import dask_cluster
from tests.utils.installed_sample import InstalledSample

pytestmark = pytest.mark.slow

_FILES = 12


class Build:
    """`op_compiler` of some calls of the sample, with a separate cache."""

    def __init__(self, sample: InstalledSample, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        self._home = sample.home
        self._environment = {
            **os.environ,
            "ASCEND_CUSTOM_OPP_PATH": str(sample.vendor),
            "ASCEND_OPP_PATH": str(sample.home / "opp"),
            "CUSTOM_COMPILER_CACHE": str(self.cache),
        }
        for number in range(_FILES):
            write(folder / f"dump/{number}.json", add_custom((8, 128 + number)))

    def start(self, *words: str) -> subprocess.Popen[str]:
        fixed = ("-p", "dump", "-v", "ascend910b3", "-f", "-o", "net", "--report", "net.json")
        return subprocess.Popen(
            command_line(self._home, *fixed, *words),
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def made(self) -> int:
        """Kernels in the cache here."""
        return len(list((self.cache / "kernel").glob("*/*")))

    def is_completed_here(self, at_least_cached: int) -> bool:
        """Return whether the same command without a cluster makes the rest alone."""
        with self.start() as process:
            said, errors = process.communicate()
        assert process.returncode == 0, errors
        cached = [kernel["cached"] for kernel in self.report()]
        return f"success {_FILES}" in said and sum(cached) >= at_least_cached

    def report(self) -> list[dict]:
        return json.loads((self.folder / "net.json").read_text())["kernels"]


@pytest.fixture
def build(installed_sample: InstalledSample, tmp_path: Path) -> Build:
    return Build(installed_sample, tmp_path)


def test_the_scheduler_is_lost_midway(build: Build, tmp_path: Path) -> None:
    with (
        dask_cluster(tmp_path / "cluster", workers=1) as cluster,
        build.start("--scheduler", cluster.address) as process,
    ):
        while build.made() < 2:
            assert process.poll() is None
            time.sleep(0.02)
        cluster.scheduler.kill()
        _, errors = process.communicate()
    assert process.returncode == 1
    assert errors.splitlines() == [
        f"op_compiler: error: the scheduler {cluster.address} is lost",
        "op_compiler: hint: start the command again; what was done is in the cache",
    ]
    made = build.made()
    assert 2 <= made < _FILES
    assert build.is_completed_here(at_least_cached=made)


def test_a_worker_has_another_version(build: Build, tmp_path: Path) -> None:
    with dask_cluster(tmp_path / "cluster", workers=0) as cluster:
        cluster.add_other_worker("import custom_compiler as c; c.__version__ = '0.0.7'")
        with build.start("--scheduler", cluster.address) as process:
            _, errors = process.communicate()
    assert process.returncode == 1
    error, hint = errors.splitlines()
    assert error.startswith("op_compiler: error: worker tcp://127.0.0.1:")
    assert "has custom_compiler 0.0.7, " in error
    assert hint == "op_compiler: hint: install the same custom_compiler and compiler there"
    assert build.is_completed_here(at_least_cached=0)


def test_dask_gives_a_kernel_up(
    build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are made, by another worker."""
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    stuck = tmp_path / "stuck"
    compiler = tmp_path / "compiler"
    ask = f'case "$*" in *-c*) touch {stuck}; sleep 3600;; esac'
    compiler.write_text(f'#!/bin/sh\n{ask}\nexec g++ "$@"\n')
    compiler.chmod(0o755)
    with dask_cluster(tmp_path / "cluster", workers=0) as cluster:
        cluster.add_worker(CXX=str(compiler))
        with build.start("--scheduler", cluster.address) as process:
            while not stuck.exists():
                assert process.poll() is None
                time.sleep(0.02)
            cluster.workers[0].kill()
            cluster.add_worker()
            _, errors = process.communicate()
    assert process.returncode == 1
    states = [kernel["state"] for kernel in build.report()]
    lost = states.count("lost")
    assert 0 < lost < _FILES
    assert states.count("success") == _FILES - lost
    lines = errors.splitlines()
    assert len(lines) == 2 * lost
    assert all("given up by Dask, since 1 worker was lost" in line for line in lines[::2])
    assert build.is_completed_here(at_least_cached=_FILES - lost)
