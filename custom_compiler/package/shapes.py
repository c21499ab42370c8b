"""Output shapes by the InferShape function that an operator registers in its package."""

from __future__ import annotations

import ctypes
from ctypes import c_char_p, c_float, c_int64, c_uint8, c_uint64, c_void_p
from pathlib import Path
from typing import Any

# Lists of attributes: kind -> (function, element).
_LISTS: dict[str, tuple[str, Any]] = {
    "listInt": ("OperatorCallAddListInt", c_int64),
    "listFloat": ("OperatorCallAddListFloat", c_float),
    "listBool": ("OperatorCallAddListBool", c_uint8),
}


class ShapeError(Exception):
    """The shapes cannot be inferred; one line says why."""


def infer_shapes(inference: dict[str, Any]) -> list[list[int]]:
    """Return the shape of each output.

    Args:
        inference: `operator`, `library` (of its prototype), `inputs` (per port a list of tensors
            with `file`, `shape`, `code`, `format`), `attributes` (`type`, `value`, all of them) and
            `outputs` (`code`, `format`).
    """
    call = _OperatorCall(inference["operator"])
    try:
        for port in inference["inputs"]:
            call.add_input(port)
        for output in inference["outputs"]:
            call.add_output(output)
        for attribute in inference["attributes"]:
            call.add_attribute(attribute["type"], attribute["value"])
        call.infer(inference["library"])
        return [call.output(number) for number in range(len(inference["outputs"]))]
    finally:
        call.destroy()


class _OperatorCall:
    """The library's object of the same name."""

    def __init__(self, operator: str) -> None:
        self._library = _load()
        self._call = c_void_p(self._library.OperatorCallCreate(operator.encode()))
        # What is passed by address must live as long as the call.
        self._borrowed: list[Any] = []

    def destroy(self) -> None:
        self._library.OperatorCallDestroy(self._call)

    def add_input(self, port: list[dict[str, Any]]) -> None:
        self._library.OperatorCallAddPort(self._call, 0)
        for tensor in port:
            data = ctypes.create_string_buffer(Path(tensor["file"]).read_bytes())
            self._add_tensor(tensor, tensor["shape"], data)
        if not port:
            self._library.OperatorCallAddAbsent(self._call)

    def add_output(self, tensor: dict[str, Any]) -> None:
        self._library.OperatorCallAddPort(self._call, 1)
        self._add_tensor(tensor, [], None)

    def _add_tensor(self, tensor: dict[str, Any], shape: list[int], data: Any) -> None:
        dims = (c_int64 * len(shape))(*shape)
        self._borrowed += [dims, data]
        self._library.OperatorCallAddTensor(
            self._call, dims, c_uint64(len(shape)), tensor["code"], tensor["format"], data
        )

    def add_attribute(self, kind: str, value: Any) -> None:
        if kind in _LISTS:
            function, element = _LISTS[kind]
            values = (element * len(value))(*value)
            getattr(self._library, function)(self._call, values, c_uint64(len(value)))
        elif kind == "int":
            self._library.OperatorCallAddInt(self._call, c_int64(value))
        elif kind == "float":
            self._library.OperatorCallAddFloat(self._call, c_float(value))
        elif kind == "bool":
            self._library.OperatorCallAddBool(self._call, int(value))
        elif kind == "str":
            self._library.OperatorCallAddStr(self._call, value.encode())
        else:
            raise ShapeError(f"attributes of type {kind} are not supported; give --output-shape")

    def infer(self, library: str) -> None:
        if self._library.OperatorCallInferShape(self._call, library.encode()):
            reason = self._library.OperatorCallError(self._call).decode(errors="replace")
            raise ShapeError(f"{reason}; give the shape with --output-shape")

    def output(self, number: int) -> list[int]:
        rank = self._library.OperatorCallOutputRank(self._call, c_uint64(number))
        dims = self._library.OperatorCallOutputDims(self._call, c_uint64(number))
        shape = [int(dims[axis]) for axis in range(rank)]
        if any(dim < 0 for dim in shape):
            raise ShapeError(f"output {number} has the unknown shape {shape}; give --output-shape")
        return shape


def _load() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL("libascendc_infer.so")
    except OSError as error:
        raise ShapeError(
            "this toolkit cannot infer output shapes; give them with --output-shape"
        ) from error
    library.OperatorCallCreate.restype = c_void_p
    library.OperatorCallError.restype = c_char_p
    library.OperatorCallOutputRank.restype = c_uint64
    library.OperatorCallOutputDims.restype = ctypes.POINTER(c_int64)
    return library
