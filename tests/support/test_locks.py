"""One process at a time holds a lock."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from custom_compiler.support.locks import locked, one_of

if TYPE_CHECKING:
    from pathlib import Path

HOLD = """
import sys
from custom_compiler.support.locks import locked
with locked(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_process_waits_until_the_first_dies(tmp_path: Path) -> None:
    path = str(tmp_path / "made/lock")
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        waited: list[bool] = []

        def end_holder() -> None:
            waited.append(True)
            holder.kill()

        with locked(path, end_holder):
            assert waited


def test_a_free_lock_is_not_waited_for(tmp_path: Path) -> None:
    waited: list[bool] = []
    with locked(str(tmp_path / "lock"), lambda: waited.append(True)):
        assert not waited


def test_as_many_hold_one_of_some_locks_as_there_are(tmp_path: Path) -> None:
    paths = [str(tmp_path / "made/0"), str(tmp_path / "made/1")]
    with one_of(paths), ThreadPoolExecutor(1) as pool:
        with one_of(paths):
            third = pool.submit(_hold_for_a_moment, paths)
            with pytest.raises(TimeoutError):
                third.result(timeout=0.2)
        third.result(timeout=60)


def _hold_for_a_moment(paths: list[str]) -> None:
    with one_of(paths):
        pass


def test_without_a_place_for_locks_nobody_waits(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with one_of([str(tmp_path / "file/0")]), one_of([str(tmp_path / "file/0")]):
        pass
