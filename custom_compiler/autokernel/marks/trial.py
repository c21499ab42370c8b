"""One setting of an operator's annotated lines, tried in a worker: built, called, compared.

Each worker process builds in a separate folder, so that what a setting does not change is not
compiled again. On other machines (`jobs.job.Portable`) it does so next to copies of the sources.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from custom_compiler.call.execution import RunError, WorkerCall, execute
from custom_compiler.call.prototype import assign_inputs, find_prototype
from custom_compiler.errors import BuildError
from custom_compiler.kernel.jobs.remote import remote
from custom_compiler.kernel.op_compiler.tuning.observed import findings, modelled_cycles
from custom_compiler.kernel.op_compiler.tuning.values import is_close
from custom_compiler.observe.program import AFTER_WARM_UP, lines_folder, observed_environment
from custom_compiler.package.vendor import find_packages
from custom_compiler.project import ProjectSpec, build
from custom_compiler.support.files import write_changed
from custom_compiler.support.static_kernels import NO_STATIC_KERNELS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.marks.sources import MarkedFile
    from custom_compiler.project import BuildResult
    from custom_compiler.search.space import Value
    from custom_compiler.toolkit import Toolkit


class CallOf(NamedTuple):
    """Call of an operator, without its package."""

    operator: str
    inputs: list[tuple[str, np.ndarray[Any, Any]]]  # name, or "": the next one
    attributes: dict[str, str]
    output_shapes: list[tuple[int, ...]]
    output_dtypes: list[str]
    timeout: float


class SourceBench(NamedTuple):
    """Common parameters of all trials."""

    toolkit: Toolkit
    soc: str
    unit: str
    host: str  # folders of the sources
    kernel: str
    includes: tuple[Path, ...]
    files: tuple[MarkedFile, ...]
    call: CallOf
    tolerance: float  # relative, of floating point outputs; 0: bit for bit
    folder: str  # for builds, and the untouched outputs

    def packed(self) -> tuple[SourceBench, list[str]]:
        """See `Portable`: the sources, and the outputs of the untouched operator."""
        folders = (Path(self.host), Path(self.kernel), *self.includes)
        sources = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
        return self, sorted(map(str, {*sources, self.expected}))

    def moved(self, toolkit: str, tree: str) -> SourceBench:
        """See `Movable`."""
        return self._replace(
            toolkit=self.toolkit._replace(root=Path(toolkit)),
            host=tree + self.host,
            kernel=tree + self.kernel,
            includes=tuple(Path(tree + str(path)) for path in self.includes),
            folder=tree + self.folder,
        )

    @property
    def expected(self) -> Path:
        """The file of the untouched outputs."""
        return Path(self.folder, "untouched.npz")


class SettingResult(NamedTuple):
    """Result of a trial: estimated cycles, or the reason why the setting is unusable."""

    cycles: float | None
    problem: str


def try_untouched(bench: SourceBench) -> float:
    """Return the estimated cycles of the unchanged operator; write its outputs to `bench.expected`.

    Raises:
        CustomCompilerError: It does not build, its call fails, or the model gives no time.
    """
    cycles, outputs = _time_call(bench, {})
    np.savez(bench.expected, *map(_bits, outputs))
    return cycles


@remote
def try_setting(bench: SourceBench, setting: Mapping[str, Value]) -> SettingResult:
    """Try a setting; one that does not build, fails, or computes other values is unusable."""
    try:
        cycles, outputs = _time_call(bench, setting)
    except BuildError as error:
        return SettingResult(None, error.message.replace(f"{_work(bench)}/", ""))
    except RunError as error:
        return SettingResult(None, error.message)
    with np.load(bench.expected) as expected:
        wanted = [expected[name] for name in expected.files]
    for number, (output, bits) in enumerate(zip(outputs, wanted, strict=True)):
        if not _is_same(output, bits, bench.tolerance):
            return SettingResult(
                None, f"wrong values: output {number} differs from the untouched one"
            )
    return SettingResult(cycles, "")


def check_setting(bench: SourceBench, setting: Mapping[str, Value]) -> tuple[str, ...]:
    """Return the sanitizer's reports on the operator with a setting, each once.

    Raises:
        BuildError: The operator does not build, or the sanitizer does not run.
    """
    result = _build(bench, setting)
    with lines_folder() as folder:
        base, failure = _environment(bench, result), ""
        try:
            _call(bench, observed_environment("check", folder, {}, base))
        except RunError as error:
            failure = f"fault: {error.message}"
        errors = findings(str(folder))
    return errors or ((failure,) if failure else ())


def _time_call(
    bench: SourceBench, setting: Mapping[str, Value]
) -> tuple[float, list[np.ndarray[Any, Any]]]:
    result = _build(bench, setting)
    with lines_folder() as folder:
        base = _environment(bench, result)
        options = {"timeline": "off", **AFTER_WARM_UP}
        environment = observed_environment("profile", folder, options, base)
        outputs = _call(bench, environment)
        return modelled_cycles(str(folder)), outputs


def _build(bench: SourceBench, setting: Mapping[str, Value]) -> BuildResult:
    work = _work(bench)
    for side, source in (("op_host", bench.host), ("op_kernel", bench.kernel)):
        if not (work / side).exists():
            shutil.copytree(source, work / side)
    for file in bench.files:
        write_changed(str(work / file.side / file.path), file.changed(setting))
    spec = ProjectSpec(
        op_host=work / "op_host",
        op_kernel=work / "op_kernel",
        toolkit=bench.toolkit,
        compute_units=(bench.unit,),
        include_dirs=bench.includes,
    )
    return build(spec, work / "project", jobs=1)


def _work(bench: SourceBench) -> Path:
    """Return the folder of this worker process."""
    return Path(bench.folder, f"worker-{os.getpid()}")


def _environment(bench: SourceBench, result: BuildResult) -> dict[str, str]:
    return {
        **bench.toolkit.environment(),
        "ASCEND_OPP_PATH": str(bench.toolkit.opp),
        "ASCEND_CUSTOM_OPP_PATH": str(result.vendor),
        "ASCENDC_SOC_VERSION": bench.soc,
        **NO_STATIC_KERNELS,
    }


def _call(bench: SourceBench, environment: Mapping[str, str]) -> list[np.ndarray[Any, Any]]:
    wanted_call = bench.call
    prototype = find_prototype(wanted_call.operator, find_packages(environment))
    call = WorkerCall(
        prototype=prototype,
        inputs=assign_inputs(wanted_call.inputs, prototype),
        attributes=wanted_call.attributes,
        output_shapes=wanted_call.output_shapes,
        output_dtypes=wanted_call.output_dtypes,
        timeout=wanted_call.timeout,
    )
    return execute(call, environment)


def _bits(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return an array as bytes, since NumPy's files cannot store bfloat16."""
    return np.frombuffer(np.ascontiguousarray(array).tobytes(), np.uint8)


def _is_same(output: np.ndarray[Any, Any], bits: np.ndarray[Any, Any], tolerance: float) -> bool:
    own = _bits(output)
    if np.array_equal(own, bits):
        return True
    is_float = output.dtype.kind in {"f", "V"} and output.dtype.kind != "c"
    if tolerance == 0 or own.size != bits.size or not is_float:
        return False
    wanted = np.frombuffer(bits.tobytes(), output.dtype).astype(np.float64)
    return is_close(output.reshape(-1).astype(np.float64), wanted, tolerance)
