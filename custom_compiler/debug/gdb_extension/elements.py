"""Elements of tensors as numbers: the types that C++ does not print by itself included."""

import struct

import gdb

_CODES = {
    "float": "f",
    "double": "d",
    "half": "e",
    "AscendC::half": "e",
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
    "int64_t": "q",
    "unsigned long": "Q",
    "uint64_t": "Q",
}
_BFLOAT16 = {"bfloat16_t", "AscendC::bfloat16_t"}


def size_of(name):
    """Bytes of an element; None for a type that is not known here."""
    if name in _BFLOAT16:
        return 2
    code = _CODES.get(name)
    return struct.calcsize(code) if code else None


def bfloat16(bits):
    """The value of bfloat16 bits."""
    return struct.unpack("<f", struct.pack("<I", bits << 16))[0]


def read(name, address, count):
    """`count` elements of the type `name` at `address`; MemoryError if nothing is there."""
    size = size_of(name)
    data = bytes(gdb.selected_inferior().read_memory(address, size * count))
    if name in _BFLOAT16:
        return [bfloat16(bits) for bits in struct.unpack(f"<{count}H", data)]
    return list(struct.unpack(f"<{count}{_CODES[name]}", data))


def text(value):
    """A number as short as it is right for floats of 32 bits."""
    return f"{value:.7g}" if isinstance(value, float) else str(value)


def texts(name, address, count, most=8):
    """Return the first elements, as in 1, 2, 3, and dots for the others."""
    try:
        shown = [text(value) for value in read(name, address, min(count, most))]
    except gdb.MemoryError:
        return "not accessible"
    return ", ".join(shown + (["..."] if count > most else []))
