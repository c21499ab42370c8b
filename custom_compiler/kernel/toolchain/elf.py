"""A minimal reader of ELF sections: enough for the facts a kernel object records."""

from __future__ import annotations

import struct
from typing import NamedTuple

META_SECTION = b".ascendc.meta"

_SECTION_HEADER = struct.Struct("IIQQQQIIQQ")
_SYMBOL = struct.Struct("IBBHQQ")
_DYNAMIC_SYMBOLS = (b".dynsym", b".dynstr")
_RECORD_SIZE = 24
_HEADER_SIZE = 64
_MAGIC = b"\x7fELF\x02"  # class 2: 64 bit
_EXTENDED_INDEX = 0xFFFF


class ElfError(ValueError):
    """The bytes are no 64-bit ELF file, or a truncated one."""


class MetaRecord(NamedTuple):
    """One compile-time fact of a kernel (kinds: AscendcMetaKind in isa/kernel_abi.h)."""

    kind: int
    a: int
    b: int


def section(data: bytes, name: bytes) -> bytes:
    """Return the contents of all sections called `name`, joined in file order; b"" for none."""
    return b"".join(data[offset : offset + size] for offset, size in _ranges(data, name))


def section_range(data: bytes, name: bytes) -> tuple[int, int]:
    """Return the file offset and size of the section called `name`; (0, 0) if there is none."""
    return next(iter(_ranges(data, name)), (0, 0))


def symbol_offset(data: bytes, name: bytes) -> int | None:
    """Return the file offset of what the exported symbol `name` stands for; None without it."""
    order = "<" if data[5:6] == b"\1" else ">"
    symbols, names = (section(data, table) for table in _DYNAMIC_SYMBOLS)
    start = names.find(b"\0" + name + b"\0") + 1
    if start == 0:
        return None
    headers, _ = _sections(data)
    for fields in struct.iter_unpack(order + _SYMBOL.format, symbols):
        index, address = fields[3], fields[4]
        if fields[0] == start and 0 < index < len(headers):
            section_address, section_offset = headers[index][3:5]
            return int(section_offset + address - section_address)
    return None


def _ranges(data: bytes, name: bytes) -> list[tuple[int, int]]:
    headers, names = _sections(data)
    ranges = []
    for fields in headers:
        end = names.find(b"\0", fields[0])
        if names[fields[0] : end] == name:
            offset, size = fields[4:6]
            if offset + size > len(data):
                raise ElfError("truncated ELF file")
            ranges.append((offset, size))
    return ranges


def _sections(data: bytes) -> tuple[list[tuple[int, ...]], bytes]:
    """Return the section headers and the table of their names."""
    if len(data) < _HEADER_SIZE or data[:5] != _MAGIC:
        raise ElfError("not a 64-bit ELF file")
    order = "<" if data[5] == 1 else ">"
    table_offset = struct.unpack_from(order + "Q", data, 40)[0]
    entry_size, count, names_index = struct.unpack_from(order + "HHH", data, 58)
    header = struct.Struct(order + _SECTION_HEADER.format)
    try:
        if (
            count == 0 and table_offset
        ):  # more than 65279 sections: the number is in the first header
            count = header.unpack_from(data, table_offset)[5]
        if names_index == _EXTENDED_INDEX:
            names_index = header.unpack_from(data, table_offset)[6]
        headers = [header.unpack_from(data, table_offset + i * entry_size) for i in range(count)]
        names_offset, names_size = headers[names_index][4:6]
    except (struct.error, IndexError) as error:
        raise ElfError("truncated ELF file") from error
    return headers, data[names_offset : names_offset + names_size]


def meta_records(data: bytes) -> list[MetaRecord]:
    """Return the distinct facts in `.ascendc.meta`, sorted; the byte order is little-endian."""
    raw = section(data, META_SECTION)
    if len(raw) % _RECORD_SIZE:
        raise ElfError(".ascendc.meta holds a broken record")
    records = {MetaRecord(kind, a, b) for kind, _, a, b in struct.iter_unpack("<IIQQ", raw)}
    return sorted(records)
