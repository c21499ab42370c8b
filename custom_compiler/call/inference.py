"""Shapes and types of outputs, by the operator's own InferShape and prototype, in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.call import arrays
from custom_compiler.call.library import acl
from custom_compiler.call.shapes import ShapeError, add_attribute, inferred_shapes
from custom_compiler.errors import PackageError
from custom_compiler.package.files import PackageFiles
from custom_compiler.support.operator_call import OperatorCall

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.call.prototype import Prototype, PrototypePort

_FLOAT = arrays.code_of("float32")


class InputTensor(NamedTuple):
    """The facts about an input that inference can read.

    Attributes:
        shape: Its dimensions.
        code: Its ge::DataType.
        values: Its elements, which shapes may depend on; None: unknown.
    """

    shape: Sequence[int]
    code: int
    values: bytes | None = None


class Inference:
    """Shapes and types of an operator's outputs for given inputs."""

    def __init__(self, prototype: Prototype) -> None:
        self._prototype = prototype
        self._library = str(PackageFiles(prototype.package).prototype_library() or "")

    def column(self, codes: Sequence[Sequence[int | None]]) -> int | None:
        """Return the first supported combination with these types, or None.

        Args:
            codes: ge::DataType of each tensor of each input; None of a tensor of any type.
        """
        ports = self._prototype.inputs
        columns = max((len(port.dtypes) for port in ports), default=1)
        for column in range(columns):
            if all(
                not port.dtypes or code is None or port_code(port, column) == code
                for port, codes_of_port in zip(ports, codes, strict=True)
                for code in codes_of_port
            ):
                return column
        return None

    def supported(self) -> str:
        """Return the supported combinations, for messages."""
        ports = [port for port in self._prototype.inputs if port.dtypes]
        columns = max((len(port.dtypes) for port in ports), default=0)
        return "; ".join(
            ", ".join(port.dtypes[column] for port in ports) for column in range(columns)
        )

    def layouts(self, column: int) -> list[int]:
        """Return ge::Format numbers of the inputs, then of the outputs with separate parameters."""
        ports = (*self._prototype.inputs, *self._prototype.own_outputs)
        return [arrays.format_code(port.formats, column) for port in ports]

    def output_code(
        self, port: PrototypePort, inputs: Sequence[Sequence[InputTensor]], column: int
    ) -> int:
        """Return the ge::DataType of an output; where it is open, that of the first input."""
        if port.dtypes:
            return port_code(port, column)
        return next((tensor.code for tensors in inputs for tensor in tensors), _FLOAT)

    def shapes(
        self, inputs: Sequence[Sequence[InputTensor]], attributes: Sequence[Any], column: int
    ) -> list[list[int]]:
        """Return the shape of each output of the definition.

        Raises:
            PackageError: The operator cannot say; the message has its reason.
        """
        call = OperatorCall(acl(), self._prototype.operator)
        try:
            for port, tensors in zip(self._prototype.inputs, inputs, strict=True):
                call.add_port(is_output=False)
                layout = arrays.format_code(port.formats, column)
                for tensor in tensors:
                    call.add_tensor(tensor.shape, tensor.code, layout, tensor.values)
                if not tensors:
                    call.add_absent()
            for port in self._prototype.outputs:
                call.add_port(is_output=True)
                code = self.output_code(port, inputs, column)
                call.add_tensor([], code, arrays.format_code(port.formats, column))
            for attribute, value in zip(self._prototype.attributes, attributes, strict=True):
                add_attribute(call, attribute.type, value)
            return list(inferred_shapes(call, self._library, len(self._prototype.outputs)))
        except ShapeError as error:
            reason = str(error).partition("; give")[0]
            raise PackageError(f"{self._prototype.operator}: {reason}") from error
        finally:
            call.destroy()


def port_code(port: PrototypePort, column: int) -> int:
    """Return the ge::DataType of a port with types, in a supported combination."""
    return arrays.code_of(port.dtypes[min(column, len(port.dtypes) - 1)])
