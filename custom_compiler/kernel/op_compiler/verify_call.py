"""One call of an operator on random values, in a separate process; outputs go into files.

Run as a program: `verify_call.py CALL.json`. The operator is called by its type through CANN's C
interface (aclopExecuteV2), so the runtime takes the kernel that it takes for any program.
"""

from __future__ import annotations

import ctypes
import json
import math
import os
import struct
import sys
import time
from ctypes import byref, c_float, c_int64, c_uint8, c_void_p
from typing import Any, NamedTuple

from custom_compiler.errors import CustomCompilerError
from custom_compiler.kernel.op_compiler.random_data import element_size, random_values
from custom_compiler.support.acl_library import (
    DEVICE_TO_HOST,
    HOST_TO_DEVICE,
    HUGE_FIRST,
    SMALLEST_BUFFER,
    AclLibrary,
    dimensions,
    handles,
)
from custom_compiler.support.element_types import BY_NAME
from custom_compiler.support.formats import FORMAT_NUMBERS

_UNDEFINED = -1  # of an optional parameter that is not given
_DETERMINISTIC = 0  # ACL_OPT_DETERMINISTIC
_SINGLE_ATTRS = {"bool": "Bool", "int": "Int", "float": "Float", "data_type": "DataType"}
_LIST_ATTRS: dict[str, tuple[str, Any]] = {
    "list_bool": ("ListBool", c_uint8),
    "list_int": ("ListInt", c_int64),
    "list_float": ("ListFloat", c_float),
}


def main(path: str) -> int:
    """Make the call that the file describes; the exit code, with a line on standard error."""
    with open(path, encoding="utf-8") as file:
        call = json.load(file)
    try:
        client = _client(call)
        loaded = client.load(call)
        client.execute(loaded)
        times = [_duration(client, loaded) for _ in range(call.get("repeats", 0))]
        for number, data in enumerate(client.outputs(loaded)):
            with open(os.path.join(call["folder"], f"{number}.bin"), "wb") as output:
                output.write(data)
        with open(os.path.join(call["folder"], "times.json"), "w", encoding="ascii") as file:
            json.dump(times, file)
    except CustomCompilerError as error:
        print(error.message, file=sys.stderr)
        return 1
    return 0


def _client(call: dict[str, Any]) -> Client:
    """Return the client for a call; calls by type support neither strides nor groups."""
    if call.get("groups") or any(port and "stride" in port for port in call["inputs"]):
        from custom_compiler.kernel.op_compiler.interface_call import InterfaceClient

        return InterfaceClient(call["root"])
    return Client(call["root"])


def _duration(client: Client, call: LoadedCall) -> float:
    """Return the seconds that the call takes another time."""
    begin = time.perf_counter()
    client.execute(call)
    return time.perf_counter() - begin


class LoadedCall(NamedTuple):
    """A call whose tensors are on the device."""

    op_type: bytes
    arguments: tuple[Any, ...]  # as the client's function takes them
    outputs: tuple[tuple[c_void_p, int], ...]  # memory and bytes


class CallTensor(NamedTuple):
    """A tensor of a call; None: an optional one that is left out."""

    port: dict[str, Any] | None
    memory: c_void_p
    size: int  # bytes


class Client:
    """A device and its default stream; calls are made by type."""

    def __init__(self, root: str) -> None:
        self._acl = AclLibrary(root, is_global=True)
        self._acl.call("aclInit", None)
        self._acl.call("aclrtSetDevice", 0)

    def load(self, call: dict[str, Any]) -> LoadedCall:
        """Return the call with random values in its inputs and zeros in its outputs."""
        self._acl.call("aclrtCtxSetSysParamOpt", _DETERMINISTIC, call["deterministic"])
        inputs = [self._input(port, f"{call['seed']}/{i}", call) for i, port in
                  enumerate(call["inputs"])]  # fmt: skip
        outputs = [self._output(port) for port in call["outputs"]]
        written = tuple((output.memory, output.size) for output in outputs)
        return LoadedCall(call["op_type"].encode(), self._arguments(call, inputs, outputs), written)

    def _arguments(
        self, call: dict[str, Any], inputs: list[CallTensor], outputs: list[CallTensor]
    ) -> tuple[Any, ...]:
        sides: list[Any] = []
        for side in (inputs, outputs):
            descs = [self._desc(argument.port) for argument in side]
            buffers = [self._buffer(argument.memory, argument.size) for argument in side]
            sides += [len(side), handles(descs), handles(buffers)]
        return (*sides, self._attrs(call["attrs"]), None)

    def execute(self, call: LoadedCall) -> None:
        """Make the call, and wait until it is done."""
        self._acl.call("aclopExecuteV2", call.op_type, *call.arguments)
        self._acl.call("aclrtSynchronizeStream", None)

    def outputs(self, call: LoadedCall) -> list[bytes]:
        """Return the contents of its outputs; empty for absent parameters."""
        return [self._download(memory, size) if size else b"" for memory, size in call.outputs]

    def _input(self, port: dict[str, Any] | None, seed: str, call: dict[str, Any]) -> CallTensor:
        if port is None:
            return _ABSENT
        if port["values"] is not None:
            data = struct.pack(
                f"<{len(port['values'])}{BY_NAME[port['dtype']].packed}", *port["values"]
            )
        else:
            data = random_values(port["dtype"], elements(port), call["largest"], seed)
        memory = self._allocate(len(data))
        if data:
            self._acl.call("aclrtMemcpy", memory, len(data), data, len(data), HOST_TO_DEVICE)
        return CallTensor(port, memory, len(data))

    def _output(self, port: dict[str, Any] | None) -> CallTensor:
        if port is None:
            return _ABSENT
        size = elements(port) * element_size(port["dtype"])
        memory = self._allocate(size)
        self._acl.call("aclrtMemset", memory, size, 0, size)
        return CallTensor(port, memory, size)

    def _desc(self, port: dict[str, Any] | None) -> c_void_p:
        if port is None:
            return self._acl.create("aclCreateTensorDesc", _UNDEFINED, 0, None, -1)
        origin, shape = (dimensions(port[key]) for key in ("origin_shape", "shape"))
        origin_format, layout = (FORMAT_NUMBERS[port[key]] for key in ("origin_format", "format"))
        dtype = BY_NAME[port["dtype"]].number
        desc = self._acl.create("aclCreateTensorDesc", dtype, len(origin), origin, origin_format)
        self._acl.call("aclSetTensorFormat", desc, layout)
        self._acl.call("aclSetTensorShape", desc, len(shape), shape)
        if port["list_of"]:
            self._acl.call("aclSetTensorDynamicInput", desc, port["list_of"].encode())
        return desc

    def _buffer(self, memory: c_void_p, size: int) -> c_void_p:
        length = max(size, SMALLEST_BUFFER) if memory.value else 0
        return self._acl.create("aclCreateDataBuffer", memory, length)

    def _attrs(self, attrs: list[list[Any]]) -> c_void_p:
        attributes = self._acl.create("aclopCreateAttr")
        for name, dtype, value in attrs:
            key = name.encode()
            if dtype == "string":
                self._acl.call("aclopSetAttrString", attributes, key, value.encode())
            elif dtype in _SINGLE_ATTRS:
                kind = _SINGLE_ATTRS[dtype]
                self._acl.call(f"aclopSetAttr{kind}", attributes, key, value)
            elif dtype in _LIST_ATTRS:
                kind, type_ = _LIST_ATTRS[dtype]
                array = (type_ * len(value))(*value)
                self._acl.call(f"aclopSetAttr{kind}", attributes, key, len(value), array)
            else:
                raise CustomCompilerError(f"attribute {name}: {dtype} cannot be given by type")
        return attributes

    def _allocate(self, size: int) -> c_void_p:
        memory = c_void_p()
        self._acl.call("aclrtMalloc", byref(memory), max(size, SMALLEST_BUFFER), HUGE_FIRST)
        return memory

    def _download(self, memory: c_void_p, size: int) -> bytes:
        data = ctypes.create_string_buffer(size)
        self._acl.call("aclrtMemcpy", data, size, memory, size, DEVICE_TO_HOST)
        return data.raw


_ABSENT = CallTensor(None, c_void_p(), 0)


def elements(port: dict[str, Any]) -> int:
    """Return the number of elements in a tensor's memory; of a view, with the gaps."""
    shape = port["shape"]
    if "stride" not in port or 0 in shape:
        return math.prod(shape)
    reach = sum((dim - 1) * step for dim, step in zip(shape, port["stride"], strict=True))
    return int(port["offset"] + reach + 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
