"""The worker in a fork of this process, for callers of many operators: no Python starts for it."""

from __future__ import annotations

import os
import sys
import tempfile
from typing import TYPE_CHECKING

from custom_compiler.call import worker
from custom_compiler.support.processes import ProcessOutcome, run_fork

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def run_forked(command: Sequence[str], environment: Mapping[str, str]) -> ProcessOutcome:
    """Run the worker's `command`, whose last word is the request, as `run_fork` does."""
    with tempfile.TemporaryFile() as output:
        code = run_fork(lambda: _work(command[-1], environment, output.fileno()))
        output.seek(0)
        return ProcessOutcome(code, b"", output.read())


def _work(request: str, environment: Mapping[str, str], output: int) -> int:
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 2)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["worker", request]
    return worker.main()
