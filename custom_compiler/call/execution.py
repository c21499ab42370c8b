"""Executing an installed operator on NumPy arrays, in a separate process."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler.call import arrays
from custom_compiler.call.prototype import close_to
from custom_compiler.errors import CustomCompilerError, MisuseError, write_error
from custom_compiler.package.files import PackageFiles
from custom_compiler.support.processes import ProcessOutcome, run, run_shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from custom_compiler.call.prototype import Prototype, PrototypeAttribute, PrototypePort

    # From a worker's command and its environment.
    Start = Callable[[Sequence[str], Mapping[str, str]], ProcessOutcome]

# Read by the embedded toolkit, which knows what it executes and says where that stands.
_TIMEOUT_VARIABLE = "ASCENDC_TIMEOUT"

_TIME_IS_OVER = re.compile(r"did not end within|longer than its (time )?limit")


class RunError(CustomCompilerError):
    """The operator was called and failed."""


@dataclass(frozen=True)
class WorkerCall:
    """A call to execute.

    Attributes:
        prototype: The operator.
        inputs: Arrays by input name; several for a dynamic input, none for one left out.
        attributes: Texts by attribute name; those left out have their default.
        output_shapes: Shapes of the outputs in order; where missing they are inferred.
        output_dtypes: CANN dtype names of the outputs; where missing they follow from the inputs.
        timeout: Seconds that the kernel, and each function of the operator that runs on the host,
            may take; 0 for any time, None for what the environment says.
    """

    prototype: Prototype
    inputs: Mapping[str, Sequence[np.ndarray[Any, Any]]]
    attributes: Mapping[str, str] = field(default_factory=dict)
    output_shapes: Sequence[tuple[int, ...]] = ()
    output_dtypes: Sequence[str] = ()
    timeout: float | None = None


def start_process(command: Sequence[str], environment: Mapping[str, str]) -> ProcessOutcome:
    """Run a worker's command with an environment; its code and standard error."""
    return run(command, env=environment, is_shown=True)


def execute(
    call: WorkerCall, environment: Mapping[str, str], start: Start = start_process
) -> list[np.ndarray[Any, Any]]:
    """Return the outputs in the order of the definition.

    The toolkit's libraries are loaded in a child process, started with the toolkit's environment,
    so that nothing they do outlives the call. `start` is how the worker is run.
    """
    with tempfile.TemporaryDirectory(prefix="custom-compiler-run-") as directory:
        request = _write_request(call, Path(directory))
        _run_worker(request, _limited(call, environment), Path(directory), start)
        return [_result(entry) for entry in request["results"]]


@dataclass(frozen=True)
class Repeated:
    """The results of repeated calls of an operator on the same inputs.

    Attributes:
        outputs: Those of the first.
        seconds: What each took on the host that simulates, both phases and the kernel.
        is_same: Whether all gave the same bits.
    """

    outputs: list[np.ndarray[Any, Any]]
    seconds: list[float]
    is_same: bool


def execute_repeated(call: WorkerCall, environment: Mapping[str, str], count: int) -> Repeated:
    """Execute a call `count` times in one process; see `execute`."""
    with tempfile.TemporaryDirectory(prefix="custom-compiler-run-") as directory:
        request = _write_request(call, Path(directory), repeat=count)
        _run_worker(request, _limited(call, environment), Path(directory))
        measurement = json.loads(Path(directory, "calls.json").read_text(encoding="utf-8"))
        outputs = [_result(entry) for entry in request["results"]]
        return Repeated(outputs, measurement["seconds"], measurement["is_same"])


def debug(call: WorkerCall, environment: Mapping[str, str], debugger: Sequence[str]) -> int:
    """Execute the call in a process that `debugger` starts; return the debugger's exit code.

    Args:
        call: What to execute.
        environment: Of the process.
        debugger: The command that a program and its arguments are appended to.
    """
    with tempfile.TemporaryDirectory(prefix="custom-compiler-debug-") as directory:
        _write_request(call, Path(directory), parent=0)
        command = [*debugger, *_worker(Path(directory))]
        return run_shown(command, env=_limited(call, environment))


# The last line of a worker reports the failure of the call.
_REPORTS_FAILURES = {"ASCENDC_PRINT_FAILURES": "off"}


def _limited(call: WorkerCall, environment: Mapping[str, str]) -> dict[str, str]:
    limit = {} if call.timeout is None else {_TIMEOUT_VARIABLE: str(call.timeout)}
    return {**environment, **limit}


def _worker(directory: Path) -> list[str]:
    return [sys.executable, "-m", "custom_compiler.call.worker", str(directory / "request.json")]


def _write_request(
    call: WorkerCall, directory: Path, parent: int | None = None, repeat: int = 1
) -> dict[str, Any]:
    """Write the request and its arrays; the worker dies with `parent`, by default this process."""
    check_names(call)
    column = arrays.matching_column(call.prototype.inputs, call.inputs)
    try:
        request = _request(call, column, directory)
        request |= {"repeat": repeat, "calls": str(directory / "calls.json")}
        request["parent"] = os.getpid() if parent is None else parent
        (directory / "request.json").write_text(json.dumps(request), encoding="utf-8")
    except OSError as error:
        hint = "choose another place with TMPDIR"
        raise write_error(directory, error, hint) from error
    return request


def _result(entry: dict[str, Any]) -> np.ndarray[Any, Any]:
    file = Path(entry["file"]).with_suffix(".result")
    shape = json.loads(file.with_suffix(".shape").read_text(encoding="utf-8"))
    return arrays.load(file, entry["dtype"], shape)


def check_names(call: WorkerCall) -> None:
    """Reject inputs and attributes that the operator does not have, and missing ones."""
    prototype = call.prototype
    _check_known("input", call.inputs, [port.name for port in prototype.inputs])
    _check_known("attribute", call.attributes, [item.name for item in prototype.attributes])
    for port in prototype.inputs:
        count = len(call.inputs.get(port.name, ()))
        if port.kind == "required" and count != 1:
            raise MisuseError(
                f"{prototype.operator}: input '{port.name}' needs one array, got {count}"
            )
        if port.kind == "optional" and count > 1:
            raise MisuseError(
                f"{prototype.operator}: input '{port.name}' takes one array, got {count}"
            )
    for attribute in prototype.attributes:
        if attribute.default is None and attribute.name not in call.attributes:
            raise MisuseError(
                f"{prototype.operator}: attribute '{attribute.name}' needs a value",
                f"give it with --attr {attribute.name}=VALUE ({attribute.type})",
            )


def _check_known(what: str, values: Mapping[str, object], names: list[str]) -> None:
    unknown = [name for name in values if name not in names]
    if unknown:
        raise MisuseError(
            f"there is no {what} '{unknown[0]}'",
            close_to(unknown[0], names) + f"known: {', '.join(names) or 'none'}",
        )


def _request(call: WorkerCall, column: int, directory: Path) -> dict[str, Any]:
    """Describe the call for the worker: plain data, arrays as raw files."""
    prototype = call.prototype
    inputs = [_input(call, port, column, directory) for port in prototype.inputs]
    attributes = [_attribute(call, item) for item in prototype.attributes]
    outputs = _outputs(call, column, directory)
    in_place = {port.name: entry for port, entry in zip(prototype.inputs, inputs, strict=True)}
    own = iter(outputs)
    results = [
        in_place[port.name]["tensors"][0] if port.name in in_place else next(own)
        for port in prototype.outputs
    ]
    arguments = inputs + attributes + [{"kind": "out", "tensors": [entry]} for entry in outputs]
    for argument, c_type in zip(arguments, prototype.parameters, strict=True):
        argument["c_type"] = c_type
    inference = PackageFiles(prototype.package).prototype_library()
    return {
        "timeout": call.timeout or 0,
        "operator": prototype.operator,
        "library": str(prototype.library),
        "function": prototype.function,
        "arguments": arguments,
        "results": results,
        "inference": {
            "operator": prototype.operator,
            "library": str(inference or ""),
            "inputs": [entry["tensors"] for entry in inputs],
            "outputs": results,
            "attributes": [
                {"type": item.type, "value": _value(call, item)} for item in prototype.attributes
            ],
        },
    }


def _input(call: WorkerCall, port: PrototypePort, column: int, directory: Path) -> dict[str, Any]:
    tensors = []
    for number, array in enumerate(call.inputs.get(port.name, ())):
        file = directory / f"in-{port.name}-{number}"
        file.write_bytes(np.ascontiguousarray(array).tobytes())
        tensors.append(
            {
                "file": str(file),
                "shape": list(array.shape),
                "dtype": arrays.name_of(array.dtype),
                "code": arrays.code_of(arrays.name_of(array.dtype)),
                "format": arrays.format_code(port.formats, column),
            }
        )
    return {"kind": "in", "tensors": tensors}


def _attribute(call: WorkerCall, attribute: PrototypeAttribute) -> dict[str, Any]:
    # A null array or string makes the generated code take the declared default.
    if attribute.name not in call.attributes and attribute.type not in {"int", "float", "bool"}:
        return {"kind": "attr", "value": None}
    return {"kind": "attr", "value": _value(call, attribute)}


def _value(call: WorkerCall, attribute: PrototypeAttribute) -> Any:
    text = call.attributes.get(attribute.name, attribute.default) or ""
    try:
        return arrays.parse_attribute(attribute.type, text)
    except ValueError as error:
        raise MisuseError(
            f"attribute '{attribute.name}' is no {attribute.type}: {text!r}"
        ) from error


def _outputs(call: WorkerCall, column: int, directory: Path) -> list[dict[str, Any]]:
    entries = []
    for number, port in enumerate(call.prototype.own_outputs):
        if number < len(call.output_dtypes):
            dtype = call.output_dtypes[number]
        elif port.dtypes:
            dtype = port.dtypes[column]
        else:
            raise MisuseError(
                f"the dtype of output '{port.name}' is open", "give it with --output-dtype"
            )
        shapes = call.output_shapes
        entries.append(
            {
                "file": str(directory / f"out-{number}"),
                "shape": list(shapes[number]) if number < len(shapes) else None,
                "dtype": dtype,
                "code": arrays.code_of(dtype),
                "item_bytes": arrays.size_of(dtype),
                "format": arrays.format_code(port.formats, column),
            }
        )
    return entries


def _run_worker(
    request: dict[str, Any],
    environment: Mapping[str, str],
    directory: Path,
    start: Start = start_process,
) -> None:
    ended = start(_worker(directory), {**environment, **_REPORTS_FAILURES})
    if ended.code == 0:
        sys.stderr.write(ended.error_text)
        return
    *earlier, reason = ended.error_text.strip().splitlines() or [""]
    sys.stderr.writelines(f"{line}\n" for line in earlier)
    raise RunError(
        _failure(request, ended.code, reason),
        "--timeout SECONDS gives it more time" if _TIME_IS_OVER.search(reason) else "",
    )


def _failure(request: dict[str, Any], code: int, reason: str) -> str:
    """Return one line for a failed worker, whose last line was `reason`."""
    if reason.startswith(f"{request['operator']}: "):
        return reason  # what the toolkit found out before the process ended
    if code == -signal.SIGALRM:
        return (
            f"{request['operator']}: shape inference or tiling did not end within "
            f"{request['timeout']:g} s"
        )
    if code < 0:
        reason = f"killed by {signal.Signals(-code).name}"
    return f"{request['function']}: {reason or f'exit code {code}'}"
