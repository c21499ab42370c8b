"""Calls of aclnn operators in this process, on tensors in host memory."""

from __future__ import annotations

import atexit
import ctypes
import threading
from ctypes import POINTER, byref, c_char_p, c_int32, c_int64, c_uint64, c_void_p
from functools import cache
from typing import TYPE_CHECKING, Any

import torch

from custom_compiler.errors import CustomCompilerError, PackageError
from custom_compiler.package import arrays
from custom_compiler.package.worker import ARRAYS, SCALARS, strides_of
from custom_compiler.toolkit import ensure_home

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from custom_compiler.package.prototype import Prototype

_HOST_TO_DEVICE, _DEVICE_TO_HOST = 1, 2
_HUGE_FIRST = 0
_SMALLEST_BUFFER = 32  # an empty tensor still has an address
_MOST_TENSORS = 64  # descriptions kept for later calls, per thread and argument

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
        self.nnopbase = nnopbase
        already = 100002
        code = _typed(ascendcl.aclInit, status, c_char_p)(None)
        self.check(0 if code == already else code, "aclInit")
        atexit.register(_typed(ascendcl.aclFinalize, status))

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


class _ThreadState(threading.local):
    """Device buffers and tensors that later calls of the same thread use again."""

    def __init__(self) -> None:
        acl().check(acl().set_device(0), "aclrtSetDevice")
        self.buffers: dict[int, tuple[int, int]] = {}  # slot -> address, bytes
        self.tensors: dict[int, dict[tuple[Any, ...], int]] = {}  # by slot

    def buffer(self, slot: int, size: int) -> int:
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


class Caller:
    """Both phases of one operator; thread safe."""

    def __init__(self, prototype: Prototype) -> None:
        self._name = prototype.function
        self._types = prototype.parameters
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
        self._state = _ThreadState()

    def __call__(
        self,
        inputs: Sequence[Sequence[torch.Tensor]],
        attributes: Sequence[Any],
        outputs: Sequence[torch.Tensor],
        layouts: Sequence[int],
        mutated: Sequence[int],
    ) -> None:
        """Compute `outputs`.

        Args:
            inputs: Tensors of each input; none of an absent one.
            attributes: Values in their order.
            outputs: Contiguous tensors of the outputs that have parameters of their own.
            layouts: ge::Format numbers of all inputs, then of these outputs.
            mutated: Numbers of the inputs that outputs are computed in place of.
        """
        lib, state = acl(), self._state
        garbage: list[tuple[Callable[[Any], Any], Any]] = []
        arguments: list[Any] = []
        back: list[tuple[torch.Tensor, int, int]] = []  # host, device address, bytes
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
        try:
            self._run(state, arguments)
            self._download(back)
        finally:
            for destroy, created in garbage:
                destroy(created)

    def _run(self, state: _ThreadState, arguments: list[Any]) -> None:
        size, executor = c_uint64(), c_void_p()
        lib = acl()
        code = self._prepare(*arguments, byref(size), byref(executor))
        if code:
            lib.check(code, f"{self._name}GetWorkspaceSize")
        workspace = state.buffer(0, size.value) if size.value else None
        code = self._launch(workspace, size, executor, None)
        if code:
            lib.check(code, self._name)
        code = lib.synchronize(None)
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
    def _upload(state: _ThreadState, slot: int, host: torch.Tensor, layout: int) -> int:
        tensor = state.tensor(slot, host, layout)
        size, lib = host.nbytes, acl()
        if size:
            address = state.buffers[slot][0]
            code = lib.memcpy(address, size, host.data_ptr(), size, _HOST_TO_DEVICE)
            if code:
                lib.check(code, "aclrtMemcpy")
        return tensor

    @staticmethod
    def _member(state: _ThreadState, slot: int, host: torch.Tensor, layout: int) -> int:
        """A tensor for a list, which destroys its members."""
        address, size, lib = state.buffer(slot, host.nbytes), host.nbytes, acl()
        if size:
            data = host.data_ptr()
            lib.check(lib.memcpy(address, size, data, size, _HOST_TO_DEVICE), "aclrtMemcpy")
        return create_tensor(host.shape, host.dtype, layout, address)

    @staticmethod
    def _by_value(
        c_type: str, tensors: Sequence[torch.Tensor], garbage: list[tuple[Any, Any]]
    ) -> c_void_p:
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
    def _attribute(c_type: str, value: Any, garbage: list[tuple[Any, Any]]) -> Any:
        if c_type in SCALARS:
            return SCALARS[c_type](value)
        if c_type == "char*":
            return c_char_p(value.encode())
        if c_type in ARRAYS:
            return _array(c_type, value, garbage)
        raise PackageError(f"attributes of the type {c_type} cannot be passed from PyTorch")


def _array(c_type: str, values: Sequence[Any], garbage: list[tuple[Any, Any]]) -> c_void_p:
    function, element = ARRAYS[c_type]
    library = acl().nnopbase
    create = getattr(library, function)
    create.restype, create.argtypes = c_void_p, (c_void_p, c_uint64)
    created = c_void_p(create((element * len(values))(*values), len(values)))
    garbage.append((getattr(library, function.replace("Create", "Destroy")), created))
    return created
