"""Kernels of AI CPUs by CANN's framework, from hand-written interfaces.

The library of the kernels is linked as the public repositories do.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.utils.aclnn import DTYPE_CODES, AclnnError, Client
from tests.utils.python_kernels import device_given_back

SOURCES = Path(__file__).with_name("sources")
LIBRARY = "libacme_aicpu_kernels.so"
OPERATORS = ("AcmeBlend", "AcmeGather", "AcmePositive", "AcmeBroadcast")
FAILED = 507018  # ACL_ERROR_RT_AICPU_EXCEPTION


def _compiler(home: Path) -> str:
    return str(home / "toolkit/toolchain/hcc/bin/aarch64-target-linux-gnu-g++")


def _link_kernels(home: Path, folder: Path, library: Path) -> None:
    """Link kernels of both ABIs of std::string into one library."""
    context = home / "pkg_inc/aicpu_common/context"
    objects = []
    for name, abi in (("blend", 1), ("broadcast", 0)):
        objects.append(str(folder / f"{name}.o"))
        subprocess.run(
            [_compiler(home), "-std=c++14", "-O1", "-fPIC", "-fvisibility=hidden", "-Wall",
             "-Wextra", "-Werror", f"-D_GLIBCXX_USE_CXX11_ABI={abi}", f"-I{context}",
             *(f"-I{context}/{part}" for part in ("common", "cpu_proto", "utils")),
             f"-I{home}/include", "-c", str(SOURCES / f"{name}.cpp"), "-o", objects[-1]],
            check=True,
        )  # fmt: skip
    archives = [f"{home}/lib64/lib{name}.a" for name in ("aicpu_context", "base_ascend_protobuf")]
    subprocess.run(
        [_compiler(home), "-shared", *objects, "-Wl,--whole-archive", *archives,
         "-Wl,--no-whole-archive", "-Wl,-Bsymbolic",
         "-Wl,--exclude-libs=libbase_ascend_protobuf.a", "-Wl,-z,now", "-s", "-o", str(library)],
        check=True,
    )  # fmt: skip


def _write_table(vendor: Path, libraries: dict[str, str]) -> None:
    table = vendor / "op_impl/cpu/config/cust_aicpu_kernel.json"
    table.parent.mkdir(parents=True, exist_ok=True)
    info = {"engine": "DNN_VM_AICPU", "opKernelLib": "CUSTAICPUKernel", "userDefined": "True"}
    operators = {
        operator: {"opInfo": info | {"functionName": "RunCpuKernel", "kernelSo": library}}
        for operator, library in libraries.items()
    }
    table.write_text(json.dumps(operators), encoding="utf-8")


@pytest.fixture(scope="module")
def vendor(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package of kernels for AI CPUs and of their interfaces."""
    folder = tmp_path_factory.mktemp("aicpu")
    vendor = folder / "vendors/acme"
    kernels = vendor / "op_impl/cpu/aicpu_kernel/impl"
    interfaces = vendor / "op_api/lib"
    for path in (kernels, interfaces):
        path.mkdir(parents=True)
    _link_kernels(cann_home, folder, kernels / LIBRARY)
    _write_table(vendor, dict.fromkeys(OPERATORS, LIBRARY))
    include = cann_home / "include"
    subprocess.run(
        ["g++", "-std=c++17", "-O1", "-shared", "-fPIC", "-Wall", "-Werror",
         "-D_GLIBCXX_USE_CXX11_ABI=0", f"-I{include}", f"-I{include}/aclnn",
         str(SOURCES / "interfaces.cpp"), "-o", str(interfaces / "libcust_opapi.so"),
         f"-L{cann_home}/lib64", "-lopapi", "-lnnopbase", "-lgraph"],
        check=True,
    )  # fmt: skip
    return vendor


@pytest.fixture(scope="module")
def _client(cann_home: Path, vendor: Path) -> Iterator[Client]:
    with device_given_back(cann_home):
        yield Client(cann_home, vendor)


@pytest.fixture
def client(_client: Client, vendor: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ASCEND_CUSTOM_OPP_PATH", str(vendor))
    _client.acl("aclrtSetDevice", 0)
    yield _client
    _client.acl("aclrtResetDeviceForce", 0)


def _blend(client: Client, x: np.ndarray, mode: str, bias: np.ndarray | None = None) -> Any:
    """Return the result of two launches, and NumPy's."""
    others = [(x % 5).astype(x.dtype), (x % 3 + 1).astype(x.dtype)]
    y = client.empty(x.shape, x.dtype)
    client.run(
        "BlendTwice", client.tensor(x), None if bias is None else client.tensor(bias),
        client.tensors(*map(client.tensor, others)), 0.5, 7, True, mode,
        client.array("Int", 1, -4, 2**40), client.array("Float", 0.25, 2.0),
        client.array("Bool", 1, 0, 1), y,
    )  # fmt: skip
    constant = 7 + (1 - 4 + 2**40) + 2.25 + 2 + (0 if bias is None else float(bias[0]))
    want = x
    for _ in range(2):
        value = want.astype(np.float64)
        for other in others:
            value = value + other if mode == "sum" else value * other
        want = (-(value * 0.5 + constant)).astype(x.dtype)
    return y.read(), want


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64], ids=lambda t: t.__name__)
@pytest.mark.parametrize("mode", ["sum", "product"])
def test_attributes_and_lists(client: Client, dtype: type, mode: str) -> None:
    x = np.random.default_rng(3).integers(-60, 60, (7, 11)).astype(dtype)
    for bias in (None, np.array([3], dtype)):
        result, want = _blend(client, x, mode, bias)
        np.testing.assert_array_equal(result, want)


def test_values_of_the_host(client: Client) -> None:
    x = np.random.default_rng(5).normal(size=20).astype(np.float32)
    y = client.empty((3,))
    indices = client.array("Int", 19, 0, 4)
    client.run("GatherAdd", client.tensor(x), indices, client.scalar(np.float32(0.5)), y)
    np.testing.assert_array_equal(y.read(), x[[19, 0, 4]] + np.float32(0.5))


@pytest.mark.parametrize(
    ("x_shape", "y_shape"),
    [((3, 4), (3, 4)), ((3, 4), (4,)), ((2, 1, 5), (3, 1)), ((1,), (2, 3)), ((), ()),
     ((2, 3, 1, 4, 1), (1, 1, 5, 4, 2))],
    ids=str,
)  # fmt: skip
def test_broadcast_of_the_other_abi(
    client: Client, x_shape: tuple[int, ...], y_shape: tuple[int, ...]
) -> None:
    draw = np.random.default_rng(7)
    x, y = (np.asarray(draw.normal(size=s), np.float32) for s in (x_shape, y_shape))
    z = client.empty(np.broadcast_shapes(x_shape, y_shape))
    client.run("Subtract", client.tensor(x), client.tensor(y), z)
    np.testing.assert_array_equal(z.read(), x - y)


def test_shape_that_the_kernel_computes(client: Client) -> None:
    x = np.array([3, -1, 0, 2, 5], np.float32)
    y = client.empty((5,))
    client.run("ByName", "AcmePositive", True, client.tensor(x), y)
    assert y.shape() == (3,)
    np.testing.assert_array_equal(y.read()[:3], [3, 2, 5])
    assert (y.read()[3:] == 77).all()


@pytest.mark.parametrize(
    ("mode", "text"),
    [("median", r"AcmeBlend: .*libacme_aicpu_kernels.so returned 1; .*the mode is median"),
     ("throw", r"AcmeBlend: .* threw an exception: no mode for that")],
)  # fmt: skip
def test_failed_kernel_is_an_error_of_the_stream(client: Client, mode: str, text: str) -> None:
    x = np.ones((2, 3), np.float32)
    with pytest.raises(AclnnError, match=text) as error:
        _blend(client, x, mode)
    assert error.value.code == FAILED
    result, want = _blend(client, x, "sum")  # the stream works on
    np.testing.assert_array_equal(result, want)


def test_kernel_without_a_shape_fails_by_name(client: Client) -> None:
    x = client.tensor(np.ones(3, np.float32))
    with pytest.raises(AclnnError, match="AcmeBroadcast: its kernel failed with 507018"):
        client.run("ByName", "AcmeBroadcast", True, x, x)  # lacks an input


def test_operator_of_no_package(client: Client, vendor: Path) -> None:
    x = client.tensor(np.ones(3, np.float32))
    text = f"AcmeLog asks for a kernel of the AI CPU, which no installed package has: .*{vendor}"
    with pytest.raises(AclnnError, match=text):
        client.prepare("ByName", "AcmeLog", False, x, x)


@pytest.mark.parametrize(
    ("which", "text"),
    [(0, "AcmeGather: 2 attributes have 1 names"), (1, "attribute a is neither a number"),
     (2, r"AcmeGather: .* allocates its outputs \(DEPEND_COMPUTE\)")],
)  # fmt: skip
def test_calls_that_cannot_be(client: Client, which: int, text: str) -> None:
    with pytest.raises(AclnnError, match=text):
        client.prepare("Wrong", which, client.tensor(np.ones(3, np.float32)))


def test_view_is_rejected(client: Client) -> None:
    data = np.ones((4, 6), np.float32)
    with pytest.raises(AclnnError, match="AcmeBroadcast: input 0 is not contiguous"):
        client.prepare("Subtract", client.tensor(data, data[:, ::2]), client.empty((4, 3)),
                       client.empty((4, 3)))  # fmt: skip


def test_freed_memory_is_an_error_of_the_stream(client: Client) -> None:
    x = client.tensor(np.ones(3, np.float32))
    prepared = client.prepare("Subtract", x, x, client.empty((3,)))
    client.acl("aclrtFree", x.memory)
    client.launch(prepared, None)
    with pytest.raises(AclnnError, match="AcmeBroadcast: input 0 is not in an allocated device"):
        client.synchronize(None)


def test_first_package_with_the_operator_counts(
    client: Client, vendor: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that names a lost library, before and after the one of the package."""
    _write_table(tmp_path, dict.fromkeys(OPERATORS, "libacme_lost.so"))
    x = client.tensor(np.ones(3, np.float32))
    monkeypatch.setenv("ASCEND_CUSTOM_OPP_PATH", f"{tmp_path}:{vendor}")
    lost = f"AcmePositive: .*{tmp_path}/op_impl/cpu/aicpu_kernel/impl/libacme_lost.so"
    with pytest.raises(AclnnError, match=lost):
        client.prepare("ByName", "AcmePositive", True, x, x)
    monkeypatch.setenv("ASCEND_CUSTOM_OPP_PATH", f"{vendor}:{tmp_path}")
    client.run("ByName", "AcmePositive", True, x, client.empty((3,)))


@pytest.mark.parametrize(
    ("source", "text"),
    [("", "was not linked with libaicpu_context.a of this toolkit"),
     ('extern "C" unsigned AicpuKernelCallVersion() { return 0; }', "of another version"),
     ('extern "C" unsigned AicpuKernelCallVersion() { return 1; }', "no function RunCpuKernel")],
)  # fmt: skip
def test_library_of_another_context(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, text: str
) -> None:
    library = tmp_path / "op_impl/cpu/aicpu_kernel/impl/libother.so"
    library.parent.mkdir(parents=True)
    (tmp_path / "other.cpp").write_text(source, encoding="utf-8")
    subprocess.run(
        ["g++", "-shared", "-fPIC", str(tmp_path / "other.cpp"), "-o", str(library)], check=True
    )
    _write_table(tmp_path, {"AcmeOther": library.name})
    monkeypatch.setenv("ASCEND_CUSTOM_OPP_PATH", str(tmp_path))
    x = client.tensor(np.ones(3, np.float32))
    with pytest.raises(AclnnError, match=f"AcmeOther: .*{text}"):
        client.prepare("ByName", "AcmeOther", False, x, x)


def test_damaged_table(client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write_table(tmp_path, {"AcmeBlend": ""})
    monkeypatch.setenv("ASCEND_CUSTOM_OPP_PATH", str(tmp_path))
    x = client.tensor(np.ones(3, np.float32))
    with pytest.raises(AclnnError, match=r"unreadable: .*AcmeBlend has no kernelSo"):
        client.prepare("ByName", "AcmeBlend", False, x, x)


def test_library_exports_its_entry_points_only(vendor: Path) -> None:
    library = vendor / "op_impl/cpu/aicpu_kernel/impl" / LIBRARY
    listing = subprocess.run(
        ["nm", "-D", "--defined-only", str(library)], capture_output=True, text=True, check=True
    ).stdout
    names = {line.split()[-1] for line in listing.splitlines()}
    assert {"RunCpuKernel", "AicpuKernelCallVersion"} <= names
    assert [name for name in names if "aicpu" in name] == []


def test_types_have_the_numbers_of_aclnn(cann_home: Path, tmp_path: Path) -> None:
    """Kernels compare the type of a tensor with names that aclnn numbers alike."""
    checks = "\n".join(
        f'static_assert(aicpu::DT_{_type_name(name)} == {code}, "{name}");'
        for name, code in DTYPE_CODES.items()
    )
    source = tmp_path / "types.cpp"
    source.write_text(f'#include "cpu_types.h"\n{checks}\n', encoding="utf-8")
    folder = cann_home / f"{os.uname().machine}-linux/include/aicpu_common/context/common"
    subprocess.run(["g++", "-std=c++11", "-fsyntax-only", f"-I{folder}", str(source)], check=True)


def _type_name(name: str) -> str:
    return {"float32": "FLOAT", "float64": "DOUBLE"}.get(name, name.upper())
