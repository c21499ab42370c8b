"""Arguments of kernels: NumPy arrays, PyTorch tensors, ctypes objects and numbers."""

from __future__ import annotations

import bisect
import ctypes
import sys
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeGuard

from custom_compiler.asc.runtime import memory
from custom_compiler.asc.runtime.arrays import (
    HostArray,
    Staged,
    areas,
    device_address,
    of_numpy,
    of_torch,
)
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

_NOT_THE_KERNELS = {"template_param", "blockdim", "tiling_key"}
_POINTER = "uint8_t*"
# C types by the letters that ctypes has for them.
_C_TYPES = dict(
    zip(
        "cbBhHiIlLqQfd?",
        (
            *("char", "signed char", "unsigned char", "short", "unsigned short", "int"),
            *("unsigned int", "long", "unsigned long", "long long", "unsigned long long"),
            *("float", "double", "bool"),
        ),
        strict=True,
    )
)
_NUMBERS = {  # of Python, by the C type that they are passed as
    "bool": ctypes.c_bool,
    "int": ctypes.c_int,
    "long long": ctypes.c_longlong,
    "unsigned long long": ctypes.c_ulonglong,
    "float": ctypes.c_float,
}


class Declared(NamedTuple):
    """Signature of a kernel, derived from the function that launches it."""

    types: tuple[str, ...]  # C++ types of the arguments
    templates: tuple[str, ...]


class Plain(NamedTuple):
    """An argument that is passed by value: its bytes, a multiple of eight."""

    data: bytes


class InMemory(NamedTuple):
    """An argument in memory of the host, which the kernel gets the address of on the device."""

    array: HostArray


class Several(NamedTuple):
    """A list of tensors: the kernel gets the address of a table of addresses."""

    parts: tuple[Plain | InMemory, ...]


Argument: TypeAlias = "Plain | InMemory | Several"


def declared_by(frame: FrameType) -> Declared:
    """Derive a kernel's signature from the arguments of the function of a frame.

    Raises:
        MisuseError: The function has no arguments, or one that kernels do not take.
    """
    code, values = frame.f_code, frame.f_locals
    names = code.co_varnames[: code.co_argcount]
    types = tuple(c_type(name, values[name]) for name in names if name not in _NOT_THE_KERNELS)
    if not types:
        message = f"the function {code.co_name} has no arguments, which its kernel's follow from"
        raise MisuseError(message, "call the Launcher in a function below one that has them all")
    templates = values.get("template_param", []) if "template_param" in names else []
    if not isinstance(templates, list):
        raise MisuseError("template_param is no list", 'give it as ["Namespace::Type", Class]')
    return Declared(types, tuple(map(_template, templates)))


def c_type(name: str, value: Any) -> str:
    """Return the C++ type as which a value is passed.

    Raises:
        MisuseError: Kernels do not take it.
    """
    if isinstance(value, ctypes.Structure):
        return _namespace(value) + type(value).__name__
    if value is None or _is_memory(value) or _is_list(value):
        return _POINTER
    kind = _type_of_number(value)
    if kind:
        return kind
    message = f"argument {name}: kernels take no {type(value).__name__}"
    raise MisuseError(message, "give arrays, tensors, numbers, or ctypes objects")


def _type_of_number(value: Any) -> str:
    """Return the C type as which a number is passed; empty for other values."""
    if isinstance(value, ctypes._SimpleCData):  # noqa: SLF001 - there is no other name for it
        return _C_TYPES.get(getattr(type(value), "_type_", ""), "")
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        wide = "long long" if value < 0 else "unsigned long long"
        return "int" if -(2**31) <= value < 2**31 else wide
    return "float" if isinstance(value, float) else ""


def argument_of(name: str, value: Any) -> Argument:
    """Convert a value to a kernel argument; a value on the device is passed by its address.

    Raises:
        MisuseError: Kernels do not take it.
        ValueError: A tensor on the device is not contiguous, or needs a gradient.
    """
    kind = c_type(name, value)
    if isinstance(value, list):
        parts = [argument_of(f"{name}[{i}]", each) for i, each in enumerate(value)]
        return Several(tuple(part for each in parts for part in _parts(each)))
    if kind != _POINTER:
        return Plain(_bytes(kind, value))
    if value is None or not _elements(value):
        return Plain(bytes(8))
    if is_tensor(value) and value.device.type == "npu":
        return Plain(_word(device_address(name, value)))
    return InMemory(_array(name, value))


def _array(name: str, value: Any) -> HostArray:
    if isinstance(value, ctypes.Array):
        size = ctypes.sizeof(value)
        return HostArray(name, ctypes.addressof(value), size, None, True, value, value)  # noqa: FBT003
    return of_numpy(name, value) if _is_numpy(value) else of_torch(name, value)


def on_host(value: Any) -> Any:
    """Return the value, or a copy on the host of a tensor on the device."""
    if isinstance(value, list):
        return [on_host(each) for each in value]
    is_away = is_tensor(value) and value.device.type == "npu"
    return value.cpu() if is_away else value


class OnDevice:
    """Arguments of a launch, those in memory copied to the device."""

    def __init__(self, arguments: Sequence[Argument]) -> None:
        arrays = [
            part.array for argument in arguments for part in _parts(argument) if is_in_memory(part)
        ]
        self._arrays = Staged(arrays, exact=memory.launches_are_observed())
        self._tables: list[memory.DeviceBuffer] = []
        try:
            addresses = iter(self._arrays.addresses())
            self.values = [self._value(each, addresses) for each in arguments]
        except BaseException:
            self.close()
            raise

    def fetch(self) -> None:
        """Copy what the kernel may have written back to the host."""
        self._arrays.fetch()

    def close(self) -> None:
        """Give the device memory back."""
        self._arrays.close()
        for buffer in self._tables:
            memory.give_back(buffer)
        self._tables = []

    def _value(self, argument: Argument, addresses: Iterator[int]) -> bytes:
        words = [
            part.data if isinstance(part, Plain) else _word(next(addresses))
            for part in _parts(argument)
        ]
        if not isinstance(argument, Several):
            return words[0]
        # As aclTensorList: how far the first address is from here, then the addresses.
        table = ctypes.create_string_buffer(b"".join([_word(8), *words]))
        buffer = memory.take(len(table.raw), exact=True)
        self._tables.append(buffer)
        memory.copy_in(buffer.address, ctypes.addressof(table), len(table.raw))
        return _word(buffer.address)


class Sent(NamedTuple):
    """Arguments for another process."""

    areas: tuple[bytes, ...]  # of memory that arrays lie in; what shared memory still does
    arguments: tuple[tuple[bytes | tuple[int, int, int], ...], ...]  # value, or area, offset, size
    is_list: tuple[bool, ...]


def send(arguments: Sequence[Argument]) -> Sent:
    """Return a copy of the arguments that can be pickled."""
    arrays = [
        part.array for argument in arguments for part in _parts(argument) if is_in_memory(part)
    ]
    places = areas(arrays)
    ends = [start + size for start, size in places]

    def sent(part: Plain | InMemory) -> bytes | tuple[int, int, int]:
        if isinstance(part, Plain):
            return part.data
        start, size = part.array.address, part.array.size
        area = bisect.bisect_left(ends, start + size)
        return area, start - places[area][0], size

    return Sent(
        tuple(ctypes.string_at(start, size) for start, size in places),
        tuple(tuple(map(sent, _parts(each))) for each in arguments),
        tuple(isinstance(each, Several) for each in arguments),
    )


def received(sent: Sent) -> list[Argument]:
    """Return the arguments that another process sent."""
    buffers = [ctypes.create_string_buffer(data, max(len(data), 1)) for data in sent.areas]

    def part_of(value: bytes | tuple[int, int, int]) -> Plain | InMemory:
        if isinstance(value, bytes):
            return Plain(value)
        area, offset, size = value
        owner = buffers[area]
        address = ctypes.addressof(owner) + offset
        return InMemory(HostArray("", address, size, None, True, owner, owner))  # noqa: FBT003

    arguments: list[Argument] = []
    for parts, is_list in zip(sent.arguments, sent.is_list, strict=True):
        tensors = tuple(map(part_of, parts))
        arguments.append(Several(tensors) if is_list else tensors[0])
    return arguments


def is_tensor(value: Any) -> bool:
    """Return whether it is a tensor of PyTorch, which is then imported."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def is_in_memory(part: Plain | InMemory) -> TypeGuard[InMemory]:
    """Return whether it has to be copied to the device."""
    return isinstance(part, InMemory)


def _parts(argument: Argument) -> tuple[Plain | InMemory, ...]:
    return argument.parts if isinstance(argument, Several) else (argument,)


def _word(number: int) -> bytes:
    return number.to_bytes(8, "little")


def _bytes(kind: str, value: Any) -> bytes:
    """Return the bytes of a structure or number in memory."""
    if not isinstance(value, (ctypes.Structure, ctypes._SimpleCData)):  # noqa: SLF001 - see c_type
        value = _NUMBERS[kind](value)
    data = bytes(value)
    return data + bytes(-len(data) % 8)


def _template(value: Any) -> str:
    return value if isinstance(value, str) else _namespace(value) + str(value.__name__)


def _namespace(value: Any) -> str:
    """Return the C++ namespace of a structure, from its `get_namespace`."""
    ask = getattr(value, "get_namespace", None)
    return str(ask()) if callable(ask) else ""


def _is_memory(value: Any) -> bool:
    return isinstance(value, ctypes.Array) or _is_numpy(value) or is_tensor(value)


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and all(
        each is None or _is_numpy(each) or is_tensor(each) for each in value
    )


def _elements(value: Any) -> int:
    if isinstance(value, ctypes.Array):
        return len(value)
    return int(value.numel()) if is_tensor(value) else int(value.size)


def _is_numpy(value: Any) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray)
