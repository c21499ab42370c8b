"""From the call that an information file describes to the request for its static kernel."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.jobs.job import JobLimits
from custom_compiler.kernel.opc.description import kernel_types
from custom_compiler.kernel.opc.engine import KernelRequest
from custom_compiler.kernel.opc.observed import Installed, read_installed
from custom_compiler.kernel.opc.operators import find_operator
from custom_compiler.kernel.opc.options import IMPL_MODES
from custom_compiler.kernel.opc.signature import signature_of
from custom_compiler.kernel.static.host_tiling import HostTilings
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.compiler import open_toolkit
from custom_compiler.kernel.toolchain.soc import find_soc
from custom_compiler.support.element_types import DTYPE_NUMBERS
from custom_compiler.support.formats import FORMAT_NUMBERS
from custom_compiler.support.kernel_origin import ORIGIN, kernels_by_key, origin_of
from custom_compiler.support.platform_config import read_description

if TYPE_CHECKING:
    from custom_compiler.kernel.opc.operators import PackagePlace
    from custom_compiler.kernel.opc.static_tiling import StaticTiling
    from custom_compiler.kernel.static.information import OperatorInfo, Parameter, TensorInfo
    from custom_compiler.kernel.toolchain.compiler import KernelToolkit
    from custom_compiler.kernel.toolchain.soc import Soc

_TILING_LIMITS = JobLimits(seconds=60.0, memory=2 << 30)


class _Dynamic(NamedTuple):
    """The kernel for all shapes that serves a call."""

    package: PackagePlace
    installed: Installed
    types: tuple[tuple[int, int], ...]  # by tiling key; () if its description does not say
    origin: dict[str, str]  # as descriptions say it


class StaticRequests:
    """Makes the requests for static kernels of one SoC; what is installed is looked at once."""

    def __init__(self, root: str, soc_name: str) -> None:
        """Read the toolkit at `root`; raise MisuseError if it is incomplete or lacks the SoC."""
        self._toolkit = open_toolkit(root)
        self._soc = find_soc(soc_name, self._toolkit.config)
        self._tilings = HostTilings(self._soc, self._toolkit, KernelCache())
        self._packages: dict[str, PackagePlace] = {}  # by operator type
        self._kernels: dict[str, dict[str, str]] = {}  # by operator type: paths by key
        self._dynamic_kernels: dict[str, _Dynamic] = {}  # by key

    def find_cached(
        self,
        info: OperatorInfo,
        deterministic: bool,  # noqa: FBT001 - one of the operator's arguments
        name: str,
    ) -> KernelRequest | None:
        """Return the request of `make` if its tiling is cached, else None."""
        kernel = self._find(info, deterministic)
        tiling = self._tilings.find_cached(info, deterministic, kernel.package)
        if tiling is None:
            return None
        entry = _static_entry(info, deterministic, name, kernel.installed)
        return self._request(entry, kernel, tiling)

    def make(
        self,
        info: OperatorInfo,
        deterministic: bool,  # noqa: FBT001 - one of the operator's arguments
        name: str,
        limits: JobLimits = _TILING_LIMITS,
    ) -> KernelRequest:
        """Return the request for the runtime's kernel for a call, specialised for that call.

        `name` is that of the kernel's files, `limits` are those of the tiling function.

        Raises:
            MisuseError: No installed package has such a kernel, or the file is of another device.
            BuildError: The tiling function does not decide the call.
        """
        kernel = self._find(info, deterministic)
        tiling = self._tilings.make(info, deterministic, kernel.package, limits)
        entry = _static_entry(info, deterministic, name, kernel.installed)
        return self._request(entry, kernel, tiling)

    def _find(
        self,
        info: OperatorInfo,
        deterministic: bool,  # noqa: FBT001 - one of the operator's arguments
    ) -> _Dynamic:
        _check_platform(info, self._soc, self._toolkit)
        op_type = info.op_type
        if op_type not in self._packages:
            self._packages[op_type] = find_operator(op_type, self._soc, self._toolkit)
        package = self._packages[op_type]
        folder = os.path.join(package.tbe, "kernel")
        if op_type not in self._kernels:
            table = os.path.join(folder, "config", self._soc.unit, "binary_info_config.json")
            self._kernels[op_type] = _listed_kernels(info, table)
        kernels, wanted = self._kernels[op_type], _simplified_key(info, deterministic)
        if wanted not in kernels:
            if _simplified_key(info, not deterministic) not in kernels:  # the same error for both
                wanted = wanted.replace(f"/d={int(deterministic)}", "/d=0|1", 1)
            message = (
                f"{info.path}: operator {op_type}: {package.root} has no kernel with the key"
                f" {wanted}"
            )
            raise MisuseError(message, f"its kernels are {', '.join(sorted(kernels))}")
        if wanted not in self._dynamic_kernels:
            installed = read_installed(os.path.join(folder, kernels[wanted]), self._soc.name)
            description = json.loads(installed.description)
            origin = origin_of(wanted, description, package.tiling_library)._asdict()
            self._dynamic_kernels[wanted] = _Dynamic(
                package, installed, _kernel_types(description), origin
            )
        return self._dynamic_kernels[wanted]

    def _request(
        self, entry: dict[str, Any], kernel: _Dynamic, tiling: StaticTiling
    ) -> KernelRequest:
        package, installed, types, origin = kernel
        return KernelRequest(
            toolkit=self._toolkit.root,
            implementation=package.implementation,
            signature=signature_of(installed.signature.op_type, {**entry, ORIGIN: origin}),
            options=installed.options._replace(op_mode="static", debug_config=frozenset()),
            tiling_library=package.tiling_library,
            static=tiling,
            kernel_types=types,
        )


def static_request(
    root: str,
    info: OperatorInfo,
    deterministic: bool,  # noqa: FBT001 - one of the operator's arguments
    name: str,
    soc_name: str,
) -> KernelRequest:
    """Return the request of `StaticRequests` for one static kernel; a job's function."""
    return StaticRequests(root, soc_name).make(info, deterministic, name)


def _check_platform(info: OperatorInfo, soc: Soc, toolkit: KernelToolkit) -> None:
    """Raise MisuseError if the call ran on another number of cores than the SoC has."""
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


def _listed_kernels(info: OperatorInfo, table: str) -> dict[str, str]:
    """Return the paths of an operator's kernels for all shapes, by their keys."""
    try:
        with open(table, encoding="utf-8") as file:
            return kernels_by_key(json.load(file)[info.op_type])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        message = f"{info.path}: operator {info.op_type}: {table} lists no kernels of it: {error!r}"
        raise MisuseError(message, "build its package again, and install that") from error


def _kernel_types(description: dict[str, Any]) -> tuple[tuple[int, int], ...]:
    """Return the types of a kernel's tiling keys; () if its description lacks them."""
    with suppress(KeyError, TypeError):
        return tuple(kernel_types(description).items())
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
    """Return a parameter file's entry: that of the installed kernel, with these shapes."""
    made_as = installed.signature.raw
    entry: dict[str, Any] = {"bin_filename": name}
    for key, parameters in (("inputs", info.inputs), ("outputs", info.outputs)):
        declared = made_as.get(key, [])
        if len(declared) != len(parameters):
            message = (
                f"{info.path}: {key}: there are {len(parameters)}, operator {info.op_type} has"
                f" {len(declared)}"
            )
            raise MisuseError(message, "record the run again, with the current operator")
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
