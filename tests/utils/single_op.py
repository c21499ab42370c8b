"""Operators called by their type from Python: descriptions, buffers, attributes, and the call."""

from __future__ import annotations

import ctypes
from ctypes import c_char_p, c_float, c_int64, c_size_t, c_uint8, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.utils.aclnn import DTYPE_CODES, Client

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FORMAT_ND = 2
NOT_GIVEN = -1  # ACL_DT_UNDEFINED


@dataclass
class Call:
    """Descriptions, buffers and attributes of one call."""

    inputs: list[np.ndarray | None]
    outputs: list[np.ndarray]
    attrs: dict[str, object]
    open_shapes: bool = False
    dynamic: str = ""
    host_inputs: tuple[int, ...] = ()  # whose buffers are the arrays themselves
    memory_type: int = 1  # of these, as aclSetTensorPlaceMent takes it


class SingleOps:
    """acl_op.h, and acl_op_compiler.h of its library."""

    def __init__(self, client: Client, home: Path) -> None:
        self.client = client
        self.acl = ctypes.CDLL(str(home / "lib64/libascendcl.so"))
        self.compiler = ctypes.CDLL(str(home / "lib64/libacl_op_compiler.so"))

    def new(self, name: str, *arguments: Any) -> c_void_p:
        function = getattr(self.acl, name)
        function.restype = c_void_p
        return c_void_p(function(*arguments))

    def desc(
        self, array: np.ndarray | None, *, is_open: bool = False, dynamic: str = ""
    ) -> c_void_p:
        if array is None:
            return self.new("aclCreateTensorDesc", NOT_GIVEN, 0, None, -1)
        dims = [-1] * array.ndim if is_open else array.shape
        code = DTYPE_CODES[array.dtype.name]
        shape = (c_int64 * array.ndim)(*dims)
        desc = self.new("aclCreateTensorDesc", code, array.ndim, shape, FORMAT_ND)
        if dynamic:
            self.client.acl("aclSetTensorDynamicInput", desc, dynamic.encode())
        return desc

    def buffer(self, array: np.ndarray | None) -> tuple[c_void_p, c_void_p]:
        if array is None:
            return self.new("aclCreateDataBuffer", None, c_size_t(0)), c_void_p()
        memory = self.client.upload(array)
        return self.new("aclCreateDataBuffer", memory, c_size_t(max(array.nbytes, 32))), memory

    def host_buffer(self, array: np.ndarray | None) -> c_void_p:
        assert array is not None
        pointer = array.ctypes.data_as(c_void_p)
        return self.new("aclCreateDataBuffer", pointer, c_size_t(array.nbytes))

    def attr(self, values: dict[str, object]) -> c_void_p:
        attr = self.new("aclopCreateAttr")
        for key, value in values.items():
            name = key.encode()
            if isinstance(value, list):
                kind = {bool: "Bool", int: "Int", float: "Float"}[type(value[0])]
                type_: Any = {"Bool": c_uint8, "Int": c_int64, "Float": c_float}[kind]
                array = (type_ * len(value))(*value)
                self.client.acl(f"aclopSetAttrList{kind}", attr, name, len(value), array)
            else:
                convert: dict[type, Callable[[Any], tuple[str, Any]]] = {
                    bool: lambda v: ("Bool", c_uint8(v)),
                    int: lambda v: ("Int", c_int64(v)),
                    float: lambda v: ("Float", c_float(v)),
                    str: lambda v: ("String", c_char_p(v.encode())),
                }
                kind, argument = convert[type(value)](value)
                self.client.acl(f"aclopSetAttr{kind}", attr, name, argument)
        return attr

    def arguments(self, call: Call) -> tuple[list[Any], list[c_void_p], list[c_void_p]]:
        """Return the functions' arguments after the operator's type, and the outputs' memory."""
        inputs = [self.desc(array, dynamic=call.dynamic) for array in call.inputs]
        for index in call.host_inputs:
            self.client.acl("aclSetTensorPlaceMent", inputs[index], call.memory_type)
        outputs = [self.desc(array, is_open=call.open_shapes) for array in call.outputs]
        sources = [
            self.host_buffer(array) if index in call.host_inputs else self.buffer(array)[0]
            for index, array in enumerate(call.inputs)
        ]
        targets = [self.buffer(array) for array in call.outputs]
        values = [
            len(inputs), handles(inputs), handles(sources), len(outputs), handles(outputs),
            handles([buffer for buffer, _ in targets]), self.attr(call.attrs),
        ]  # fmt: skip
        return values, [memory for _, memory in targets], outputs

    def run(self, name: str, call: Call, function: str = "aclopExecuteV2") -> list[np.ndarray]:
        values, memories, _ = self.arguments(call)
        if "Compile" in function:
            self.check(getattr(self.compiler, function)(
                name.encode(), *values, 0, 1, None, None
            ))  # fmt: skip
        else:
            self.client.acl(function, name.encode(), *values, None)
        self.client.synchronize(None)
        pairs = zip(memories, call.outputs, strict=True)
        return [self.client.download(memory, like) for memory, like in pairs]

    def check(self, code: int) -> None:
        assert code == 0, self.new("aclGetRecentErrMsg")


def handles(values: list[c_void_p]) -> Any:
    return (c_void_p * len(values))(*(value.value for value in values))
