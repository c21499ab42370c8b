"""From the call that an information file describes to the request for its static kernel."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.jobs.job import Limits
from custom_compiler.kernel.opc.description import kernel_types
from custom_compiler.kernel.opc.engine import KernelRequest
from custom_compiler.kernel.opc.observed import Installed, read_installed
from custom_compiler.kernel.opc.operators import find_operator
from custom_compiler.kernel.opc.options import IMPL_MODES
from custom_compiler.kernel.opc.signature import signature_of
from custom_compiler.kernel.static.host_tiling import host_tiling
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.compiler import open_toolkit
from custom_compiler.kernel.toolchain.soc import find_soc
from custom_compiler.support.cache_root import cache_root
from custom_compiler.support.ge_numbers import DTYPE_NUMBERS, FORMAT_NUMBERS
from custom_compiler.support.kernel_origin import ORIGIN, kernels_by_key, origin_of
from custom_compiler.support.platform_config import read_description

if TYPE_CHECKING:
    from custom_compiler.kernel.opc.operators import PackagePlace
    from custom_compiler.kernel.static.information import OperatorInfo, Parameter, TensorInfo
    from custom_compiler.kernel.toolchain.compiler import Toolkit
    from custom_compiler.kernel.toolchain.soc import Soc

_TILING_LIMITS = Limits(seconds=60.0, memory=2 << 30)


def static_request(  # noqa: PLR0913, PLR0917 - what a static kernel is made of
    root: str,
    info: OperatorInfo,
    deterministic: bool,  # noqa: FBT001 - one of the operator's arguments
    name: str,
    soc_name: str,
    limits: Limits = _TILING_LIMITS,
) -> KernelRequest:
    """The request for the static kernel of a call: the kernel that the runtime takes, made for it.

    `root` is the toolkit, `name` that of the kernel's files, `limits` are those of the tiling
    function.

    Raises:
        MisuseError: No installed package has such a kernel, or the file is of another device.
        BuildError: The tiling function does not decide the call.
    """
    toolkit = open_toolkit(root)
    soc = find_soc(soc_name, toolkit.config)
    _check_platform(info, soc, toolkit)
    package = find_operator(info.op_type, soc, toolkit)
    installed = _kernel_for_all_shapes(info, deterministic, package, soc)
    cache = KernelCache(cache_root())
    tiling = host_tiling(info, deterministic, package, soc, toolkit, cache, limits)
    entry = _static_entry(info, deterministic, name, installed)
    key = _simplified_key(info, deterministic)
    origin = origin_of(key, json.loads(installed.description), package.tiling_library)
    entry[ORIGIN] = origin._asdict()
    return KernelRequest(
        toolkit=root,
        implementation=package.implementation,
        signature=signature_of(info.op_type, entry),
        options=installed.options._replace(op_mode="static", debug_config=frozenset()),
        tiling_library=package.tiling_library,
        static=tiling,
        kernel_types=_kernel_types(installed),
    )


def _check_platform(info: OperatorInfo, soc: Soc, toolkit: Toolkit) -> None:
    """MisuseError if the call ran on another number of cores than the SoC has."""
    if info.platform is None:
        return
    values = read_description(os.path.join(toolkit.config, soc.name + ".ini"))
    all_cores = values.get("ai_core_cnt", "0")
    cores = tuple(int(values.get(key, all_cores)) for key in ("cube_core_cnt", "vector_core_cnt"))
    if info.platform != cores:
        message = (
            f"{info.path}: platform_info: it ran with {info.platform[0]} cube and"
            f" {info.platform[1]} vector cores, {soc.name} has {cores[0]} and {cores[1]}"
        )
        raise MisuseError(message, "give the --soc_version of that run")


def _kernel_for_all_shapes(
    info: OperatorInfo,
    deterministic: bool,  # noqa: FBT001 - one of the operator's arguments
    package: PackagePlace,
    soc: Soc,
) -> Installed:
    """The kernel of the package that calls of these types and formats take."""
    folder = os.path.join(package.tbe, "kernel")
    table = os.path.join(folder, "config", soc.unit, "binary_info_config.json")
    try:
        with open(table, encoding="utf-8") as file:
            paths = kernels_by_key(json.load(file)[info.op_type])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        message = f"{info.path}: operator {info.op_type}: {table} lists no kernels of it: {error!r}"
        raise MisuseError(message, "build its package again, and install that") from error
    wanted = _simplified_key(info, deterministic)
    if wanted not in paths:
        message = (
            f"{info.path}: operator {info.op_type}: {package.root} has no kernel with the key"
            f" {wanted}"
        )
        raise MisuseError(message, f"its kernels are {', '.join(sorted(paths))}")
    return read_installed(os.path.join(folder, paths[wanted]), soc.name)


def _kernel_types(installed: Installed) -> tuple[tuple[int, int], ...]:
    """The types of its tiling keys; () if its description does not say."""
    with suppress(KeyError, TypeError):
        return tuple(kernel_types(json.loads(installed.description)).items())
    return ()


def _simplified_key(info: OperatorInfo, deterministic: bool) -> str:  # noqa: FBT001 - as above
    mode = IMPL_MODES.get(info.impl_mode, 0)
    codes = []
    for parameter in (*info.inputs, *info.outputs):
        first = _first(parameter)
        if first is not None and first.param_type != "optional":
            codes.append(f"/{DTYPE_NUMBERS[first.dtype]},{FORMAT_NUMBERS[first.format]}")
    return f"{info.op_type}/d={int(deterministic)},p={mode}{''.join(codes)}"


def _first(parameter: Parameter) -> TensorInfo | None:
    if isinstance(parameter, tuple):
        return parameter[0] if parameter else None
    return parameter


def _static_entry(
    info: OperatorInfo,
    deterministic: bool,  # noqa: FBT001 - one of the operator's arguments
    name: str,
    installed: Installed,
) -> dict[str, Any]:
    """The entry of a parameter file: what the installed kernel was made as, with these shapes."""
    made_as = installed.signature.raw
    entry: dict[str, Any] = {"bin_filename": name}
    for key, parameters in (("inputs", info.inputs), ("outputs", info.outputs)):
        declared = made_as.get(key, [])
        if len(declared) != len(parameters):
            message = (
                f"{info.path}: {key}: there are {len(parameters)}, operator {info.op_type} has"
                f" {len(declared)}"
            )
            raise MisuseError(message, "record the run again, with the operator as it is now")
        pairs = zip(declared, parameters, strict=True)
        entry[key] = [_with_shape(port, parameter) for port, parameter in pairs]
    if info.attrs is not None:
        entry["attrs"] = [
            {"name": attr.name, "dtype": attr.dtype, "value": attr.value} for attr in info.attrs
        ]
    entry["deterministic"] = "true" if deterministic else "false"
    if info.platform is not None:
        entry["platformInfo"] = {
            "cubeCoreCnt": info.platform[0],
            "vectorCoreCnt": info.platform[1],
        }
    # The other kind of determinism was not recorded: it serves whatever level of it is asked for.
    if info.deterministic_level is not None and info.deterministic == deterministic:
        platform = entry.setdefault("platformInfo", {})
        platform["deterministicLevel"] = info.deterministic_level
    return entry


def _with_shape(port: Any, parameter: Parameter) -> Any:
    if parameter is None or parameter == ():
        return port
    if isinstance(parameter, tuple):
        declared = port[0] if isinstance(port, list) else port
        return [_one_with_shape(declared, tensor) for tensor in parameter]
    return _one_with_shape(port, parameter)


def _one_with_shape(port: dict[str, Any], tensor: TensorInfo) -> dict[str, Any]:
    shaped = {
        **port,
        "shape": list(tensor.shape),
        "ori_shape": list(tensor.origin_shape),
        "ori_format": tensor.origin_format,
    }
    if tensor.const_data is not None:
        shaped["const_value"] = list(tensor.const_data)
    return shaped
