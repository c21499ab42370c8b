"""`--verify`: each static kernel against its operator's dynamic one, on random values, bit for bit.

The package is installed into a separate opp; each call is made in a separate process, once
with that opp and once with one that has no static kernels.
"""

from __future__ import annotations

import os
import re
import tempfile
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.jobs.job import Job
from custom_compiler.kernel.op_compiler.coverage import read_calls
from custom_compiler.kernel.op_compiler.operator_call import Device, make_call, read_output
from custom_compiler.kernel.opc.operators import describe_operator
from custom_compiler.kernel.static.information import TensorInfo
from custom_compiler.kernel.toolchain.compiler import open_toolkit
from custom_compiler.kernel.toolchain.soc import find_soc
from custom_compiler.support.processes import run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from custom_compiler.kernel.jobs.job import Workers
    from custom_compiler.kernel.op_compiler.console import Console
    from custom_compiler.kernel.op_compiler.plan import PlannedKernel
    from custom_compiler.kernel.static.information import OperatorInfo, Parameter

# Folders of a toolkit's opp besides operators.
_OWN_KERNELS = {"static_kernel", "debug_kernel"}
# Integers may be indices: where the operator rejects the first ones, smaller ones are tried.
_LARGEST = (7, 1)
_OUTPUT = re.compile(r"output(\d+)")  # in descriptions of operators


class ComparedPackages(NamedTuple):
    """Device and packages of the calls."""

    device: Device
    static_opp: str
    dynamic_opp: str


class ComparisonResult(NamedTuple):
    """Result of a comparison."""

    name: str  # of the kernel
    compared: bool  # both kernels have run
    equal: bool
    text: str


def verify_package(
    device: Device,
    package: str,
    kernels: Sequence[PlannedKernel],
    workers: Workers,
    console: Console,
) -> list[ComparisonResult]:
    """Compare the kernels of the package file, and say so; verdicts in the order they end.

    Without kernels there is no package, and no verdict.

    Raises:
        BuildError: The package cannot be installed.
        OSError: There is no space for temporary files.
    """
    if not kernels:
        return []
    opp = os.path.abspath(os.environ.get("ASCEND_OPP_PATH") or os.path.join(device.toolkit, "opp"))
    with tempfile.TemporaryDirectory(prefix="op_compiler-verify-") as folder:
        compared = ComparedPackages(
            device, os.path.join(folder, "static"), os.path.join(folder, "dynamic")
        )
        for copy in (compared.static_opp, compared.dynamic_opp):
            link_opp(opp, copy)
        install_package(package, compared.static_opp)
        with console.progress("verify", len(kernels)) as advance:
            verdicts = []
            for verdict in _verdicts(kernels, compared, workers):
                advance(f"{verdict.name}: {verdict.text}")
                verdicts.append(verdict)
                if not verdict.equal:
                    console.problem(f"--verify: {verdict.name}: {verdict.text}", "")
    equal = sum(verdict.equal for verdict in verdicts)
    different = sum(verdict.compared for verdict in verdicts) - equal
    console.say(
        f"[summary] verify: {equal} of {len(verdicts)} kernels equal, {different} different, "
        f"{len(verdicts) - equal - different} not compared"
    )
    return verdicts


def _verdicts(
    kernels: Sequence[PlannedKernel], packages: ComparedPackages, workers: Workers
) -> Iterator[ComparisonResult]:
    function = f"{__name__}:compare"
    jobs = (Job(kernel.name, function, (kernel, packages)) for kernel in kernels)
    for outcome in workers.run(jobs):
        if outcome.error:
            text = outcome.error.message
            yield ComparisonResult(outcome.job.name, compared=False, equal=False, text=text)
        else:
            yield outcome.value


def compare(kernel: PlannedKernel, packages: ComparedPackages) -> ComparisonResult:
    """Compare one kernel; run in a worker.

    Raises:
        MisuseError: The call cannot be made from its information file.
        BuildError: A call failed, or the runtime did not use the static kernel.
    """
    with tempfile.TemporaryDirectory(prefix="op_compiler-verify-") as folder:
        toolkit = open_toolkit(packages.device.toolkit)
        soc = find_soc(packages.device.soc, toolkit.config)
        described = describe_operator(kernel.info.op_type, soc, toolkit)
        for largest in _LARGEST:
            call = call_of(kernel, largest) | _in_interfaces(described)
            dynamic, failure = _outputs(
                call, packages, packages.dynamic_opp, os.path.join(folder, "d")
            )
            if dynamic is not None:
                break
        else:
            raise BuildError(f"not compared: its dynamic kernel fails, too: {failure}")
        static, failure = _outputs(call, packages, packages.static_opp, os.path.join(folder, "s"))
    if static is None:
        raise BuildError(f"the static kernel fails: {failure}")
    if failure:
        raise BuildError(f"not compared: the runtime did not take the static kernel: {failure}")
    equal, text = _difference(static, dynamic)
    return ComparisonResult(kernel.name, compared=True, equal=equal, text=text)


def _in_interfaces(described: dict[str, Any]) -> dict[str, Any]:
    """Return the properties of an operator that aclnn functions need, from its package."""
    outputs = {int(match[1]): port for name, port in described.items()
               if (match := _OUTPUT.fullmatch(name))}  # fmt: skip
    computed = [i for i, port in outputs.items() if "outputShapeDependOnCompute" in port]
    contexts = described.get("mc2", {}).get("ctx", "")
    return {"computed": computed, "groups": len(list(filter(None, contexts.split(","))))}


def _difference(static: list[bytes], dynamic: list[bytes]) -> tuple[bool, str]:
    for number, (static_output, other) in enumerate(zip(static, dynamic, strict=True)):
        if static_output != other:
            places = (
                i
                for i, pair in enumerate(zip(static_output, other, strict=True))
                if pair[0] != pair[1]
            )
            return False, f"output {number} differs from byte {next(places)} on"
    return True, f"equal, {sum(map(len, static))} bytes"


def _outputs(
    call: dict[str, Any], packages: ComparedPackages, opp: str, folder: str
) -> tuple[list[bytes] | None, str]:
    """Return the outputs, None on failure; and why it failed or no static kernel served it."""
    os.makedirs(folder, exist_ok=True)
    log = os.path.join(folder, "log")
    # The dynamic kernel has the tiling of its operator, not what tuning found.
    variables = {"ASCENDC_KERNEL_LOG": log, "TUNE_BANK_PATH": folder}
    failure = make_call(packages.device, opp, call, folder, variables)
    if failure:
        return None, failure
    numbers = range(len(call["outputs"]))
    return [read_output(folder, number) for number in numbers], why_not_static(log)


def why_not_static(log: str) -> str:
    """Return "" if all calls in the log (`ASCENDC_KERNEL_LOG`) took static kernels, or why not."""
    try:
        with open(log, encoding="utf-8", errors="replace") as file:
            calls_by_key, _ = read_calls(file)
    except OSError:
        return "it wrote no log of its kernels"
    missed = [calls for calls in calls_by_key.values() if calls.missed]
    return missed[0].why or "nothing says why" if missed else ""


def call_of(kernel: PlannedKernel, largest: int) -> dict[str, Any]:
    """Return the call of a kernel's information file on random values, for `verify_call`.

    Integers are at most `largest`. Raise MisuseError for tensors that calls by type do not support.
    """
    info = kernel.info
    return {
        "op_type": info.op_type,
        "deterministic": int(kernel.deterministic),
        "inputs": _ports(info.inputs, info),
        "outputs": _ports(info.outputs, info),
        "kinds": [[_kind(tensor) for tensor in side] for side in (info.inputs, info.outputs)],
        "attrs": [[attr.name, attr.dtype, attr.value] for attr in info.attrs or ()],
        "largest": largest,
        "seed": kernel.key,
    }


def _ports(parameters: Sequence[Parameter], info: OperatorInfo) -> list[dict[str, Any] | None]:
    ports: list[dict[str, Any] | None] = []
    for parameter in parameters:
        if isinstance(parameter, TensorInfo):
            ports.append(_port(parameter, "", info))
        elif parameter is None:
            ports.append(None)
        else:
            ports += [_port(tensor, tensor.name, info) for tensor in parameter]
    return ports


def _kind(parameter: Parameter) -> tuple[str, int]:
    """Return a parameter's declared kind, and its number of tensors."""
    if parameter is None:
        return "optional", 1
    if isinstance(parameter, TensorInfo):
        return parameter.param_type, 1
    return "dynamic", len(parameter)


def _port(tensor: TensorInfo, list_of: str, info: OperatorInfo) -> dict[str, Any]:
    if tensor.sub_format or tensor.c0_format:
        message = f"not compared: {tensor.name} has a format that calls by type do not have"
        raise MisuseError(message, f"run the program that {info.path} is of")
    view = {"stride": tensor.stride, "offset": tensor.offset} if tensor.is_view else {}
    return {
        **view,
        "dtype": tensor.dtype,
        "shape": tensor.shape,
        "format": tensor.format,
        "origin_shape": tensor.origin_shape,
        "origin_format": tensor.origin_format,
        "values": tensor.const_data,
        "list_of": list_of,
    }


def link_opp(opp: str, copy: str) -> None:
    """Make `copy` an opp with the operators of `opp`, and no static or debug kernels."""
    os.makedirs(copy)
    for entry in os.scandir(opp):
        if entry.name not in _OWN_KERNELS:
            os.symlink(entry.path, os.path.join(copy, entry.name))


def install_package(package: str, opp: str) -> None:
    """Install a package of static kernels into `opp`; BuildError if that fails."""
    ended = run(["sh", package, "--quiet"], env={**os.environ, "ASCEND_OPP_PATH": opp})
    if ended.code != 0:
        message = f"--verify: {package} cannot be installed into {opp}"
        raise BuildError(message, details=ended.output_text + ended.error_text)
