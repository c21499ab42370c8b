"""Contents of a package of static kernels: files, and an index by static key."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.static.static_key import has_views, key_text, tensors_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from custom_compiler.kernel.static.information import OperatorInfo

INDEX = "binary_info_config.json"

_CORE_TYPES = {"MIX": 0, "AiCore": 1, "VectorCore": 2, "MIX_AICORE": 3, "MIX_VECTOR_CORE": 4}


class StaticKernel(NamedTuple):
    """A kernel for one call of an operator."""

    info: OperatorInfo
    deterministic: bool  # what runs it is for
    name: str  # of its files, without ending; two entries with one name share the same kernel
    data: bytes
    description: dict[str, Any]


class LeftOut(NamedTuple):
    """A kernel that does not go together with those before it."""

    kernel: StaticKernel
    reason: str  # one line


class StaticContents:
    """The files and the index of the package `name` for one SoC, kernel by kernel.

    Attributes:
        files: Contents by path in the package.
        count: The kernels in it.
    """

    def __init__(self, name: str, soc: str) -> None:
        self.files: dict[str, bytes] = {}
        self.count = 0
        self._name = name
        self._soc = soc
        self._depended: dict[str, dict[int, bool]] = {}
        self._entries: dict[str, dict[str, Any]] = {}  # by operator type and key

    def add_all(self, kernels: Iterable[StaticKernel]) -> tuple[LeftOut, ...]:
        """Add kernels; return those that cannot be in this package."""
        return tuple(
            LeftOut(kernel, reason) for kernel in kernels if (reason := self._refusal(kernel))
        )

    def _refusal(self, kernel: StaticKernel) -> str:
        """Return the reason why a kernel cannot be added, or ""."""
        try:
            self._add(kernel)
        except MisuseError as error:
            return error.message
        return ""

    def index(self) -> dict[str, Any]:
        """Return the index for programs, sorted: the operators, and the kernels of each."""
        return {op_type: self._operator(op_type) for op_type in sorted(self._entries)}

    def _operator(self, op_type: str) -> dict[str, Any]:
        depended = sorted(number for number, depends in self._depended[op_type].items() if depends)
        entries = self._entries[op_type]
        return {
            "simplifiedKeyMode": 0,
            **({"valueDependIndex": depended} if depended else {}),
            "staticList": [entries[key] for key in sorted(entries)],
        }

    def _add(self, kernel: StaticKernel) -> None:
        info = kernel.info
        key = key_text(info, deterministic=kernel.deterministic, views=has_views(info))
        entries = self._entries.get(info.op_type, {})
        if key in entries:
            raise MisuseError(f"{info.path}: another file describes the same call ({key})")
        depended = _depended_inputs(info)
        before = self._depended.get(info.op_type, {})
        for number, depends in depended.items():
            if before.get(number, depends) != depends:
                message = f"{info.path}: value_depend of input {number} differs from files before"
                raise MisuseError(message)
        stem = f"{self._soc}/{info.op_type}/{kernel.name}"
        if self.files.get(f"{stem}.o", kernel.data) != kernel.data:
            raise MisuseError(f"{info.path}: another kernel has the name {kernel.name}")
        entry = static_entry(key, f"{self._name}/{stem}.o", kernel.description)
        self.count += f"{stem}.o" not in self.files
        self.files[f"{stem}.o"] = kernel.data
        self.files[f"{stem}.json"] = json_bytes(kernel.description)
        self.files[f"config/{self._soc}/shape_info/{kernel.name}.json"] = json_bytes(info.raw)
        self._depended[info.op_type] = before | depended
        self._entries.setdefault(info.op_type, {})[key] = entry


def _depended_inputs(info: OperatorInfo) -> dict[int, bool]:
    """Return whether values of each present input are part of the key; calls may omit others."""
    return {
        number: any(tensor.value_depend for tensor in tensors_of(parameter))
        for number, parameter in enumerate(info.inputs)
        if tensors_of(parameter)
    }


def static_entry(key: str, path: str, description: dict[str, Any]) -> dict[str, Any]:
    """Return the entry of a kernel in the index; raise MisuseError if a field is missing."""
    core_type = description.get("coreType")
    if core_type not in _CORE_TYPES:
        raise MisuseError(f"{path}: its description has no coreType that is known: {core_type!r}")
    for field in ("blockDim", "kernelName"):
        if field not in description:
            raise MisuseError(f"{path}: its description has no {field}")
    workspace = description.get("workspace", {"size": []})
    if not isinstance(workspace, dict) or not isinstance(workspace.get("size"), list):
        raise MisuseError(f"{path}: its description has no sizes of its workspace")
    return {
        "coreType": _CORE_TYPES[core_type],
        "simplifiedKey": key,
        "binPath": path,
        "binDesc": {
            "blockDim": description["blockDim"],
            "kernelName": description["kernelName"],
            "workspace": workspace["size"],
        },
    }


def json_bytes(content: Any) -> bytes:
    """Return JSON on one line, which is written many times faster."""
    return json.dumps(content).encode() + b"\n"
