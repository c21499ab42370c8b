"""The description of a static kernel: what the runtime launches it by, in place of a tiling."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from custom_compiler.kernel.opc.description import (
    PRINT_FIELDS,
    core_fields,
    init_values,
    list_entry,
    support_info,
)
from custom_compiler.kernel.opc.static_tiling import StaticTiling
from custom_compiler.support.kernel_origin import ORIGIN

if TYPE_CHECKING:
    from custom_compiler.kernel.opc.description import KernelFacts
    from custom_compiler.kernel.opc.operator_kernel import OperatorKernel
    from custom_compiler.kernel.opc.options import OpcOptions
    from custom_compiler.kernel.toolchain.soc import Soc


def describe_static(  # noqa: PLR0913, PLR0917 - what a description is made of
    kernel: OperatorKernel,
    tiling: StaticTiling,
    options: OpcOptions,
    soc: Soc,
    facts: KernelFacts,
    binary: bytes,
) -> dict[str, Any]:
    """Return the complete description, with fields as CANN's compiler writes them.

    `facts` are of one key. The entry of the parameter file may state `deterministic`, the
    determinism of calls that the kernel serves; `platformInfo`, requirements on the device;
    `compileOptions`, options besides those of its operator; `madeFrom`, its operator.
    """
    signature, implementation = kernel.signature, kernel.implementation
    name, key = signature.bin_filename, tiling.tiling_key
    record: dict[str, Any] = {
        "binFileName": name,
        "binFileSuffix": ".o",
        "blockDim": tiling.block_dim,
        **core_fields(soc, facts, [key]),
        "kernelName": f"{name}_{key}",
        "kernelList": [list_entry(name, key, facts, soc)],
        "localMemorySize": tiling.local_memory_size,
        "memoryStamping": [],
        "opParaSize": 0,
        "parameters": init_values(signature, implementation),
        "schedule_mode": tiling.schedule_mode,
        "sha256": hashlib.sha256(binary).hexdigest(),
        "workspace": {
            "num": len(tiling.workspaces),
            "size": list(tiling.workspaces),
            "type": [0] * len(tiling.workspaces),
        },
    }
    if facts.prints:
        record.update(PRINT_FIELDS)
    if implementation.dynamic_params:
        record["dynamicParamMode"] = "folded_with_desc"
    for stated in ("deterministic", "platformInfo", "compileOptions", ORIGIN):
        if stated in signature.raw:
            record[stated] = signature.raw[stated]
    record["runInfo"] = {
        "block_dim": tiling.block_dim,
        "local_memory_size": tiling.local_memory_size,
        "schedule_mode": tiling.schedule_mode,
        "tiling_cond": tiling.tiling_cond,
        "tiling_key": tiling.tiling_key,
        "clear_atomic": tiling.clear_atomic,
        "tiling_data": tiling.data.hex(),
    }
    record["supportInfo"] = support_info(signature, implementation, options)
    return record


def described_tiling(record: dict[str, Any]) -> StaticTiling:
    """Return the tiling of a description; raise KeyError, TypeError or ValueError."""
    run = record["runInfo"]
    return StaticTiling(
        tiling_key=run["tiling_key"],
        block_dim=run["block_dim"],
        workspaces=tuple(record["workspace"]["size"]),
        schedule_mode=run["schedule_mode"],
        local_memory_size=run["local_memory_size"],
        clear_atomic=run["clear_atomic"],
        tiling_cond=run["tiling_cond"],
        data=bytes.fromhex(run["tiling_data"]),
    )
