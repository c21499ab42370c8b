"""Output shapes by the InferShape function that an operator registers in its package."""

from __future__ import annotations

import ctypes
from ctypes import c_char_p, c_float, c_int64, c_uint8, c_uint64, c_void_p
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    call = OperatorCall(inference["operator"])
    try:
        for port in inference["inputs"]:
            call.add_port(is_output=False)
            for tensor in port:
                data = Path(tensor["file"]).read_bytes()
                call.add_tensor(tensor["shape"], tensor["code"], tensor["format"], data)
            if not port:
                call.add_absent()
        for output in inference["outputs"]:
            call.add_port(is_output=True)
            call.add_tensor([], output["code"], output["format"])
        for attribute in inference["attributes"]:
            call.add_attribute(attribute["type"], attribute["value"])
        call.infer(inference["library"])
        return [call.output(number) for number in range(len(inference["outputs"]))]
    finally:
        call.destroy()


class OperatorCall:
    """The object of the same name in libascendc_infer.so: one call, described piece by piece.

    Ports come first, inputs before outputs, each followed by its tensors; then all attributes in
    their declared order.
    """

    def __init__(self, operator: str) -> None:
        self._library = _load()
        self._call = c_void_p(self._library.OperatorCallCreate(operator.encode()))
        # What is passed by address must live as long as the call.
        self._borrowed: list[Any] = []

    def destroy(self) -> None:
        """Free it."""
        self._library.OperatorCallDestroy(self._call)

    def add_port(self, *, is_output: bool) -> None:
        """Begin the next input or output."""
        self._library.OperatorCallAddPort(self._call, int(is_output))

    def add_absent(self) -> None:
        """Say that the last port, an optional one, is left out."""
        self._library.OperatorCallAddAbsent(self._call)

    def add_tensor(
        self, shape: Sequence[int], code: int, layout: int, data: bytes | None = None
    ) -> None:
        """Add a tensor to the last port; `data` are its values, if inference may look at them."""
        dims = (c_int64 * len(shape))(*shape)
        values = None if data is None else ctypes.create_string_buffer(data)
        self._borrowed += [dims, values]
        self._library.OperatorCallAddTensor(
            self._call, dims, c_uint64(len(shape)), code, layout, values
        )

    def add_attribute(self, kind: str, value: Any) -> None:
        """Add the value of the next attribute."""
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
        """Run the InferShape that a library registers; raise ShapeError if it fails."""
        if self._library.OperatorCallInferShape(self._call, library.encode()):
            reason = self._library.OperatorCallError(self._call).decode(errors="replace")
            raise ShapeError(f"{reason}; give the shape with --output-shape")

    def output(self, number: int) -> list[int]:
        """Return the shape of an output."""
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
