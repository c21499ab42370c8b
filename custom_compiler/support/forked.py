"""Work done in a copy of this process, which it may end: no Python starts for it."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable

_CRASHED = 70


def run_in_copy(work: Callable[[], int]) -> int:
    """Call `work` in a copy of this process; its exit code, or the signal that ended it, negative.

    The copy has what is imported here already, and finds libraries by the LD_LIBRARY_PATH that this
    process was started with. What this process, or a library, does when it exits is not done there.
    """
    child = start_copy(work)
    try:
        _, status = os.waitpid(child, 0)
    except BaseException:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    return os.waitstatus_to_exitcode(status)


def start_copy(work: Callable[[], int]) -> int:
    """Begin `work` in a copy of this process; the copy, which the caller waits for."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        end_with(work)
    return child


def ask_copy(question: Callable[[], bytes]) -> tuple[int, bytes]:
    """Call `question` as `run_in_copy` does; the exit code, and what it returned."""
    with open(os.memfd_create("answer"), "w+b") as answer:

        def tell() -> int:
            answer.write(question())
            answer.flush()
            return 0

        code = run_in_copy(tell)
        answer.seek(0)
        return code, answer.read()


def end_with(work: Callable[[], int]) -> NoReturn:
    """End this process with the code of `work`: nothing may get to the caller's own code."""
    code = _CRASHED
    try:
        code = work()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else _CRASHED
    except BaseException:  # noqa: BLE001  it is told here, there is no caller
        import traceback

        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
