"""Tensors, queues and 16-bit floats as users think of them."""

import re
import struct

import elements
import gdb
import gdb.printing


def _element(value):
    """The element type of a tensor, behind TensorTrait."""
    kind = value.type.strip_typedefs().template_argument(0).strip_typedefs()
    name = kind.name or str(kind)
    trait = re.match(r"AscendC::TensorTrait<(.*)>$", name)
    return trait.group(1).strip() if trait else name


def _position(number):
    for field in gdb.lookup_type("AscendC::TPosition").fields():
        if field.enumval == number:
            return field.name.rsplit("::", 1)[-1]
    return str(number)


class LocalTensorPrinter:
    """LocalTensor<float> VECIN at 0x40, 16 elements {1, 2, ...}."""

    def __init__(self, value) -> None:
        self._value = value

    def to_string(self):
        address = self._value["address_"]
        place, begin = int(address["bufferAddr"]), int(address["absAddr"])
        name, bytes_ = _element(self._value), int(address["dataLen"])
        size = elements.size_of(name)
        if begin == 0 or size is None:
            return f"LocalTensor<{name}> of {bytes_} bytes at {place:#x}"
        count = bytes_ // size
        return "LocalTensor<{}> {} at {:#x}, {} elements {{{}}}".format(
            name,
            _position(int(address["logicPos"])),
            place,
            count,
            elements.texts(name, begin, count),
        )


class GlobalTensorPrinter:
    """GlobalTensor<float> at 0x..., 2048 elements {1, 2, ...}."""

    def __init__(self, value) -> None:
        self._value = value

    def to_string(self) -> str:
        name, begin = _element(self._value), int(self._value["address_"])
        count = int(self._value["bufferSize_"])
        size = elements.size_of(name)
        if begin == 0 or size is None:
            return f"GlobalTensor<{name}> at {begin:#x}"
        known = f"{count} elements" if count else "of unknown size"
        first = elements.texts(name, begin, count or 8)
        return f"GlobalTensor<{name}> at {begin:#x}, {known} {{{first}}}"


STATES = ("free", "allocated", "enqueued", "dequeued")


class QueuePrinter:
    """TQue VECIN, depth 1, 1 enqueued, 2 buffers of 1024 bytes {0x0 free, 0x400 enqueued}."""

    def __init__(self, value) -> None:
        self._value = value

    def to_string(self):
        value = self._value
        kind = _queue_type(value.type.strip_typedefs())
        source, target = (_position(int(kind.template_argument(i))) for i in (0, 1))
        number = int(value["number_"])
        head = f"TQueBind<{source}, {target}>"
        if number == 0:
            return head + " without buffers"
        buffers = [value["start_"][i] for i in range(number)]
        return "{}, depth {}, {} enqueued, {} buffers of {} bytes {{{}}}".format(
            head,
            int(kind.template_argument(2)),
            int(value["count_"]),
            number,
            int(buffers[0]["dataLen"]),
            ", ".join(
                "{:#x} {}".format(int(item["address"]), STATES[int(item["state"])])
                for item in buffers
            ),
        )


def _queue_type(kind):
    while not re.match(r"AscendC::TQueBind<", kind.name or ""):
        kind = next(field.type for field in kind.fields() if field.is_base_class).strip_typedefs()
    return kind


class BufferPrinter:
    """TBuf of 1024 bytes at 0x80."""

    def __init__(self, value) -> None:
        self._value = value

    def to_string(self):
        start = self._value["start_"]
        position = _position(int(self._value.type.strip_typedefs().template_argument(0)))
        if int(start) == 0:
            return f"TBuf<{position}> without a buffer"
        return "TBuf<{}> of {} bytes at {:#x}".format(
            position, int(start["dataLen"]), int(start["address"])
        )


class HalfPrinter:
    """The value of a half."""

    def __init__(self, value) -> None:
        self._value = value

    def to_string(self):
        bits = struct.pack("<H", int(self._value["bits_"]))
        return elements.text(struct.unpack("<e", bits)[0])


class Bfloat16Printer:
    """The value of a bfloat16_t."""

    def __init__(self, value) -> None:
        self._value = value

    def to_string(self):
        return elements.text(elements.bfloat16(int(self._value["bits_"])))


def register() -> None:
    """Make gdb use them."""
    made = gdb.printing.RegexpCollectionPrettyPrinter("ascendc")
    for name, pattern, printer in (
        ("LocalTensor", r"^AscendC::LocalTensor<.*>$", LocalTensorPrinter),
        ("GlobalTensor", r"^AscendC::GlobalTensor<.*>$", GlobalTensorPrinter),
        ("TQue", r"^AscendC::TQue(Bind)?<.*>$", QueuePrinter),
        ("TBuf", r"^AscendC::TBuf<.*>$", BufferPrinter),
        ("half", r"^AscendC::half$", HalfPrinter),
        ("bfloat16_t", r"^AscendC::bfloat16_t$", Bfloat16Printer),
    ):
        made.add_printer(name, pattern, printer)
    gdb.printing.register_pretty_printer(None, made, replace=True)
