"""One call of an operator, described to the toolkit for its InferShape or tiling function."""

from __future__ import annotations

import ctypes
from ctypes import c_float, c_int64, c_uint8, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.support.acl_library import AclLibrary

# Lists of attributes: kind -> (function, element).
_LISTS: dict[str, tuple[str, Any]] = {
    "listInt": ("OperatorCallAddListInt", c_int64),
    "listFloat": ("OperatorCallAddListFloat", c_float),
    "listBool": ("OperatorCallAddListBool", c_uint8),
}


class OperatorCall:
    """The object of the same name in libascendc_infer.so: one call, described piece by piece.

    Ports come first, inputs before outputs, each followed by its tensors; then all attributes in
    their declared order.

    Attributes:
        handle: The object of the library.

    Raises:
        OSError: The toolkit has no such library.
    """

    def __init__(self, library: AclLibrary, op_type: str) -> None:
        self._library = library
        self.handle = c_void_p(library.OperatorCallCreate(op_type.encode()))
        self._borrowed: list[Any] = []  # what is passed by address must live as long as the call

    def destroy(self) -> None:
        """Free the object."""
        self._library.OperatorCallDestroy(self.handle)

    def add_port(self, *, is_output: bool) -> None:
        """Begin the next input or output."""
        self._library.OperatorCallAddPort(self.handle, int(is_output))

    def add_absent(self) -> None:
        """Declare that the last port, an optional one, is left out."""
        self._library.OperatorCallAddAbsent(self.handle)

    def add_tensor(
        self, shape: Sequence[int], code: int, layout: int, data: bytes | None = None
    ) -> None:
        """Add a tensor to the last port; `data` are its values, if the functions may read them."""
        values = None if data is None else ctypes.create_string_buffer(data)
        self._borrowed.append(values)
        self._library.OperatorCallAddTensor(
            self.handle, self._array(c_int64, shape), len(shape), code, layout, values
        )

    def set_storage(self, shape: Sequence[int], layout: int) -> None:
        """Give the last tensor's dimensions and format in memory, if these are others."""
        dims = self._array(c_int64, shape)
        self._library.OperatorCallSetStorage(self.handle, dims, len(shape), layout)

    def add_attribute(self, kind: str, value: Any) -> None:
        """Add the value of the next attribute.

        Raises:
            KeyError: The interface has no attributes of this kind.
        """
        if kind in _LISTS:
            function, element = _LISTS[kind]
            values = self._array(element, value)
            getattr(self._library, function)(self.handle, values, len(value))
        elif kind == "listListInt":
            values = self._array(c_int64, [number for numbers in value for number in numbers])
            lengths = self._array(c_uint64, [len(numbers) for numbers in value])
            self._library.OperatorCallAddListListInt(self.handle, values, lengths, len(value))
        elif kind == "int":
            self._library.OperatorCallAddInt(self.handle, value)
        elif kind == "float":
            self._library.OperatorCallAddFloat(self.handle, value)
        elif kind == "bool":
            self._library.OperatorCallAddBool(self.handle, int(value))
        elif kind == "str":
            self._library.OperatorCallAddStr(self.handle, value.encode())
        else:
            raise KeyError(kind)

    def infer(self, library: str) -> bool:
        """Run the InferShape that a library registers; return whether it succeeded."""
        failed: int = self._library.OperatorCallInferShape(self.handle, library.encode())
        return failed == 0

    def output(self, number: int) -> list[int]:
        """Return the inferred shape of an output."""
        rank = self._library.OperatorCallOutputRank(self.handle, number)
        dims = self._library.OperatorCallOutputDims(self.handle, number)
        return [int(dims[axis]) for axis in range(rank)]

    def error(self) -> str:
        """Return why the last function failed."""
        text: bytes = self._library.OperatorCallError(self.handle)
        return text.decode(errors="replace")

    def _array(self, element: Any, values: Sequence[Any]) -> Any:
        array = (element * len(values))(*values)
        self._borrowed.append(array)
        return array
