"""The process that runs one tiling function: operators' code, which crashes, loops and prints.

It uses the toolkit's C API (libascendc_infer.so). The request is what `host_tiling` writes; the
answer, a JSON object, goes to the descriptor RESULT. The process may write a limited number of
bytes. It ends with the process that started it.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from ctypes import c_int32, c_uint8, c_uint32, c_uint64
from typing import Any

from custom_compiler.support.acl_library import AclLibrary
from custom_compiler.support.operator_call import OperatorCall
from custom_compiler.support.processes import die_with_parent, limit_resources


class OperatorTiling(ctypes.Structure):
    """OperatorTiling of ascendc_infer/operator_call.h."""

    _fields_ = (
        ("tiling_key", c_uint64),
        ("data_size", c_uint64),
        ("workspace_count", c_uint64),
        ("data", ctypes.POINTER(c_uint8)),
        ("workspaces", ctypes.POINTER(c_uint64)),
        ("block_dim", c_uint32),
        ("schedule_mode", c_uint32),
        ("local_memory_size", c_uint32),
        ("tiling_cond", c_int32),
        ("clear_atomic", c_uint32),
        ("call_hash", ctypes.c_char_p),
    )


# Kinds of attributes in information files -> those of OperatorCall.
_KINDS = {
    "int": "int",
    "data_type": "int",
    "float": "float",
    "bool": "bool",
    "string": "str",
    "list_int": "listInt",
    "list_float": "listFloat",
    "list_bool": "listBool",
    "list_list_int": "listListInt",
}


def tile(toolkit: AclLibrary, request: dict[str, Any]) -> dict[str, Any]:
    """Run the tiling function of a request; return its decisions, or the error."""
    call = OperatorCall(toolkit, request["op_type"])
    for key in ("inputs", "outputs"):
        for port in request[key]:
            _add_port(call, port, is_output=key == "outputs")
    for kind, value in request["attrs"]:
        call.add_attribute(_KINDS[kind], value)
    tiling = OperatorTiling()
    failed = toolkit.OperatorCallTile(
        call.handle,
        os.fsencode(request["library"]),
        request["deterministic"],
        ctypes.byref(tiling),
    )
    if failed:
        return {"error": call.error()}
    return {
        "tiling_key": tiling.tiling_key,
        "block_dim": tiling.block_dim,
        "workspaces": tiling.workspaces[: tiling.workspace_count],
        "schedule_mode": tiling.schedule_mode,
        "local_memory_size": tiling.local_memory_size,
        "clear_atomic": bool(tiling.clear_atomic),
        "tiling_cond": tiling.tiling_cond,
        "call": tiling.call_hash.decode(),
        "data": bytes(tiling.data[: tiling.data_size]).hex(),
    }


def _add_port(call: OperatorCall, port: list[dict[str, Any]] | None, *, is_output: bool) -> None:
    call.add_port(is_output=is_output)
    if port is None:
        call.add_absent()
    for tensor in port or ():
        data = None if tensor["data"] is None else bytes.fromhex(tensor["data"])
        call.add_tensor(tensor["origin_shape"], tensor["dtype"], tensor["origin_format"], data)
        if tensor["is_stored"]:
            call.set_storage(tensor["shape"], tensor["format"])


def main(result: str, memory: str) -> None:
    """Answer the request on standard input; ends the process.

    Args:
        result: The descriptor for the answer.
        memory: Bytes that the process may write to.
    """
    die_with_parent()
    limit_resources({"RLIMIT_CORE": 0, "RLIMIT_DATA": int(memory)})
    request = json.load(sys.stdin)
    try:
        answer = tile(AclLibrary(request["toolkit"], is_global=True), request)
    except OSError as error:
        answer = {"error": str(error)}
    with open(int(result), "wb") as file:
        file.write(json.dumps(answer).encode())
    sys.stdout.flush()
    os._exit(0)  # nothing of the operator's library runs any more
