"""One launch of an operator, tried: what it costs, and whether its outputs are right.

The operator's dynamic kernel is called on random values in a separate process; a knowledge bank
with one entry gives the launch its tiling. Its values are compared with those of the untuned one.
What will be packed, the static kernel, is called in the same way when the search has ended.

A launch can be tried on another machine (`jobs.job.Portable`): the untuned call is made here, and
says which package it takes; of that, and of the outputs, copies are sent.
"""

from __future__ import annotations

import json
import os
import tempfile
from glob import escape, glob
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import BuildError
from custom_compiler.kernel.jobs.remote import remote
from custom_compiler.kernel.op_compiler.operator_call import Device, make_call
from custom_compiler.kernel.op_compiler.tuning.knobs import TunableLaunch
from custom_compiler.kernel.op_compiler.tuning.observed import findings, modelled_cycles
from custom_compiler.kernel.op_compiler.tuning.overlay import make_overlay
from custom_compiler.kernel.op_compiler.tuning.values import difference
from custom_compiler.kernel.op_compiler.verify import install_package, link_opp, why_not_static
from custom_compiler.kernel.opc.engine import compile_kernel_request
from custom_compiler.kernel.opc.observed import tbe_of
from custom_compiler.kernel.static.package import StaticKernel, write_static_package
from custom_compiler.kernel.toolchain.compiler import open_toolkit
from custom_compiler.kernel.toolchain.soc import find_soc
from custom_compiler.support.static_kernels import NO_STATIC_KERNELS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.kernel.op_compiler.plan import PlannedKernel
    from custom_compiler.kernel.opc.engine import KernelRequest

_RUNS = 5  # of a launch that is timed; the fastest counts
_TBE = os.path.join("op_impl", "ai_core", "tbe")
_PARTS_OF_CALLS = ("op_impl", "op_proto")  # of a package; its other folders are for clients


class LaunchBench(NamedTuple):
    """Common parameters of all launches of one call."""

    device: Device
    opp: str  # its own static and debug kernels are not used
    folder: str  # outputs of the untuned launch, packages with other options
    call: dict[str, Any]  # for verify_call
    judge: str  # cycles or time
    tolerance: float
    seconds: float  # that a call may take

    def packed(self) -> tuple[LaunchBench, list[str]]:
        """See `Portable`: the outputs of the untuned launch."""
        return self, sorted(glob(os.path.join(escape(self.folder), "*.bin")))

    def moved(self, toolkit: str, tree: str) -> LaunchBench:
        """See `Movable`."""
        return self._replace(
            device=self.device._replace(toolkit=toolkit),
            opp=os.path.join(toolkit, "opp"),
            folder=tree + self.folder,
        )


class Untuned(NamedTuple):
    """The call without tuning, as the runtime logged it."""

    launch: TunableLaunch
    record: dict[str, Any]
    cost: float
    packages: str  # ASCEND_CUSTOM_OPP_PATH

    def packed(self) -> tuple[Untuned, list[str]]:
        """See `Portable`: the package of the kernel, of its kernels only this operator's."""
        kernel = os.path.realpath(self.record["path"])
        root = tbe_of(kernel).removesuffix(os.sep + _TBE)
        record = {**self.record, "path": kernel}
        return self._replace(record=record, packages=root), _package_files(root, kernel)

    def moved(self, _toolkit: str, tree: str) -> Untuned:
        """See `Movable`."""
        record = {**self.record, "path": tree + self.record["path"]}
        return self._replace(record=record, packages=tree + self.packages)


class LaunchResult(NamedTuple):
    """Result of a trial: cycles (or microseconds), or the reason why the launch is unusable."""

    cost: float | None
    problem: str


class _TimedRun(NamedTuple):
    seconds: float
    cost: float
    problem: str


def try_untuned(bench: LaunchBench) -> Untuned:
    """Make the untuned call; its outputs go into the bench's folder.

    Raises:
        BuildError: It fails, or the model gives no time.
    """
    os.makedirs(bench.folder, exist_ok=True)
    log = os.path.join(bench.folder, "tiling.log")
    with tempfile.TemporaryDirectory(prefix="op_compiler-tune-") as folder:
        variables = {"ASCENDC_TILING_LOG": log, "TUNE_BANK_PATH": folder, **NO_STATIC_KERNELS}
        tried = _run_timed(bench, bench.folder, variables)
    if tried.cost is None:
        raise BuildError(f"not tuned: the untuned call cannot be judged: {tried.problem}")
    with open(log, encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    if len(records) != 1:
        raise BuildError(f"not tuned: {len(records)} kernels are launched, not one")
    record = records[0]
    data = bytes.fromhex(record["tiling_data"])
    launch = TunableLaunch(record["block_dim"], record["tiling_key"], data)
    packages = os.environ.get("ASCEND_CUSTOM_OPP_PATH", "")
    return Untuned(launch, record, tried.cost, packages)


@remote
def try_launch(bench: LaunchBench, untuned: Untuned, launch: TunableLaunch) -> LaunchResult:
    """Return the cost of a launch; wrong outputs make it unusable. Run in a worker."""
    with tempfile.TemporaryDirectory(prefix="op_compiler-tune-") as folder:
        try:
            variables = _variables(bench, untuned, launch, folder)
        except BuildError as error:
            return LaunchResult(None, error.message)
        return _if_right(bench, folder, _run_timed(bench, folder, variables))


def _if_right(bench: LaunchBench, folder: str, tried: LaunchResult) -> LaunchResult:
    """Return the result of the trial in `folder`, unless its outputs are wrong."""
    if tried.cost is None:
        return tried
    wrong = difference(bench.call["outputs"], folder, bench.folder, bench.tolerance)
    return LaunchResult(None, wrong) if wrong else tried


def try_static(bench: LaunchBench, kernel: PlannedKernel, request: KernelRequest) -> LaunchResult:
    """Return the cost of the call with the static kernel of `request`. Run in a worker.

    Raises:
        CustomCompilerError: It does not compile.
    """
    compiled = compile_kernel_request(request)
    static = StaticKernel(
        kernel.info, kernel.deterministic, kernel.name, compiled.data, compiled.description
    )
    root = bench.device.toolkit
    unit = find_soc(bench.device.soc, open_toolkit(root).config).unit
    with tempfile.TemporaryDirectory(prefix="op_compiler-tune-") as folder:
        package, opp = os.path.join(folder, "tuned.run"), os.path.join(folder, "opp")
        write_static_package([static], package, unit, root)
        link_opp(bench.opp, opp)
        install_package(package, opp)
        log = os.path.join(folder, "log")
        tried = _run_timed(bench, folder, {"ASCENDC_KERNEL_LOG": log})
        if tried.cost is not None and (reason := why_not_static(log)):
            return LaunchResult(None, f"the runtime did not take it: {reason}")
        return _if_right(bench, folder, tried)


def check_launch(bench: LaunchBench, untuned: Untuned, launch: TunableLaunch) -> tuple[str, ...]:
    """Return the sanitizer's reports on a launch, each once. Run in a worker.

    Raises:
        BuildError: The launch fails, or it is not checked.
    """
    with tempfile.TemporaryDirectory(prefix="op_compiler-tune-") as folder:
        variables = _variables(bench, untuned, launch, folder)
        variables |= {"ASCENDC_OBSERVE": "check", "ASCENDC_OBSERVE_OUTPUT": folder}
        failure = _call(bench, folder, variables)
        errors = findings(folder)
    return errors or ((f"fault: {failure}",) if failure else ())


def _variables(
    bench: LaunchBench, untuned: Untuned, launch: TunableLaunch, folder: str
) -> dict[str, str]:
    """Return the environment variables that make the runtime use the launch."""
    packages = untuned.packages
    record = untuned.record
    kernel_hash = record["kernel"]
    if launch.options:
        name = "".join(f"{ord(c):x}" if not c.isalnum() else c for c in " ".join(launch.options))
        path = os.path.join(bench.folder, "packages", name[:200])
        make_overlay(path, bench.device.toolkit, record["path"], bench.device.soc, launch.options)
        packages = ":".join(filter(None, [path, packages]))
        kernel_hash = _hash_in(path, record["path"])
    bank = os.path.join(folder, bench.device.soc)
    os.makedirs(bank)
    entry = bank_entry(record, kernel_hash, launch)
    with open(os.path.join(bank, os.path.basename(record["bank"])), "w", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")
    return {"TUNE_BANK_PATH": folder, "ASCEND_CUSTOM_OPP_PATH": packages, **NO_STATIC_KERNELS}


def _package_files(root: str, kernel: str) -> list[str]:
    """Return the files of a package that calls of the kernel's operator need."""
    kernels = os.path.join(root, _TBE, "kernel")
    own = os.path.dirname(kernel)
    files = []
    for part in _PARTS_OF_CALLS:
        for folder, _, names in os.walk(os.path.join(root, part)):
            is_kernel = os.path.relpath(folder, kernels).partition(os.sep)[0] not in {
                "..",
                "config",
            }
            if folder == own or not is_kernel:
                files += [os.path.join(folder, name) for name in names]
    return sorted(files)


def bank_entry(
    record: Mapping[str, Any], kernel_hash: str, launch: TunableLaunch
) -> dict[str, Any]:
    """Return the line of a knowledge bank for a call that the runtime logged as `record`."""
    return {
        "key": record["key"],
        "arguments": record["arguments"],
        "kernel": kernel_hash,
        "block_dim": launch.block_dim,
        "tiling_key": launch.tiling_key,
        "tiling_data": launch.data.hex(),
    }


def _hash_in(package: str, kernel: str) -> str:
    name = os.path.basename(kernel).removesuffix(".o") + ".json"
    (path,) = glob(os.path.join(package, "op_impl/ai_core/tbe/kernel/*/*", name))
    with open(path, encoding="utf-8") as file:
        return str(json.load(file)["sha256"])


def _run_timed(bench: LaunchBench, folder: str, variables: Mapping[str, str]) -> LaunchResult:
    """Make the call, and say what it costs; what it writes goes into `folder`."""
    repeats = _RUNS if bench.judge == "time" else 0
    if not repeats:
        variables = {
            **variables,
            "ASCENDC_OBSERVE": "profile",
            "ASCENDC_OBSERVE_OUTPUT": folder,
            "ASCENDC_OBSERVE_OPTIONS": "timeline=off;launch_state=icache_warm",
        }
    failure = _call(bench, folder, variables, repeats)
    if failure:
        return LaunchResult(None, failure)
    if repeats:
        return LaunchResult(_fastest(folder), "")
    try:
        return LaunchResult(modelled_cycles(folder), "")
    except BuildError as error:
        return LaunchResult(None, error.message)


def _call(bench: LaunchBench, folder: str, variables: Mapping[str, str], repeats: int = 0) -> str:
    """Make the call with the bench's operators; empty, or why it failed."""
    opp = os.path.join(folder, "opp")
    if not os.path.isdir(opp):
        link_opp(bench.opp, opp)
    return make_call(bench.device, opp, bench.call, folder, variables, bench.seconds, repeats)


def _fastest(folder: str) -> float:
    with open(os.path.join(folder, "times.json"), encoding="utf-8") as file:
        return float(min(json.load(file))) * 1e6
