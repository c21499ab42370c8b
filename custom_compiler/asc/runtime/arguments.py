"""Kernel arguments of Python values: their types, and the bytes of a launch."""

from __future__ import annotations

import struct
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.asc.runtime import arrays
from custom_compiler.support.element_types import BY_NUMPY

if TYPE_CHECKING:
    from collections.abc import Callable

# struct's letter of each type of a number; a word has 8 bytes.
_TYPES = (
    *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "bfloat16", "float32", "float64"),
)
_LETTERS = {name: BY_NUMPY[name].packed or "H" for name in _TYPES}  # bfloat16 as its bits
_POINTER = "Q"
PLAIN = frozenset({int, float, bool})  # numbers of Python, whose class says all of them
# Types of elements as NumPy calls them, and as kernels have them.
_ELEMENTS = {name: name for name in _LETTERS} | {"bool": "int8"}


class ParameterKind(NamedTuple):
    """The type of a parameter, and the kind of value that it accepts."""

    type: str  # "int32"; "*float32" for an address; "struct" for the address of a structure
    carrier: str  # "number", "numpy scalar", "numpy", "torch", "device", "struct" or "mock"
    structure: Any = None  # class of a structure


class MockTensor:
    """Stands for a tensor where a kernel is only compiled."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype


class MockValue:
    """Stands for a number where a kernel is only compiled."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype


def type_key(value: Any) -> Any:
    """Return a cheap key that decides the kind of a value."""
    kind = type(value)
    dtype = getattr(value, "dtype", None)
    if dtype is None:
        return kind
    return (kind, dtype, getattr(value, "is_cpu", None))


def kind_of(name: str, value: Any) -> ParameterKind:
    """Return the kind of parameter `name` for this value.

    Raises:
        TypeError: kernels cannot be given it.
        ValueError: an array of elements that kernels cannot have.
    """
    kind = _array_kind(name, value) or _number_kind(value)  # some scalars of NumPy are floats
    if kind is not None:
        return kind
    if hasattr(value, "tobytes") and hasattr(type(value), "fields_"):
        return ParameterKind("struct", "struct", type(value))
    message = f"Argument type in JIT function is not supported: {type(value).__name__}"
    if isinstance(value, tuple):
        own = type(value).__name__  # a class that is defined before the kernel
        wanted = own if hasattr(value, "_fields") else "tuple[asc.GlobalAddress, ...]"
        raise TypeError(f"{message} (annotate '{name}' {wanted})")
    raise TypeError(f"{message} (parameter '{name}' takes a number, an array, a tensor, a Struct)")


def _number_kind(value: Any) -> ParameterKind | None:
    if isinstance(value, (MockTensor, MockValue)):
        star = "*" if isinstance(value, MockTensor) else ""
        return ParameterKind(star + str(value.dtype), "mock")
    if not isinstance(value, (int, float)):
        return None
    type_name = "int8" if isinstance(value, bool) else "int32"
    return ParameterKind("float32" if isinstance(value, float) else type_name, "number")


def _array_kind(name: str, value: Any) -> ParameterKind | None:
    numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    if numpy is not None and isinstance(value, numpy.ndarray):
        return ParameterKind("*" + _numpy_element(name, value.dtype), "numpy")
    if numpy is not None and isinstance(value, numpy.generic):
        return ParameterKind(_numpy_element(name, value.dtype), "numpy scalar")
    if torch is not None and isinstance(value, torch.Tensor):
        return _torch_kind(name, value)
    return None


def _numpy_element(name: str, dtype: Any) -> str:
    element = _ELEMENTS.get(dtype.name)
    if element is None:
        message = f"argument '{name}' has elements of type {dtype}, which kernels do not have"
        raise ValueError(f"{message}; they have {', '.join(_ELEMENTS)}")
    if not dtype.isnative:
        message = f"argument '{name}' has elements in the byte order of another machine"
        raise ValueError(f"{message}: pass its astype('{dtype.name}')")
    return element


def _torch_kind(name: str, tensor: Any) -> ParameterKind:
    element = _ELEMENTS.get(str(tensor.dtype).removeprefix("torch."))
    if element is None or str(tensor.layout) != "torch.strided":
        what = f"elements of type {tensor.dtype} and layout {tensor.layout}"
        raise ValueError(f"argument '{name}' has {what}, which kernels do not have")
    if tensor.is_cpu:
        return ParameterKind("*" + element, "torch")
    if tensor.device.type == "npu":
        return ParameterKind("*" + element, "device")
    raise ValueError(f"argument '{name}' lies on {tensor.device}: pass its cpu() or npu()")


class Packer:
    """Puts the arguments of a launch into one block of 8-byte words."""

    def __init__(self, names: tuple[str, ...], kinds: tuple[ParameterKind, ...]) -> None:
        self.names = names
        self.kinds = kinds
        letters = [_POINTER if _is_address(kind) else _LETTERS[kind.type] for kind in kinds]
        self._words = struct.Struct(
            "<" + "".join(f"{letter}{8 - struct.calcsize(letter)}x" for letter in letters)
        )
        self.size = self._words.size or 8
        self.host_arrays = tuple(
            (i, arrays.of_numpy if kind.carrier == "numpy" else arrays.of_torch)
            for i, kind in enumerate(kinds)
            if kind.carrier in {"numpy", "torch"}
        )
        self.on_device = tuple(i for i, kind in enumerate(kinds) if kind.carrier == "device")
        self.structures = tuple(i for i, kind in enumerate(kinds) if kind.carrier == "struct")
        self._converted = tuple(
            (i, convert)
            for i, kind in enumerate(kinds)
            if (convert := _conversion(kind)) is not None
        )

    def pack(self, values: list[Any]) -> bytes:
        """Pack the block of arguments; `values` are numbers, with addresses in place of arrays.

        Raises:
            OverflowError: a number that its type cannot hold.
            TypeError: an object that only stands for an argument.
        """
        for i, convert in self._converted:
            values[i] = convert(values[i])
        try:
            return self._words.pack(*values) or bytes(8)
        except (struct.error, OverflowError):
            raise self._misfit(values) from None

    def _misfit(self, values: list[Any]) -> Exception:
        for name, kind, value in zip(self.names, self.kinds, values, strict=True):
            if kind.carrier == "mock":
                text = f"argument '{name}' is a {type(value).__name__}, which has no value"
                return TypeError(f"{text}: set DRY_RUN to compile only")
            letter = _POINTER if _is_address(kind) else _LETTERS[kind.type]
            try:
                struct.pack(letter, value)
            except (struct.error, OverflowError):
                text = f"argument '{name}': {value} does not fit in {kind.type}"
                hint = ""
                if kind.type == "int32":
                    hint = "; pass a NumPy scalar for a wider type, such as numpy.int64"
                return OverflowError(text + hint)
        raise AssertionError(values)


def _is_address(kind: ParameterKind) -> bool:
    return kind.type.startswith("*") or kind.type == "struct"


def _conversion(kind: ParameterKind) -> Callable[[Any], Any] | None:
    """Return the function that makes a number for struct from a value; None if it is one."""
    if kind.type == "bfloat16":
        return lambda value: int(value.view("uint16"))
    if kind.carrier == "numpy scalar":
        return lambda value: value.item()
    return None
