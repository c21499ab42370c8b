"""Calls of aclnn operators in this process, on tensors in host memory."""

from __future__ import annotations

import atexit
import ctypes
import threading
from ctypes import POINTER, byref, c_char_p, c_int32, c_int64, c_uint64, c_void_p
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from custom_compiler.call import arrays
from custom_compiler.call.worker import ARRAYS, SCALARS, strides_of
from custom_compiler.errors import CustomCompilerError, PackageError
from custom_compiler.toolkit import ensure_home

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from custom_compiler.call.prototype import Prototype

_HOST_TO_DEVICE, _DEVICE_TO_HOST = 1, 2
_HUGE_FIRST = 0
_SMALLEST_BUFFER = 32  # an empty tensor still has an address
_MOST_TENSORS = 64  # descriptions kept for later calls, per thread and argument

Garbage = tuple[Any, Any]  # a function that destroys something, and the thing

# ge::DataType by PyTorch's; both sides use the same names.
CODES = {
    getattr(torch, name): arrays.code_of(name)
    for name in (
        *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
        *("float16", "bfloat16", "float32", "float64", "complex64", "complex128"),
    )
}
DTYPES = {code: dtype for dtype, code in CODES.items()}


class OperatorError(CustomCompilerError):
    """An operator was called and failed."""


class Acl:
    """The functions of the embedded toolkit's libraries, typed; initialises them."""

    def __init__(self) -> None:
        lib = ensure_home() / "lib64"
        ascendcl, nnopbase = (ctypes.CDLL(str(lib / name)) for name in
                              ("libascendcl.so", "libnnopbase.so"))  # fmt: skip
        self.infer_library = ctypes.CDLL(str(lib / "libascendc_infer.so"))
        pointer, size, status = c_void_p, c_uint64, c_int32
        self.memcpy = _typed(ascendcl.aclrtMemcpy, status, pointer, size, pointer, size, c_int32)
        self.malloc = _typed(ascendcl.aclrtMalloc, status, POINTER(pointer), size, c_int32)
        self.free = _typed(ascendcl.aclrtFree, status, pointer)
        self.synchronize = _typed(ascendcl.aclrtSynchronizeStream, status, pointer)
        self.set_device = _typed(ascendcl.aclrtSetDevice, status, c_int32)
        self.message = _typed(ascendcl.aclGetRecentErrMsg, c_char_p)
        self.create_tensor = _typed(
            nnopbase.aclCreateTensor, pointer, pointer, size, c_int32, pointer, c_int64, c_int32,
            pointer, size, pointer,
        )  # fmt: skip
        self.destroy_tensor = _typed(nnopbase.aclDestroyTensor, status, pointer)
        self.create_list = _typed(nnopbase.aclCreateTensorList, pointer, pointer, size)
        self.create_scalar = _typed(nnopbase.aclCreateScalar, pointer, pointer, c_int32)
        self.make_repeatable = _typed(nnopbase.aclSetAclOpExecutorRepeatable, status, pointer)
        self.destroy_executor = _typed(nnopbase.aclDestroyAclOpExecutor, status, pointer)
        self.nnopbase = nnopbase
        already = 100002
        code = _typed(ascendcl.aclInit, status, c_char_p)(None)
        self.check(0 if code == already else code, "aclInit")
        self.finalized = False
        self._finalize = _typed(ascendcl.aclFinalize, status)
        atexit.register(self.finalize)

    def finalize(self) -> None:
        """End the use of devices; what is freed later is freed already."""
        self.finalized = True
        self._finalize()

    def check(self, code: int, what: str) -> None:
        """Raise OperatorError unless `code` is 0."""
        if code:
            text = " ".join((self.message() or b"").decode(errors="replace").split())
            raise OperatorError(f"{what} failed with {code}{': ' + text if text else ''}")


@cache
def acl() -> Acl:
    """The libraries, loaded on first use."""
    return Acl()


def _typed(function: Any, result: Any, *arguments: Any) -> Callable[..., Any]:
    function.restype, function.argtypes = result, arguments
    return function  # type: ignore[no-any-return]


class DeviceMemory:
    """Device buffers and tensors that later calls use again; freed with the object."""

    def __init__(self) -> None:
        self.buffers: dict[int, tuple[int, int]] = {}  # slot -> address, bytes
        self.tensors: dict[int, dict[tuple[Any, ...], int]] = {}  # by slot

    def buffer(self, slot: int, size: int) -> int:
        """Address of at least `size` bytes, the slot's until the next call for it."""
        address, capacity = self.buffers.get(slot, (0, 0))
        if capacity < size or not address:
            if address:
                self._drop_tensors(slot)
                acl().check(acl().free(address), "aclrtFree")
            memory, capacity = c_void_p(), max(size + size // 4, _SMALLEST_BUFFER)
            acl().check(acl().malloc(byref(memory), capacity, _HUGE_FIRST), "aclrtMalloc")
            address = memory.value or 0
            self.buffers[slot] = (address, capacity)
        return address

    def tensor(self, slot: int, value: torch.Tensor, layout: int) -> int:
        """A contiguous aclTensor of that shape in the slot's buffer."""
        address = self.buffer(slot, value.nbytes)
        known = self.tensors.setdefault(slot, {})
        key = (value.shape, value.dtype, layout)
        found = known.get(key)
        if found is None:
            if len(known) >= _MOST_TENSORS:
                self._drop_tensors(slot)
            found = create_tensor(value.shape, value.dtype, layout, address)
            known[key] = found
        return found

    def _drop_tensors(self, slot: int) -> None:
        known = self.tensors.get(slot, {})
        for tensor in known.values():
            acl().destroy_tensor(tensor)
        known.clear()

    def __del__(self) -> None:
        if acl().finalized:  # at the end of the process all is gone
            return
        for slot, (address, _) in self.buffers.items():
            self._drop_tensors(slot)
            acl().free(address)


class _ThreadMemory(threading.local):
    """Memory of each thread, which loses it when it ends."""

    def __init__(self) -> None:
        use_device()
        self.memory = DeviceMemory()


def use_device() -> None:
    """Let this thread use the device; needed once, before its first call."""
    acl().check(acl().set_device(0), "aclrtSetDevice")


def create_tensor(shape: Sequence[int], dtype: torch.dtype, layout: int, address: int) -> int:
    """A contiguous aclTensor at a device address."""
    rank = len(shape)
    array = c_int64 * rank
    dims = array(*shape)
    tensor: int | None = acl().create_tensor(
        dims, rank, CODES[dtype], array(*strides_of(shape)), 0, layout, dims, rank, address
    )
    if tensor is None:
        acl().check(-1, "aclCreateTensor")
    return tensor or 0


class Operands(NamedTuple):
    """What an operator is called with.

    Attributes:
        inputs: Tensors of each input; none of an absent one.
        attributes: Values in their order.
        outputs: Contiguous tensors of the outputs that have parameters of their own.
        layouts: ge::Format numbers of all inputs, then of these outputs.
        mutated: Numbers of the inputs that outputs are computed in place of.
    """

    inputs: Sequence[Sequence[torch.Tensor]]
    attributes: Sequence[Any]
    outputs: Sequence[torch.Tensor]
    layouts: Sequence[int]
    mutated: Sequence[int]


class Caller:
    """Both phases of one operator; thread safe."""

    def __init__(self, prototype: Prototype) -> None:
        self._name = prototype.function
        self._types = prototype.parameters
        self._inputs = len(prototype.inputs)
        acl()  # the operator's library finds the toolkit's, which are loaded already
        try:
            library = ctypes.CDLL(str(prototype.library))
            self._prepare = getattr(library, f"{self._name}GetWorkspaceSize")
            self._launch = getattr(library, self._name)
        except (OSError, AttributeError) as error:
            raise PackageError(f"cannot load {prototype.library}: {error}") from error
        self._prepare.restype = c_int32
        self._launch.restype = c_int32
        self._launch.argtypes = (c_void_p, c_uint64, c_void_p, c_void_p)
        self._own = _ThreadMemory()

    def __call__(self, operands: Operands) -> None:
        """Compute the outputs."""
        memory = self._own.memory
        garbage: list[Garbage] = []
        try:
            arguments, back = self._arguments(memory, operands, garbage)
            size, executor = self._first_phase(arguments)
            workspace = memory.buffer(0, size) if size else None
            self._second_phase(workspace, size, executor)
            self._download(back)
        finally:
            for destroy, created in garbage:
                destroy(created)

    def prepare(self, memory: DeviceMemory, operands: Operands) -> tuple[int, int, int]:
        """Prepare a call to be repeated on other values in `memory`: slots from 1 on.

        Returns:
            Address and bytes of the workspace, and the executor; 0 if it cannot be repeated.
        """
        garbage: list[Garbage] = []
        try:
            arguments, _ = self._arguments(memory, operands, garbage)
            size, executor = self._first_phase(arguments)
        finally:
            for destroy, created in garbage:
                destroy(created)
        if acl().make_repeatable(executor):
            acl().destroy_executor(executor)
            return 0, 0, 0
        return memory.buffer(0, size) if size else 0, size, executor.value or 0

    @property
    def second_phase(self) -> int:
        """Address of aclnn<Op>."""
        return ctypes.cast(self._launch, c_void_p).value or 0

    def repeats(self) -> bool:
        """Whether calls depend on nothing but the tensors on the device and the attributes."""
        return all(c_type == "aclTensor*" for c_type in self._types[: self._inputs])

    def failed(self, code: int) -> None:
        """Raise OperatorError for a code of the operator."""
        acl().check(code, self._name)

    def _arguments(
        self, state: DeviceMemory, operands: Operands, garbage: list[Garbage]
    ) -> tuple[list[Any], list[tuple[torch.Tensor, int, int]]]:
        """Arguments of phase 1, inputs uploaded; and (host, device address, bytes) of results."""
        lib = acl()
        inputs, attributes, outputs, layouts, mutated = operands
        arguments: list[Any] = []
        back: list[tuple[torch.Tensor, int, int]] = []
        slot = 1
        for number, tensors in enumerate(inputs):
            c_type, layout = self._types[number], layouts[number]
            if c_type == "aclTensor*" and tensors:
                host = tensors[0] if tensors[0].is_contiguous() else tensors[0].contiguous()
                arguments.append(c_void_p(self._upload(state, slot, host, layout)))
                if number in mutated:
                    back.append((tensors[0], state.buffers[slot][0], host.nbytes))
                slot += 1
            elif c_type == "aclTensorList*":
                hosts = [tensor.contiguous() for tensor in tensors]
                members = []
                for host in hosts:
                    members.append(self._member(state, slot, host, layout))
                    slot += 1
                pointers = (c_void_p * len(members))(*members)
                created = c_void_p(lib.create_list(pointers, len(members)))
                garbage.append((lib.nnopbase.aclDestroyTensorList, created))
                arguments.append(created)
            else:
                arguments.append(self._by_value(c_type, tensors, garbage))
        for value, c_type in zip(attributes, self._types[len(inputs) :], strict=False):
            arguments.append(self._attribute(c_type, value, garbage))
        for output, layout in zip(outputs, layouts[len(inputs) :], strict=True):
            arguments.append(c_void_p(state.tensor(slot, output, layout)))
            back.append((output, state.buffers[slot][0], output.nbytes))
            slot += 1
        return arguments, back

    def _first_phase(self, arguments: list[Any]) -> tuple[int, c_void_p]:
        size, executor = c_uint64(), c_void_p()
        code = self._prepare(*arguments, byref(size), byref(executor))
        if code:
            acl().check(code, f"{self._name}GetWorkspaceSize")
        return size.value, executor

    def _second_phase(self, workspace: int | None, size: int, executor: c_void_p) -> None:
        lib = acl()
        code = self._launch(workspace, size, executor, None) or lib.synchronize(None)
        if code:
            lib.check(code, self._name)

    @staticmethod
    def _download(results: list[tuple[torch.Tensor, int, int]]) -> None:
        lib = acl()
        for host, address, size in results:
            own = host.is_contiguous()
            target = host if own else torch.empty(host.shape, dtype=host.dtype)
            if size:
                data = target.data_ptr()
                lib.check(lib.memcpy(data, size, address, size, _DEVICE_TO_HOST), "aclrtMemcpy")
            if not own:
                host.copy_(target)

    @staticmethod
    def _upload(state: DeviceMemory, slot: int, host: torch.Tensor, layout: int) -> int:
        tensor = state.tensor(slot, host, layout)
        size, lib = host.nbytes, acl()
        if size:
            address = state.buffers[slot][0]
            code = lib.memcpy(address, size, host.data_ptr(), size, _HOST_TO_DEVICE)
            if code:
                lib.check(code, "aclrtMemcpy")
        return tensor

    @staticmethod
    def _member(state: DeviceMemory, slot: int, host: torch.Tensor, layout: int) -> int:
        """A tensor for a list, which destroys its members."""
        address, size, lib = state.buffer(slot, host.nbytes), host.nbytes, acl()
        if size:
            data = host.data_ptr()
            lib.check(lib.memcpy(address, size, data, size, _HOST_TO_DEVICE), "aclrtMemcpy")
        return create_tensor(host.shape, host.dtype, layout, address)

    @staticmethod
    def _by_value(c_type: str, tensors: Sequence[torch.Tensor], garbage: list[Garbage]) -> c_void_p:
        """An input that the function takes as host values; NULL if it is absent."""
        if not tensors:
            return c_void_p()
        host, lib = tensors[0].contiguous(), acl()
        if c_type == "aclScalar*":
            created = c_void_p(lib.create_scalar(host.data_ptr(), CODES[host.dtype]))
            garbage.append((lib.nnopbase.aclDestroyScalar, created))
            return created
        if c_type in ARRAYS:
            return _array(c_type, host.flatten().tolist(), garbage)
        raise PackageError(f"inputs of the type {c_type} cannot be passed from PyTorch")

    @staticmethod
    def _attribute(c_type: str, value: Any, garbage: list[Garbage]) -> Any:
        if c_type in SCALARS:
            return SCALARS[c_type](value)
        if c_type == "char*":
            return c_char_p(value.encode())
        if c_type in ARRAYS:
            return _array(c_type, value, garbage)
        raise PackageError(f"attributes of the type {c_type} cannot be passed from PyTorch")


def _array(c_type: str, values: Sequence[Any], garbage: list[Garbage]) -> c_void_p:
    function, element = ARRAYS[c_type]
    library = acl().nnopbase
    create = getattr(library, function)
    create.restype, create.argtypes = c_void_p, (c_void_p, c_uint64)
    created = c_void_p(create((element * len(values))(*values), len(values)))
    garbage.append((getattr(library, function.replace("Create", "Destroy")), created))
    return created
