"""`tiling_func`: an operator's tiling function, asked for a call."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler.asc.runtime import acl
from custom_compiler.autokernel.mskl.arguments import is_tensor, on_host
from custom_compiler.autokernel.mskl.context import TilingOutput, last
from custom_compiler.autokernel.mskl.launcher import existing_file
from custom_compiler.errors import MisuseError
from custom_compiler.kernel.jobs.job import JobLimits
from custom_compiler.kernel.opc.operators import PackagePlace, find_operator
from custom_compiler.kernel.static.host_tiling import HostTilings
from custom_compiler.kernel.static.information import AttrInfo, OperatorInfo, TensorInfo
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.compiler import open_toolkit
from custom_compiler.kernel.toolchain.soc import find_soc
from custom_compiler.support.element_types import ALIASES, DTYPE_NUMBERS
from custom_compiler.support.formats import FORMAT_NUMBERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.kernel.static.information import Parameter
    from custom_compiler.kernel.toolchain.compiler import KernelToolkit
    from custom_compiler.kernel.toolchain.soc import Soc

_PRINTED = 75 << 20  # bytes that mskl adds to a workspace, for what kernels print
_DTYPES = {**{name: name for name in DTYPE_NUMBERS}, **ALIASES, "int": "int32"}
_FORMATS = {name.lower(): name for name in FORMAT_NUMBERS}
# By what mskl calls them.
_ATTRIBUTES = {
    "bool": "bool",
    "int": "int",
    "int64": "int",
    "float": "float",
    "float32": "float",
    "str": "string",
    "string": "string",
    "list_bool": "list_bool",
    "list_int": "list_int",
    "list_int64": "list_int",
    "list_float": "list_float",
    "list_float32": "list_float",
    "list_list_int": "list_list_int",
    "list_list_int64": "list_list_int",
}
_PYTHON_TYPES = {bool: "bool", int: "int", float: "float", str: "string"}


def tiling_func(  # noqa: PLR0913, PLR0917 - mskl's parameters
    op_type: str,
    inputs: list[Any] | None = None,
    outputs: list[Any] | None = None,
    lib_path: str | None = None,
    inputs_info: list[Any] | None = None,
    outputs_info: list[Any] | None = None,
    attr: dict[str, Any] | list[dict[str, Any]] | None = None,
    soc_version: str | None = None,
) -> TilingOutput:
    """Run the tiling function of an operator in a separate process.

    Args:
        op_type: As the operator is registered.
        inputs: Arrays or tensors, lists of them for dynamic inputs, None for absent ones.
        outputs: The same.
        lib_path: The library with the function; None: that of the installed package.
        inputs_info: A dict by input, instead of it or besides: `shape`, `ori_shape`, `dtype`,
            `format`, `ori_format`, and `data_path`, a file of values that tiling reads.
        outputs_info: The same; `data_path` is not read.
        attr: By name in the order of the definition, or dicts of `name`, `dtype`, `value`.
        soc_version: The part; None: the device's.

    Raises:
        MisuseError: What is given describes no call, there is no such library, operator or part.
        BuildError: The function failed, crashed, or did not end.
    """
    toolkit = open_toolkit(acl.toolkit_root())
    soc = find_soc(soc_version or acl.device_part(), toolkit.config)
    info = OperatorInfo(
        path="tiling_func",
        op_type=op_type,
        inputs=_parameters("inputs", inputs, inputs_info),
        outputs=_parameters("outputs", outputs, outputs_info),
        attrs=_attributes(attr),
        deterministic=False,
        deterministic_level=None,
        impl_mode="",
        tune_mode="",
        platform=None,
        devices=1,
        bin_type=None,
        bin_info="",
        bin_filename="",
        raw={},
    )
    tilings = HostTilings(soc, toolkit, KernelCache())
    decided = tilings.make(info, False, _package(op_type, lib_path, soc, toolkit), JobLimits())  # noqa: FBT003
    size = sum(decided.workspaces) + _PRINTED
    last.tiling = TilingOutput(
        blockdim=decided.block_dim,
        workspace_size=size,
        workspace=np.zeros(size, np.uint8),
        tiling_data=np.frombuffer(decided.data, np.uint8).copy(),
        tiling_key=decided.tiling_key,
    )
    return last.tiling


def _package(op_type: str, lib_path: str | None, soc: Soc, toolkit: KernelToolkit) -> PackagePlace:
    if lib_path is None:
        return find_operator(op_type, soc, toolkit)
    library = str(Path(existing_file(lib_path, "lib_path")).resolve())
    return PackagePlace(str(Path(library).parent), "", "", library, "")


def _parameters(
    what: str, tensors: list[Any] | None, infos: list[Any] | None
) -> tuple[Parameter, ...]:
    count = max(len(tensors or ()), len(infos or ()))
    if count == 0:
        message = f"The {what} and {what}_info cannot be None or empty list at same time"
        raise MisuseError(message, f"give {what} as a list of arrays")
    arrays = [*(tensors or ()), *[None] * count][:count]
    descriptions = [*(infos or ()), *[None] * count][:count]
    return tuple(
        _parameter(f"{what}[{i}]", i, tensor, info)
        for i, (tensor, info) in enumerate(zip(arrays, descriptions, strict=True))
    )


def _parameter(name: str, index: int, tensor: Any, info: Any) -> Parameter:
    if isinstance(tensor, list) or isinstance(info, list):
        arrays = tensor or [None] * len(info)
        descriptions = info or [None] * len(arrays)
        if len(arrays) != len(descriptions):
            raise MisuseError(
                f"{name}: {len(arrays)} tensors, and {len(descriptions)} dicts about them"
            )
        members = [
            _tensor(f"{name}[{i}]", index, "dynamic", *each)
            for i, each in enumerate(zip(arrays, descriptions, strict=True))
        ]
        return tuple(each for each in members if each is not None)
    return _tensor(name, index, "required", tensor, info)


def _tensor(name: str, index: int, kind: str, tensor: Any, info: Any) -> TensorInfo | None:
    info = info or {}
    if tensor is None and not info:
        return None
    if not isinstance(info, dict):
        raise MisuseError(f"{name}: {info!r} is no dict", 'give {"shape": ..., "dtype": ...}')
    array = None if tensor is None else _host_array(name, tensor)
    shape = tuple(info.get("shape", () if array is None else array.shape))
    if array is None and not {"shape", "dtype"} <= info.keys():
        message = f"{name}: shape or dtype is not said"
        raise MisuseError(message, "give the tensor, or both in a dict")
    dtype = _dtype(name, info["dtype"] if "dtype" in info else str(array.dtype))  # type: ignore[union-attr]
    origin = tuple(info.get("ori_shape", shape))
    own_format = _format(name, info.get("format", "ND"))
    values = _values(name, info, array, dtype, shape)
    return TensorInfo(
        name="",
        index=index,
        param_type=kind,
        dtype=dtype,
        shape=shape,
        format=own_format,
        sub_format=0,
        c0_format=0,
        origin_shape=origin,
        origin_format=_format(name, info.get("ori_format", "ND")),
        value_depend=False,
        const_data=values,
        is_view=False,
        stride=(),
        offset=0,
    )


def _host_array(name: str, tensor: Any) -> Any:
    if isinstance(tensor, np.ndarray):
        return tensor
    if is_tensor(tensor):
        return _AsArray(tuple(tensor.shape), str(tensor.dtype).removeprefix("torch."), tensor)
    message = f"Type of {name} should be torch.Tensor, numpy.ndarray or the list of above"
    raise MisuseError(message, "give None and a dict of shape and dtype for one without values")


@dataclass(frozen=True)
class _AsArray:
    """The part of a PyTorch tensor that tiling functions need."""

    shape: tuple[int, ...]
    dtype: str
    tensor: Any

    def tolist(self) -> Any:
        return on_host(self.tensor).reshape(-1).tolist()


_MOST_VALUES = 1024  # of a tensor; tiling functions read sizes, indices and paddings


def _values(
    name: str, info: Mapping[str, Any], array: Any, dtype: str, shape: Sequence[int]
) -> tuple[Any, ...] | None:
    """Return the values that the tiling function may read: of a file, or of a small array."""
    if info.get("data_path"):
        path = existing_file(info["data_path"], f"{name}: data_path")
        array = np.fromfile(path, _numpy_type(dtype))
        if array.size != math.prod(shape):
            message = f"{name}: {path} has {array.size} elements, and its shape {math.prod(shape)}"
            raise MisuseError(message, "write it with tofile() from an array of that shape")
    elif array is None or not 0 < math.prod(shape) <= _MOST_VALUES:
        return None
    values = array.reshape(-1).tolist() if isinstance(array, np.ndarray) else array.tolist()
    return tuple(values)


def _numpy_type(dtype: str) -> Any:
    import ml_dtypes

    return ml_dtypes.bfloat16 if dtype == "bfloat16" else np.dtype(dtype)


def _dtype(argument: str, name: str) -> str:
    if name.lower() not in _DTYPES:
        raise MisuseError(f"{argument}: there is no dtype {name}", "give it as float16, int32, ...")
    return _DTYPES[name.lower()]


def _format(argument: str, name: str) -> str:
    if name.lower() not in _FORMATS:
        raise MisuseError(f"{argument}: there is no format {name}", "give it as ND, NCHW, ...")
    return _FORMATS[name.lower()]


def _attributes(attr: Any) -> tuple[AttrInfo, ...]:
    if isinstance(attr, dict):
        listed = [{"name": name, "value": value} for name, value in attr.items()]
    else:
        listed = list(attr or ())
    return tuple(_attribute(i, each) for i, each in enumerate(listed))


def _attribute(index: int, description: Mapping[str, Any]) -> AttrInfo:
    try:
        name, value = description["name"], description["value"]
    except (TypeError, KeyError) as error:
        message = f"attr[{index}]: {description!r} has no name or no value"
        raise MisuseError(message, 'give {"name": "a", "dtype": "int", "value": 1}') from error
    kind = _ATTRIBUTES.get(description["dtype"], "") if "dtype" in description else _type_of(value)
    if not kind:
        types = ", ".join(_ATTRIBUTES)
        raise MisuseError(f"attr {name}: its type is none that attributes have", f"say {types}")
    return AttrInfo(name, kind, value, index)


def _type_of(value: Any) -> str:
    if isinstance(value, list):
        inner = {_type_of(each) for each in value}
        return f"list_{inner.pop()}" if len(inner) == 1 else ""
    return _PYTHON_TYPES.get(type(value), "")
