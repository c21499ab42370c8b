"""One call of an operator held against a reference; a wrong element with who wrote it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler.call.execution import WorkerCall, execute
from custom_compiler.call.library import acl
from custom_compiler.debug.compare import describe, first_difference
from custom_compiler.debug.trace import new_trace
from custom_compiler.errors import CustomCompilerError
from custom_compiler.toolkit import find_toolkit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from custom_compiler.call.operators import Operator
    from custom_compiler.debug.compare import Difference
    from custom_compiler.testing.suite import Case

Array = np.ndarray[Any, Any]


def check_case(
    operator: Operator,
    reference: Callable[..., Any],
    case: Case,
    tolerances: tuple[float | None, float | None] = (None, None),
) -> str:
    """Return the error of the operator's outputs in a case; "" if there is none.

    Raises:
        CustomCompilerError: The call failed, or cannot be made.
    """
    prototype = operator.prototype
    inputs = case.inputs(len(prototype.inputs))
    with np.errstate(all="ignore"):
        wanted = reference(*[array.copy() for array in inputs], **case.attributes)
    expected = wanted if isinstance(wanted, tuple) else (wanted,)
    named = dict(zip((port.name for port in prototype.inputs), inputs, strict=True))
    outputs = operator.call({name: array.copy() for name, array in named.items()}, case.attributes)
    actual = outputs if isinstance(outputs, tuple) else (outputs,)
    if len(expected) != len(actual):
        return f"the reference returns {len(expected)} arrays, the operator {len(actual)}"
    for port, result, want in zip(prototype.outputs, actual, expected, strict=True):
        with np.errstate(all="ignore"):
            array = np.asarray(want).astype(result.dtype)
        if result.shape != array.shape:
            return (
                f"{port.name} has the shape {list(result.shape)}, that of the reference is "
                f"{list(array.shape)}"
            )
        difference = first_difference(result, array, *tolerances)
        if difference is not None:
            return _explain(operator, named, case.attributes, port.name, difference, result)
    return ""


def _explain(  # noqa: PLR0913, PLR0917  what a wrong result is known by
    operator: Operator,
    inputs: Mapping[str, Array],
    attributes: Mapping[str, Any],
    name: str,
    difference: Difference,
    result: Array,
) -> str:
    """Say what differs, and by a traced call which block wrote it with which tile."""
    size = result.dtype.itemsize
    texts = {key: _text(value) for key, value in attributes.items()}
    call = WorkerCall(operator.prototype, {key: [array] for key, array in inputs.items()}, texts)
    environment = find_toolkit(acl().home).environment()
    environment.setdefault("ASCEND_OPP_PATH", os.environ.get("ASCEND_OPP_PATH", ""))
    with new_trace(watch=f"{name}:{difference.element * size}:{size}") as trace:
        try:
            execute(call, {**environment, **trace.variables})
            writers = trace.writers()
        except CustomCompilerError:
            return describe(name, difference, [], size).partition("; no instruction")[0]
    return describe(name, difference, writers, size)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(np.asarray(value).tolist())
