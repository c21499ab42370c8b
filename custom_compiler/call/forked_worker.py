"""The worker in a copy of this process, for whoever calls often: no Python starts for it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING

from custom_compiler.call import worker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_CRASHED = 70


def run_forked(
    command: Sequence[str], environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run the worker's `command` (its last word is the request) in a copy of this process.

    Libraries are found by the LD_LIBRARY_PATH that this process was started with. What libraries
    do when a process exits is not done.
    """
    with tempfile.TemporaryFile() as said:
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            _be_worker(command[-1], environment, said.fileno())
        try:
            _, status = os.waitpid(child, 0)
        except BaseException:
            os.kill(child, 9)
            os.waitpid(child, 0)
            raise
        said.seek(0)
        text = said.read().decode("utf-8", "replace")
    return subprocess.CompletedProcess(
        command, os.waitstatus_to_exitcode(status), stdout=None, stderr=text
    )


def _be_worker(request: str, environment: Mapping[str, str], said: int) -> None:
    """Never returns: what the caller would do at its end is not this process's to do."""
    code = _CRASHED
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(said, 2)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = ["worker", request]
        code = worker.main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else _CRASHED
    except BaseException:  # noqa: BLE001  nothing may get to the caller's code
        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
