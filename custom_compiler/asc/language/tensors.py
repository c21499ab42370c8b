"""Addresses and tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from custom_compiler.asc.ir import builder
from custom_compiler.asc.language import functions
from custom_compiler.asc.language.dtypes import DataType, KnownTypes
from custom_compiler.asc.language.objects import Object
from custom_compiler.asc.language.values import Number, Scalar, describe, is_number, to_scalar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from enum import IntEnum

    from typing_extensions import Self
    from xdsl.ir import SSAValue


class GlobalAddress(Object):
    """An address in global memory, of elements of `dtype`; `address + n` is n elements further."""

    def __init__(self, handle: SSAValue, dtype: DataType) -> None:
        self.handle = handle
        self.dtype = dtype

    def __add__(self, offset: Number) -> GlobalAddress:
        if not _is_index(offset):
            return NotImplemented
        address = builder.current("asc.GlobalAddress.__add__").value(
            "emitasc.ptr_offset", (self.handle, _index(offset)), self.handle.type
        )
        return GlobalAddress(address, self.dtype)

    __radd__ = __add__

    def reinterpret_cast(self, dtype: DataType) -> GlobalAddress:
        """Return the address as one of elements of another type."""
        from custom_compiler.asc.ir import types

        address = builder.current("asc.GlobalAddress.reinterpret_cast").value(
            "emitasc.cast", (self.handle,), types.pointer(types.element(dtype.name))
        )
        return GlobalAddress(address, dtype)

    def __sub__(self, offset: Number) -> GlobalAddress:
        return self + (-offset) if _is_index(offset) else NotImplemented


class _AnyTensor(Object):
    """Members that all tensors share."""

    dtype: DataType
    _operation: str

    def __getitem__(self, index: Number | slice) -> Self:
        if isinstance(index, slice):
            if index.stop is not None or index.step is not None:
                message = "a tensor's slice has a start only, tensor[start:]; lengths are arguments"
                raise RuntimeError(message)
            index = 0 if index.start is None else index.start
        return self._at("subindex", index)

    def __call__(self, index: Number) -> Self:
        """Return the tensor from an element on; the call operator of Ascend C."""
        return self._at("bracket", index)

    def _at(self, form: str, index: Number) -> Self:
        if not _is_index(index):
            message = f"a tensor's index is an integer, not {describe(index)}"
            raise TypeError(message)
        operation = f"ascendc.{self._operation}.{form}"
        kind = self.handle.type
        element = builder.current(operation).value(operation, (self.handle, _index(index)), kind)
        return type(self).of(element, self)


class GlobalTensor(_AnyTensor):
    """A tensor in global memory; `set_global_buffer` gives it address and element type."""

    _operation = "global_tensor"

    def __init__(self) -> None:
        self._dtype: DataType | None = None
        self._made_at = builder.current("asc.GlobalTensor").insertion_point()

    @property
    def dtype(self) -> DataType:  # type: ignore[override]
        """The type of its elements."""
        if self._dtype is None:
            message = "a GlobalTensor has no element type before set_global_buffer"
            raise RuntimeError(message)
        return self._dtype

    @property
    def handle(self) -> SSAValue:
        """Its value in the IR, which exists from set_global_buffer on."""
        if "_handle" not in self.__dict__:
            message = "a GlobalTensor is used before its set_global_buffer"
            raise RuntimeError(message)
        return self.__dict__["_handle"]  # type: ignore[no-any-return]

    @handle.setter
    def handle(self, handle: SSAValue) -> None:
        self.__dict__["_handle"] = handle

    def take_type(self, dtype: DataType) -> None:
        """Change the tensor's type to `dtype`, where the kernel constructs it."""
        from custom_compiler.asc.ir import construction, types

        if self._dtype == dtype:
            return
        current = builder.current("asc.GlobalTensor.set_global_buffer")
        anchor = self.__dict__.get("_made_at")
        if anchor is None:
            message = f"a GlobalTensor of {self._dtype} cannot become one of {dtype} in a function"
            raise RuntimeError(message)
        operation = construction.detached(
            "ascendc.global_tensor", (), [types.global_tensor(dtype.name)], {}
        )
        current.insert_at(anchor, operation)
        handle = operation.results[0]
        handle.name_hint = self.__dict__.get("_name")
        self.handle, self._dtype = handle, dtype

    def name_it(self, name: str) -> None:
        """Store the name that the user gives it first."""
        self.__dict__.setdefault("_name", name)
        handle = self.__dict__.get("_handle")
        if handle is not None and handle.name_hint is None:
            handle.name_hint = name

    @classmethod
    def typed(cls, handle: SSAValue, dtype: DataType) -> GlobalTensor:
        """Return the tensor of a value of the IR."""
        tensor = cls.of(handle)
        tensor.__dict__["_dtype"] = dtype
        return tensor


@functions.prepares("GlobalTensor.set_global_buffer")
def _take_type(tensor: Object | None, values: dict[str, object]) -> None:
    buffer = values["buffer"]
    if isinstance(tensor, GlobalTensor) and isinstance(buffer, GlobalAddress):
        tensor.take_type(buffer.dtype)


class LocalTensor(_AnyTensor):
    """A tensor in a core's own memory.

    Args:
        dtype: type of its elements.
        pos: logical position, `asc.TPosition.VECIN`.
        addr: first byte, in the memory of that position.
        tile_size: its elements.
    """

    _operation = "local_tensor"

    def __init__(
        self,
        dtype: DataType | None = None,
        pos: IntEnum | None = None,
        addr: Number | None = None,
        tile_size: Number | None = None,
    ) -> None:
        from custom_compiler.asc.ir import types

        current = builder.current("asc.LocalTensor")
        self.dtype = dtype or KnownTypes.float32
        kind = types.local_tensor(self.dtype.name)
        is_given = [value is not None for value in (pos, addr, tile_size)]
        if not any(is_given):
            self.handle = current.value("ascendc.local_tensor", (), kind)
            return
        if not (all(is_given) and dtype):
            message = "LocalTensor is made of (), (dtype) or (dtype, pos, addr, tile_size)"
            raise TypeError(message)
        operands = [to_scalar(n).handle for n in (addr, tile_size)]  # type: ignore[arg-type]
        attributes = {"pos": types.number(int(pos))}  # type: ignore[arg-type]
        self.handle = current.value("ascendc.local_tensor_v2", operands, kind, attributes)

    @classmethod
    def typed(cls, handle: SSAValue, dtype: DataType) -> LocalTensor:
        """Return the tensor of a value of the IR."""
        tensor = cls.of(handle)
        tensor.dtype = dtype
        return tensor


class LocalTensorAuto(LocalTensor):
    """A local tensor whose memory and synchronisation the compiler chooses.

    Args:
        dtype: type of its elements.
        shape: its lengths, in elements; known when compiled or not.
    """

    def __init__(self, dtype: DataType, shape: Number | Sequence[Number]) -> None:
        from custom_compiler.asc.ir import types

        lengths = cast("Sequence[Number]", shape if isinstance(shape, (list, tuple)) else [shape])
        current = builder.current("asc.LocalTensorAuto")
        self.dtype = dtype
        static_lengths = tuple(-1 if isinstance(n, Scalar) else int(n) for n in lengths)
        dynamic = [to_scalar(n, KnownTypes.int64).handle for n in lengths if isinstance(n, Scalar)]
        kind = types.local_tensor(dtype.name, static_lengths)
        self.handle = current.value("ascendc.local_tensor_auto", dynamic, kind)


_ADDRESS = "ascendc.local_tensor.get_phy_addr"


@functions.prepares("trans_data_to_5hd")
def _find_type(_: Object | None, values: dict[str, object]) -> None:
    """Set the element type of blocks that are found by addresses: that of the tensors."""
    from xdsl.ir import Operation

    from custom_compiler.asc.ir import types

    if "dtype" not in values or values["dtype"] is not None:
        return
    for argument in [value for name, value in values.items() if name.startswith(("dst", "src"))]:
        for address in _addresses(argument):
            operation = address.owner
            if isinstance(operation, Operation) and operation.name == _ADDRESS:
                tensor = cast("types.LocalTensorType", operation.operands[0].type)
                values["dtype"] = DataType(types.dtype_name(tensor.element_type))
                return
    message = "asc.trans_data_to_5hd: give dtype=, the type of the elements at these addresses"
    raise TypeError(message)


def _addresses(argument: object) -> Iterator[SSAValue]:
    """Yield the numbers of a list, or those that were put into a tensor."""
    if isinstance(argument, LocalTensor):
        for use in argument.handle.uses:
            if use.operation.name == "ascendc.local_tensor.set_value":
                yield use.operation.operands[-1]
    else:
        for value in cast("Sequence[Scalar]", argument):
            if isinstance(value, Scalar):
                yield value.handle


def _is_index(value: object) -> bool:
    if isinstance(value, Scalar):
        return not value.dtype.is_float
    return is_number(value) and not isinstance(value, float)


def _index(value: Number) -> SSAValue:
    return to_scalar(value).handle
