"""Members of the kernel language's C++ types: all that the debugger reads of them.

`tests/debug/test_members.py` compares the tables with the headers, so a type that changes fails a
fast test and not only a session of gdb.
"""

import gdb

NUMBER, POINTER, ARRAY = "number", "pointer", "array"

# Type -> member -> what it is: one of the above, or the type of the table that it has.
MEMBERS = {
    "AscendC::LocalTensor": {"address_": "AscendC::TBuffAddr"},
    "AscendC::TBuffAddr": {
        "dataLen": NUMBER,
        "bufferAddr": "AscendC::isa::AddressPart",
        "logicPos": "AscendC::isa::AddressPart",
        "absAddr": POINTER,
    },
    "AscendC::isa::AddressPart": {"value_": NUMBER},
    "AscendC::GlobalTensor": {"address_": POINTER, "bufferSize_": NUMBER},
    "AscendC::TQueBind": {"start_": POINTER, "number_": NUMBER, "count_": NUMBER},
    "AscendC::TBuf": {"start_": POINTER},
    "AscendC::TBufType": {
        "state": NUMBER,
        "position": NUMBER,
        "address": NUMBER,
        "dataLen": NUMBER,
    },
    "AscendC::TPipe": {"buffers_": ARRAY, "used_": NUMBER},
    "AscendC::TBufPool": {"tBufPoolImpl": "AscendC::TBufPoolImpl"},
    "AscendC::TBufPoolImpl": {
        "buf_": ARRAY,
        "curBufSize_": NUMBER,
        "startAddr_": NUMBER,
        "maxLen_": NUMBER,
    },
    "AscendC::half": {"bits_": NUMBER},
    "AscendC::bfloat16_t": {"bits_": NUMBER},
    "AscendC::int4b_t": {"storage": NUMBER},
    "AscendC::isa::Core": {"pipe": POINTER, "arenas": ARRAY},
    "AscendC::isa::Arena": {"base": POINTER, "size": NUMBER},
}

# Template -> its first parameters, by their names in the headers.
PARAMETERS = {
    "AscendC::LocalTensor": ("T",),
    "AscendC::GlobalTensor": ("T",),
    "AscendC::TensorTrait": ("T",),
    "AscendC::TQueBind": ("src", "dst", "depth"),
    "AscendC::TBuf": ("pos",),
    "AscendC::TBufPool": ("pos",),
}

# TBufState, in the headers' order.
STATES = ("free", "allocated", "enqueued", "dequeued")


def plain(value):
    """Return the object that a reference refers to; a pointer stays one."""
    while value.type.strip_typedefs().code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        value = value.referenced_value()
    return value


def plain_type(kind):
    """Return the type without typedefs, const and volatile."""
    return kind.strip_typedefs().unqualified()


def as_type(value, type_):
    """Return the object as the type of the table: its own type, or that of a base class."""
    value = plain(value)
    kind = plain_type(value.type)
    while _template(kind) != type_:
        base = next((field for field in kind.fields() if field.is_base_class), None)
        if base is None:
            raise gdb.error(f"{kind} is no {type_}")
        kind = plain_type(base.type)
        value = value.cast(kind)
    return value


def read(value, type_, member):
    """Return a member of an object of the table: an int for numbers, else a value of gdb."""
    kind = MEMBERS[type_][member]
    member_value = as_type(value, type_)[member]
    if kind == NUMBER:
        return int(member_value)
    if kind == "AscendC::isa::AddressPart":
        return read(member_value, kind, "value_")
    return member_value


def argument(value, type_, parameter):
    """Return a template argument of an object of the table: a type, or a value of gdb."""
    kind = plain_type(as_type(value, type_).type)
    return kind.template_argument(PARAMETERS[type_].index(parameter))


def lite_type(kind):
    """Return the element type of a type argument of a tensor, also of a (derived) TensorTrait."""
    kind = plain_type(kind)
    if _template(kind) == "AscendC::TensorTrait":
        return plain_type(kind.template_argument(0))
    if kind.code == gdb.TYPE_CODE_STRUCT:
        for field in kind.fields():
            if field.is_base_class:
                lite = lite_type(field.type)
                if lite != plain_type(field.type):
                    return lite
    return kind


def position(number):
    """Return the name of a TPosition; its number where the enumeration lacks it."""
    for field in gdb.lookup_type("AscendC::TPosition").fields():
        if field.enumval == int(number):
            return field.name.rsplit("::", 1)[-1]
    return str(int(number))


def state(number):
    """Return the state of a buffer, as in "enqueued"; its number where memory holds no state."""
    return STATES[number] if number < len(STATES) else f"state {number}"


def _template(kind):
    return (kind.name or "").partition("<")[0]
