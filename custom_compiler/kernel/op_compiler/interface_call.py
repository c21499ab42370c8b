"""Calls with views or groups: through the interface that aclnn functions are made of."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_float, c_int32, c_int64, c_uint8, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import CustomCompilerError
from custom_compiler.kernel.op_compiler.verify_call import (
    CallTensor,
    Client,
    LoadedCall,
    elements,
)
from custom_compiler.support.acl_library import dimensions, handles
from custom_compiler.support.element_types import DTYPE_NUMBERS
from custom_compiler.support.formats import FORMAT_NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator

_KINDS = {"optional": 0, "required": 1, "dynamic": 2}  # as executors expect them
# Number of the type as executors expect it, and an element; lists of it have `list_` in front.
_ATTRS: dict[str, tuple[int, Any]] = {"bool": (0, c_uint8), "float": (1, c_float)}
_ATTRS |= {"int": (2, c_int64)}
_TEXT = 3
_COMPUTED = "NnopbaseAddOutputShapeDependTensor"
_LONGEST_GROUP = 128  # COMM_NAME_MAX_LENGTH


class _InterfaceParameter(NamedTuple):
    function: str  # that adds it to an executor
    handle: c_void_p
    position: int


class _InterfaceAttribute(NamedTuple):
    function: str
    arguments: tuple[Any, ...]  # after the executor


class InterfaceClient(Client):
    """A client whose tensors may have strides; kernels get them as they lie there.

    Groups of communication have this process as their only rank, as all here have.
    """

    def __init__(self, root: str) -> None:
        super().__init__(root)
        self._name = ctypes.create_string_buffer(_LONGEST_GROUP)
        self._space = c_void_p()
        self._acl.call("NnopbaseCreateExecutorSpace", byref(self._space))

    def execute(self, call: LoadedCall) -> None:
        """Make the call, and wait until it is done."""
        kinds, parameters, attributes, groups = call.arguments
        sides = [bytes(_KINDS[kind] for kind, _ in side) for side in kinds]
        executor = self._acl.create(
            "NnopbaseGetExecutor",
            *(self._space, call.op_type, sides[0], len(sides[0]), sides[1], len(sides[1])),
            *(b"", len(attributes)),
        )
        for name, handle, position in parameters:
            self._acl.call(name, executor, handle, position)
        for name, arguments in attributes:
            self._acl.call(name, executor, *arguments)
        for group in groups:
            self._acl.call("NnopbaseSetHcomGroup", executor, group)
        size = c_uint64()
        self._acl.call("NnopbaseRunForWorkspace", executor, byref(size))
        workspace = self._allocate(size.value)
        self._acl.call("NnopbaseRunWithWorkspace", executor, None, workspace, size)
        self._acl.call("aclrtSynchronizeStream", None)

    def _arguments(
        self, call: dict[str, Any], inputs: list[CallTensor], outputs: list[CallTensor]
    ) -> tuple[Any, ...]:
        kinds = call["kinds"]
        single = ("NnopbaseAddIgnoreContinuesInput", "NnopbaseAddOutput")
        lists = ("NnopbaseAddIgnoreContiguousDynamicInput", "NnopbaseAddDynamicOutput")
        parameters: list[_InterfaceParameter] = []
        for side, tensors, of_tensor, several in zip(
            kinds, (inputs, outputs), single, lists, strict=True
        ):
            parameters += self._parameters(
                side, [self._tensor(t) for t in tensors], of_tensor, several
            )
        computed = [p._replace(function=_COMPUTED) for p in parameters[len(kinds[0]) :]]
        for output in call["computed"]:
            parameters[len(kinds[0]) + output] = computed[output]
        attributes = [_attribute(i, attr) for i, attr in enumerate(call["attrs"])]
        return kinds, parameters, attributes, [self._group()] * call["groups"]

    def _group(self) -> bytes:
        """Return the name of a group with this process alone, created at first use."""
        if not self._name.value:
            group = c_void_p()
            self._acl.call("HcclCommInitAll", 1, byref(c_int32(0)), byref(group))
            self._acl.call("HcclGetCommName", group, self._name)
        return self._name.value

    def _parameters(
        self, side: list[tuple[str, int]], tensors: list[c_void_p], of_tensor: str, several: str
    ) -> Iterator[_InterfaceParameter]:
        begin = 0
        for index, (kind, count) in enumerate(side):
            own = tensors[begin : begin + count]
            begin += count
            if kind == "dynamic":
                created = self._acl.create("aclCreateTensorList", handles(own), count)
                yield _InterfaceParameter(several, created, index)
            else:
                yield _InterfaceParameter(of_tensor, own[0], index)

    def _tensor(self, argument: CallTensor) -> c_void_p:
        port = argument.port
        if port is None:
            return c_void_p()
        if port["format"] != port["origin_format"] or port["shape"] != port["origin_shape"]:
            raise CustomCompilerError("a view together with a tensor in a private format")
        dims = dimensions(port["shape"])
        stride = dimensions(port["stride"]) if "stride" in port else None
        storage = dimensions([elements(port)]) if "stride" in port else dims
        return self._acl.create(
            "aclCreateTensor",
            *(dims, len(dims), DTYPE_NUMBERS[port["dtype"]], stride, port.get("offset", 0)),
            *(FORMAT_NUMBERS[port["format"]], storage, len(storage), argument.memory),
        )


def _attribute(index: int, attr: list[Any]) -> _InterfaceAttribute:
    name, dtype, value = attr
    if dtype == "string":
        text = value.encode()
        return _InterfaceAttribute("NnopbaseAddAttrWithDtype", (text, len(text) + 1, index, _TEXT))
    number, element = _ATTRS.get(dtype.removeprefix("list_"), (0, None))
    if element is None:
        raise CustomCompilerError(f"attribute {name}: {dtype} cannot be given with views")
    size = ctypes.sizeof(element)
    if dtype.startswith("list_"):
        array = (element * len(value))(*value)
        arguments = (array, len(value), size, index, number)
        return _InterfaceAttribute("NnopbaseAddArrayAttrWithDtype", arguments)
    return _InterfaceAttribute(
        "NnopbaseAddAttrWithDtype", (byref(element(value)), size, index, number)
    )
