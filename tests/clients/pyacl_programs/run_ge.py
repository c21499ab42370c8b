"""Calls the operator of GE's Python example: run_ge.py FILE.

FILE is .../args_refresh_add_custom/python/src/ge/add_custom.py, with its kernel where it expects
it. GE, which would call the operator from a graph, is stood in for.
"""

import importlib.util
import math
import sys
import types
from typing import Any

import acl
import numpy as np


class Tensor:
    """Operator input as GE passes it: 2 x 2048 floats on the device."""

    shape = (2, 2048)
    shape_size = math.prod(shape)
    storage_shape = types.SimpleNamespace(dims=shape)
    data_type = format = 0

    def __init__(self) -> None:
        self.addr, ret = acl.rt.malloc(4 * self.shape_size, 0)
        assert ret == 0


class Context:
    """One call of the operator."""

    def __init__(self) -> None:
        self.inputs = [Tensor(), Tensor()]
        self.stream, _ = acl.rt.create_stream()
        self.output: Tensor | None = None

    def malloc_output_tensor(self, *_: object) -> Tensor:
        output = self.output = Tensor()
        return output

    def get_stream(self) -> int:
        return self.stream


def main() -> None:
    operators = {}
    acl.init()
    acl.rt.set_device(0)
    context = Context()
    custom_op: Any = types.ModuleType("ge.custom_op")
    custom_op.get_execute_ctx = lambda: context
    custom_op.register_op_impl = lambda op_type: lambda cls: operators.setdefault(op_type, cls)
    sys.modules["ge"] = types.ModuleType("ge")
    sys.modules["ge.custom_op"] = custom_op
    spec = importlib.util.spec_from_file_location("add_custom", sys.argv[1])
    assert spec is not None
    assert spec.loader is not None
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
    x, y = np.random.default_rng(0).random((2, *Tensor.shape), np.float32)
    for tensor, array in zip(context.inputs, (x, y), strict=True):
        acl.rt.memcpy(tensor.addr, array.nbytes, array.ctypes.data, array.nbytes, 1)
    operators["AddPythonCustomOp"]().execute(*context.inputs)
    assert acl.rt.synchronize_stream(context.stream) == 0, acl.get_recent_err_msg()
    assert context.output is not None
    z = np.empty_like(x)
    acl.rt.memcpy(z.ctypes.data, z.nbytes, context.output.addr, z.nbytes, 2)
    assert (z == x + y).all()
    print("sums are right")


if __name__ == "__main__":
    main()
