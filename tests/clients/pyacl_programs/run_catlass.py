"""Loads and launches a kernel with catlass' own functions: run_catlass.py FILE KERNEL.

FILE is python/tla_dsl/catlass/base_dsl/runtime/ascend.py of catlass. The rest of the package, a
compiler, is not needed: its error class and its printing are stood in for.
"""

import importlib.util
import sys
import types
from pathlib import Path
from typing import Any

import acl
import numpy as np


def catlass_runtime(file: str) -> types.ModuleType:
    """The module `catlass.base_dsl.runtime.ascend`."""
    for name in ("catlass", "catlass.base_dsl", "catlass.base_dsl.runtime"):
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__path__ = []
    execution: Any = types.ModuleType("catlass.execution")
    execution.TlaRuntimeUnavailableError = type("TlaRuntimeUnavailableError", (Exception,), {})
    printing: Any = types.ModuleType("catlass.base_dsl.runtime.ascend_debug_fifo")
    printing.launch_with_debug_fifo = None
    for module in (execution, printing):
        sys.modules[module.__name__] = module
    spec = importlib.util.spec_from_file_location("catlass.base_dsl.runtime.ascend", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def main() -> None:
    runtime = catlass_runtime(sys.argv[1])
    assert runtime.load_acl() is acl
    kernel = Path(sys.argv[2])
    x, y = np.arange(1024, dtype=np.int32), np.arange(0, 2048, 2, dtype=np.int32)
    z = np.empty_like(x)
    acl.init()
    acl.rt.set_device(0)
    stream, _ = acl.rt.create_stream()
    for mode in ("aiv", "mix"):
        _, function = runtime.load_binary(name=f"add_1024 {mode}", kernel_path=kernel, device=0)
        pointers = np.array([acl.rt.malloc(x.nbytes, 0)[0] for _ in range(3)], np.uint64)
        for pointer, array in zip(pointers.tolist(), (x, y), strict=False):
            acl.rt.memcpy(pointer, array.nbytes, array.ctypes.data, array.nbytes, 1)
        # One parameter holds all three pointers.
        runtime.launch_kernel(
            function=function, stream=stream, block_num=8, args=pointers.tobytes()
        )
        runtime.check_acl_errors(acl.rt.synchronize_stream(stream), "synchronize_stream")
        acl.rt.memcpy(z.ctypes.data, z.nbytes, int(pointers[2]), z.nbytes, 2)
        assert (z == x + y).all()
        print(mode, "sums are right")
    try:
        runtime.load_binary(name="no_such_kernel aiv", kernel_path=kernel, device=0)
    except runtime.TlaRuntimeUnavailableError as error:
        print(error)


if __name__ == "__main__":
    main()
