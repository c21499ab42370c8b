"""aclnn calls from Python, through the C interface: tensors, scalars, arrays, both phases."""

from __future__ import annotations

import ctypes
import os
from ctypes import byref, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

DTYPE_CODES = {
    "float32": 0,
    "float16": 1,
    "int8": 2,
    "int32": 3,
    "uint8": 4,
    "int16": 6,
    "int64": 9,
    "float64": 11,
    "bool": 12,
    "bfloat16": 27,
}
FORMAT_ND = 2
BFLOAT16 = np.dtype(ml_dtypes.bfloat16)

_HOST_TO_DEVICE = 1
_DEVICE_TO_HOST = 2
_ARRAYS = {"Int": np.int64, "Float": np.float32, "Bool": np.bool_}


class AclnnError(Exception):
    """A function reported an error; `code` is its status."""

    def __init__(self, function: str, code: int, message: str) -> None:
        super().__init__(f"{function}: {code}: {message}")
        self.code = code


@dataclass(frozen=True)
class Tensor:
    """An aclTensor over device memory that holds a NumPy array."""

    handle: c_void_p
    memory: c_void_p
    stored: np.ndarray
    client: Client = field(repr=False)

    def read(self) -> np.ndarray:
        """Return the device's memory in the shape and type of the array it came from."""
        return self.client.download(self.memory, self.stored)

    def shape(self) -> tuple[int, ...]:
        """Return the view's shape as the runtime knows it."""
        dims, count = ctypes.POINTER(c_int64)(), c_uint64()
        self.client.nnopbase("aclGetViewShape", self.handle, byref(dims), byref(count))
        return tuple(dims[: count.value])


@dataclass(frozen=True)
class Prepared:
    """Result of phase 1 of a call."""

    function: str
    workspace_size: int
    executor: c_void_p


class Client:
    """One vendor package, else the built-in operators, and the device they run on."""

    def __init__(self, home: Path, vendor: Path | None = None) -> None:
        # The runtime looks for packages once per process, in its first call.
        os.environ["ASCEND_HOME_PATH"] = str(home)
        if vendor is not None:
            os.environ["ASCEND_CUSTOM_OPP_PATH"] = str(vendor)
        self._acl = ctypes.CDLL(str(home / "lib64/libascendcl.so"))
        self._nnopbase = ctypes.CDLL(str(home / "lib64/libnnopbase.so"))
        # Interfaces written by hand need it; set_env.sh puts it on the library path.
        self._operators = ctypes.CDLL(str(home / "lib64/libopapi.so"))
        if vendor is not None:
            self._operators = ctypes.CDLL(str(vendor / "op_api/lib/libcust_opapi.so"))
        self._acl.aclGetRecentErrMsg.restype = ctypes.c_char_p

    def acl(self, name: str, *arguments: Any) -> None:
        """Call a function of the runtime that returns a status."""
        self._checked(self._acl, name, arguments)

    def nnopbase(self, name: str, *arguments: Any) -> None:
        """Call a function of the aclnn library that returns a status."""
        self._checked(self._nnopbase, name, arguments)

    def stream(self) -> c_void_p:
        stream = c_void_p()
        self.acl("aclrtCreateStream", byref(stream))
        return stream

    def upload(self, data: np.ndarray) -> c_void_p:
        """Return device memory with a copy of an array, of at least 32 bytes."""
        memory = c_void_p()
        size = c_size_t(max(data.nbytes, 32))
        self.acl("aclrtMalloc", byref(memory), size, 0)
        source = np.ascontiguousarray(data).ctypes.data_as(c_void_p)
        self.acl("aclrtMemcpy", memory, size, source, c_size_t(data.nbytes), _HOST_TO_DEVICE)
        return memory

    def download(self, memory: c_void_p, like: np.ndarray) -> np.ndarray:
        result = np.empty_like(like, order="C")
        size = c_size_t(result.nbytes)
        target = result.ctypes.data_as(c_void_p)
        self.acl("aclrtMemcpy", target, size, memory, size, _DEVICE_TO_HOST)
        return result

    def tensor(self, data: np.ndarray, view: np.ndarray | None = None) -> Tensor:
        """Put an array on the device; `view` is a NumPy view of it that the tensor shows."""
        view = data if view is None else view
        memory = self.upload(data)
        item = data.dtype.itemsize
        dims = (c_int64 * view.ndim)(*view.shape)
        strides = None
        if view is not data:
            strides = (c_int64 * view.ndim)(*(stride // item for stride in view.strides))
        offset = (view.ctypes.data - data.ctypes.data) // item if view.size else 0
        handle = self._created(
            "aclCreateTensor", dims, c_uint64(view.ndim), DTYPE_CODES[data.dtype.name],
            strides, c_int64(offset), FORMAT_ND,
            (c_int64 * data.ndim)(*data.shape), c_uint64(data.ndim), memory,
        )  # fmt: skip
        return Tensor(handle, memory, data, self)

    def empty(self, shape: tuple[int, ...], dtype: np.typing.DTypeLike = np.float32) -> Tensor:
        """Return an output, filled with something that no test expects."""
        return self.tensor(np.full(shape, 77, dtype))

    def scalar(self, value: np.generic) -> c_void_p:
        data = np.array(value)
        return self._created(
            "aclCreateScalar", data.ctypes.data_as(c_void_p), DTYPE_CODES[data.dtype.name]
        )

    def scalars(self, *values: np.generic) -> c_void_p:
        handles = (c_void_p * len(values))(*(self.scalar(value).value for value in values))
        return self._created("aclCreateScalarList", handles, c_uint64(len(values)))

    def tensors(self, *tensors: Tensor) -> c_void_p:
        handles = (c_void_p * len(tensors))(*(tensor.handle.value for tensor in tensors))
        return self._created("aclCreateTensorList", handles, c_uint64(len(tensors)))

    def array(self, kind: str, *values: float) -> c_void_p:
        """Return an aclIntArray, aclFloatArray or aclBoolArray: kind Int, Float or Bool."""
        data: np.ndarray = np.array(values, _ARRAYS[kind])
        pointer = data.ctypes.data_as(c_void_p)
        return self._created(f"aclCreate{kind}Array", pointer, c_uint64(len(values)))

    def prepare(self, operator: str, *arguments: Any, entry: str = "GetWorkspaceSize") -> Prepared:
        """Phase 1; Python numbers are passed as int64, double or bool, None as NULL."""
        size, executor = c_uint64(), c_void_p()
        values = [*map(_argument, arguments), byref(size), byref(executor)]
        self._checked(self._operators, f"aclnn{operator}{entry}", values)
        return Prepared(f"aclnn{operator}", size.value, executor)

    def launch(self, prepared: Prepared, stream: c_void_p | None) -> None:
        """Phase 2, with a separate workspace; does not wait."""
        size = prepared.workspace_size
        workspace = self.upload(np.zeros(size, np.uint8)) if size else c_void_p()
        self.launch_with(prepared, workspace, size, stream)

    def launch_with(
        self, prepared: Prepared, workspace: c_void_p, size: int, stream: c_void_p | None
    ) -> None:
        """Phase 2 with this workspace."""
        arguments = (workspace, c_uint64(size), prepared.executor, stream)
        self._checked(self._operators, prepared.function, arguments)

    def synchronize(self, stream: c_void_p | None) -> None:
        self.acl("aclrtSynchronizeStream", stream)

    def run(self, operator: str, *arguments: Any, entry: str = "GetWorkspaceSize") -> None:
        """Both phases on the default stream, and wait."""
        prepared = self.prepare(operator, *arguments, entry=entry)
        self.launch(prepared, c_void_p())
        self.synchronize(c_void_p())

    def _checked(self, library: ctypes.CDLL, name: str, arguments: Iterable[Any]) -> None:
        function = getattr(library, name)
        function.restype = c_int32
        code = function(*arguments)
        if code != 0:
            message = (self._acl.aclGetRecentErrMsg() or b"").decode()
            raise AclnnError(name, code, message)

    def _created(self, name: str, *arguments: Any) -> c_void_p:
        function = getattr(self._nnopbase, name)
        function.restype = c_void_p
        handle = c_void_p(function(*arguments))
        assert handle.value, name
        return handle


def _argument(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value.handle
    if isinstance(value, str):
        return ctypes.c_char_p(value.encode())
    plain = {type(None): c_void_p, bool: ctypes.c_bool, int: c_int64, float: ctypes.c_double}
    return plain[type(value)](value) if type(value) in plain else value
