"""The description `<Op>_<md5>.json` of a kernel, which the runtime and the packer read."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.kernel.opc.options import IMPL_MODES
from custom_compiler.kernel.opc.signature import DTYPES
from custom_compiler.kernel.toolchain.kernel_types import (
    AIC_ONLY,
    AICORE,
    AIV_ONLY,
    DEFAULT_TYPE,
    DETERMINISTIC,
    KEY,
    KEY_TYPE,
    MIX_AIC_1_0,
    MIX_AIC_1_1,
    MIX_AIC_1_2,
    MIX_AICORE,
    MIX_AIV_1_0,
    MIX_VECTOR_CORE,
    PRINT,
    TILING_SIZE,
    VECTORCORE,
    inferred_type,
    type_on,
)
from custom_compiler.support.formats import FORMAT_NUMBERS

if TYPE_CHECKING:
    from custom_compiler.kernel.opc.implementation import Implementation
    from custom_compiler.kernel.opc.options import OpcOptions
    from custom_compiler.kernel.opc.signature import Signature, SignaturePort
    from custom_compiler.kernel.toolchain.soc import Soc

# Per kernel type: kernelType, taskRation and crossCoreSync of an entry of kernelList.
_LIST_FIELDS = {
    AIV_ONLY: ("MIX_AIC", "0:1", 0),
    AIC_ONLY: ("MIX_AIC", "1:0", 0),
    MIX_AIV_1_0: ("MIX_AIC", "0:1", 1),
    MIX_AIC_1_0: ("MIX_AIC", "1:0", 1),
    MIX_AIC_1_1: ("MIX_AIC", "1:1", 1),
    MIX_AIC_1_2: ("MIX_AIC", "1:2", 1),
    AICORE: ("AiCore", "1:0", None),
    VECTORCORE: ("VectorCore", "0:1", None),
    MIX_AICORE: ("MIX_AICORE", "1:1", None),
    MIX_VECTOR_CORE: ("MIX_VECTOR_CORE", "1:1", None),
}
_MIXED = range(MIX_AIV_1_0, MIX_AIC_1_2 + 1)
# What a kernel that prints says; the size is in bytes.
PRINT_FIELDS = {"debugOptions": "printf,assert", "debugBufSize": 75 << 20}
_WORKSPACE = {"num": 1, "size": [-1], "type": [0]}


class KernelFacts(NamedTuple):
    """Records of the compiled kernel about itself."""

    keys: list[int]  # tiling keys, at least one
    types: dict[int, int]  # kernel type of each key
    typed: bool  # the source states types itself
    tiling_size: int  # bytes of the largest tiling structure it reads
    prints: bool
    deterministic: dict[int, bool]  # keys that only calls of this kind have


def kernel_types(record: dict[str, Any]) -> dict[int, int]:
    """Return the kernel type of each tiling key in a description; raise KeyError or TypeError."""
    numbers = {(kind, ratio): number for number, (kind, ratio, _) in _LIST_FIELDS.items()}
    synced = {(kind, ratio, sync): number for number, (kind, ratio, sync) in _LIST_FIELDS.items()}
    types = {}
    for entry in record["kernelList"]:
        kind, ratio = entry["kernelType"], entry["taskRation"]
        sync = entry.get("crossCoreSync")
        types[entry["tilingKey"]] = synced.get((kind, ratio, sync), numbers[kind, ratio])
    return types


def kernel_facts(meta: list[tuple[int, int, int]], soc: Soc, tiling_size: int) -> KernelFacts:
    """Return facts for one SoC; `tiling_size` is that of the registered structures, in bytes."""
    kinds = {record[0] for record in meta}
    keys = sorted({a for kind, a, _ in meta if kind == KEY}) or [0]
    stated = {a: b for kind, a, b in meta if kind == KEY_TYPE}
    defaults = [a for kind, a, _ in meta if kind == DEFAULT_TYPE]
    default = defaults[-1] if defaults else inferred_type(kinds)
    sizes = [a for kind, a, _ in meta if kind == TILING_SIZE]
    return KernelFacts(
        keys=keys,
        types={key: type_on(soc.split_cores, stated.get(key, default)) for key in keys},
        typed=bool(defaults or stated),
        tiling_size=max([tiling_size, *sizes]),
        prints=PRINT in kinds,
        deterministic={a: b != 0 for kind, a, b in meta if kind == DETERMINISTIC},
    )


def describe(  # noqa: PLR0913, PLR0917 - what a description is made of
    signature: Signature,
    implementation: Implementation,
    options: OpcOptions,
    soc: Soc,
    facts: KernelFacts,
    binary: bytes,
) -> dict[str, Any]:
    """Return the complete description, with fields as CANN's compiler writes them."""
    name = signature.bin_filename
    keys = [key for key in facts.keys if not options.tiling_keys or key in options.tiling_keys]
    record: dict[str, Any] = {
        "binFileName": name,
        "binFileSuffix": ".o",
        "blockDim": -1,
        **core_fields(soc, facts, keys),
        "kernelName": name,
        "kernelList": [list_entry(name, key, facts, soc) for key in keys],
        "memoryStamping": [],
        "opParaSize": _parameter_size(signature, implementation, options, facts.tiling_size),
        "parameters": init_values(signature, implementation),
        "sha256": hashlib.sha256(binary).hexdigest(),
        "workspace": _WORKSPACE,
        "compileInfo": {},
    }
    if facts.prints:
        record.update(PRINT_FIELDS)
    if implementation.dynamic_params:
        record["dynamicParamMode"] = "folded_with_desc"
    if options.optional_input_mode:
        record["optionalInputMode"] = options.optional_input_mode
    if options.optional_output_mode:
        record["optionalOutputMode"] = options.optional_output_mode
    record["supportInfo"] = support_info(signature, implementation, options)
    return record


def core_fields(soc: Soc, facts: KernelFacts, keys: list[int]) -> dict[str, Any]:
    """Return the cores that a kernel with these tiling keys runs on."""
    kinds = {facts.types[key] for key in keys}
    if not soc.split_cores:
        chosen = max(kinds)
        core = {VECTORCORE: "VectorCore", MIX_AICORE: "MIX_AICORE"}.get(chosen, "AiCore")
        core = "MIX_VECTOR_CORE" if chosen == MIX_VECTOR_CORE else core
        return {"coreType": core, "magic": "RT_DEV_BINARY_MAGIC_ELF"}
    if kinds == {AIV_ONLY}:
        core, short, magic = "VectorCore", "AIV", "RT_DEV_BINARY_MAGIC_ELF_AIVEC"
        return {"coreType": core, "core_type": short, "intercoreSync": 0, "magic": magic}
    if kinds == {AIC_ONLY}:
        core, short, magic = "AiCore", "AIC", "RT_DEV_BINARY_MAGIC_ELF_AICUBE"
        return {"coreType": core, "core_type": short, "intercoreSync": 0, "magic": magic}
    ratio = "tilingKey" if facts.typed or len(kinds) > 1 else _LIST_FIELDS[min(kinds)][1]
    sync = int(any(kind in _MIXED for kind in kinds))
    return {
        "coreType": "MIX",
        "core_type": "",
        "taskRation": ratio,
        "intercoreSync": sync,
        "magic": "RT_DEV_BINARY_MAGIC_ELF",
    }


def list_entry(name: str, key: int, facts: KernelFacts, soc: Soc) -> dict[str, Any]:
    """Return the entry of one tiling key in kernelList."""
    kind, ratio, sync = _LIST_FIELDS[facts.types[key]]
    entry: dict[str, Any] = {
        "kernelName": f"{name}_{key}",
        "tilingKey": key,
        "kernelType": kind,
        "taskRation": ratio,
    }
    if soc.split_cores and sync is not None:
        entry["crossCoreSync"] = sync
    if key in facts.deterministic:
        entry["deterministic"] = str(facts.deterministic[key]).lower()
    return entry


def _parameter_size(
    signature: Signature, implementation: Implementation, options: OpcOptions, tiling_size: int
) -> int:
    if "oom" not in options.debug_config:
        return tiling_size + 8
    # Bounds of every buffer follow the tiling data: ports, the shape output, the workspace.
    buffers = len(signature.ports) + bool(implementation.shape_outputs) + 1
    return (tiling_size + 7) // 8 * 8 + 8 + 8 * buffers


def init_values(
    signature: Signature, implementation: Implementation
) -> list[dict[str, Any] | None]:
    """Return the initial values of outputs before the kernel runs; one entry per parameter."""
    values = list(implementation.init_values)
    values += [None] * (len(signature.outputs) - len(values))
    outputs = [
        _init_value(port, value) for port, value in zip(signature.outputs, values, strict=False)
    ]
    return [*([None] * len(signature.inputs)), *outputs, None]


def _init_value(port: SignaturePort, value: str | None) -> dict[str, Any] | None:
    if value is None:
        return None
    if value.isdigit():
        return {"dtype": port.dtype, "init_value": int(value)}
    stated = json.loads(value)
    if stated.get("is_list"):
        stated = stated.get(port.dtype)
        if stated is None:
            return None
    return {"dtype": stated["type"], "init_value": stated["value"]}


def support_info(
    signature: Signature, implementation: Implementation, options: OpcOptions
) -> dict[str, Any]:
    """Return the properties that the kernel was compiled for."""
    raw = signature.raw
    info: dict[str, Any] = {
        "implMode": options.impl_mode,
        "int64Mode": False,
        "simplifiedKeyMode": options.simplified_key_mode,
        "simplifiedKey": simplified_keys(signature, options),
        "staticKey": _static_key(signature, options),
        "inputs": raw.get("inputs", []),
        "outputs": raw.get("outputs", []),
    }
    if signature.attrs:
        info["attrs"] = signature.attrs
    info["opMode"] = options.op_mode
    if options.optional_input_mode:
        info["optionalInputMode"] = options.optional_input_mode
    if options.optional_output_mode:
        info["optionalOutputMode"] = options.optional_output_mode
    if implementation.dynamic_params:
        info["dynamicParamMode"] = "folded_with_desc"
    info["deterministic"] = "ignore" if options.deterministic == "all" else options.deterministic
    if options.tiling_keys:
        info["tilingKey"] = sorted(options.tiling_keys)
    if options.debug_config:
        info["op_debug_config"] = ",".join(sorted(options.debug_config))
    return info


def simplified_keys(signature: Signature, options: OpcOptions) -> list[str]:
    """Return the keys by which the runtime finds this kernel: determinism, mode, ports."""
    levels = {"all": (0, 1), "true": (1,), "false": (0,)}[options.deterministic]
    always = [port for port in signature.ports if port.param_type != "optional"]
    rows = max([1, *(max(len(p.dtypes_for_query), len(p.formats_for_query)) for p in always)])
    tails = []
    for row in range(rows):
        codes = [f"/{_dtype_code(port, row)},{_format_code(port, row)}" for port in always]
        tails.append("".join(codes))
    return [
        f"{signature.op_type}/d={level},p={IMPL_MODES[mode]}{tail}"
        for tail in tails
        for level in levels
        for mode in options.impl_modes
    ]


def _dtype_code(port: SignaturePort, row: int) -> int:
    name = port.dtypes_for_query[row] if row < len(port.dtypes_for_query) else port.dtype
    return DTYPES[name].number


def _format_code(port: SignaturePort, row: int) -> int:
    name = port.formats_for_query[row] if row < len(port.formats_for_query) else port.format
    return FORMAT_NUMBERS[name]


def _static_key(signature: Signature, options: OpcOptions) -> str:
    keys = []
    for mode in options.impl_modes:
        content: dict[str, Any] = {}
        if signature.attrs:
            content["attrs"] = signature.attrs
        if mode:
            content["buildOptions"] = {"impl_mode": mode}
        content["inputs"] = signature.raw.get("inputs", [])
        content["outputs"] = signature.raw.get("outputs", [])
        text = json.dumps([signature.op_type, content], separators=(",", ":"))
        keys.append(hashlib.sha256(text.encode()).hexdigest())
    return ",".join(keys)
