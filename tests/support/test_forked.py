"""Work done in a copy of the process ends the copy only."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

import pytest

from custom_compiler.support.forked import ask_copy, run_in_copy

if TYPE_CHECKING:
    from collections.abc import Callable


def fails() -> int:
    message = "of the test"
    raise RuntimeError(message)


@pytest.mark.parametrize(
    ("work", "code"),
    [
        (lambda: 3, 3),
        (lambda: sys.exit(4), 4),
        (lambda: sys.exit("said"), 70),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), -signal.SIGKILL),
        (fails, 70),
    ],
)
def test_how_the_copy_ends_is_told(work: Callable[[], int], code: int) -> None:
    assert run_in_copy(work) == code


def test_what_the_copy_changes_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def work() -> int:
        os.environ["OF_THE_COPY"] = "1"
        return 0

    monkeypatch.delenv("OF_THE_COPY", raising=False)
    assert run_in_copy(work) == 0
    assert "OF_THE_COPY" not in os.environ


def test_a_crash_is_told_with_its_traceback(capfd: pytest.CaptureFixture[str]) -> None:
    run_in_copy(fails)
    assert "RuntimeError: of the test" in capfd.readouterr().err


def test_answers_are_whole() -> None:
    long = bytes(range(256)) * (1 << 12)
    assert ask_copy(lambda: long) == (0, long)
    assert ask_copy(lambda: b"%d" % os.getpid()) != (0, b"%d" % os.getpid())

    def ends() -> bytes:
        os.kill(os.getpid(), signal.SIGKILL)
        return b""

    assert ask_copy(ends)[0] == -signal.SIGKILL
