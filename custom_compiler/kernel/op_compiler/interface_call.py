"""Calls with views or groups: through the interface that aclnn functions are made of."""

from __future__ import annotations

import ctypes
import os
from ctypes import byref, c_char_p, c_float, c_int32, c_int64, c_size_t, c_uint8, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import CustomCompilerError
from custom_compiler.kernel.op_compiler.verify_call import (
    Argument,
    Client,
    LoadedCall,
    dimensions,
    elements,
    handles,
)
from custom_compiler.support.ge_numbers import DTYPE_NUMBERS, FORMAT_NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator

_KINDS = {"optional": 0, "required": 1, "dynamic": 2}  # as executors are told
# Number of the type as executors are told, and an element; lists of it have `list_` in front.
_ATTRS: dict[str, tuple[int, Any]] = {"bool": (0, c_uint8), "float": (1, c_float)}
_ATTRS |= {"int": (2, c_int64)}
_TEXT = 3
_COMPUTED = "NnopbaseAddOutputShapeDependTensor"
_LONGEST_GROUP = 128  # COMM_NAME_MAX_LENGTH


class _Parameter(NamedTuple):
    function: str  # that adds it to an executor
    handle: c_void_p
    position: int


class _Attribute(NamedTuple):
    function: str
    arguments: tuple[Any, ...]  # behind the executor


class InterfaceClient(Client):
    """A client whose tensors may have strides; kernels get them as they lie there.

    Groups of communication have this process as their only rank, as all here have.
    """

    def __init__(self, library: str) -> None:
        super().__init__(library)
        self._calls = ctypes.CDLL(os.path.join(os.path.dirname(library), "libnnopbase.so"))
        self._hccl = ctypes.CDLL(os.path.join(os.path.dirname(library), "libhccl.so"))
        self._calls.NnopbaseGetExecutor.restype = c_void_p
        for name in ("aclCreateTensor", "aclCreateTensorList"):
            getattr(self._calls, name).restype = c_void_p
        self._name = ctypes.create_string_buffer(_LONGEST_GROUP)
        self._space = c_void_p()
        self._add("NnopbaseCreateExecutorSpace", byref(self._space))

    def execute(self, call: LoadedCall) -> None:
        """Make the call, and wait until it is done."""
        kinds, parameters, attributes, groups = call.arguments
        sides = [bytes(_KINDS[kind] for kind, _ in side) for side in kinds]
        executor = c_void_p(
            self._calls.NnopbaseGetExecutor(
                self._space, call.op_type, sides[0], len(sides[0]), sides[1], len(sides[1]), b"",
                len(attributes),
            )
        )  # fmt: skip
        for name, handle, position in parameters:
            self._add(name, executor, handle, position)
        for name, arguments in attributes:
            self._add(name, executor, *arguments)
        for group in groups:
            self._add("NnopbaseSetHcomGroup", executor, group)
        size = c_uint64()
        self._add("NnopbaseRunForWorkspace", executor, byref(size))
        workspace = self._allocate(size.value)
        self._add("NnopbaseRunWithWorkspace", executor, None, workspace, size)
        self._check("aclrtSynchronizeStream", None)

    def _add(self, name: str, *arguments: Any) -> None:
        code = getattr(self._calls, name)(*arguments)
        if code:
            raise CustomCompilerError(f"{name} failed with {code}: {self._message()}")

    def _arguments(
        self, call: dict[str, Any], inputs: list[Argument], outputs: list[Argument]
    ) -> tuple[Any, ...]:
        kinds = call["kinds"]
        single = ("NnopbaseAddIgnoreContinuesInput", "NnopbaseAddOutput")
        lists = ("NnopbaseAddIgnoreContiguousDynamicInput", "NnopbaseAddDynamicOutput")
        parameters: list[_Parameter] = []
        for side, tensors, one, several in zip(
            kinds, (inputs, outputs), single, lists, strict=True
        ):
            parameters += self._parameters(side, [self._tensor(t) for t in tensors], one, several)
        computed = [p._replace(function=_COMPUTED) for p in parameters[len(kinds[0]) :]]
        for output in call["computed"]:
            parameters[len(kinds[0]) + output] = computed[output]
        attributes = [_attribute(i, attr) for i, attr in enumerate(call["attrs"])]
        return kinds, parameters, attributes, [self._group()] * call["groups"]

    def _group(self) -> bytes:
        """The name of a group of this process alone, made now if it is not there."""
        if not self._name.value:
            group = c_void_p()
            code = self._hccl.HcclCommInitAll(1, byref(c_int32(0)), byref(group))
            code = code or self._hccl.HcclGetCommName(group, self._name)
            if code:
                raise CustomCompilerError(f"HcclCommInitAll failed with {code}")
        return self._name.value

    def _parameters(
        self, side: list[tuple[str, int]], tensors: list[c_void_p], one: str, several: str
    ) -> Iterator[_Parameter]:
        begin = 0
        for index, (kind, count) in enumerate(side):
            own = tensors[begin : begin + count]
            begin += count
            if kind == "dynamic":
                made = self._calls.aclCreateTensorList(handles(own), c_uint64(count))
                yield _Parameter(several, c_void_p(made), index)
            else:
                yield _Parameter(one, own[0], index)

    def _tensor(self, argument: Argument) -> c_void_p:
        port = argument.port
        if port is None:
            return c_void_p()
        if port["format"] != port["origin_format"] or port["shape"] != port["origin_shape"]:
            raise CustomCompilerError("a view beside a tensor in a private format")
        dims = dimensions(port["shape"])
        stride = dimensions(port["stride"]) if "stride" in port else None
        storage = dimensions([elements(port)]) if "stride" in port else dims
        made = self._calls.aclCreateTensor(
            dims, c_uint64(len(dims)), DTYPE_NUMBERS[port["dtype"]], stride,
            c_int64(port.get("offset", 0)), FORMAT_NUMBERS[port["format"]], storage,
            c_uint64(len(storage)), argument.memory,
        )  # fmt: skip
        return c_void_p(made)


def _attribute(index: int, attr: list[Any]) -> _Attribute:
    name, dtype, value = attr
    if dtype == "string":
        text = value.encode()
        length = c_size_t(len(text) + 1)
        return _Attribute(
            "NnopbaseAddAttrWithDtype", (c_char_p(text), length, c_size_t(index), _TEXT)
        )
    number, element = _ATTRS.get(dtype.removeprefix("list_"), (0, None))
    if element is None:
        raise CustomCompilerError(f"attribute {name}: {dtype} cannot be given with views")
    size = ctypes.sizeof(element)
    if dtype.startswith("list_"):
        array = (element * len(value))(*value)
        sizes = (c_size_t(len(value)), c_size_t(size), c_size_t(index))
        return _Attribute("NnopbaseAddArrayAttrWithDtype", (array, *sizes, number))
    return _Attribute(
        "NnopbaseAddAttrWithDtype",
        (byref(element(value)), c_size_t(size), c_size_t(index), number),
    )
