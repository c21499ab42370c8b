"""Calls of aclnn operators in this process, on arrays in host memory of any kind."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_char_p, c_int32, c_uint64, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from custom_compiler.call.device import (
    DeviceMemory,
    TensorType,
    ThreadMemory,
    create_tensor,
    shape_of,
)
from custom_compiler.call.library import OperatorError, acl
from custom_compiler.call.worker import ARRAYS, SCALARS
from custom_compiler.errors import PackageError
from custom_compiler.support.acl_library import DEVICE_TO_HOST, HOST_TO_DEVICE, handles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.call.prototype import Prototype

T = TypeVar("T")

_PARAM_INVALID = 161002  # ACLNN_ERR_PARAM_INVALID

Garbage = tuple[Any, Any]  # a function that destroys something, and the thing


class HostArrays(Protocol[T]):
    """Protocol by which host arrays of NumPy, PyTorch or others are read and made."""

    def shape(self, array: T, /) -> tuple[int, ...]:
        """Return its dimensions."""
        ...

    def code(self, array: T, /) -> int:
        """Return its element type as ge::DataType."""
        ...

    def size(self, array: T, /) -> int:
        """Return the bytes of all its elements."""
        ...

    def address(self, array: T, /) -> int:
        """Return the address of the first element of a contiguous array."""
        ...

    def contiguous(self, array: T, /) -> T:
        """Return the array itself if its elements are contiguous, else a copy."""
        ...

    def copy(self, target: T, source: T, /) -> None:
        """Copy elements between arrays of one shape."""
        ...

    def values(self, array: T, /) -> list[Any]:
        """Return all elements as Python numbers."""
        ...


@dataclass(frozen=True)
class Operands(Generic[T]):
    """The operands of a call.

    Attributes:
        inputs: Arrays of each input; none of an absent one.
        attributes: Values in their order.
        outputs: Contiguous arrays of the outputs that have separate parameters.
        layouts: ge::Format numbers of all inputs, then of these outputs.
        mutated: Numbers of the inputs that outputs are computed in place of.
    """

    inputs: Sequence[Sequence[T]]
    attributes: Sequence[Any]
    outputs: Sequence[T]
    layouts: Sequence[int]
    mutated: Sequence[int]


@dataclass
class _Arguments(Generic[T]):
    """Arguments of the first phase, and where results are.

    Attributes:
        words: What the C function takes.
        back: (host array, device address, bytes) of what is copied back.
        own: (slot, tensor, shape) of each output that is no input.
        garbage: What is destroyed after the call.
    """

    words: list[Any]
    back: list[tuple[T, int, int]]
    own: list[tuple[int, int, tuple[int, ...]]]
    garbage: list[Garbage]

    def destroy(self) -> None:
        for destroy, created in self.garbage:
            destroy(created)


class Caller(Generic[T]):
    """Both phases of one operator; thread safe."""

    def __init__(self, prototype: Prototype, host: HostArrays[T]) -> None:
        self._name = prototype.function
        self._types = prototype.parameters
        self._inputs = len(prototype.inputs)
        self._host = host
        outputs = self._types[len(self._types) - len(prototype.own_outputs) :]
        if "aclTensorList*" in outputs:
            message = f"{prototype.operator}: outputs of any number cannot be made from here"
            raise PackageError(message, "call it through its C interface")
        acl()  # the operator's library finds the toolkit's, which are loaded already
        try:
            library = acl().load_operators(str(prototype.library))
            self._prepare = getattr(library, f"{self._name}GetWorkspaceSize")
            self._launch = getattr(library, self._name)
        except (OSError, AttributeError) as error:
            raise PackageError(f"cannot load {prototype.library}: {error}") from error
        self._prepare.restype = c_int32
        self._launch.restype = c_int32
        self._launch.argtypes = (c_void_p, c_uint64, c_void_p, c_void_p)
        self._own = ThreadMemory()

    def __call__(self, operands: Operands[T]) -> list[tuple[int, ...]]:
        """Compute the outputs; return their shapes, smaller ones where the kernel computes them."""
        memory = self._own.memory
        arguments: _Arguments[T] = _Arguments([], [], [], [])
        try:
            self._arguments(memory, operands, arguments)
            size, executor = self._first_phase(arguments.words)
            workspace = memory.buffer(0, size) if size else None
            self._second_phase(workspace, size, executor)
            self._download(arguments.back)
            return [self._computed(memory, *output) for output in arguments.own]
        finally:
            arguments.destroy()

    def prepare(self, memory: DeviceMemory, operands: Operands[T]) -> tuple[int, int, int]:
        """Prepare a call to be repeated on other values in `memory`: slots from 1 on.

        Returns:
            Address and bytes of the workspace, and the executor; 0 if it cannot be repeated.
        """
        arguments: _Arguments[T] = _Arguments([], [], [], [])
        try:
            self._arguments(memory, operands, arguments)
            size, executor = self._first_phase(arguments.words)
        finally:
            arguments.destroy()
        if acl().aclSetAclOpExecutorRepeatable(executor):
            acl().aclDestroyAclOpExecutor(executor)
            return 0, 0, 0
        return memory.buffer(0, size) if size else 0, size, executor.value or 0

    @property
    def second_phase(self) -> int:
        """Address of aclnn<Op>."""
        return ctypes.cast(self._launch, c_void_p).value or 0

    def repeats(self) -> bool:
        """Return whether calls depend only on the tensors on the device and the attributes."""
        return all(c_type == "aclTensor*" for c_type in self._types[: self._inputs])

    def failed(self, code: int) -> None:
        """Raise OperatorError for a code of the operator."""
        acl().check(code, self._name)

    def _arguments(
        self, state: DeviceMemory, operands: Operands[T], arguments: _Arguments[T]
    ) -> None:
        """Fill in the arguments of phase 1; inputs are uploaded."""
        inputs, layouts, host = operands.inputs, operands.layouts, self._host
        words, back = arguments.words, arguments.back
        slot = 1
        for number, arrays in enumerate(inputs):
            c_type, layout = self._types[number], layouts[number]
            if c_type == "aclTensor*" and arrays:
                array = host.contiguous(arrays[0])
                words.append(c_void_p(self._upload(state, slot, array, layout)))
                if number in operands.mutated:
                    back.append((arrays[0], state.buffers[slot][0], host.size(array)))
                slot += 1
            elif c_type == "aclTensorList*":
                members = []
                for array in arrays:
                    members.append(self._member(state, slot, host.contiguous(array), layout))
                    slot += 1
                created = c_void_p(acl().aclCreateTensorList(handles(members), len(members)))
                arguments.garbage.append((acl().aclDestroyTensorList, created))
                words.append(created)
            else:
                words.append(self._by_value(c_type, arrays, arguments.garbage))
        for value, c_type in zip(operands.attributes, self._types[len(inputs) :], strict=False):
            words.append(_attribute(c_type, value, arguments.garbage))
        for output, layout in zip(operands.outputs, layouts[len(inputs) :], strict=True):
            tensor = state.tensor(slot, self._kind(output, layout), host.size(output))
            words.append(c_void_p(tensor))
            back.append((output, state.buffers[slot][0], host.size(output)))
            arguments.own.append((slot, tensor, host.shape(output)))
            slot += 1

    def _first_phase(self, arguments: list[Any]) -> tuple[int, c_void_p]:
        size, executor = c_uint64(), c_void_p()
        code = self._prepare(*arguments, byref(size), byref(executor))
        if code:
            acl().check(code, f"{self._name}GetWorkspaceSize")
        return size.value, executor

    def _second_phase(self, workspace: int | None, size: int, executor: c_void_p) -> None:
        lib = acl()
        code = self._launch(workspace, size, executor, None) or lib.aclrtSynchronizeStream(None)
        if code:
            lib.check(code, self._name)

    def _download(self, results: list[tuple[T, int, int]]) -> None:
        lib, host = acl(), self._host
        for array, address, size in results:
            target = host.contiguous(array)
            if size:
                data = host.address(target)
                lib.call("aclrtMemcpy", data, size, address, size, DEVICE_TO_HOST)
            if target is not array:
                host.copy(array, target)

    @staticmethod
    def _computed(
        state: DeviceMemory, slot: int, tensor: int, shape: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Return an output's shape after the kernel; a tensor whose shape changed is dropped."""
        computed = shape_of(tensor)
        if computed != shape:
            state.drop_tensors(slot)
        return computed

    def _kind(self, array: T, layout: int) -> TensorType:
        return TensorType(self._host.shape(array), self._host.code(array), layout)

    def _upload(self, state: DeviceMemory, slot: int, array: T, layout: int) -> int:
        size = self._host.size(array)
        tensor = state.tensor(slot, self._kind(array, layout), size)
        self._fill(state.buffers[slot][0], array, size)
        return tensor

    def _member(self, state: DeviceMemory, slot: int, array: T, layout: int) -> int:
        """Create a tensor for a list, which destroys its members."""
        size = self._host.size(array)
        address = state.buffer(slot, size)
        self._fill(address, array, size)
        return create_tensor(self._kind(array, layout), address)

    def _fill(self, address: int, array: T, size: int) -> None:
        if size:
            lib = acl()
            code = lib.aclrtMemcpy(address, size, self._host.address(array), size, HOST_TO_DEVICE)
            if code:
                lib.check(code, "aclrtMemcpy")

    def _by_value(self, c_type: str, arrays: Sequence[T], garbage: list[Garbage]) -> c_void_p:
        """Return an input that the function takes as host values; NULL if it is absent."""
        if not arrays:
            return c_void_p()
        array, lib = self._host.contiguous(arrays[0]), acl()
        if c_type in {"aclScalar*", "aclScalarList*"}:
            scalars = self._scalars(array)
            if c_type == "aclScalar*":
                created = c_void_p(scalars[0])
                garbage.append((lib.aclDestroyScalar, created))
                return created
            created = c_void_p(lib.aclCreateScalarList(handles(scalars), len(scalars)))
            garbage.append((lib.aclDestroyScalarList, created))  # and its members
            return created
        if c_type in ARRAYS:
            return _array(c_type, self._host.values(array), garbage)
        raise PackageError(f"{self._name}: inputs of the type {c_type} cannot be passed from here")

    def _scalars(self, array: T) -> list[int]:
        """Return an aclScalar for each element."""
        size = self._host.size(array)
        if size == 0:
            message = f"{self._name}: an input that is passed by value has no elements"
            raise OperatorError(message, _PARAM_INVALID)
        count = 1
        for length in self._host.shape(array):
            count *= length
        start, step = self._host.address(array), size // count
        code = self._host.code(array)
        return [acl().aclCreateScalar(start + step * i, code) for i in range(count)]


def _attribute(c_type: str, value: Any, garbage: list[Garbage]) -> Any:
    if c_type in SCALARS:
        return SCALARS[c_type](value)
    if value is None:
        return c_void_p()  # the declared default
    if c_type == "char*":
        return c_char_p(value.encode())
    if c_type in ARRAYS:
        return _array(c_type, value, garbage)
    raise PackageError(f"attributes of the type {c_type} cannot be passed from here")


def _array(c_type: str, values: Sequence[Any], garbage: list[Garbage]) -> c_void_p:
    function, element = ARRAYS[c_type]
    library = acl()
    created = library.create(function, (element * len(values))(*values), len(values))
    garbage.append((getattr(library, function.replace("Create", "Destroy")), created))
    return created
