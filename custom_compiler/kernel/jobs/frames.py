"""Messages between processes: pickled objects, each after its length."""

from __future__ import annotations

import os
import pickle
import struct
from typing import Any

_LENGTH = struct.Struct("<Q")


def frame(message: object) -> bytes:
    """Return `message` as it travels."""
    return framed(pickle.dumps(message))


def framed(data: bytes) -> bytes:
    """Return `data` after its length."""
    return _LENGTH.pack(len(data)) + data


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of `data` to a descriptor that waits; OSError if nobody reads any more."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def read_message(descriptor: int) -> Any:
    """Read the next message of a blocking descriptor; raise EOFError at its end."""
    return pickle.loads(read_framed(descriptor))  # noqa: S301 - from our own process


def read_framed(descriptor: int) -> bytes:
    """Return the next bytes that `framed` put after their length; raise EOFError at the end."""
    size = _LENGTH.unpack(_read_exactly(descriptor, _LENGTH.size))[0]
    return _read_exactly(descriptor, size)


def _read_exactly(descriptor: int, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        part = os.read(descriptor, min(size - len(data), 1 << 20))
        if not part:
            raise EOFError
        data += part
    return bytes(data)


class FrameReader:
    """Collects messages from what a descriptor gives piece by piece."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, data: bytes) -> list[Any]:
        """Return the messages that `data` completes."""
        self._data += data
        messages = []
        while len(self._data) >= _LENGTH.size:
            end = _LENGTH.size + _LENGTH.unpack_from(self._data)[0]
            if len(self._data) < end:
                break
            messages.append(pickle.loads(self._data[_LENGTH.size : end]))  # noqa: S301 - the same
            del self._data[:end]
        return messages
