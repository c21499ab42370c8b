"""Fork server for sandboxes: forks of a process that has imported their modules."""

from __future__ import annotations

import json
import os
import signal
import socket
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from custom_compiler.support.processes import Helper

if TYPE_CHECKING:
    from collections.abc import Mapping

NUMBER = struct.Struct("=i")
_SERVER = "custom_compiler.judge.forkserver"


@dataclass(frozen=True)
class Copy:
    """A process that holds a sandbox.

    Attributes:
        among: Those of the same process.
        process: Its number, which is its own until it is waited for.
    """

    among: Copies
    process: int

    def kill(self) -> None:
        """End it, and with it what it holds."""
        os.kill(self.process, signal.SIGKILL)

    def wait(self) -> None:
        """Wait until it has ended; its number may then be another one's."""
        self.among.ask(-self.process)


class Copies:
    """The process whose copies begin; the first request starts it, and the next one if it ended."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Store the `environment` of the copies; they look for libraries by its LD_LIBRARY_PATH."""
        self._environment = dict(environment)
        self._lock = Lock()
        self._is_over = False
        self._process: Helper | None = None
        self._connection: socket.socket | None = None

    def start(self, spec: Mapping[str, Any], output: int, report: int) -> Copy:
        """Begin a sandbox, as `inside.hold` takes it, with a request for `work` as its command.

        Raises:
            OSError: There is no process to copy.
        """
        text = json.dumps(spec).encode()
        return Copy(self, self.ask(len(text), text, output, report))

    def ask(self, number: int, text: bytes = b"", *descriptors: int) -> int:
        """Send a request; its answer."""
        with self._lock:
            if self._connection is not None:
                with suppress(OSError):  # it was ended, as workers of clusters end what jobs leave
                    return _ask(self._connection, number, text, descriptors)
            self.close()
            return _ask(self._connect(), number, text, descriptors)

    def interrupt(self) -> None:
        """End the process with all that began in it, and start none any more."""
        self._is_over = True
        if self._process is not None:
            self._process.kill()  # whoever asks it finds it ended

    def close(self) -> None:
        """End the process."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            self._process.kill()
            self._process.close()
            self._process = None

    def _connect(self) -> socket.socket:
        if self._is_over:
            raise OSError("the run is interrupted")
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = Helper(
                [sys.executable, "-I", "-m", _SERVER],  # nothing of the current folder
                env=self._environment,
                channel=theirs.fileno(),
            )
        self._connection = ours
        return ours


def _ask(connection: socket.socket, number: int, text: bytes, descriptors: tuple[int, ...]) -> int:
    socket.send_fds(connection, [NUMBER.pack(number)], descriptors)
    connection.sendall(text)
    return int(NUMBER.unpack(read(connection, NUMBER.size))[0])


def read(connection: socket.socket, size: int) -> bytes:
    """Read `size` bytes; OSError if the other end is closed before."""
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            raise OSError("the process that sandboxes begin in has ended")
        data += more
    return data
