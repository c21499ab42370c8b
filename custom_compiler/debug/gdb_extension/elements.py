"""Elements of tensors as numbers: the types that C++ does not print by itself included."""

import re
import struct

import gdb

_CODES = {
    "float": "f",
    "double": "d",
    "half": "e",
    "char": "b",
    "signed char": "b",
    "int8_t": "b",
    "unsigned char": "B",
    "uint8_t": "B",
    "bool": "?",
    "short": "h",
    "int16_t": "h",
    "unsigned short": "H",
    "uint16_t": "H",
    "int": "i",
    "int32_t": "i",
    "unsigned int": "I",
    "uint32_t": "I",
    "long": "q",
    "long long": "q",
    "int64_t": "q",
    "unsigned long": "Q",
    "unsigned long long": "Q",
    "uint64_t": "Q",
}
# As kernels write what compilers call otherwise.
_NAMES = {
    "signed char": "int8_t",
    "unsigned char": "uint8_t",
    "short": "int16_t",
    "unsigned short": "uint16_t",
    "int": "int32_t",
    "unsigned int": "uint32_t",
    "long": "int64_t",
    "unsigned long": "uint64_t",
}


def short_name(name):
    """Return the name of a type without the language's namespace."""
    return re.sub("^AscendC::", "", name)


def name_of(kind):
    """Return the name of a gdb type in the spelling of kernels."""
    return _NAMES.get(str(kind), short_name(str(kind)))


def bits_of(name):
    """Return the bits of an element; None for an unknown type."""
    name = short_name(name)
    if name == "int4b_t":
        return 4
    if name == "bfloat16_t":
        return 16
    code = _CODES.get(name)
    return struct.calcsize(code) * 8 if code else None


def half(bits):
    """Return the value of half bits."""
    return struct.unpack("<e", struct.pack("<H", bits))[0]


def bfloat16(bits):
    """Return the value of bfloat16 bits."""
    return struct.unpack("<f", struct.pack("<I", bits << 16))[0]


def int4(bits):
    """Return the value of the low four bits."""
    return (bits & 0xF) - ((bits & 0x8) << 1)


def read(name, address, count):
    """Return `count` elements of type `name` at `address`; MemoryError if nothing is there."""
    name = short_name(name)
    size = (bits_of(name) * count + 7) // 8
    data = bytes(gdb.selected_inferior().read_memory(address, size))
    if name == "int4b_t":  # the first of a pair has the low bits
        return [int4(data[i // 2] >> 4 * (i % 2)) for i in range(count)]
    if name == "bfloat16_t":
        return [bfloat16(bits) for bits in struct.unpack(f"<{count}H", data)]
    return list(struct.unpack(f"<{count}{_CODES[name]}", data))


def text(value):
    """Return a number with the digits of a 32-bit float."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.7g}" if isinstance(value, float) else str(value)


def texts(name, address, count, most=8):
    """Return the first elements, as in 1, 2, 3, and dots for the others."""
    try:
        shown = [text(value) for value in read(name, address, min(count, most))]
    except gdb.MemoryError:
        return "not accessible"
    return ", ".join(shown + (["..."] if count > most else []))


def texts_of_type(kind, address, count, most=8):
    """Return the same of elements of a type of gdb, which prints those that are not known here."""
    if bits_of(str(kind)) is not None:
        return texts(str(kind), address, count, most)
    first = gdb.Value(address).cast(kind.pointer())
    try:
        shown = [(first + i).dereference().format_string() for i in range(min(count, most))]
    except gdb.MemoryError:
        return "not accessible"
    return ", ".join(shown + (["..."] if count > most else []))


def count_in(kind, bytes_):
    """Return the elements of a type of gdb in so many bytes."""
    bits = bits_of(str(kind)) or kind.sizeof * 8
    return bytes_ * 8 // bits if bits else 0
