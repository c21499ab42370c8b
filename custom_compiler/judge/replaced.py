"""Packages whose kernels do nothing: what is right without the kernel is not its work."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_ENTRY = b"ascendc_kernel_entry"
_DYNSYM = 11
# Machine of the ELF header -> the instruction that returns from a function.
_RETURN = {62: b"\xc3", 183: b"\xc0\x03\x5f\xd6"}
_HEADER = struct.Struct("<16xHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")


class NoKernelError(ValueError):
    """A file is no kernel of this toolkit."""


def empty_kernels(vendor: Path) -> int:
    """Let the kernels of a vendor's folder return at once; return how many there are."""
    kernels = sorted(vendor.glob("op_impl/ai_core/tbe/kernel/*/*/*.o"))
    for kernel in kernels:
        kernel.write_bytes(emptied(kernel.read_bytes()))
    return len(kernels)


def emptied(image: bytes) -> bytes:
    """Return a kernel binary whose entry returns at once."""
    try:
        machine, offset = _entry(image)
        code = _RETURN[machine]
    except (struct.error, KeyError, ValueError, IndexError) as error:
        message = f"no kernel binary: {error}"
        raise NoKernelError(message) from None
    return image[:offset] + code + image[offset + len(code) :]


def _entry(image: bytes) -> tuple[int, int]:
    """Return the machine of an ELF file, and the offset of the code of the kernel's entry."""
    if image[:6] != b"\x7fELF\x02\x01":
        message = "it is no ELF file of 64 bits"
        raise NoKernelError(message)
    fields = _HEADER.unpack_from(image)
    machine, table, size, count = fields[1], fields[5], fields[10], fields[11]
    sections = [_SECTION.unpack_from(image, table + size * index) for index in range(count)]
    for section in sections:
        if section[1] != _DYNSYM:
            continue
        names = sections[section[6]][4]
        for index in range(section[4], section[4] + section[5], _SYMBOL.size):
            name, _, _, home, value, _ = _SYMBOL.unpack_from(image, index)
            end = image.index(b"\0", names + name)
            if image[names + name : end] == _ENTRY and 0 < home < len(sections):
                code = sections[home]
                offset = value - code[3] + code[4]
                if 0 < offset < len(image) - 4:
                    return machine, offset
    message = "it has no entry"
    raise NoKernelError(message)
