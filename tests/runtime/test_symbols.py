"""Variables that kernels of a program use, written and read by its host code."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import pytest

from custom_compiler.kernel.launch.bisheng import main
from tests.utils.status import Acl, Rt

D2H, H2D, D2D = 2, 1, 3


def test_a_kernel_and_its_variable(
    cann_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    source = str(Path(__file__).with_name("sources") / "scale.asc")
    options = ["--npu-arch=dav-2201", source, "-o", "scale", "-lascendcl"]
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
