"""Source lines of the calls in an instrumented object: `<kernel>.lines` next to it.

An observer reports the source line of each call. With this file it looks them up; without
it, it starts addr2line during the launch (toolkit/src/observe/line_file.cpp reads it).

The file has, in the byte order of the machine and in numbers of 4 bytes: "ASCL", version, numbers
of calls, frames and bytes of texts; calls, ascending: offset of the instruction's last byte
in the object, and its innermost frame; frames: function and file as offsets in the texts, line, and
the frame that it is inlined into, or NO_FRAME; texts, each ended by a zero byte.
"""

from __future__ import annotations

import re
import struct
from array import array

from custom_compiler.support.processes import run

NO_FRAME = 0xFFFFFFFF
_MAGIC = b"ASCL"
_VERSION = 1
# "  1a2b:\tcall   1030 <f@plt>": also with prefixes, as for thread-local variables.
_PREFIXES = rb"(?:(?:data16|rex\S*|notrack|bnd|cs) +)*"
_INSTRUCTION = re.compile(rb"^ +([0-9a-f]+):\t" + _PREFIXES + rb"(\S+)", re.MULTILINE)
_CALLS = (b"call", b"callq", b"bl", b"blr")

_Frame = tuple[str, str, int]


def call_lines(object_path: str) -> bytes:
    """Return the contents of the file for an object; empty without objdump and addr2line."""
    try:
        offsets = _calls(_output(["objdump", "-d", "--no-show-raw-insn", object_path], b""))
        addresses = b"".join(b"%#x\n" % offset for offset in offsets)
        command = ["addr2line", "-a", "-i", "-f", "-C", "-e", object_path]
        return _packed(_output(command, addresses).decode("utf-8", "replace"))
    except OSError:
        return b""


def _output(command: list[str], text: bytes) -> bytes:
    ended = run(command, stdin=text)
    if ended.code:
        raise OSError(f"{command[0]}: {ended.reason}")
    return ended.output


def _calls(disassembly: bytes) -> list[int]:
    """Return the offsets of the last bytes of calls: where they return to, less one."""
    calls = []
    is_call = False
    for match in _INSTRUCTION.finditer(disassembly):
        if is_call:
            calls.append(int(match[1], 16) - 1)
        is_call = match[2] in _CALLS
    return calls


class _Texts:
    """Texts that are stored once."""

    def __init__(self) -> None:
        self.data = bytearray()
        self._places: dict[str, int] = {}

    def position(self, text: str) -> int:
        position = self._places.get(text)
        if position is None:
            position = self._places[text] = len(self.data)
            self.data += text.encode() + b"\0"
        return position


def _packed(answers: str) -> bytes:
    """Return the contents of the file from the output of addr2line."""
    texts = _Texts()
    frames = array("I")
    numbers: dict[tuple[int, int, int, int], int] = {}
    calls: dict[int, int] = {}
    for block in answers.split("\n0x") if answers else ():
        address, *lines = block.removeprefix("0x").splitlines()
        outer = NO_FRAME
        for function, location in reversed(list(zip(lines[::2], lines[1::2], strict=True))):
            name, file, line = _frame(function, location)
            frame = (texts.position(name), texts.position(file), line, outer)
            outer = numbers.setdefault(frame, len(numbers))
            if outer == len(frames) // 4:
                frames.extend(frame)
        calls[int(address, 16)] = outer
    rows = array("I", (number for call in sorted(calls.items()) for number in call))
    header = struct.pack("4s4I", _MAGIC, _VERSION, len(calls), len(numbers), len(texts.data))
    return b"".join((header, rows.tobytes(), frames.tobytes(), texts.data))


def _frame(function: str, location: str) -> _Frame:
    """Parse names as addr2line prints them: "x.cpp:40 (discriminator 2)", "??:0", "x.cpp:?"."""
    name = "" if function == "??" else function
    file, _, line = location.rpartition(":")
    if not file or file.startswith("??"):
        return name, "", 0
    digits = re.match(r"\d+", line)
    return name, file, int(digits[0]) if digits else 0
