"""The acl library through ctypes, and a hand-made kernel and operator package."""

from __future__ import annotations

import ctypes
import json
import os
import platform
import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest

from tests.utils.python_kernels import device_given_back

SOURCES = Path(__file__).parent / "sources"


class Acl:
    """libascendcl with a short way to call it: `acl("aclrtMalloc", ...)` is the error code."""

    def __init__(self, library: Path):
        self.library = ctypes.CDLL(str(library))
        self.library.aclGetRecentErrMsg.restype = ctypes.c_char_p

    def __call__(self, name: str, *arguments) -> int:
        function = getattr(self.library, name)
        function.restype = ctypes.c_int
        return function(*[_pointer_sized(value) for value in arguments])

    def message(self) -> str:
        return (self.library.aclGetRecentErrMsg() or b"").decode(errors="replace")

    def handle(self, name: str, *arguments) -> ctypes.c_void_p:
        """Calls a function whose first argument receives a handle; the call must succeed."""
        result = ctypes.c_void_p()
        assert self(name, ctypes.byref(result), *arguments) == 0, self.message()
        return result

    def malloc(self, size: int) -> ctypes.c_void_p:
        return self.handle("aclrtMalloc", size, 0)

    def upload(self, values) -> ctypes.c_void_p:
        """A device copy of a ctypes array or structure."""
        size = ctypes.sizeof(values)
        device = self.malloc(size)
        assert self("aclrtMemcpy", device, size, ctypes.byref(values), size, 1) == 0, self.message()
        return device

    def download(self, device, values) -> None:
        size = ctypes.sizeof(values)
        assert self("aclrtMemcpy", values, size, device, size, 2) == 0, self.message()


def _pointer_sized(value):
    # Sizes are size_t in most places, and wider than needed in registers elsewhere on 64-bit ABIs.
    return ctypes.c_uint64(value & 0xFFFFFFFFFFFFFFFF) if isinstance(value, int) else value


@pytest.fixture(scope="session")
def acl(cann_home: Path) -> Acl:
    return Acl(cann_home / "lib64" / "libascendcl.so")


@pytest.fixture(scope="package", autouse=True)
def no_python_kernels(cann_home: Path):
    """Devices are reset by force here."""
    with device_given_back(cann_home):
        yield


@pytest.fixture
def device(acl: Acl):
    """Device 0 is set; what the test leaves is freed."""
    assert acl("aclrtSetDevice", 0) == 0
    yield acl
    acl("aclrtSetDevice", 0)
    assert acl("aclrtResetDeviceForce", 0) == 0
    acl.message()


@pytest.fixture
def stream(device: Acl) -> ctypes.c_void_p:
    return device.handle("aclrtCreateStream")


@pytest.fixture
def other_soc(cann_home: Path):
    """A function that simulates another SoC until the test ends."""
    runtime = ctypes.CDLL(str(cann_home / "lib64/libruntime.so"))
    before = ctypes.create_string_buffer(64)
    assert runtime.rtGetSocVersion(before, len(before)) == 0

    def choose(name: str) -> None:
        assert runtime.rtSetSocVersion(name.encode()) == 0

    yield choose
    assert runtime.rtSetSocVersion(before) == 0


def compile_library(cann_home: Path, source: Path, output: Path, *options: str) -> Path:
    command = [
        os.environ.get("CXX", "g++"),
        "-std=c++17",
        "-O1",
        "-fPIC",
        "-shared",
        "-w",
        "-D_GLIBCXX_USE_CXX11_ABI=0",
        f"-I{cann_home}/include",
        f"-I{cann_home}/tikcpp/tikcfw",
        str(source),
        "-o",
        str(output),
        *options,
    ]
    subprocess.run(command, check=True)
    return output


def compile_kernel(cann_home: Path, folder: Path, name: str, architecture: int = 0) -> Path:
    keys = [f"-Wl,--defsym={name}_{key}=ascendc_kernel_entry" for key in range(1, 8)]
    return compile_library(
        cann_home,
        SOURCES / "kernel.cpp",
        folder / f"{name}.o",
        f'-DKERNEL_NAME="{name}"',
        f"-DARCHITECTURE={architecture}",
        *keys,
        f"-L{cann_home}/lib64",
        "-l:libascendc_aicore.so",
    )


@pytest.fixture(scope="session")
def kernel_object(cann_home: Path, tmp_path_factory) -> Path:
    return compile_kernel(cann_home, tmp_path_factory.mktemp("kernel"), "AddPairs_0123")


@pytest.fixture(scope="session")
def vendor_package(cann_home: Path, tmp_path_factory) -> Path:
    return make_package(cann_home, tmp_path_factory.mktemp("vendors") / "handmade")


def make_package(cann_home: Path, root: Path) -> Path:
    """A vendor root with the operator AddPairs for ascend910b, made by hand."""
    tbe = root / "op_impl/ai_core/tbe"
    kernels = tbe / "kernel/ascend910b/add_pairs"
    tiling = tbe / f"op_tiling/lib/linux/{platform.machine()}"
    config = tbe / "kernel/config/ascend910b"
    for folder in (kernels, tiling, config, root / "op_api/lib", root / "op_api/include"):
        folder.mkdir(parents=True)
    compile_kernel(cann_home, kernels, "AddPairs_0123")
    shutil.copy(SOURCES / "AddPairs_0123.json", kernels)
    shutil.copy(SOURCES / "binary_info_config.json", config)
    compile_library(
        cann_home,
        SOURCES / "tiling.cpp",
        tiling / "libcust_opmaster_rt2.0.so",
        f"-L{cann_home}/lib64",
        "-Wl,--whole-archive",
        "-l:librt2_registry.a",
        "-Wl,--no-whole-archive",
        "-lregister",
        "-lexe_graph",
    )
    compile_library(
        cann_home,
        SOURCES / "aclnn_add_pairs.cpp",
        root / "op_api/lib/libcust_opapi.so",
        f"-L{cann_home}/lib64",
        "-lnnopbase",
        "-lascendcl",
    )
    shutil.copy(SOURCES / "aclnn_add_pairs.h", root / "op_api/include")
    return root


@pytest.fixture(scope="session")
def client(cann_home: Path, vendor_package: Path, tmp_path_factory):
    return make_client(cann_home, vendor_package, tmp_path_factory.mktemp("client"))


def make_client(cann_home: Path, vendor_package: Path, folder: Path):
    """Return a function that runs the C client with a case's name, and returns the process."""
    program = folder / "client"
    libraries = [cann_home / "lib64", vendor_package / "op_api/lib"]
    subprocess.run(
        [
            "gcc",
            "-std=c99",
            "-Wall",
            "-Wextra",
            "-Werror",
            str(SOURCES / "client.c"),
            "-o",
            str(program),
            f"-I{cann_home}/include",
            f"-I{vendor_package}/op_api/include",
            *[f"-L{path}" for path in libraries],
            *[f"-Wl,-rpath-link,{path}" for path in libraries],
            "-lascendcl",
            "-lcust_opapi",
            "-lacl_op_compiler",
            "-lnnopbase",
            "-lopapi",
            "-lhccl",
        ],
        check=True,
    )

    def run(case: str, **environment: str) -> subprocess.CompletedProcess[str]:
        variables = {
            **os.environ,
            "ASCEND_HOME_PATH": str(cann_home),
            "ASCEND_CUSTOM_OPP_PATH": str(vendor_package),
            "LD_LIBRARY_PATH": os.pathsep.join(map(str, libraries)),
            **environment,
        }
        return subprocess.run(
            [str(program), case],
            capture_output=True,
            text=True,
            errors="replace",
            env=variables,
            timeout=30,
            check=False,
        )

    return run


def compile_static_kernel(cann_home: Path, output: Path, *options: str) -> Path:
    """Compile the kernel of `handmade_opp.NAME` for one call, with more options."""
    from tests.runtime.handmade_opp import ADDEND, NAME

    return compile_library(
        cann_home,
        SOURCES / "static_kernel.cpp",
        output,
        *("-DTOTAL=30", f"-DADDEND={ADDEND}", "-DPARAMETERS=4", f'-DKERNEL_NAME="{NAME}"'),
        f"-Wl,--defsym={NAME}_0=ascendc_kernel_entry",
        f"-L{cann_home}/lib64",
        "-l:libascendc_aicore.so",
        *options,
    )


@pytest.fixture(scope="session")
def compile_static(cann_home: Path):
    return partial(compile_static_kernel, cann_home)


@pytest.fixture(scope="session")
def static_file(compile_static, tmp_path_factory) -> Path:
    return compile_static(tmp_path_factory.mktemp("static") / "kernel.o")


@pytest.fixture(scope="session")
def static_object(static_file: Path) -> bytes:
    return static_file.read_bytes()


@pytest.fixture
def opp(static_object: bytes, tmp_path: Path):
    """An opp for static kernels."""
    from tests.runtime.handmade_opp import Opp

    return Opp(tmp_path / "opp", static_object)


@pytest.fixture
def call(client, opp, tmp_path: Path):
    """Runs a case of the C client: its sums, its output and what the log of kernels says."""

    def run(
        case: str = "add", **environment: str
    ) -> tuple[list[int], subprocess.CompletedProcess[str], dict[str, str]]:
        log = tmp_path / "log.jsonl"
        log.unlink(missing_ok=True)
        result = client(case, ASCENDC_KERNEL_LOG=str(log), **{**opp.environment, **environment})
        assert result.stdout.startswith("code 0"), result.stdout + result.stderr
        sums = [int(word) for word in result.stdout.splitlines()[2].split()]
        return sums, result, json.loads(log.read_text().splitlines()[-1])

    return run
