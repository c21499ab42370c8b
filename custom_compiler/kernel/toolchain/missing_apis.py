"""Rejects kernels that use an API, an element type or a conversion which the SoC lacks.

The headers are the same for all architectures, so they accept what any of them accepts and record
what some of them lack, with the place of the call (`AscendcLack` of isa/kernel_abi.h). CANN's own
headers reject it where it is used.
"""

from __future__ import annotations

import os
import re
import struct
import sys
import tempfile
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import BuildError
from custom_compiler.kernel.toolchain import elf
from custom_compiler.support.element_types import BY_NUMBER
from custom_compiler.support.processes import run

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from custom_compiler.kernel.toolchain.soc import Soc

_SECTION = b".ascendc.lacks"
_RECORD = struct.Struct("<QII32s")
_ARCHS = (100, 200, 220, 300, 310)
_X90_HAS = 1 << len(_ARCHS)  # though 310B, of the same architecture, does not
# By AscendcLackForm: what the SoC has of a call, and what to do.
_HAS_NOT, _EQ_ONLY, _COUNT_ONLY, _SCALAR, _AT_RUN = range(5)
_ONLY = {
    _EQ_ONLY: "with CMPMODE::EQ only",
    _COUNT_ONLY: "with a count only, not with a mask and repeats",
}
_AT_RUN_ENDS = "CANN's headers compile it to nothing there, and here it ends the kernel"
_HINTS = {
    _HAS_NOT: "Cast to a type that the instruction accepts; the page Ascend C API lists them",
    _EQ_ONLY: "compare floats, or for equality",
    _COUNT_ONLY: "use the form of the call with a count",
}
_SCALAR_HINT = (
    "AscendC::ToFloat and AscendC::ToBfloat16 convert scalars, Cast converts tensors; constants "
    "need no cast"
)
_API_HINT = "docs/kernel_rules.md tells what a SoC lacks; use what it offers instead"
# Files of the toolkit, of the system, and what opc generates around a kernel.
_NOT_USERS = re.compile(r"(^|/)(tikcfw|tikcpp)/|^cann/|^/usr/|ascendc\.wrapper\.cpp$|^\?\?")
_LINE = re.compile(r"^(.*):(\d+)")
# What converts a scalar for its caller.
_CONVERSIONS = "detail/types/bfloat16.h"
_CONVERTING = "SetValue"


class Lack(NamedTuple):
    """One call of something that some architectures lack."""

    archs: int  # bits, as the record has them
    name: str
    types: tuple[str, ...]
    form: int
    address: int  # of an instruction there, in the linked object

    @property
    def call(self) -> str:
        """The API as C++ names it, as `Add<bool>`."""
        return f"{self.name}<{', '.join(self.types)}>" if self.types else self.name

    @property
    def hint(self) -> str:
        """Advice for the user."""
        if self.form == _SCALAR:
            return _SCALAR_HINT
        return _HINTS[self.form] if self.types else _API_HINT

    def sentence(self, unit: str) -> str:
        """Return the API that the compute unit lacks, as a sentence."""
        only = _ONLY.get(self.form)
        return f"{unit} has {self.call} {only}" if only else f"{unit} has no {self.call}"

    def is_missing(self, soc: Soc) -> bool:
        """Return True if `soc` is one of those that lack it."""
        if self.archs & _X90_HAS and soc.unit == "kirinx90":
            return False
        return soc.arch in _ARCHS and bool(self.archs & 1 << _ARCHS.index(soc.arch))


class _Frame(NamedTuple):
    """A function, maybe inlined, and a line in it."""

    function: str
    path: str
    line: int

    @property
    def is_users(self) -> bool:
        return bool(self.path) and not _NOT_USERS.search(self.path)

    @property
    def converts(self) -> bool:
        return self.path.endswith(_CONVERSIONS) or (
            not self.is_users and _CONVERTING in self.function
        )


class _RecordedCall(NamedTuple):
    """A record, and where it is: the innermost function first, none if that is not known."""

    lack: Lack
    frames: list[_Frame]

    @property
    def location(self) -> tuple[str, int] | None:
        """The file and line in the user's source; None where it is not known."""
        return next(((f.path, f.line) for f in self.frames if f.is_users), None)

    @property
    def is_called_by_user(self) -> bool:
        """Whether the user's code calls the API itself, not a function of the library that does."""
        libraries = list(takewhile(lambda frame: not frame.is_users, self.frames))
        return bool(libraries) and self.lack.name.partition(" ")[0] in libraries[-1].function

    def is_users(self, kernels: Collection[str] | None) -> bool:
        """Tell whether the user's code needs it; conversions of scalars are the library's, too."""
        if self.lack.form != _SCALAR:
            return True
        callers = [frame for frame in self.frames if not frame.converts]
        return (
            bool(callers)
            and callers[0].is_users
            and (kernels is None or any(name in callers[-1].function for name in kernels))
        )


def recorded_lacks(data: bytes) -> list[Lack]:
    """Return what a linked object records, in the order of its code; ElfError if it is broken."""
    raw = elf.section(data, _SECTION)
    if len(raw) % _RECORD.size:
        message = f"{_SECTION.decode()} holds a broken record"
        raise elf.ElfError(message)
    lacks = []
    for address, facts, _, name in _RECORD.iter_unpack(raw):
        numbers = [facts >> shift & 0xFF for shift in (8, 16)]
        types = tuple(_kernel_type(number - 1) for number in numbers if number)
        text = name.rstrip(b"\0").decode("ascii", "replace")
        lacks.append(Lack(facts & 0xFF, text, types, facts >> 24, address))
    return sorted(lacks, key=lambda lack: lack.address)


def shown_path(path: str) -> str:
    """Return a path as compilers print it: relative to the current folder if it is below it."""
    path = os.path.normpath(path)
    return path.removeprefix(os.getcwd() + os.sep)


class ObjectCode(NamedTuple):
    """An object that was compiled from a source.

    Attributes:
        data: The object.
        linked: Returns it with all addresses known, if they are not yet.
        kernels: The names of its kernels, if it has code of the host, too.
    """

    data: bytes
    linked: Callable[[], bytes] | None = None
    kernels: Collection[str] | None = None


def reject_missing(
    code: ObjectCode, soc: Soc, source: str, real_path: Callable[[str], str] = shown_path
) -> None:
    """Raise BuildError if the kernel compiled from `source` needs what `soc` lacks.

    Warn of what it needs at run time only. `real_path` turns the names of files in the object into
    paths.
    """
    if not any(lack.is_missing(soc) for lack in recorded_lacks(code.data)):
        return
    linked = code.linked() if code.linked else code.data
    calls = _calls(linked, [lack for lack in recorded_lacks(linked) if lack.is_missing(soc)])
    calls = [call for call in calls if call.is_users(code.kernels)]
    _warn_of([call for call in calls if call.lack.form == _AT_RUN], soc, real_path)
    calls = [call for call in calls if call.lack.form != _AT_RUN]
    if not calls:
        return
    lacks = [call.lack for call in calls]
    lines = [
        f"{real_path(call.location[0])}:{call.location[1]}: error: {call.lack.sentence(soc.unit)}"
        for call in calls
        if call.location
    ]
    absent = sorted({lack.call for lack in lacks if lack.form == _HAS_NOT})
    sentences = [f"{soc.unit} has no {', '.join(absent)}"] if absent else []
    sentences += sorted({lack.sentence(soc.unit) for lack in lacks if lack.form != _HAS_NOT})
    message = f"{source}: {'; '.join(sentences)}"
    hint = min(lacks, key=lambda lack: (lack.form, not lack.types)).hint
    raise BuildError(message, hint, details="\n".join(dict.fromkeys(lines)))


def _warn_of(calls: Sequence[_RecordedCall], soc: Soc, real_path: Callable[[str], str]) -> None:
    for call in calls:
        if call.location and call.is_called_by_user:
            path, line = call.location
            sentence = f"{call.lack.sentence(soc.unit)}: {_AT_RUN_ENDS}"
            print(f"{real_path(path)}:{line}: warning: {sentence}", file=sys.stderr)


def _calls(data: bytes, lacks: Sequence[Lack]) -> list[_RecordedCall]:
    """Return the calls with the functions and lines of each, if they are known."""
    with tempfile.NamedTemporaryFile(suffix=".so") as file:
        file.write(data)
        file.flush()
        command = ["addr2line", "-a", "-f", "-i", "-e", file.name]
        command += [hex(lack.address) for lack in lacks]
        try:
            ended = run(command)
        except OSError:
            return [_RecordedCall(lack, []) for lack in lacks]
    if ended.code:
        return [_RecordedCall(lack, []) for lack in lacks]
    blocks = re.split(r"^0x[0-9a-f]+$", ended.output_text, flags=re.MULTILINE)[1:]
    return [_RecordedCall(lack, _frames(block)) for lack, block in zip(lacks, blocks, strict=True)]


def _frames(text: str) -> list[_Frame]:
    lines = text.strip().split("\n")
    matches = [_LINE.match(line) for line in lines[1::2]]
    return [
        _Frame(function, match[1] if match else "", int(match[2]) if match else 0)
        for function, match in zip(lines[::2], matches, strict=True)
    ]


def _kernel_type(number: int) -> str:
    return BY_NUMBER[number].kernel_type if number in BY_NUMBER else "?"
