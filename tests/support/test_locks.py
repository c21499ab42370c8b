"""One process at a time holds a lock."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from custom_compiler.support.locks import locked

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
