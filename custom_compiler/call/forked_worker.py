"""The worker in a copy of this process, for whoever calls often: no Python starts for it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

from custom_compiler.call import worker
from custom_compiler.support.forked import run_in_copy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def run_forked(
    command: Sequence[str], environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run the worker's `command` (its last word is the request) as `run_in_copy` does."""
    with tempfile.TemporaryFile() as said:
        code = run_in_copy(lambda: _work(command[-1], environment, said.fileno()))
        said.seek(0)
        text = said.read().decode("utf-8", "replace")
    return subprocess.CompletedProcess(command, code, stdout=None, stderr=text)


def _work(request: str, environment: Mapping[str, str], said: int) -> int:
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(said, 2)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["worker", request]
    return worker.main()
