"""Variables that kernels of a program use, written and read by its host code."""

from __future__ import annotations

import ctypes
import subprocess
from typing import TYPE_CHECKING

import pytest

from custom_compiler.kernel.launch.bisheng import main
from tests.utils.status import Acl, Rt

if TYPE_CHECKING:
    from pathlib import Path

D2H, H2D, D2D = 2, 1, 3

PROGRAM = """
#include <cstdio>
#include "acl/acl.h"
#include "acl/acl_rt_api.h"
#include "kernel_operator.h"

__gm__ float weights[4] = {1, 2, 3, 4};

__global__ __vector__ __aicore__ void scale(__gm__ float* y) {
    for (int i = 0; i < 4; ++i) {
        y[i] = 10 * weights[i];
    }
    weights[3] = 99;
}

int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    float *device = nullptr, y[4], last = 0;
    const float changed[2] = {7, 8};
    size_t size = 0;
    void* address = nullptr;
    aclrtStream stream = nullptr;
    aclrtCreateStream(&stream);
    aclrtMalloc(&device, sizeof(y));
    int code = aclrtGetSymbolSize(weights, &size) | aclrtGetSymbolAddress(weights, &address);
    code |= aclrtMemcpyToSymbol(weights, changed, sizeof(changed), 4, ACL_MEMCPY_HOST_TO_DEVICE);
    scale<<<1, nullptr, stream>>>(device);
    code |= aclrtMemcpyFromSymbolAsync(&last, 4, weights, 4, 12, ACL_MEMCPY_DEVICE_TO_HOST, stream);
    aclrtMemcpy(y, sizeof(y), device, sizeof(y), ACL_MEMCPY_DEVICE_TO_HOST);
    printf("%d %zu %g %g %g %g %g\\n", code, size, y[0], y[1], y[2], y[3], last);
    code = aclrtMemcpyToSymbol(weights, changed, 8, 12, ACL_MEMCPY_HOST_TO_DEVICE);
    printf("%d %s\\n", code, aclGetRecentErrMsg());
    return address == static_cast<void*>(weights) ? 0 : 1;
}
"""


def test_a_kernel_and_its_variable(
    cann_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scale.asc").write_text(PROGRAM)
    options = ["--npu-arch=dav-2201", "scale.asc", "-o", "scale", "-lascendcl"]
    assert main(str(cann_home), options) == 0
    result = subprocess.run(
        ["./scale"], capture_output=True, text=True, check=False, timeout=60, cwd=tmp_path
    )
    assert result.returncode == 0, result.stderr
    values, message = result.stdout.splitlines()
    assert values == "0 16 10 70 80 40 99"
    assert message.startswith(f"{Acl.INVALID_PARAM} ")
    assert "8 bytes at 12 of a variable of 16 bytes" in message


@pytest.fixture(scope="module")
def variable(tmp_path_factory: pytest.TempPathFactory) -> ctypes.c_void_p:
    """The address of an exported variable of 12 bytes."""
    folder = tmp_path_factory.mktemp("variable")
    (folder / "variable.c").write_text("int counters[3] = {1, 2, 3};\n")
    subprocess.run(["gcc", "-shared", "variable.c", "-o", "variable.so"], check=True, cwd=folder)
    library = ctypes.CDLL(str(folder / "variable.so"))
    return ctypes.c_void_p(ctypes.addressof(ctypes.c_int.in_dll(library, "counters")))


def test_copies_in_a_stream(device, stream, variable):
    source = device.upload((ctypes.c_int * 2)(5, 6))
    assert device("aclrtMemcpyToSymbolAsync", variable, source, 8, 4, D2D, stream) == 0
    target = device.malloc(12)
    assert device("aclrtMemcpyFromSymbolAsync", target, 12, variable, 12, 0, D2D, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    values = (ctypes.c_int * 3)()
    device.download(target, values)
    assert list(values) == [1, 5, 6]
    host = (ctypes.c_int * 1)()
    assert device("aclrtMemcpyFromSymbol", host, 4, variable, 4, 8, D2H) == 0
    assert list(host) == [6]


def test_wrong_copies(device, stream, variable):
    host, size = (ctypes.c_int * 4)(), ctypes.c_size_t()
    inside = ctypes.c_void_p(variable.value + 4)
    assert device("aclrtGetSymbolSize", inside, ctypes.byref(size)) == Rt.INVALID_SYMBOL
    assert "is not the start of a variable" in device.message()
    assert device("aclrtGetSymbolSize", host, ctypes.byref(size)) == Rt.INVALID_SYMBOL
    assert device("aclrtGetSymbolSize", None, ctypes.byref(size)) == Acl.INVALID_PARAM
    assert device("aclrtMemcpyToSymbol", variable, host, 16, 0, H2D) == Acl.INVALID_PARAM
    assert device("aclrtMemcpyToSymbol", variable, host, 4, 0, D2H) == Acl.INVALID_PARAM
    short = device("aclrtMemcpyFromSymbolAsync", host, 4, variable, 8, 0, D2H, stream)
    assert short == Rt.PARAM_INVALID
