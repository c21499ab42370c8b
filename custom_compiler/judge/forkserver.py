"""The process whose copies sandboxes begin in: it has imported what they need.

It answers on its standard input, a socket. To begin it is sent a number, the length of what
follows: what `inside` takes, as JSON; with two descriptors, for output and report. It answers with
the process that holds the sandbox, and is sent its negative to wait for it. Copies know what is
imported, and nothing of what other projects have sent.
"""

from __future__ import annotations

import gc
import json
import os
import socket
import sys
from contextlib import suppress
from typing import Any

from custom_compiler.judge import inside, work
from custom_compiler.judge.copies import NUMBER, read
from custom_compiler.support.processes import exit_with, process_handle, start_fork


def _serve(connection: socket.socket) -> None:
    """Answer until the other end is closed."""
    own = process_handle()
    while True:
        head, descriptors, _, _ = socket.recv_fds(connection, NUMBER.size, 2)
        if not head:
            return
        (number,) = NUMBER.unpack(head + read(connection, NUMBER.size - len(head)))
        if number < 0:
            with suppress(ChildProcessError):  # one of a process before this one
                os.waitpid(-number, 0)
            answer = number
        else:
            answer = _begin(json.loads(read(connection, number)), connection, own, *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        connection.sendall(NUMBER.pack(answer))


def _begin(
    spec: dict[str, Any], connection: socket.socket, own: int, output: int, report: int
) -> int:
    def hold() -> int:
        connection.close()
        os.setsid()
        for end, descriptor in ((os.open(os.devnull, os.O_RDONLY), 0), (output, 1), (output, 2)):
            os.dup2(end, descriptor)
        os.close(output)
        return inside.hold({**spec, "report": report}, _work, own)

    return start_fork(hold)


def _work(spec: dict[str, Any]) -> None:
    """Do what the sandbox is for."""
    os.environ.clear()
    os.environ.update(spec["environment"])
    sys.argv = spec["command"]
    exit_with(work.main)


def main() -> None:
    """Answer whoever started this."""
    connection = socket.socket(fileno=os.dup(0))
    gc.collect()
    gc.freeze()  # copies then share it
    _serve(connection)


if __name__ == "__main__":
    main()
