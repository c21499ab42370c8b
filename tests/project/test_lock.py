"""Builds wait for each other, and end what a killed one left at work."""

from __future__ import annotations

import os
import subprocess
import threading
from pathlib import Path

import pytest

from custom_compiler.project.lock import TOKEN, build_lock, token_of


def reject() -> None:
    pytest.fail("nobody holds the project")


def test_one_after_the_other(tmp_path: Path) -> None:
    waiting = threading.Event()
    order = []

    def second() -> None:
        with build_lock(tmp_path, waiting.set):
            order.append(2)

    thread = threading.Thread(target=second)
    with build_lock(tmp_path, reject):
        thread.start()
        assert waiting.wait(10)
        order.append(1)
    thread.join(10)
    assert order == [1, 2]
    with build_lock(tmp_path, reject):
        pass


@pytest.mark.parametrize("ended_well", [True, False])
def test_tools_are_ended_only_after_a_kill(tmp_path: Path, ended_well: bool) -> None:
    other = tmp_path / "other"
    other.mkdir()
    tools = [
        subprocess.Popen(["sleep", "60"], env={**os.environ, TOKEN: token_of(project)})
        for project in (tmp_path, other)
    ]
    (tmp_path / ".lock").write_text("" if ended_well else "running\n")
    try:
        with build_lock(tmp_path, reject):
            assert [tool.poll() for tool in tools] == [None if ended_well else -9, None]
    finally:
        for tool in tools:
            tool.kill()
            tool.wait()
    assert (tmp_path / ".lock").read_text() == ""
