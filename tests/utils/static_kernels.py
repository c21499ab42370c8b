"""Static kernels of installed operators, and launches of their objects by hand."""

from __future__ import annotations

import ctypes
import json
from ctypes import byref, c_size_t, c_uint32, c_void_p
from pathlib import Path
from typing import Any

import numpy as np

from custom_compiler.kernel.opc.engine import CompiledOperatorKernel, compile_kernel_request
from custom_compiler.kernel.static.information import read_information
from custom_compiler.kernel.static.static_request import static_request

_TO_DEVICE, _TO_HOST = 1, 2


def tensor(
    name: str, index: int, shape: tuple[int, ...], dtype: str, **more: Any
) -> dict[str, Any]:
    """A tensor of an information file."""
    stated = {"index": index, "param_type": "required", "format": "ND", "shape": list(shape)}
    return {"name": name, "dtype": dtype, **stated, **more}


def compile_static(
    home: Path, folder: Path, record: dict[str, Any], soc: str = "Ascend910B3"
) -> CompiledOperatorKernel:
    """The static kernel of a call; its files, called `static`, lie in `folder`."""
    path = folder / "call.json"
    path.write_text(json.dumps(record))
    request = static_request(str(home), read_information(str(path)), False, "static", soc)
    kernel = compile_kernel_request(request)
    (folder / "static.o").write_bytes(kernel.data)
    (folder / "static.json").write_text(json.dumps(kernel.description))
    return kernel


class Launcher:
    """Launches kernel objects on device 0, which the caller's process has."""

    def __init__(self, home: Path) -> None:
        self._acl = ctypes.CDLL(str(home / "lib64/libascendcl.so"))
        self._acl.aclGetRecentErrMsg.restype = ctypes.c_char_p
        self("aclrtSetDevice", 0)

    def __call__(self, name: str, *arguments: Any) -> None:
        """Call a function that must succeed."""
        code = getattr(self._acl, name)(*arguments)
        assert code == 0, (name, code, self._acl.aclGetRecentErrMsg())

    def run(self, folder: Path, inputs: list[np.ndarray], output: np.ndarray) -> np.ndarray:
        """The output of a static kernel without a workspace; `output` says what it looks like."""
        description = json.loads((folder / "static.json").read_text())
        function = self._function(folder / "static.o", description["kernelName"])
        memories = [self._upload(array) for array in (*inputs, output)]
        arguments, parameter, stream = c_void_p(), c_void_p(), c_void_p()
        self("aclrtKernelArgsInit", function, byref(arguments))
        for value in (*memories, c_void_p()):
            size = c_size_t(8)
            self("aclrtKernelArgsAppend", arguments, byref(value), size, byref(parameter))
        self("aclrtKernelArgsFinalize", arguments)
        self("aclrtCreateStream", byref(stream))
        blocks = c_uint32(description["blockDim"])
        self("aclrtLaunchKernelWithConfig", function, blocks, stream, None, arguments, None)
        self("aclrtSynchronizeStream", stream)
        result = np.empty_like(output)
        size = c_size_t(result.nbytes)
        self("aclrtMemcpy", result.ctypes.data_as(c_void_p), size, memories[-1], size, _TO_HOST)
        return result

    def _function(self, path: Path, name: str) -> c_void_p:
        binary, function = c_void_p(), c_void_p()
        self("aclrtBinaryLoadFromFile", str(path).encode(), None, byref(binary))
        self("aclrtBinaryGetFunction", binary, name.encode(), byref(function))
        return function

    def _upload(self, array: np.ndarray) -> c_void_p:
        memory, size = c_void_p(), c_size_t(array.nbytes)
        self("aclrtMalloc", byref(memory), size, 0)
        self("aclrtMemcpy", memory, size, array.ctypes.data_as(c_void_p), size, _TO_DEVICE)
        return memory
