"""A built operator called on NumPy arrays."""

from __future__ import annotations

import ctypes
import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler.autokernel.describe.reference import numpy_dtype
from custom_compiler.autokernel.describe.shapes import bind
from custom_compiler.autokernel.host.shim import functions, symbols
from custom_compiler.errors import CustomCompilerError, MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from custom_compiler.autokernel.describe.shapes import Binding
    from custom_compiler.autokernel.describe.tree import Attribute
    from custom_compiler.autokernel.host.library import HostLibrary

    Array = np.ndarray[Any, Any]

_SCALARS = {"bool": ctypes.c_bool, "int64": ctypes.c_int64, "float32": ctypes.c_float}
_REFUSED = -1  # what the shim, not Halide, answers


@dataclass(frozen=True)
class PreparedCall:
    """A call whose arrays have been found to fit; making it costs what calling C costs.

    Attributes:
        inputs: What is read: the arrays, or copies of those that were not dense.
        outputs: What is written.
    """

    _call: Callable[[], int]
    _error: Callable[[], bytes]
    inputs: tuple[Array, ...]
    outputs: tuple[Array, ...]

    def __call__(self) -> None:
        """Compute.

        Raises:
            MisuseError: the library rejects the arrays.
            CustomCompilerError: the kernel reports that it failed.
        """
        code = self._call()
        if code:
            message = self._error().decode(errors="replace")
            if code == _REFUSED:
                raise MisuseError(message, "give arrays that fit")
            raise CustomCompilerError(message)


class HostKernel:
    """A library's operator as a function of arrays; it may be called from several threads."""

    def __init__(self, library: HostLibrary) -> None:
        self._name = library.name
        self._operator = library.operator
        loaded = ctypes.CDLL(str(library.shared))
        call, error, threads = functions(library.name)
        self._call = getattr(loaded, call)
        self._error = getattr(loaded, error)
        self._error.restype = ctypes.c_char_p
        self._threads = getattr(loaded, threads)
        self._symbols = symbols(library.operator)

    def set_threads(self, count: int) -> None:
        """Use this many threads from the next call on; 0: one per processor."""
        self._threads(count)

    def __call__(
        self, *arrays: Array, out: Sequence[Array] | None = None, **attributes: float
    ) -> Array | tuple[Array, ...]:
        """Compute the operator's output, or the tuple of them.

        Arrays that are not dense or not aligned to their elements are copied; `out`, which is
        written, must be both, and must not overlap other arrays.

        Raises:
            MisuseError: Arrays, attributes or `out` do not fit the operator.
            CustomCompilerError: The kernel reports an error.
        """
        call = self.prepared(*arrays, out=out, **attributes)
        call()
        return call.outputs if len(call.outputs) > 1 else call.outputs[0]

    def prepared(
        self, *arrays: Array, out: Sequence[Array] | None = None, **attributes: float
    ) -> PreparedCall:
        """Return a checked call that can be repeated with new contents of the same arrays.

        Raises:
            MisuseError: As for calls.
        """
        inputs, binding = self._inputs(arrays)
        outputs = self._outputs(out, binding)
        scalars = self._attributes(attributes)
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (*inputs, *outputs)]
        counts = [ctypes.c_int64(binding.symbols[symbol]) for symbol in self._symbols]
        return PreparedCall(
            functools.partial(self._call, *pointers, *counts, *scalars),
            self._error,
            tuple(inputs),
            tuple(outputs),
        )

    def _inputs(self, arrays: Sequence[Array]) -> tuple[list[Array], Binding]:
        expected = self._operator.inputs
        if len(arrays) != len(expected):
            expected_names = ", ".join(port.name for port in expected)
            raise MisuseError(
                f"{self._name} is given {len(arrays)} arrays", f"it takes {expected_names}"
            )
        for port, array in zip(expected, arrays, strict=True):
            if array.dtype != numpy_dtype(port.dtype):
                raise MisuseError(
                    f"{self._name}: {port.name!r} is {array.dtype.name}, not {port.dtype}",
                    "cast the array, or make the operator for its type",
                )
        names = [port.name for port in expected]
        binding = bind(
            self._operator,
            {name: array.shape for name, array in zip(names, arrays, strict=True)},
        )
        return [np.require(array, requirements=["C", "A"]) for array in arrays], binding

    def _outputs(self, buffers: Sequence[Array] | None, binding: Binding) -> list[Array]:
        expected = self._operator.outputs
        if buffers is None:
            return [
                np.empty(binding.outer(port.axes), numpy_dtype(port.dtype)) for port in expected
            ]
        if len(buffers) != len(expected):
            raise MisuseError(
                f"{self._name} is given {len(buffers)} arrays to write",
                f"it writes {len(expected)}",
            )
        for port, array in zip(expected, buffers, strict=True):
            shape = binding.outer(port.axes)
            if array.shape != shape or array.dtype != numpy_dtype(port.dtype):
                raise MisuseError(
                    f"{self._name}: {port.name!r} is {array.dtype.name}{list(array.shape)}",
                    f"it will be {port.dtype}{list(shape)}",
                )
            flags = array.flags
            for fits, name in (
                (flags.writeable, "writable"),
                (flags.c_contiguous, "dense"),
                (flags.aligned, "aligned"),
            ):
                if not fits:
                    raise MisuseError(
                        f"{self._name}: {port.name!r} is not {name}", "give another array to write"
                    )
        return list(buffers)

    def _attributes(self, values: Mapping[str, float]) -> list[Any]:
        attributes = {attribute.name: attribute for attribute in self._operator.attributes}
        for name in values:
            if name not in attributes:
                names = ", ".join(attributes) or "none"
                raise MisuseError(f"{self._name} has no attribute {name!r}", f"it has {names}")
        return [
            self._scalar(attribute, values.get(name, attribute.default))
            for name, attribute in attributes.items()
        ]

    def _scalar(self, attribute: Attribute, value: Any) -> Any:
        if value is None:
            raise MisuseError(f"{self._name} needs attribute {attribute.name!r}", "give it a value")
        try:
            return _SCALARS[attribute.dtype](value)
        except TypeError as error:
            raise MisuseError(
                f"{self._name}: attribute {attribute.name!r} is {value!r}",
                f"give a number of {attribute.dtype}",
            ) from error
