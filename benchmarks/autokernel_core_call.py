"""One call of an operator by its type, as operators need whose aclnn function does more than call.

python benchmarks/autokernel_core_call.py '{"name": ..., "inputs": [FILE.npy], "attributes": [],
    "outputs": [[[2, 3], "float32"]], "constant": ["length"]}'
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from custom_compiler import acl as functions

acl: Any = functions  # as many as the toolkit's module has
_NUMBERS = {"float32": 0, "float16": 1, "int32": 3}
_ND, _NCDHW, _VOLUMES = 2, 30, 5  # formats, and the number of dimensions that the latter has
_DEVICE_MEMORY, _TO_DEVICE = 0, 1


def main(text: str) -> None:
    """Make the call; RuntimeError if it fails."""
    call = json.loads(text)
    ok(acl.init())
    ok(acl.rt.set_device(0))
    arrays = [np.load(file) for file in call["inputs"]]
    names = [Path(file).stem for file in call["inputs"]]
    inputs = [
        tensor(array, is_constant=name in call["constant"])
        for name, array in zip(names, arrays, strict=True)
    ]
    results = [np.zeros(shape, dtype) for shape, dtype in call["outputs"]]
    outputs = [tensor(array, is_constant=False) for array in results]
    attributes = acl.op.create_attr()
    for word in call["attributes"]:
        name, _, value = word.partition("=")
        ok(set_attribute(attributes, name, value))
    sides = [[part[i] for part in side] for side in (inputs, outputs) for i in (0, 1)]
    ok(acl.op.execute_v2(call["name"], *sides, attributes, 0))
    ok(acl.rt.synchronize_stream(0))


def set_attribute(attributes: int, name: str, value: str) -> Any:
    """Set an attribute: a list of integers, a number with a point, an integer, or a word."""
    if "," in value:
        return acl.op.set_attr_list_int(
            attributes, name, [int(number) for number in value.split(",")]
        )
    if value.lstrip("-").isdigit():
        return acl.op.set_attr_int(attributes, name, int(value))
    if value[0].isdigit():
        return acl.op.set_attr_float(attributes, name, float(value))
    return acl.op.set_attr_string(attributes, name, value)


def tensor(array: np.ndarray, *, is_constant: bool) -> tuple[int, int]:
    """Return description and buffer of a tensor; tiling reads the values of constants."""
    form = _NCDHW if array.ndim == _VOLUMES else _ND
    desc = acl.create_tensor_desc(_NUMBERS[array.dtype.name], list(array.shape), form)
    if is_constant:
        ok(acl.set_tensor_const(desc, array.ctypes.data, array.nbytes))
    memory = ok(acl.rt.malloc(max(array.nbytes, 32), _DEVICE_MEMORY))
    ok(acl.rt.memcpy(memory, array.nbytes, array.ctypes.data, array.nbytes, _TO_DEVICE))
    return desc, acl.create_data_buffer(memory, array.nbytes)


def ok(returned: Any) -> Any:
    """Return a result without its code, or exit with the error."""
    *values, code = returned if isinstance(returned, tuple) else (returned,)
    if code:
        message = f"{code}: {acl.get_recent_err_msg()}"
        raise SystemExit(message)
    return values[0] if values else None


if __name__ == "__main__":
    main(sys.argv[1])
