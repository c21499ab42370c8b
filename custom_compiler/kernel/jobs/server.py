"""Jobs of short-lived commands on the workers of a cluster: one process holds the connection.

The steps of a build are separate processes, and each would have to load Dask and connect.
Instead they send their jobs through a socket to a process that the build starts:

    python -m custom_compiler.kernel.jobs.server SOCKET TOOLKIT ADDRESS INSECURE [CA CERT KEY]

It writes one line of JSON: the number of jobs that run at a time, or the error. It ends with its
stdin, so with whoever started it.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from custom_compiler.errors import CustomCompilerError
from custom_compiler.kernel.jobs.cluster import ClusterWorkers
from custom_compiler.kernel.jobs.frames import frame, read_message, write_all
from custom_compiler.kernel.jobs.job import JobLimits, JobOutcome, error_of
from custom_compiler.kernel.jobs.scheduler import SchedulerAddress, Tls

if TYPE_CHECKING:
    from custom_compiler.kernel.jobs.job import Job

_LIMITS = JobLimits(3600.0, 16 << 30)  # no compilation reaches them; builds themselves have none
_WAITING = 1024  # connections


def main(arguments: list[str]) -> int:
    """Serve until stdin ends; the exit code: 0, 1 failed, 2 misuse."""
    path, toolkit, address, insecure, *files = arguments
    scheduler = SchedulerAddress(address, Tls(*files) if files else None, bool(int(insecure)))
    try:
        workers = ClusterWorkers(scheduler, _LIMITS, toolkit)
    except CustomCompilerError as error:
        print(json.dumps({"error": error.message, "hint": error.hint}), flush=True)
        return error.exit_code
    with workers, socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen(_WAITING)
        threading.Thread(target=_accept, args=(listener, workers), daemon=True).start()
        print(json.dumps({"threads": workers.threads()}), flush=True)
        sys.stdin.read()
    return 0


def _accept(listener: socket.socket, workers: ClusterWorkers) -> None:
    with suppress(OSError):  # the listener is closed at the end
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=_answer, args=(connection, workers), daemon=True).start()


def _answer(connection: socket.socket, workers: ClusterWorkers) -> None:
    with connection, suppress(EOFError, OSError):
        job: Job = read_message(connection.fileno())
        try:
            (outcome,) = workers.run([job])
        except CustomCompilerError as error:
            outcome = JobOutcome(job, None, error_of(error), 0.0, "")
        write_all(connection.fileno(), frame(tuple(outcome[1:])))


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(code)  # threads may still wait for jobs that nobody wants any more
