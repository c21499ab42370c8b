"""The process that runs one tiling function: operators' code, which crashes, loops and prints.

It imports the standard library, and uses the toolkit's C API (libascendc_infer.so). The
request is what `host_tiling` writes; the answer, a JSON object, goes to the descriptor RESULT.
process may write to a limited number of bytes. It ends with the process that started it.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from ctypes import c_float, c_int32, c_int64, c_uint8, c_uint32, c_uint64, c_void_p
from typing import Any

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


class TilingCall:
    """An operator call as the toolkit knows it."""

    def __init__(self, library: ctypes.CDLL, request: dict[str, Any]) -> None:
        self._library = library
        library.OperatorCallCreate.restype = c_void_p
        library.OperatorCallError.restype = ctypes.c_char_p
        self._call = c_void_p(library.OperatorCallCreate(request["op_type"].encode()))
        self._borrowed: list[Any] = []  # what is passed by address lives as long as the call
        for is_output, key in enumerate(("inputs", "outputs")):
            for port in request[key]:
                self._add_port(is_output, port)
        for kind, value in request["attrs"]:
            self._add_attribute(kind, value)

    def tile(self, library: str, deterministic: int) -> dict[str, Any]:
        """Run the tiling function that `library` registers."""
        tiling = OperatorTiling()
        failed = self._library.OperatorCallTile(
            self._call, os.fsencode(library), c_int32(deterministic), ctypes.byref(tiling)
        )
        if failed:
            return {"error": self._library.OperatorCallError(self._call).decode(errors="replace")}
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

    def _add_port(self, is_output: int, port: list[dict[str, Any]] | None) -> None:
        self._library.OperatorCallAddPort(self._call, is_output)
        if port is None:
            self._library.OperatorCallAddAbsent(self._call)
        for tensor in port or ():
            data = None
            if tensor["data"] is not None:
                data = ctypes.create_string_buffer(bytes.fromhex(tensor["data"]))
            dims = self._array(c_int64, tensor["origin_shape"])
            self._borrowed.append(data)
            rank = c_uint64(len(dims))
            kinds = (tensor["dtype"], tensor["origin_format"])
            self._library.OperatorCallAddTensor(self._call, dims, rank, *kinds, data)
            if tensor["is_stored"]:
                dims = self._array(c_int64, tensor["shape"])
                rank = c_uint64(len(dims))
                self._library.OperatorCallSetStorage(self._call, dims, rank, tensor["format"])

    def _add_attribute(self, kind: str, value: Any) -> None:
        library, call = self._library, self._call
        if kind in {"int", "data_type"}:
            library.OperatorCallAddInt(call, c_int64(value))
        elif kind == "float":
            library.OperatorCallAddFloat(call, c_float(value))
        elif kind == "bool":
            library.OperatorCallAddBool(call, int(value))
        elif kind == "string":
            library.OperatorCallAddStr(call, value.encode())
        elif kind == "list_list_int":
            values = self._array(c_int64, [number for numbers in value for number in numbers])
            lengths = self._array(c_uint64, [len(numbers) for numbers in value])
            library.OperatorCallAddListListInt(call, values, lengths, c_uint64(len(value)))
        else:
            name, element = {
                "list_int": ("Int", c_int64),
                "list_float": ("Float", c_float),
                "list_bool": ("Bool", c_uint8),
            }[kind]
            values = self._array(element, value)
            add = getattr(library, f"OperatorCallAddList{name}")
            add(call, values, c_uint64(len(values)))

    def _array(self, element: Any, values: list[Any]) -> Any:
        array = (element * len(values))(*values)
        self._borrowed.append(array)
        return array


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
        library = ctypes.CDLL(request["infer_library"], mode=os.RTLD_GLOBAL | os.RTLD_NOW)
        answer = TilingCall(library, request).tile(request["library"], request["deterministic"])
    except OSError as error:
        answer = {"error": str(error)}
    with open(int(result), "wb") as file:
        file.write(json.dumps(answer).encode())
    sys.stdout.flush()
    os._exit(0)  # nothing of the operator's library runs any more
