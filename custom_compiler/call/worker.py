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
    c_int,
    c_int64,
    c_uint32,
    c_uint64,
    c_void_p,
)
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.call.shapes import ShapeError, infer_shapes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MALLOC_HUGE_FIRST = 0
_HOST_TO_DEVICE = 1
_DEVICE_TO_HOST = 2

_PR_SET_PDEATHSIG = 1
_HEAD_START = 2.0  # seconds

# An empty tensor still has an address.
_SMALLEST_BUFFER = 32

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

# struct-module codes of CANN's dtype numbers, for inputs that are passed by value.
_ELEMENT_CODES = {
    0: "f",
    2: "b",
    3: "i",
    4: "B",
    6: "h",
    7: "H",
    8: "I",
    9: "q",
    10: "Q",
    11: "d",
    12: "?",
}


class CallError(Exception):
    """A function of the toolkit reported an error."""


class Memory(NamedTuple):
    """Device memory and the tensor in it; the size is in bytes."""

    address: c_void_p
    size: int
    tensor: c_void_p


class Runtime:
    """The device, one stream, and checked calls of the toolkit's libraries."""

    def __init__(self) -> None:
        self._ascendcl = ctypes.CDLL("libascendcl.so", ctypes.RTLD_GLOBAL)
        self.nnopbase = ctypes.CDLL("libnnopbase.so", ctypes.RTLD_GLOBAL)
        self.stream = c_void_p()
        self.check("aclInit", None)
        self.check("aclrtSetDevice", 0)
        self.check("aclrtCreateStream", byref(self.stream))

    def check(self, function: str, *arguments: Any, library: ctypes.CDLL | None = None) -> None:
        """Call a function that returns a status; raise unless it is 0."""
        status = getattr(library or self._ascendcl, function)(*arguments)
        if status:
            raise CallError(f"{function} failed with {status}: {self._recent_message()}")

    def upload(self, data: bytes) -> c_void_p:
        """Return device memory holding `data`."""
        memory = self.allocate(len(data))
        if data:
            size = c_uint64(len(data))
            self.check("aclrtMemcpy", memory, size, data, size, _HOST_TO_DEVICE)
        return memory

    def allocate(self, size: int) -> c_void_p:
        """Return `size` bytes of device memory."""
        memory = c_void_p()
        size = max(size, _SMALLEST_BUFFER)
        self.check("aclrtMalloc", byref(memory), c_uint64(size), _MALLOC_HUGE_FIRST)
        return memory

    def download(self, memory: c_void_p, size: int) -> bytes:
        """Return `size` bytes of device memory."""
        buffer = ctypes.create_string_buffer(size)
        if size:
            bytes_ = c_uint64(size)
            self.check("aclrtMemcpy", buffer, bytes_, memory, bytes_, _DEVICE_TO_HOST)
        return buffer.raw

    def create(self, function: str, *arguments: Any) -> c_void_p:
        """Call a function that returns a new object."""
        creator = getattr(self.nnopbase, function)
        creator.restype = c_void_p
        created = c_void_p(creator(*arguments))
        if created.value is None:
            raise CallError(f"{function} failed: {self._recent_message()}")
        return created

    def shape_of(self, tensor: c_void_p) -> list[int]:
        """Return a tensor's shape, which is another one if the kernel has computed it."""
        dims, rank = ctypes.POINTER(c_int64)(), c_uint64()
        self.check("aclGetViewShape", tensor, byref(dims), byref(rank), library=self.nnopbase)
        return dims[: rank.value]

    def close(self) -> None:
        """Give the device back."""
        self.check("aclrtDestroyStream", self.stream)
        self.check("aclrtResetDevice", 0)
        self.check("aclFinalize")

    def _recent_message(self) -> str:
        getter = self._ascendcl.aclGetRecentErrMsg
        getter.restype = c_char_p
        text = (getter() or b"").decode(errors="replace")
        return " ".join(text.split()) or "no message"


def call(request: dict[str, Any]) -> None:
    """Create the arguments, run both phases, store the outputs; as often as is asked for."""
    with _limit(request["timeout"]):
        _size_outputs(request)
    runtime = Runtime()
    if request["timeout"]:
        runtime.check("aclrtSetOpExecuteTimeOut", c_uint32(math.ceil(request["timeout"])))
    operators = ctypes.CDLL(request["library"])
    seconds: list[float] = []
    is_same = True
    for number in range(request["repeat"]):
        memories: dict[str, Memory] = {}
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
            runtime.check("aclrtFree", memory.address)
    Path(request["calls"]).write_text(json.dumps({"seconds": seconds, "is_same": is_same}))
    runtime.close()


def _call_once(
    request: dict[str, Any], runtime: Runtime, operators: ctypes.CDLL, memories: dict[str, Memory]
) -> float:
    """Run both phases, with tensors in `memories`; return their seconds."""
    arguments = [_argument(runtime, entry, memories) for entry in request["arguments"]]
    size, executor = c_uint64(), c_void_p()
    function = request["function"]
    start = time.perf_counter()
    with _limit(request["timeout"]):
        runtime.check(
            f"{function}GetWorkspaceSize", *arguments, byref(size), byref(executor),
            library=operators,
        )  # fmt: skip
    workspace = runtime.allocate(size.value) if size.value else c_void_p()
    runtime.check(function, workspace, size, executor, runtime.stream, library=operators)
    runtime.check("aclrtSynchronizeStream", runtime.stream)
    seconds = time.perf_counter() - start
    if size.value:
        runtime.check("aclrtFree", workspace)
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
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(1)


def _size_outputs(request: dict[str, Any]) -> None:
    """Fill in the shapes that the caller left open, and the bytes of every output.

    The tensors of an output are the same objects in `arguments` and in `results` by file name.
    """
    results = {entry["file"]: entry for entry in request["results"]}
    if any(entry["shape"] is None for entry in results.values()):
        shapes = infer_shapes(request["inference"])
        for entry, shape in zip(request["results"], shapes, strict=True):
            entry["shape"] = shape if entry["shape"] is None else entry["shape"]
    for argument in request["arguments"]:
        if argument["kind"] == "out":
            argument["tensors"] = [results[tensor["file"]] for tensor in argument["tensors"]]


def _argument(runtime: Runtime, entry: dict[str, Any], memories: dict[str, Memory]) -> Any:
    c_type = entry["c_type"]
    if entry["kind"] == "attr":
        return _attribute(runtime, c_type, entry["value"])
    tensors = entry["tensors"]
    if c_type == "aclTensorList*":
        created = [_tensor(runtime, tensor, memories) for tensor in tensors]
        array = (c_void_p * len(created))(*created)
        return runtime.create("aclCreateTensorList", array, c_uint64(len(created)))
    if not tensors:
        return c_void_p()
    if c_type == "aclTensor*":
        return _tensor(runtime, tensors[0], memories)
    if c_type in {"aclScalar*", "aclScalarList*"}:
        return _scalar(runtime, c_type, tensors[0])
    if c_type in ARRAYS:
        return _array(runtime, c_type, _elements(tensors[0]))
    raise CallError(f"a parameter of type {c_type} is not known")


def _scalar(runtime: Runtime, c_type: str, tensor: dict[str, Any]) -> c_void_p:
    """Create a scalar, or a list of one scalar per element."""
    data = Path(tensor["file"]).read_bytes()
    count = math.prod(tensor["shape"])
    if count == 0:
        raise CallError("an input that is passed by value has no elements")
    size = len(data) // count
    scalars = [
        runtime.create("aclCreateScalar", data[i : i + size], c_int(tensor["code"]))
        for i in range(0, len(data), size)
    ]
    if c_type == "aclScalar*":
        return scalars[0]
    return runtime.create("aclCreateScalarList", (c_void_p * count)(*scalars), c_uint64(count))


def _attribute(runtime: Runtime, c_type: str, value: Any) -> Any:
    if c_type in SCALARS:
        return SCALARS[c_type](value)
    if value is None:
        return c_void_p()
    if c_type == "char*":
        return c_char_p(value.encode())
    if c_type in ARRAYS:
        return _array(runtime, c_type, value)
    raise CallError(f"a parameter of type {c_type} is not known")


def _array(runtime: Runtime, c_type: str, values: list[Any]) -> c_void_p:
    function, element = ARRAYS[c_type]
    return runtime.create(function, (element * len(values))(*values), c_uint64(len(values)))


def _tensor(runtime: Runtime, tensor: dict[str, Any], memories: dict[str, Memory]) -> c_void_p:
    """Create a contiguous tensor; memory of inputs is filled, that of outputs is not."""
    file = Path(tensor["file"])
    if file.exists():
        data = file.read_bytes()
        memory, size = runtime.upload(data), len(data)
    else:
        size = math.prod(tensor["shape"]) * tensor["item_bytes"]
        memory = runtime.allocate(size)
    shape = tensor["shape"]
    rank = c_uint64(len(shape))
    dims = (c_int64 * len(shape))(*shape)
    strides = (c_int64 * len(shape))(*strides_of(shape))
    layout = c_int(tensor["format"])
    created = runtime.create(
        "aclCreateTensor",
        *(dims, rank, c_int(tensor["code"]), strides, c_int64(0), layout, dims, rank, memory),
    )
    memories[tensor["file"]] = Memory(memory, size, created)
    return created


def strides_of(shape: Sequence[int]) -> list[int]:
    """Return the strides of a contiguous tensor, in elements."""
    strides = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        strides[axis] = strides[axis + 1] * shape[axis + 1]
    return strides


def _elements(tensor: dict[str, Any]) -> list[Any]:
    code = _ELEMENT_CODES.get(tensor["code"])
    if code is None:
        raise CallError(f"an input of dtype {tensor['dtype']} cannot be passed by value")
    data = Path(tensor["file"]).read_bytes()
    return list(struct.unpack(f"={len(data) // struct.calcsize(code)}{code}", data))


def main() -> int:
    """Run the script; return its exit code."""
    try:
        request = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
        _die_with(request["parent"])
        call(request)
    except (CallError, ShapeError, OSError, AttributeError) as error:
        sys.stderr.write(" ".join(str(error).split()) + "\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
