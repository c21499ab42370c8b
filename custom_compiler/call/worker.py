"""Executes one aclnn call described in a JSON file, its argument; outputs go into raw files.

Runs as a program in the environment of a toolkit. It calls operators through CANN's C interface
only, so it serves an installed CANN and the embedded one alike. A failure is one line on standard
error and exit code 1.
"""

from __future__ import annotations

import ctypes
import json
import math
import os
import signal
import struct
import sys
import time
from contextlib import contextmanager
from ctypes import (
    byref,
    c_bool,
    c_char_p,
    c_double,
    c_float,
    c_int64,
    c_uint64,
    c_void_p,
)
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.call.shapes import ShapeError, infer_shapes
from custom_compiler.errors import CustomCompilerError
from custom_compiler.support.acl_library import (
    DEVICE_TO_HOST,
    HOST_TO_DEVICE,
    HUGE_FIRST,
    SMALLEST_BUFFER,
    AclLibrary,
    dimensions,
    handles,
)
from custom_compiler.support.element_types import BY_NUMBER
from custom_compiler.support.processes import die_with_parent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_HEAD_START = 2.0  # seconds

ARRAYS: dict[str, tuple[str, Any]] = {
    "aclIntArray*": ("aclCreateIntArray", c_int64),
    "aclFloatArray*": ("aclCreateFloatArray", c_float),
    "aclBoolArray*": ("aclCreateBoolArray", c_bool),
}

SCALARS: dict[str, Any] = {
    "int64_t": c_int64,
    "double": c_double,
    "float": c_float,
    "bool": c_bool,
}


class TensorMemory(NamedTuple):
    """Device memory and the tensor in it; the size is in bytes."""

    address: c_void_p
    size: int
    tensor: c_void_p


class Runtime(AclLibrary):
    """The device and one stream, of the toolkit whose environment this process has."""

    def __init__(self) -> None:
        super().__init__(is_global=True)
        self.stream = c_void_p()
        self.call("aclInit", None)
        self.call("aclrtSetDevice", 0)
        self.call("aclrtCreateStream", byref(self.stream))

    def upload(self, data: bytes) -> c_void_p:
        """Return device memory holding `data`."""
        memory = self.allocate(len(data))
        if data:
            self.call("aclrtMemcpy", memory, len(data), data, len(data), HOST_TO_DEVICE)
        return memory

    def allocate(self, size: int) -> c_void_p:
        """Return `size` bytes of device memory."""
        memory = c_void_p()
        self.call("aclrtMalloc", byref(memory), max(size, SMALLEST_BUFFER), HUGE_FIRST)
        return memory

    def download(self, memory: c_void_p, size: int) -> bytes:
        """Return `size` bytes of device memory."""
        buffer = ctypes.create_string_buffer(size)
        if size:
            self.call("aclrtMemcpy", buffer, size, memory, size, DEVICE_TO_HOST)
        return buffer.raw

    def shape_of(self, tensor: c_void_p) -> list[int]:
        """Return a tensor's shape, which is another one if the kernel has computed it."""
        dims, rank = ctypes.POINTER(c_int64)(), c_uint64()
        self.call("aclGetViewShape", tensor, byref(dims), byref(rank))
        return dims[: rank.value]

    def close(self) -> None:
        """Give the device back."""
        self.call("aclrtDestroyStream", self.stream)
        self.call("aclrtResetDevice", 0)
        self.call("aclFinalize")


def call(request: dict[str, Any]) -> None:
    """Create the arguments, run both phases, store the outputs; as often as is asked for."""
    with _limit(request["timeout"]):
        _size_outputs(request)
    runtime = Runtime()
    if request["timeout"]:
        runtime.call("aclrtSetOpExecuteTimeOut", math.ceil(request["timeout"]))
    operators = runtime.load_operators(request["library"])
    seconds: list[float] = []
    is_same = True
    for number in range(request["repeat"]):
        memories: dict[str, TensorMemory] = {}
        seconds.append(_call_once(request, runtime, operators, memories))
        for entry in request["results"]:
            memory = memories[entry["file"]]
            shape = runtime.shape_of(memory.tensor)
            size = memory.size // max(1, math.prod(entry["shape"])) * math.prod(shape)
            data = runtime.download(memory.address, size)
            file = Path(entry["file"]).with_suffix(".result")
            if number == 0:
                file.write_bytes(data)
                file.with_suffix(".shape").write_text(json.dumps(shape))
            else:
                is_same = is_same and file.read_bytes() == data
        for memory in memories.values():
            runtime.call("aclrtFree", memory.address)
    Path(request["calls"]).write_text(json.dumps({"seconds": seconds, "is_same": is_same}))
    runtime.close()


def _call_once(
    request: dict[str, Any],
    runtime: Runtime,
    operators: ctypes.CDLL,
    memories: dict[str, TensorMemory],
) -> float:
    """Run both phases, with tensors in `memories`; return their seconds."""
    arguments = [_argument(runtime, entry, memories) for entry in request["arguments"]]
    size, executor = c_uint64(), c_void_p()
    function = request["function"]
    start = time.perf_counter()
    with _limit(request["timeout"]):
        prepare = f"{function}GetWorkspaceSize"
        code = getattr(operators, prepare)(*arguments, byref(size), byref(executor))
        runtime.check(code, prepare)
    workspace = runtime.allocate(size.value) if size.value else c_void_p()
    code = getattr(operators, function)(workspace, size, executor, runtime.stream)
    runtime.check(code, function)
    runtime.call("aclrtSynchronizeStream", runtime.stream)
    seconds = time.perf_counter() - start
    if size.value:
        runtime.call("aclrtFree", workspace)
    return seconds


@contextmanager
def _limit(seconds: float) -> Iterator[None]:
    """End the process by SIGALRM if what is done takes longer; 0 for any time.

    A toolkit that watches the operator's functions itself comes first.
    """
    signal.setitimer(signal.ITIMER_REAL, seconds + _HEAD_START if seconds else 0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _die_with(parent: int) -> None:
    """End this process when the one that started it ends, also by SIGKILL. 0: never."""
    if parent == 0:
        return
    die_with_parent()
    if os.getppid() != parent:
        sys.exit(1)


def _size_outputs(request: dict[str, Any]) -> None:
    """Fill in the shapes that the caller left open, and the bytes of every output.

    The tensors of an output are the same objects in `arguments` and in `results` by file name.
    """
    results = {entry["file"]: entry for entry in request["results"]}
    if any(entry["shape"] is None for entry in results.values()):
        shapes = infer_shapes(AclLibrary(is_global=False), request["inference"])
        for entry, shape in zip(request["results"], shapes, strict=True):
            entry["shape"] = shape if entry["shape"] is None else entry["shape"]
    for argument in request["arguments"]:
        if argument["kind"] == "out":
            argument["tensors"] = [results[tensor["file"]] for tensor in argument["tensors"]]


def _argument(runtime: Runtime, entry: dict[str, Any], memories: dict[str, TensorMemory]) -> Any:
    c_type = entry["c_type"]
    if entry["kind"] == "attr":
        return _attribute(runtime, c_type, entry["value"])
    tensors = entry["tensors"]
    if c_type == "aclTensorList*":
        created = [_tensor(runtime, tensor, memories) for tensor in tensors]
        return runtime.create("aclCreateTensorList", handles(created), len(created))
    if not tensors:
        return c_void_p()
    if c_type == "aclTensor*":
        return _tensor(runtime, tensors[0], memories)
    if c_type in {"aclScalar*", "aclScalarList*"}:
        return _scalar(runtime, c_type, tensors[0])
    if c_type in ARRAYS:
        return _array(runtime, c_type, _elements(tensors[0]))
    raise CustomCompilerError(f"a parameter of type {c_type} is not known")


def _scalar(runtime: Runtime, c_type: str, tensor: dict[str, Any]) -> c_void_p:
    """Create a scalar, or a list of one scalar per element."""
    data = Path(tensor["file"]).read_bytes()
    count = math.prod(tensor["shape"])
    if count == 0:
        raise CustomCompilerError("an input that is passed by value has no elements")
    size = len(data) // count
    scalars = [
        runtime.create("aclCreateScalar", data[i : i + size], tensor["code"])
        for i in range(0, len(data), size)
    ]
    if c_type == "aclScalar*":
        return scalars[0]
    return runtime.create("aclCreateScalarList", handles(scalars), count)


def _attribute(runtime: Runtime, c_type: str, value: Any) -> Any:
    if c_type in SCALARS:
        return SCALARS[c_type](value)
    if value is None:
        return c_void_p()
    if c_type == "char*":
        return c_char_p(value.encode())
    if c_type in ARRAYS:
        return _array(runtime, c_type, value)
    raise CustomCompilerError(f"a parameter of type {c_type} is not known")


def _array(runtime: Runtime, c_type: str, values: list[Any]) -> c_void_p:
    function, element = ARRAYS[c_type]
    return runtime.create(function, (element * len(values))(*values), len(values))


def _tensor(
    runtime: Runtime, tensor: dict[str, Any], memories: dict[str, TensorMemory]
) -> c_void_p:
    """Create a contiguous tensor; memory of inputs is filled, that of outputs is not."""
    file = Path(tensor["file"])
    if file.exists():
        data = file.read_bytes()
        memory, size = runtime.upload(data), len(data)
    else:
        size = math.prod(tensor["shape"]) * tensor["item_bytes"]
        memory = runtime.allocate(size)
    shape = tensor["shape"]
    rank, dims, strides = len(shape), dimensions(shape), dimensions(strides_of(shape))
    created = runtime.create(
        "aclCreateTensor",
        *(dims, rank, tensor["code"], strides, 0, tensor["format"], dims, rank, memory),
    )
    memories[tensor["file"]] = TensorMemory(memory, size, created)
    return created


def strides_of(shape: Sequence[int]) -> list[int]:
    """Return the strides of a contiguous tensor, in elements."""
    strides = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        strides[axis] = strides[axis + 1] * shape[axis + 1]
    return strides


def _elements(tensor: dict[str, Any]) -> list[Any]:
    code = BY_NUMBER[tensor["code"]].packed
    if not code:
        raise CustomCompilerError(f"an input of dtype {tensor['dtype']} cannot be passed by value")
    data = Path(tensor["file"]).read_bytes()
    return list(struct.unpack(f"={len(data) // struct.calcsize(code)}{code}", data))


def main() -> int:
    """Run the script; return its exit code."""
    try:
        request = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
        _die_with(request["parent"])
        call(request)
    except (CustomCompilerError, ShapeError, OSError, AttributeError) as error:
        sys.stderr.write(" ".join(str(error).split()) + "\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
