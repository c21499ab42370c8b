"""What is done inside of a sandbox, as a program: a project built, an operator called.

    python -m custom_compiler.judge.work REQUEST.json

A request says what to do and where the answer goes; nothing that is written here is believed.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import BuildError, CustomCompilerError

if TYPE_CHECKING:
    from collections.abc import Callable

ANSWER = "answer.json"
VENDOR = "vendor"
_LINES = 40  # of a log


def _build(request: dict[str, Any], out: Path) -> dict[str, Any]:
    """Build the project and leave its vendor folder in `out`."""
    from custom_compiler.project.build import build
    from custom_compiler.project.spec import ProjectSpec
    from custom_compiler.toolkit import find_toolkit

    spec = ProjectSpec(
        op_host=Path(request["op_host"]),
        op_kernel=Path(request["op_kernel"]),
        toolkit=find_toolkit(),
        vendor_name="judged",
        compute_units=tuple(request["units"]),
    )
    result = build(spec, Path("/job/CustomProject"), jobs=request["jobs"])
    shutil.copytree(result.vendor, out / VENDOR)
    return {
        "operators": result.operators,
        "units": result.units,
        "kernels": result.kernels,
        "seconds": result.seconds,
    }


def _call(request: dict[str, Any], out: Path) -> dict[str, Any]:
    """Call the operator with each case's arrays; outputs become out/<case>-<output>.npy."""
    import numpy as np

    from custom_compiler.call.arrays import name_of, read_npy
    from custom_compiler.call.execution import Call, execute
    from custom_compiler.call.prototype import find_prototype
    from custom_compiler.package.vendor import find_packages
    from custom_compiler.toolkit import find_toolkit

    environment = find_toolkit().environment() | {"ASCEND_CUSTOM_OPP_PATH": request["vendor"]}
    prototype = find_prototype(request["operator"], find_packages(environment))
    results = []
    for number, case in enumerate(request["cases"]):
        inputs = {name: [read_npy(Path(file))] for name, file in case["inputs"].items()}
        call = Call(prototype, inputs, request["attributes"], timeout=request["timeout"])
        started = time.monotonic()
        told: dict[str, Any] = {}
        try:
            outputs = execute(call, environment | case["variables"])
        except CustomCompilerError as error:
            told = {"error": error.message}
        else:
            for place, array in enumerate(outputs):
                np.save(out / f"{number}-{place}.npy", array, allow_pickle=False)
            told = {"outputs": [name_of(array.dtype) for array in outputs]}
        results.append({**told, "seconds": time.monotonic() - started})
    return {"outputs": [port.name for port in prototype.outputs], "cases": results}


def _writers(request: dict[str, Any], out: Path) -> dict[str, Any]:
    """Call it once more and say who wrote some bytes of an output."""
    from custom_compiler.call.arrays import read_npy
    from custom_compiler.call.execution import Call, execute
    from custom_compiler.call.prototype import find_prototype
    from custom_compiler.debug.trace import new_trace
    from custom_compiler.package.vendor import find_packages
    from custom_compiler.toolkit import find_toolkit

    del out
    environment = find_toolkit().environment() | {"ASCEND_CUSTOM_OPP_PATH": request["vendor"]}
    prototype = find_prototype(request["operator"], find_packages(environment))
    inputs = {name: [read_npy(Path(file))] for name, file in request["inputs"].items()}
    call = Call(prototype, inputs, request["attributes"], timeout=request["timeout"])
    with new_trace(watch=request["watch"]) as trace:
        execute(call, environment | trace.variables)
        found = trace.writers()
    return {"writers": [[one.block, one.api, one.place, one.begin, one.size] for one in found]}


_TASKS: dict[str, Callable[[dict[str, Any], Path], dict[str, Any]]] = {
    "build": _build,
    "call": _call,
    "writers": _writers,
}


def _tail(log: Path | None) -> list[str]:
    """The last lines of a build's log."""
    if log is None or not log.is_file():
        return []
    return log.read_text(encoding="utf-8", errors="replace").splitlines()[-_LINES:]


def main() -> int:
    """Do what the request asks for; failures are part of the answer."""
    request = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    out = Path(request["out"])
    out.mkdir(parents=True, exist_ok=True)
    os.umask(0o022)
    try:
        answer = _TASKS[request["task"]](request, out)
    except BuildError as error:
        answer = {"error": error.message, "hint": error.hint, "log": _tail(error.log)}
    except CustomCompilerError as error:
        answer = {"error": error.message, "hint": error.hint}
    (out / ANSWER).write_text(json.dumps(answer), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
