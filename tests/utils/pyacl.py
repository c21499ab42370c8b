"""Short ways to call the module acl: results without their error code, arrays on the device."""

from __future__ import annotations

import ctypes
import importlib.util
import sys
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

TO_DEVICE, TO_HOST = 1, 2


def load(root: Path) -> ModuleType:
    """The module acl of a toolkit; a process has one."""
    if "acl" not in sys.modules:
        spec = PathFinder.find_spec("acl", [str(root / "python/site-packages")])
        assert spec, "the toolkit has no module acl for this Python"
        assert spec.loader
        sys.modules["acl"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["acl"])
    return sys.modules["acl"]


def ok(result: Any) -> Any:
    """Return a function's results without its error code, which must be 0."""
    *values, ret = result if isinstance(result, tuple) else (result,)
    assert ret == 0, f"{ret}: {sys.modules['acl'].get_recent_err_msg()}"
    return values[0] if len(values) == 1 else tuple(values)


class Slots:
    """Values on the host whose addresses kernel_args_append takes: 8 bytes each."""

    def __init__(self, *values: int):
        self.values = (ctypes.c_uint64 * len(values))(*values)

    def address(self, index: int = 0) -> int:
        return ctypes.addressof(self.values) + 8 * index


class Device:
    """Device 0 with NumPy arrays on it."""

    def __init__(self, acl: ModuleType):
        self.acl = acl

    def empty(self, size: int) -> int:
        pointer: int = ok(self.acl.rt.malloc(size, 0))
        return pointer

    def upload(self, array: np.ndarray) -> int:
        pointer = self.empty(array.nbytes)
        ok(self.acl.rt.memcpy(pointer, array.nbytes, array.ctypes.data, array.nbytes, TO_DEVICE))
        return pointer

    def download(self, pointer: int, count: int, dtype: type = np.int32) -> np.ndarray:
        array: np.ndarray = np.zeros(count, dtype)
        ok(self.acl.rt.memcpy(array.ctypes.data, array.nbytes, pointer, array.nbytes, TO_HOST))
        return array
