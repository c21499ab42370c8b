"""Work inside of a sandbox: builds a project, calls an operator.

A request has the task and the path of the answer; its paths are relative to the initial folder.
The other side does not trust anything that is written here.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler.call.arrays import name_of, parse_attribute, read_npy
from custom_compiler.call.execution import WorkerCall, execute, start_process
from custom_compiler.call.forked_worker import run_forked
from custom_compiler.call.operators import Operator
from custom_compiler.call.prototype import find_prototype
from custom_compiler.debug.trace import new_trace
from custom_compiler.errors import BuildError, CustomCompilerError, MisuseError
from custom_compiler.judge.sandboxed import ANSWER, VENDOR
from custom_compiler.observe.program import AFTER_WARM_UP, lines_folder, observed_environment
from custom_compiler.observe.sources import OwnSources
from custom_compiler.package.vendor import find_packages
from custom_compiler.profile.launch_timing import PIPES
from custom_compiler.profile.launches import TimedLaunches
from custom_compiler.project.build import build
from custom_compiler.project.spec import ProjectSpec
from custom_compiler.sanitize.launches import CheckedLaunches
from custom_compiler.sanitize.selection import EVERYTHING
from custom_compiler.support.processes import ask_fork
from custom_compiler.support.static_kernels import NO_STATIC_KERNELS
from custom_compiler.toolkit import find_toolkit

if TYPE_CHECKING:
    from collections.abc import Callable

    from custom_compiler.profile.launch_timing import LaunchTiming
    from custom_compiler.sanitize.findings import Finding

_LINES = 40  # of a log
_MOST_REPORTS = 20
_PACKAGED = "/dynamic/"  # where a package has the sources of its kernels


def _path(relative: str) -> Path:
    """Return a path of a request as an absolute path."""
    return Path(os.path.abspath(relative))


def _build(request: dict[str, Any], out: Path) -> dict[str, Any]:
    """Build the project and leave its vendor folder in `out`."""
    spec = ProjectSpec(
        op_host=_path(request["op_host"]),
        op_kernel=_path(request["op_kernel"]),
        toolkit=find_toolkit(),
        vendor_name="judged",
        compute_units=tuple(request["units"]),
    )
    result = build(spec, _path("CustomProject"), jobs=request["jobs"])
    shutil.copytree(result.vendor, out / VENDOR)
    return {
        "operators": result.operators,
        "units": result.units,
        "kernels": result.kernels,
        "seconds": result.seconds,
    }


class _RequestedOperator:
    """The operator of a request."""

    def __init__(self, request: dict[str, Any]) -> None:
        vendor = {"ASCEND_CUSTOM_OPP_PATH": str(_path(request["vendor"]))}
        self.environment = {**os.environ, **request["of_toolkit"], **vendor, **NO_STATIC_KERNELS}
        self.prototype = find_prototype(request["operator"], find_packages(self.environment))
        self._request = request

    def execute(
        self, case: dict[str, Any], variables: dict[str, str], *, observed: bool = True
    ) -> list[Any]:
        """Call it with a case's arrays, `inputs`: pairs of an input's name and its array.

        Where names are not the operator's, what counts is their order. Outputs have the case's
        `shapes`, as clients of aclnn make them, whatever the operator's InferShape gives. Observers
        need a process that ends as others do.
        """
        files_by_name = zip(self._names(case), case["inputs"], strict=False)
        inputs = {name: [read_npy(_path(file))] for name, (_, file) in files_by_name}
        attributes, timeout = self._request["attributes"], self._request["timeout"]
        named = [port.name for port in self.prototype.outputs]
        shapes: list[tuple[int, ...]] = []
        if len(named) == len(case["shapes"]):
            by_name = dict(zip(named, map(tuple, case["shapes"]), strict=True))
            shapes = [by_name[port.name] for port in self.prototype.own_outputs]
        call = WorkerCall(self.prototype, inputs, attributes, shapes, timeout=timeout)
        start = start_process if observed else run_forked
        return execute(call, self.environment | variables, start)

    def inferred(self, case: dict[str, Any]) -> str:
        """Return the problem of its InferShape, or ""; it runs in a fork that it may end."""
        code, output = ask_fork(lambda: self._infer(case).encode())
        return "it ends the process" if code else output.decode("utf-8", "replace")

    def _infer(self, case: dict[str, Any]) -> str:
        files = [file for _, file in case["inputs"]]
        arrays = dict(zip(self._names(case), map(read_npy, map(_path, files)), strict=False))
        texts = self._request["attributes"]
        attributes = {
            attribute.name: parse_attribute(attribute.type, texts[attribute.name])
            for attribute in self.prototype.attributes
            if attribute.name in texts
        }
        try:
            shapes = Operator(self.prototype).shapes(arrays, attributes)
        except CustomCompilerError as error:
            return error.message
        named = zip(self.prototype.outputs, shapes, case["shapes"], strict=False)
        other = [f"{port.name} {shape}" for port, shape, wanted in named if shape != wanted]
        return f"it gives {', '.join(other)}" if other else ""

    def _names(self, case: dict[str, Any]) -> list[str]:
        names = [name for name, _ in case["inputs"]]
        return self._in_order(len(names)) if self._request["positional"] else names

    def _in_order(self, most: int) -> list[str]:
        """Return names for the first arrays; a model's parameters may follow its inputs."""
        names = [port.name for port in self.prototype.inputs]
        if len(names) not in {most, self._request["positional"]}:
            message = f"it has {len(names)} inputs, the model {self._request['positional']}"
            if most > self._request["positional"]:
                message += f", with its parameters {most}"
            raise MisuseError(message)
        return names


def _call(request: dict[str, Any], out: Path) -> dict[str, Any]:
    """Call the operator with each case's arrays; outputs become out/<case>-<output>.npy."""
    operator = _RequestedOperator(request)
    results = []
    for number, case in enumerate(request["cases"]):
        started = time.monotonic()
        answer: dict[str, Any] = {}
        changed = _path(f"changed-{number}")
        variables = {**case["variables"], "ASCENDC_CHANGED_RESULTS": str(changed)}
        try:
            outputs = operator.execute(case, variables, observed=False)
        except CustomCompilerError as error:
            answer = {"error": error.message}
        else:
            for index, array in enumerate(outputs):
                np.save(out / f"{number}-{index}.npy", array, allow_pickle=False)
            answer = {"outputs": [name_of(array.dtype) for array in outputs]}
            if changed.is_file():
                answer["changed"] = changed.read_text(encoding="utf-8", errors="replace")
        results.append({**answer, "seconds": time.monotonic() - started})
    return {
        "outputs": [port.name for port in operator.prototype.outputs],
        "cases": results,
        "infer_shape": operator.inferred(request["cases"][0]),
    }


def _writers(request: dict[str, Any], out: Path) -> dict[str, Any]:
    """Call it once more and say who wrote some bytes of an output."""
    del out
    operator = _RequestedOperator(request)
    with new_trace(watch=request["watch"]) as trace:
        operator.execute(request, trace.variables)
        writers = trace.writers()
    return {
        "writers": [
            [writer.block, writer.api, writer.location, writer.begin, writer.size]
            for writer in writers
        ]
    }


def _observe(request: dict[str, Any], out: Path) -> dict[str, Any]:
    """Call it again under the sanitizer and, on request, under the cycle model."""
    del out
    operator = _RequestedOperator(request)

    def call(variables: dict[str, str]) -> None:
        with suppress(CustomCompilerError):  # known already; what was seen until then counts
            operator.execute(request, variables)

    answer = _checked(call)
    if request["timed"]:
        answer |= _simulate_timing(call)
    return answer


_TASKS: dict[str, Callable[[dict[str, Any], Path], dict[str, Any]]] = {
    "build": _build,
    "call": _call,
    "writers": _writers,
    "observe": _observe,
}


def _checked(call: Callable[[dict[str, str]], None]) -> dict[str, Any]:
    """Return the sanitizer's reports on a call, a line each; `call` receives variables."""
    with lines_folder() as folder:
        call(observed_environment("check", folder, EVERYTHING.observer_options(), {}))
        gathered = CheckedLaunches(folder, OwnSources(folder))
        launches = list(gathered.remaining())
    reports = [
        finding for launch in launches for finding in launch.findings if finding.severity != "info"
    ]
    missed = [launch.reason for launch in gathered.unobserved]
    if not launches and not missed:
        missed = ["it launched no kernel"]
    return {
        "findings": [_line(report) for report in reports[:_MOST_REPORTS]],
        "unchecked": missed[:1],
    }


def _line(finding: Finding) -> str:
    """Return one report: problem, source line, cores, and advice."""
    location = next((frame for frame in finding.frames if frame.file), None)
    text = f"{finding.severity}: {finding.message or finding.kind}"
    if location is not None:
        text += f" at {location.file.rpartition(_PACKAGED)[2]}:{location.line}"
    if finding.blocks:
        text += f", {', '.join(finding.blocks[:3])}" + (" ..." if len(finding.blocks) > 3 else "")  # noqa: PLR2004
    return f"{text}; {finding.help}" if finding.help else text


def _simulate_timing(call: Callable[[dict[str, str]], None]) -> dict[str, Any]:
    """Return the estimated timing of a call's launches; `call` as in `_checked`."""
    with lines_folder() as folder:
        launches = _time_launches(call, folder)
    return {"model": [_figures(launch) for launch in launches]}


def _time_launches(call: Callable[[dict[str, str]], None], folder: Path) -> list[LaunchTiming]:
    call(observed_environment("profile", folder, {"timeline": "off", **AFTER_WARM_UP}, {}))
    gathered = TimedLaunches(folder)
    gathered.read(is_complete=True)
    return [launch.timing for launch in gathered.launches]


def _figures(launch: LaunchTiming) -> dict[str, Any]:
    cycles = {}
    for kind in launch.kinds:
        cores = launch.cores_of(kind)
        busy = {pipe: sum(core.busy(pipe) or 0 for core in cores) / len(cores) for pipe in PIPES}
        shown = {pipe: round(count) for pipe, count in busy.items() if count}
        longest = max(core.cycles for core in cores)
        cycles[kind] = {"cores": len(cores), "cycles": round(longest), **shown}
    return {
        "kernel": launch.name,
        "soc": launch.soc,
        "microseconds": round(launch.duration_us, 3),
        "cycles": cycles,
    }


def _tail(log: Path | None) -> list[str]:
    """Return the last lines of a build's log."""
    if log is None or not log.is_file():
        return []
    return log.read_text(encoding="utf-8", errors="replace").splitlines()[-_LINES:]


def main() -> int:
    """Do what the request asks for; failures are part of the answer."""
    request = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    out = _path(request["out"])
    out.mkdir(parents=True, exist_ok=True)
    os.umask(0o022)
    try:
        answer = _TASKS[request["task"]](request, out)
    except BuildError as error:
        # The compilers' own words, if they are known; else where they may be among others.
        answer = {"error": error.message, "log": error.details.splitlines() or _tail(error.log)}
    except CustomCompilerError as error:
        answer = {"error": error.message}
    # Paths of the project are reported as its author knows them.
    text = json.dumps(answer).replace(f"{_path('../in/project')}/", "")
    (out / ANSWER).write_text(text, encoding="utf-8")
    return 0
