"""Output shapes by the InferShape function that an operator registers in its package."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.support.operator_call import OperatorCall

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.support.acl_library import AclLibrary


class ShapeError(Exception):
    """The shapes cannot be inferred; one line says why."""


def infer_shapes(library: AclLibrary, inference: dict[str, Any]) -> list[list[int]]:
    """Return the shape of each output.

    Args:
        library: The toolkit's libraries.
        inference: `operator`, `library` (of its prototype), `inputs` (per port a list of tensors
            with `file`, `shape`, `code`, `format`), `attributes` (`type`, `value`, all of them) and
            `outputs` (`code`, `format`).

    Raises:
        ShapeError: The toolkit or the operator cannot infer them.
    """
    try:
        call = OperatorCall(library, inference["operator"])
    except OSError as error:
        raise ShapeError(
            "this toolkit cannot infer output shapes; give them with --output-shape"
        ) from error
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
            add_attribute(call, attribute["type"], attribute["value"])
        return list(inferred_shapes(call, inference["library"], len(inference["outputs"])))
    finally:
        call.destroy()


def add_attribute(call: OperatorCall, kind: str, value: Any) -> None:
    """Add the value of the next attribute; raise ShapeError for a kind that has no function."""
    try:
        call.add_attribute(kind, value)
    except KeyError as error:
        raise ShapeError(
            f"attributes of type {kind} are not supported; give --output-shape"
        ) from error


def inferred_shapes(call: OperatorCall, library: str, outputs: int) -> Iterator[list[int]]:
    """Yield the shapes of the outputs, by the InferShape that a library registers.

    Raises:
        ShapeError: It fails, or leaves a dimension unknown.
    """
    if not call.infer(library):
        raise ShapeError(f"{call.error()}; give the shape with --output-shape")
    for number in range(outputs):
        shape = call.output(number)
        if any(dim < 0 for dim in shape):
            message = f"output {number} has the unknown shape {shape}"
            raise ShapeError(f"{message}; give --output-shape")
        yield shape
