"""Builds of the sample that are killed, and builds on disks that become full."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.torture.attack import Attack, Place, expect, expect_no_signal
from tests.torture.installs import small_disk

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

_ROOT = Path(__file__).parents[2]
_KIB = 60_000  # what a build of the sample needs, and a little more


def _command() -> list[str]:
    words = ["build", "-o", str(_ROOT / "op_host"), "-k", str(_ROOT / "op_kernel")]
    return [sys.executable, "-m", "custom_compiler", *words, "--soc_version", "ascend910b"]


def _environment(place: Place) -> dict[str, str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}
    # Kernels come from the cache: the attack is on what a build writes.
    cache = str(place.work / "cache")
    return {**clean, "ASCEND_HOME_PATH": str(place.home), "CUSTOM_COMPILER_CACHE": cache}


def _build(place: Place, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        _command(), cwd=folder, env=_environment(place), capture_output=True, text=True,
        check=False, timeout=600,
    )  # fmt: skip


def _package_hash(folder: Path) -> str:
    (package,) = (folder / "build_out").glob("*.run")
    return hashlib.sha256(package.read_bytes()).hexdigest()


def _kills(place: Place) -> Iterator[Callable[[random.Random], None]]:
    folder = place.work / "project"
    folder.mkdir()
    done = _build(place, folder)
    expect(done.returncode == 0, f"the sample does not build: {done.stderr[-300:]}")
    sound = _package_hash(folder)
    shutil.rmtree(folder)
    folder.mkdir()
    start = time.monotonic()
    expect(_build(place, folder).returncode == 0, "the sample does not build a second time")
    seconds = time.monotonic() - start

    def make_try(choose: random.Random) -> None:
        if choose.random() < 0.5:  # a first build, or one that has little to do
            shutil.rmtree(folder)
            folder.mkdir()
        process = subprocess.Popen(
            _command(), cwd=folder, env=_environment(place), start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        time.sleep(choose.uniform(0, seconds))
        # The tools that a build starts die with it, or live on.
        (os.killpg if choose.random() < 0.5 else os.kill)(process.pid, signal.SIGKILL)
        process.wait()
        done = _build(place, folder)
        expect_no_signal(done)
        expect(done.returncode == 0, f"the next build fails: {done.stderr.strip()[-300:]}")
        expect(_package_hash(folder) == sound, "the next build makes another package")

    yield make_try


def _full_disks(place: Place) -> Iterator[Callable[[random.Random], None]]:
    disk, folder = place.work / "disk", place.work / "whole"
    folder.mkdir()
    done = _build(place, folder)  # fills the cache
    expect(done.returncode == 0, f"the sample does not build: {done.stderr[-300:]}")

    def make_try(choose: random.Random) -> None:
        with small_disk(disk, choose.randrange(16, _KIB // 4)):
            done = _build(place, disk)
            expect_no_signal(done)
            packages = list((disk / "build_out").glob("*.run"))
            if done.returncode == 0:
                expect(len(packages) == 1, "no package after a build that reports success")
                return
            expect(done.returncode == 1, f"status {done.returncode}: {done.stderr.strip()[-200:]}")
            words = ("No space left", "no space", "is full")
            expect(any(word in done.stderr for word in words), f"not named: {done.stderr[-300:]}")
            expect(not packages, "a package after a build that failed")

    yield make_try


ATTACKS = (
    Attack("killed_builds", "killed at any moment: the next build makes the package", 12, _kills),
    Attack("builds_on_full_disks", "a full disk is an error that says so", 8, _full_disks),
)
