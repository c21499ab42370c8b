"""Tensors, queues, pipes and 16-bit floats as users think of them."""

import elements
import gdb
import gdb.printing
import gdb.types
import members


class _Printer:
    """Prints an object, or a reference to one.

    Where memory cannot be read or the compiler optimized a part away, the text says so.
    """

    TYPE = ""

    def __init__(self, value) -> None:
        self._value = value

    def to_string(self) -> str:
        try:
            return self.describe()
        except gdb.error as error:  # gdb.MemoryError is one
            what = "<optimized out>" if "optimized out" in str(error) else f"<error: {error}>"
            return f"{elements.short_name(self.TYPE)} {what}"

    def describe(self):
        raise NotImplementedError

    def read(self, member):
        """Return a member of the object."""
        return members.read(self._value, self.TYPE, member)

    def argument(self, parameter):
        """Return a template argument of the object's type."""
        return members.argument(self._value, self.TYPE, parameter)


class LocalTensorPrinter(_Printer):
    """LocalTensor<float> VECIN at 0x40, 16 elements {1, 2, ...}."""

    TYPE = "AscendC::LocalTensor"

    def describe(self):
        kind = members.lite_type(self.argument("T"))
        address = self.read("address_")

        def part(member):
            return members.read(address, "AscendC::TBuffAddr", member)

        bytes_, begin = part("dataLen"), int(part("absAddr"))
        head = f"LocalTensor<{elements.name_of(kind)}>"
        if begin == 0:
            return f"{head} without memory"
        count = elements.count_in(kind, bytes_)
        return "{} {} at {:#x}, {} elements {{{}}}".format(
            head,
            members.position(part("logicPos")),
            part("bufferAddr"),
            count,
            elements.texts_of_type(kind, begin, count),
        )


class GlobalTensorPrinter(_Printer):
    """GlobalTensor<float> at 0x..., 2048 elements {1, 2, ...}."""

    TYPE = "AscendC::GlobalTensor"

    def describe(self):
        kind = members.lite_type(self.argument("T"))
        begin, count = int(self.read("address_")), self.read("bufferSize_")
        head = f"GlobalTensor<{elements.name_of(kind)}>"
        if begin == 0:
            return f"{head} without memory"
        length = f"{count} elements" if count else "of unknown size"
        first = elements.texts_of_type(kind, begin, count or 8)
        return f"{head} at {begin:#x}, {length} {{{first}}}"


def _part(buffer, member):
    return members.read(buffer, "AscendC::TBufType", member)


def _buffers(first, count):
    return ", ".join(
        "{:#x} {}".format(_part(first[i], "address"), members.state(_part(first[i], "state")))
        for i in range(count)
    )


class QueuePrinter(_Printer):
    """TQueBind<GM, VECIN>, depth 1, 1 enqueued, 2 buffers of 64 bytes {0x0 free, 0x40 free}."""

    TYPE = "AscendC::TQueBind"

    def describe(self):
        source, target = (members.position(self.argument(name)) for name in ("src", "dst"))
        head, number = f"TQueBind<{source}, {target}>", self.read("number_")
        first = self.read("start_")
        if number == 0 or int(first) == 0:
            return head + " without buffers"
        return "{}, depth {}, {} enqueued, {} buffers of {} bytes {{{}}}".format(
            head,
            int(self.argument("depth")),
            self.read("count_"),
            number,
            _part(first[0], "dataLen"),
            _buffers(first, number),
        )


class BufferPrinter(_Printer):
    """TBuf<VECCALC> of 1024 bytes at 0x80."""

    TYPE = "AscendC::TBuf"

    def describe(self):
        start, position = self.read("start_"), members.position(self.argument("pos"))
        if int(start) == 0:
            return f"TBuf<{position}> without a buffer"
        buffer = start.dereference()
        return "TBuf<{}> of {} bytes at {:#x}".format(
            position, _part(buffer, "dataLen"), _part(buffer, "address")
        )


def _places(buffers, used):
    """Return the number of used buffers in an array of buffers, and their indices."""
    first, last = buffers.type.strip_typedefs().range()
    capacity = last - first + 1
    if used > capacity:
        raise gdb.error(f"{used} buffers in an array of {capacity}")
    each = (
        "{} {:#x} {}".format(
            members.position(_part(buffers[i], "position")),
            _part(buffers[i], "address"),
            members.state(_part(buffers[i], "state")),
        )
        for i in range(used)
    )
    return "{} of {} buffers {{{}}}".format(used, capacity, ", ".join(each))


class PipePrinter(_Printer):
    """TPipe, 2 of 64 buffers {VECIN 0x0 free, VECOUT 0x40 allocated}."""

    TYPE = "AscendC::TPipe"

    def describe(self):
        return "TPipe, " + _places(self.read("buffers_"), self.read("used_"))


class PoolPrinter(_Printer):
    """TBufPool<VECCALC> of 1024 bytes at 0x40, 1 of 4 buffers {VECCALC 0x40 free}."""

    TYPE = "AscendC::TBufPool"

    def describe(self):
        pool = self.read("tBufPoolImpl")

        def part(member):
            return members.read(pool, "AscendC::TBufPoolImpl", member)

        return "TBufPool<{}> of {} bytes at {:#x}, {}".format(
            members.position(self.argument("pos")),
            part("maxLen_"),
            part("startAddr_"),
            _places(part("buf_"), part("curBufSize_")),
        )


class AddressPartPrinter(_Printer):
    """A part of a tensor's address, which is a number."""

    TYPE = "AscendC::isa::AddressPart"

    def describe(self):
        return str(self.read("value_"))


class HalfPrinter(_Printer):
    """The value of a half."""

    TYPE = "AscendC::half"

    def describe(self):
        return elements.text(elements.half(self.read("bits_")))


class Bfloat16Printer(_Printer):
    """The value of a bfloat16_t."""

    TYPE = "AscendC::bfloat16_t"

    def describe(self):
        return elements.text(elements.bfloat16(self.read("bits_")))


class Int4Printer(_Printer):
    """The value of an int4b_t; of a byte of a tensor, the first of the two."""

    TYPE = "AscendC::int4b_t"

    def describe(self):
        return elements.text(elements.int4(self.read("storage")))


_OBJECTS = (
    ("LocalTensor", r"^AscendC::LocalTensor<.*>$", LocalTensorPrinter),
    ("GlobalTensor", r"^AscendC::GlobalTensor<.*>$", GlobalTensorPrinter),
    ("TQue", r"^AscendC::TQue(Bind)?<.*>$", QueuePrinter),
    ("TBuf", r"^AscendC::TBuf<.*>$", BufferPrinter),
    ("TBufPool", r"^AscendC::TBufPool<.*>$", PoolPrinter),
    ("TPipe", r"^AscendC::TPipe$", PipePrinter),
)
_VALUES = (
    ("AddressPart", r"^AscendC::isa::AddressPart<.*>$", AddressPartPrinter),
    ("half", r"^AscendC::half$", HalfPrinter),
    ("bfloat16_t", r"^AscendC::bfloat16_t$", Bfloat16Printer),
    ("int4b_t", r"^AscendC::int4b_t$", Int4Printer),
)


class _PointerPrinter:
    """0x7ffd..., and the object there."""

    def __init__(self, value, target) -> None:
        self._value, self._target = value, target

    def to_string(self) -> str:
        address = int(self._value)
        return f"{address:#x}: {self._target.to_string()}" if address else "0x0"


class _Pointers(gdb.printing.PrettyPrinter):
    """Pointers to tensors, queues and pipes."""

    def __init__(self, objects) -> None:
        super().__init__("ascendc pointers")
        self._objects = objects

    def __call__(self, value):
        kind = gdb.types.get_basic_type(value.type)
        if kind.code != gdb.TYPE_CODE_PTR:
            return None
        # The type first: gdb does not dereference a pointer to void.
        name = members.plain_type(kind.target()).name or ""
        if not name.startswith("AscendC::"):
            return None
        target = self._objects(members.plain(value).dereference())
        return _PointerPrinter(value, target) if target else None


def _collection(name, printers):
    printer_collection = gdb.printing.RegexpCollectionPrettyPrinter(name)
    for printer in printers:
        printer_collection.add_printer(*printer)
    return printer_collection


def register() -> None:
    """Make gdb use them."""
    objects = _collection("ascendc", _OBJECTS)
    for printer in (objects, _collection("ascendc values", _VALUES), _Pointers(objects)):
        gdb.printing.register_pretty_printer(None, printer, replace=True)
