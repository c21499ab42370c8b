"""Kernels made for one call, and those rebuilt for debugging, are taken before the package's."""

from __future__ import annotations

import ctypes
import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from custom_compiler.kernel.static.information import TensorInfo, read_information
from custom_compiler.kernel.static.static_key import key_text
from tests.runtime import fuzz
from tests.runtime.handmade_opp import ADDEND, DESCRIPTION, KEY
from tests.runtime.test_args_dump import call_hash
from tests.utils.aclnn import AclnnError, Client, Tensor
from tests.utils.python_path import python_path
from tests.utils.status import Aclnn

SUMS = [1001 * i for i in range(30)]
STATIC = [value + ADDEND for value in SUMS]
DEBUG_ON = {"ASCENDC_ENABLE_DEBUG_KERNEL": "on"}


def test_the_call_of_a_static_kernel(call, opp):
    kernel = opp.add()
    sums, result, line = call()
    assert sums == STATIC
    assert "workspace 2048" in result.stdout  # of the kernel's description, not of tiling
    assert result.stderr == ""
    assert line == {
        "op": "AddPairs",
        "key": KEY,
        "taken": "static",
        "kernel": str(kernel),
        "why": "",
    }


@pytest.mark.parametrize("run_info", [{"clear_atomic": 1, "block_dim": 1}, {}])
def test_outputs_that_are_filled_before(call, opp, compile_static, run_info):
    # Ten elements are the kernel's, the others what its description says of the output.
    compile_static(opp.add(runInfo=run_info), "-UTOTAL", "-DTOTAL=10")
    assert call()[0] == STATIC[:10] + [7] * 20


def test_without_static_kernels_the_log_says_so(call, opp):
    sums, _, line = call()
    assert sums == SUMS
    assert line["taken"] == "dynamic"
    assert line["kernel"].endswith("AddPairs_0123.o")
    assert line["why"] == f"no static kernels for ascend910b in {opp.root}/static_kernel/ai_core"


def test_they_can_be_left_out(call, opp):
    """A program that tries sources gets their kernels, whatever is installed."""
    opp.add()
    sums, _, line = call(ASCENDC_STATIC_KERNELS="off")
    assert sums == SUMS
    assert line["taken"] == "dynamic"


@pytest.mark.parametrize(
    ("case", "key", "why"),
    [
        ("add", KEY.replace("(6,5)", "(5,6)"), "input 0: dimensions (6,5), the kernel has (5,6)"),
        ("add", KEY.replace("/1/0", "/1/7"), "attribute 1: 0, the kernel has 7"),
        (
            "add",
            KEY.replace("/3,2,(6,5)/1", "/0,2,(6,5)/1"),
            "output 0: dtype DT_INT32, the kernel",
        ),
        ("add", KEY.replace("d=0", "d=1"), "options d=0,p=0, the kernel has d=1,p=0"),
        ("deterministic", KEY, "options d=1,p=0, the kernel has d=0,p=0"),
        ("strided", KEY, "input 0: dimensions (5,6), the kernel has (6,5)"),
        # The same numbers between other delimiters.
        ("add", "AddPairs/d=0,p=0/3,2,(6,5,3,2,6)/5,3,(2,6,5)/1/0", "input 0: dimensions (6,5)"),
    ],
)
def test_calls_of_another_kind_take_the_package(call, opp, case, key, why):
    opp.add(key)
    sums, _, line = call(case)
    assert sorted(sums) == SUMS
    assert (line["taken"], line["why"][: len(why)]) == ("dynamic", why)


def test_the_nearest_kernel_is_compared(call, opp):
    opp.add(KEY.replace("(6,5)", "(1)"))
    opp.add(KEY.replace("/1/0", "/1/8"))
    opp.add(KEY.replace("(6,5)", "(2)"))
    assert call()[2]["why"] == "attribute 1: 0, the kernel has 8"


def test_another_operator_has_none(call, opp):
    opp.add()
    table = opp.index()
    table.write_text(table.read_text().replace('"AddPairs": ', '"Other": '))
    assert call()[2]["why"] == "no static kernel of this operator"


@pytest.mark.parametrize(
    ("platform", "why"),
    [
        ({"cubeCoreCnt": 24, "vectorCoreCnt": 48, "deterministicLevel": 0}, ""),
        ({"cubeCoreCnt": 20}, "cubeCoreCnt 24, the kernel has 20"),
        ({"vectorCoreCnt": 40}, "vectorCoreCnt 48, the kernel has 40"),
        ({"deterministicLevel": 2}, "deterministicLevel 0, the kernel has 2"),
    ],
)
def test_kernels_for_other_cores_are_left(call, opp, platform, why):
    opp.add(platformInfo=platform)
    sums, result, line = call(ASCENDC_SOC_VERSION="Ascend910B1")
    assert (sums, line["why"]) == (SUMS if why else STATIC, why)
    assert result.stderr == ""


def change_index(old: str, new: str):
    def damage(kernel: Path) -> None:
        index = kernel.parents[3] / "config/ascend910b/binary_info_config.json"
        index.write_text(index.read_text().replace(old, new))

    return damage


def cut_object(kernel: Path) -> None:
    kernel.write_bytes(kernel.read_bytes()[:5000])


def remove_object(kernel: Path) -> None:
    kernel.unlink()


def remove_description(kernel: Path) -> None:
    kernel.with_suffix(".json").unlink()


def describe(**changes: Any):
    def damage(kernel: Path) -> None:
        kernel.with_suffix(".json").write_text(json.dumps({**DESCRIPTION, **changes}))

    return damage


@pytest.mark.parametrize(
    "damage",
    [
        change_index("]}}", "]"),
        change_index("{", "["),
        change_index("(6,5)", "(six,5)"),
        change_index("binPath", "path"),
        cut_object,
        remove_object,
        remove_description,
        describe(blockDim=0),
        describe(blockDim=1 << 40),
        describe(workspace={"size": [-1]}),
        describe(runInfo={}, kernelName="other", kernelList=[]),
    ],
)
def test_a_damaged_package_is_told_once(call, opp, damage):
    damage(opp.add())
    sums, result, line = call()
    assert (sums, line["taken"]) == (SUMS, "dynamic")
    assert result.stderr.count("[WARN]") == 1
    assert str(opp.root) in result.stderr


def test_a_kernel_for_another_architecture_is_left(call, opp, compile_static):
    kernel = compile_static(opp.add(), "-DARCHITECTURE=2002")
    sums, result, line = call()
    assert (sums, line["taken"]) == (SUMS, "dynamic")
    assert f"{kernel}: it is compiled for architecture 2002, the device has 2201" in result.stderr
    compile_static(kernel, "-DARCHITECTURE=2201")
    assert call()[0] == STATIC


def test_a_kernel_that_takes_more_arguments_is_left(call, opp, compile_static):
    compile_static(opp.add(), "-UPARAMETERS", "-DPARAMETERS=5")
    sums, _, line = call()
    assert sums == SUMS
    assert "takes 5 arguments, the call has 4" in line["why"]


class TestDebugKernels:
    def test_they_run_where_they_are_enabled(self, call, opp):
        opp.add(index="debug")
        assert call()[2]["taken"] == "dynamic"
        sums, _, line = call(**DEBUG_ON)
        assert (sums, line["taken"], line["why"]) == (STATIC, "debug", "")

    def test_the_configuration_of_acl_enables_them(self, call, opp, tmp_path, client):
        opp.add(index="debug")
        config = tmp_path / "acl.json"
        for switch, taken in (("on", "debug"), ("off", "dynamic")):
            config.write_text(json.dumps({"op_debug_config": {"enable_debug_kernel": switch}}))
            assert call(CLIENT_CONFIG=str(config))[2]["taken"] == taken
        config.write_text('{"op_debug_config": {"enable_debug_kernel": 1}}')
        result = client("add", CLIENT_CONFIG=str(config))
        assert result.returncode == 1
        assert 'enable_debug_kernel is "on" or "off"' in result.stderr

    def test_they_are_before_static_ones(self, call, opp):
        opp.add(blockDim=2)
        opp.add(index="debug")
        assert call()[2]["taken"] == "static"
        assert call(**DEBUG_ON)[2]["taken"] == "debug"

    def test_a_debug_build_for_all_shapes_has_the_tiling_of_its_package(
        self, call, opp, vendor_package
    ):
        kernel = next(vendor_package.rglob("AddPairs_0123.o"))
        description = json.loads(kernel.with_suffix(".json").read_text())
        key = "AddPairs/d=0,p=0/3,2/3,2/3,2"
        path = opp.add_dynamic(key, kernel.read_bytes(), description)
        sums, _, line = call(**DEBUG_ON)
        assert (sums, line["taken"], line["kernel"]) == (SUMS, "debug", str(path))
        path.write_bytes(b"no object")
        sums, result, line = call("cache", **DEBUG_ON)
        assert (sums, line["taken"]) == ([value + 1 for value in SUMS], "dynamic")
        assert result.stderr.count("[WARN]") == 1


class TestReselect:
    @pytest.fixture
    def device(self, cann_home: Path, vendor_package: Path, monkeypatch, tmp_path):
        # Other tests of this process find what they found before.
        monkeypatch.setenv("ASCEND_OPP_PATH", str(tmp_path / "none"))
        client = Client(cann_home, vendor_package)
        client.acl("aclrtSetDevice", 0)
        client.nnopbase("aclnnReselectStaticKernel")
        yield client
        monkeypatch.undo()
        client.nnopbase("aclnnReselectStaticKernel")
        client.acl("aclrtResetDeviceForce", 0)

    @staticmethod
    def sums(device: Client) -> list[int]:
        x = np.arange(30, dtype=np.int32).reshape(6, 5)
        out = device.empty((6, 5), np.int32)
        device.run("AddPairs", device.tensor(x), device.tensor(1000 * x), 1, 0, out)
        return out.read().ravel().tolist()

    def test_kernels_that_were_installed_since(self, device, opp, monkeypatch):
        assert self.sums(device) == SUMS
        opp.add()
        assert self.sums(device) == SUMS
        monkeypatch.setenv("ASCEND_OPP_PATH", str(opp.root))
        device.nnopbase("aclnnReselectStaticKernel")
        assert self.sums(device) == STATIC
        opp.index().unlink()
        assert self.sums(device) == STATIC
        device.nnopbase("aclnnReselectStaticKernel")
        assert self.sums(device) == SUMS

    def test_those_of_another_directory(self, device, opp):
        opp.add()
        path = str(opp.root).encode()
        device.nnopbase("aclnnReselectStaticKernelWithPath", path)
        assert self.sums(device) == STATIC
        device.nnopbase("aclnnReselectStaticKernel")
        assert self.sums(device) == SUMS

    @pytest.mark.parametrize(
        ("path", "code"), [(None, Aclnn.PARAM_NULLPTR), (b"", 161002), (b"/no/such", 161002)]
    )
    def test_what_is_no_directory_is_refused(self, device, path, code):
        with pytest.raises(AclnnError) as error:
            device.nnopbase("aclnnReselectStaticKernelWithPath", path)
        assert error.value.code == code

    def test_calls_go_on_while_kernels_change(self, device, opp):
        opp.add()
        path = str(opp.root).encode()

        def calls() -> None:
            device.acl("aclrtSetDevice", 0)
            for _ in range(100):
                assert self.sums(device) in (SUMS, STATIC)

        with ThreadPoolExecutor(3) as pool:
            done = [pool.submit(calls) for _ in range(3)]
            while not all(each.done() for each in done):
                device.nnopbase("aclnnReselectStaticKernelWithPath", path)
                device.nnopbase("aclnnReselectStaticKernel")
            for each in done:
                each.result()

    def test_a_prepared_call_keeps_its_kernel(self, device, opp):
        opp.add()
        device.nnopbase("aclnnReselectStaticKernelWithPath", str(opp.root).encode())
        x = device.tensor(np.arange(30, dtype=np.int32).reshape(6, 5))
        out = device.empty((6, 5), np.int32)
        prepared = device.prepare("AddPairs", x, x, 1, 0, out)
        device.nnopbase("aclnnReselectStaticKernel")
        stream = device.stream()
        device.launch(prepared, stream)
        device.synchronize(stream)
        assert out.read().ravel().tolist() == [2 * i + ADDEND for i in range(30)]

    def test_damage_is_told_once(self, device, opp, capfd):
        cut_object(opp.add())
        device.nnopbase("aclnnReselectStaticKernelWithPath", str(opp.root).encode())
        for _ in range(3):
            assert self.sums(device) == SUMS
        assert capfd.readouterr().err.count("[WARN]") == 1

    def test_a_limit_of_cores_is_what_the_device_has(self, device, opp):
        opp.add(platformInfo={"vectorCoreCnt": 10})
        device.nnopbase("aclnnReselectStaticKernelWithPath", str(opp.root).encode())
        assert self.sums(device) == SUMS
        device.acl("aclrtSetDeviceResLimit", 0, 1, 10)
        assert self.sums(device) == STATIC
        device.acl("aclrtResetDeviceResLimit", 0)

    @pytest.mark.parametrize("what", ["index", "description"])
    def test_damage_of_any_kind_ends_in_the_kernel_of_the_package(self, device, opp, what):
        file = {"description": opp.add().with_suffix(".json"), "index": opp.index()}[what]
        good, choose = file.read_bytes(), random.Random(what)
        for case in range(150):
            file.write_bytes(fuzz.damaged(good, choose))
            device.nnopbase("aclnnReselectStaticKernelWithPath", str(opp.root).encode())
            assert self.sums(device) in (SUMS, STATIC), case

    @staticmethod
    def add_first(device: Client, x: Tensor, y: Tensor) -> list[int]:
        """AddFirst, whose tiling reads the values of y and which takes x as it lies there."""
        library = ctypes.CDLL("libnnopbase.so")
        library.NnopbaseGetExecutor.restype = ctypes.c_void_p
        space, size = ctypes.c_void_p(), ctypes.c_uint64()
        device.nnopbase("NnopbaseCreateExecutorSpace", ctypes.byref(space))
        kinds = b"\1\1"
        executor = ctypes.c_void_p(
            library.NnopbaseGetExecutor(space, b"AddFirst", kinds, 2, kinds, 1, b"", 0)
        )
        out = device.empty((4,), np.int32)
        device.nnopbase("NnopbaseAddIgnoreContinuesInput", executor, x.handle, 0)
        device.nnopbase("NnopbaseAddInput", executor, y.handle, 1)
        device.nnopbase("NnopbaseAddOutput", executor, out.handle, 0)
        device.nnopbase("NnopbaseRunForWorkspace", executor, ctypes.byref(size))
        workspace = device.upload(np.zeros(4096, np.int8))
        stream = device.stream()
        device.nnopbase("NnopbaseRunWithWorkspace", executor, stream, workspace, size)
        device.synchronize(stream)
        return out.read().tolist()

    def test_values_that_tiling_reads_are_in_the_key(self, device, opp, compile_static):
        key = "AddFirst/d=0,p=0/3,2,(4)/3,2,(4),[ffffffff,2,3,4]/3,2,(4)/"
        compile_static(opp.add(key), "-UTOTAL", "-DTOTAL=4")
        opp.read_values(1)
        device.nnopbase("aclnnReselectStaticKernelWithPath", str(opp.root).encode())
        x = device.tensor(np.array([10, 20, 30, 40], np.int32))
        values = [-1, 2, 3, 4]
        assert self.add_first(device, x, device.tensor(np.array(values, np.int32))) == [
            ADDEND + a + b for a, b in zip([10, 20, 30, 40], values, strict=True)
        ]
        other = device.tensor(np.array([5, 2, 3, 4], np.int32))
        assert self.add_first(device, x, other) == [20, 27, 38, 49]

    def test_kernels_for_a_view_are_before_those_for_the_shape(self, device, opp, compile_static):
        view = "AddFirst/d=0,p=0/3,2,(4),(2),1/3,2,(4),(),0,[1,1,1,1]/3,2,(4),(),0/"
        plain = "AddFirst/d=0,p=0/3,2,(4)/3,2,(4),[1,1,1,1]/3,2,(4)"
        options = ("-UTOTAL", "-DTOTAL=4", "-UADDEND")
        compile_static(opp.add(plain), *options, "-DADDEND=100")
        compile_static(opp.add(view), *options, "-DADDEND=200")
        opp.read_values(1)
        device.nnopbase("aclnnReselectStaticKernelWithPath", str(opp.root).encode())
        data = np.arange(16, dtype=np.int32)
        ones = device.tensor(np.ones(4, np.int32))
        # The kernel reads four elements from the view's first one on, whatever its strides.
        assert self.add_first(device, device.tensor(data, data[1:9:2]), ones) == [
            202,
            203,
            204,
            205,
        ]
        assert self.add_first(device, device.tensor(data, data[2:10:2]), ones) == [
            103,
            104,
            105,
            106,
        ]
        assert self.add_first(device, device.tensor(data[:4]), ones) == [101, 102, 103, 104]

    def test_banks_know_calls_with_values_by_their_files(
        self, device, vendor_package, cann_home, tmp_path, monkeypatch
    ):
        data = np.arange(16, dtype=np.int32)
        x, y = device.tensor(data, data[1:5]), device.tensor(np.array([-5, 2, 3, 4], np.int32))
        monkeypatch.setenv("ASCENDC_TILING_LOG", str(tmp_path / "log"))
        device.acl("aclopStartDumpArgs", 1, os.fsencode(tmp_path / "dump"))
        self.add_first(device, x, y)
        device.acl("aclopStopDumpArgs", 1)
        self.add_first(device, device.tensor(data, data[1:9:2]), y)
        keys = [json.loads(line)["key"] for line in (tmp_path / "log").read_text().splitlines()]
        (path,) = (tmp_path / "dump").glob("*_opcompile/*")
        assert keys[0].endswith("#" + call_hash(str(path), cann_home, vendor_package, tmp_path))
        # Files have no strides, which tiling functions may ask for: such a call is another one.
        assert keys[1].partition("#")[0] == keys[0].partition("#")[0]
        assert keys[1] != keys[0]

    def test_what_was_recorded_of_a_view_is_found_again(
        self, device, opp, compile_static, tmp_path
    ):
        data = np.arange(16, dtype=np.int32)
        x, y = device.tensor(data, data[1:9:2]), device.tensor(np.array([-1, 2, 3, 4], np.int32))
        device.acl("aclopStartDumpArgs", 1, os.fsencode(tmp_path / "dump"))
        sums = self.add_first(device, x, y)
        device.acl("aclopStopDumpArgs", 1)
        (path,) = (tmp_path / "dump").glob("*_opcompile/*")
        info = read_information(str(path))
        view, values = info.inputs
        assert isinstance(view, TensorInfo)
        assert isinstance(values, TensorInfo)
        assert (view.is_view, view.stride, view.offset) == (True, (2,), 1)
        assert (values.value_depend, values.const_data) == (True, (-1, 2, 3, 4))
        key = key_text(info, deterministic=False, views=True)
        compile_static(opp.add(key), "-UTOTAL", "-DTOTAL=4")
        opp.read_values(1)
        device.nnopbase("aclnnReselectStaticKernelWithPath", str(opp.root).encode())
        # Tiling of the package adds y[0], which is -1.
        assert self.add_first(device, x, y) == [value + 1 + ADDEND for value in sums]


BUILT_IN = """
import sys
from pathlib import Path
import ctypes
import numpy as np
from tests.utils.aclnn import Client
device = Client(Path(sys.argv[1]))
device.acl("aclrtSetDevice", 0)
if len(sys.argv) > 2:
    device.nnopbase("aclnnReselectStaticKernelWithPath", sys.argv[2].encode())
x = device.tensor(np.arange(30, dtype=np.int32))
out = device.empty((30,), np.int32)
device.run("Mul", x, x, out)  # by the interface
print(*out.read())
descs, buffers, out = [], [], device.empty((30,), np.int32)
acl = device._acl
for tensor in (x, x, out):  # by its type
    acl.aclCreateTensorDesc.restype = acl.aclCreateDataBuffer.restype = ctypes.c_void_p
    descs.append(acl.aclCreateTensorDesc(3, 1, (ctypes.c_int64 * 1)(30), 2))
    buffers.append(acl.aclCreateDataBuffer(tensor.memory, ctypes.c_size_t(120)))
pair, one = ctypes.c_void_p * 2, ctypes.c_void_p * 1
device.acl("aclopExecuteV2", b"Mul", 2, pair(*descs[:2]), pair(*buffers[:2]), 1, one(descs[2]),
           one(buffers[2]), None, None)
device.synchronize(None)
print(*out.read())
"""


@pytest.mark.parametrize("named_by", ["environment", "program"])
def test_built_in_operators_take_them_however_they_are_called(
    cann_home, compile_static, opp, tmp_path, named_by
):
    (tmp_path / "program.py").write_text(BUILT_IN)
    compile_static(opp.add("Mul/d=0,p=0/3,2,(1e)/3,2,(1e)/3,2,(1e)"))
    root = opp.root if named_by == "environment" else tmp_path / "other"
    root.mkdir(exist_ok=True)
    (root / "built-in").symlink_to(cann_home / "opp/built-in")
    reselected = [opp.root] if named_by == "program" else []
    done = subprocess.run(
        [sys.executable, tmp_path / "program.py", cann_home, *reselected],
        env={
            **os.environ,
            "ASCEND_OPP_PATH": str(root),
            **python_path(),
            "ASCENDC_KERNEL_LOG": str(tmp_path / "log"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    sums = " ".join(str(2 * i + ADDEND) for i in range(30))  # the kernel adds
    assert done.stdout.splitlines() == [sums, sums]
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert [line["taken"] for line in lines if line["op"] == "Mul"] == ["static"] * 2
