"""Where devices are, what is known about them, and what happens when acl starts and ends."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from tests.utils.status import Acl, Rt

HCCS = 1
SDMA, RDMA = 6, 5


def text_of(library, function, *arguments) -> tuple[int, str]:
    text = ctypes.create_string_buffer(256)
    return getattr(library, function)(*arguments, text, len(text)), text.value.decode()


def test_addresses_of_devices(acl):
    text, number = ctypes.create_string_buffer(13), ctypes.c_int32(-1)
    assert acl("aclrtDeviceGetPCIBusId", 0, text, 13) == 0
    assert text.value == b"0000:01:00.0"
    assert acl("aclrtDeviceGetByPCIBusId", text, ctypes.byref(number)) == 0
    assert number.value == 0
    assert acl("aclrtDeviceGetPCIBusId", 0, text, 12) == Rt.PARAM_INVALID
    assert acl("aclrtDeviceGetPCIBusId", 999, text, 13) == Rt.INVALID_DEVICEID
    for wrong in (b"0000:3d:00.0", b"0000:01:00.0x", b"", b"01:00.0"):
        assert acl("aclrtDeviceGetByPCIBusId", wrong, ctypes.byref(number)) == Rt.PARAM_INVALID


def test_connections(acl):
    topology, capability = ctypes.c_uint64(), ctypes.c_int()
    assert acl("aclrtGetDevicesTopo", 0, 0, ctypes.byref(topology)) == 0
    assert topology.value == HCCS
    for accelerator, expected in ((SDMA, 1), (RDMA, 0)):
        assert acl("aclrtHostMemMapCapabilities", 0, accelerator, ctypes.byref(capability)) == 0
        assert capability.value == expected
    assert acl("aclrtHostMemMapCapabilities", 0, 10, ctypes.byref(capability)) == Acl.INVALID_PARAM


SMP, CHIP, WARP, GRID_X, HOST_CONNECTION = 401, 402, 202, 205, 408


def test_properties_of_devices(acl, other_soc):
    value = ctypes.c_int64(-1)
    for which in (SMP, CHIP, WARP, GRID_X):  # without SIMT 0
        assert acl("aclrtGetDeviceInfo", 0, which, ctypes.byref(value)) == 0
        assert value.value == 0
    unsupported = acl("aclrtGetDeviceInfo", 0, HOST_CONNECTION, ctypes.byref(value))
    assert unsupported == Rt.FEATURE_NOT_SUPPORT
    other_soc("Ascend950PR_9579")
    assert acl("aclrtGetDeviceInfo", 0, WARP, ctypes.byref(value)) == Rt.FEATURE_NOT_SUPPORT


@pytest.mark.parametrize(("option", "highest"), [(0, 2), (1, 1), (2, 1)])
def test_values_of_options(device, option, highest):
    value = ctypes.c_int64()
    assert device("aclrtCtxSetSysParamOpt", option, highest) == 0
    assert device("aclrtCtxGetSysParamOpt", option, ctypes.byref(value)) == 0
    assert value.value == highest
    for wrong in (4, -1):
        assert device("aclrtCtxSetSysParamOpt", option, wrong) == Rt.PARAM_INVALID


def test_results_that_do_not_depend_on_batches(device):
    assert device("aclrtCtxSetSysParamOpt", 0, 3) == Rt.FEATURE_NOT_SUPPORT
    assert "may depend on the size of a batch" in device.message()


@pytest.mark.parametrize(
    ("soc", "expected"), [(b"Ascend910B1", 1), (b"Ascend910_9391", 1), (b"Ascend310P3", 0)]
)
def test_socs_that_run_the_same_kernels(acl, soc, expected):
    compatible = ctypes.c_int32(-1)
    assert acl("aclrtCheckArchCompatibility", soc, ctypes.byref(compatible)) == 0
    assert compatible.value == expected


def test_unknown_soc(acl):
    compatible = ctypes.c_int32()
    code = acl("aclrtCheckArchCompatibility", b"Ascend1", ctypes.byref(compatible))
    assert code == Rt.PARAM_INVALID
    assert 'unknown SoC "Ascend1"' in acl.message()


def test_hardware_has_no_failures(device):
    info = (ctypes.c_uint8 * 4096)(*[0xFF] * 4096)
    assert device("aclrtGetErrorVerbose", 0, info) == 0
    assert bytes(info[:8]) == bytes(8)
    assert device("aclrtRepairError", 0, info) == 0
    info[4] = 1  # ACL_RT_ERROR_MEMORY
    assert device("aclrtRepairError", 0, info) == Rt.PARAM_INVALID
    assert device("aclrtDeviceL2CacheFlush", None) == 0


def test_facts_of_the_soc(cann_home):
    platform = ctypes.CDLL(str(cann_home / "lib64/libplatform.so"))
    get = "aclplatformGetDeviceInfo"
    facts = [text_of(platform, get, kind)[1] for kind in (0, 1, 3, 12, 15)]
    assert facts == ["20", "196608", "40", "524288", "2201"]  # Ascend910B3
    assert text_of(platform, get, 13) == (0, "Ascend910B3")
    assert text_of(platform, get, 7)[0] == Acl.INVALID_PARAM  # no VectorCoreSpec
    assert text_of(platform, get, 17)[0] == Acl.INVALID_PARAM
    short = ctypes.create_string_buffer(2)
    assert platform.aclplatformGetDeviceInfo(0, short, 2) == Acl.INVALID_PARAM


def test_element_types_of_instructions(cann_home):
    platform = ctypes.CDLL(str(cann_home / "lib64/libplatform.so"))
    get = "aclplatformGetInstructionInfo"
    code, types = text_of(platform, get, 0, b"Intrinsic_data_move_l12bt")
    assert (code, types.split(",")[:3]) == (0, ["u8", "s8", "f16"])
    assert text_of(platform, get, 0, b"Intrinsic_none")[0] == Acl.INVALID_PARAM


@pytest.mark.parametrize(
    ("version", "number"),
    [
        ("9.0.0", 90000000),
        ("8.5.2", 80502000),
        ("9.0.0-alpha.1", 89999701),
        ("9.0.0-beta.2", 89999802),
        ("9.0.0-rc.1", 89999901),
        ("8.1.RC1", None),
        ("9.0", None),
    ],
)
def test_numbers_of_versions(acl, tmp_path, monkeypatch, version, number):
    (tmp_path / "runtime").mkdir()
    (tmp_path / "runtime/version.info").write_text(f"Version={version}\n")
    monkeypatch.setenv("ASCEND_HOME_PATH", str(tmp_path))
    result = ctypes.c_int32()
    code = acl("aclsysGetVersionNum", b"runtime", ctypes.byref(result))
    assert (code, result.value) == ((0, number) if number else (Acl.INVALID_FILE, 0))


CALLBACKS = """
import ctypes, sys
acl = ctypes.CDLL(sys.argv[1])
Init = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p)
Final = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
on_init = Init(lambda text, size, data: print("init", text.decode(), size, data) or 0)
late = Init(lambda text, size, data: print("late", data) or 0)
failing = Init(lambda text, size, data: 500001)
on_finalize = Final(lambda data: print("finalize", data) or 0)
register = acl.aclInitCallbackRegister
print(register(0, on_init, ctypes.c_void_p(1)), register(0, on_init, ctypes.c_void_p(2)))
print(acl.aclFinalizeCallbackRegister(0xFFFF, on_finalize, ctypes.c_void_p(3)))
print(acl.aclInit(sys.argv[2].encode()))
print(register(1, late, ctypes.c_void_p(4)))
acl.aclFinalize()
print(acl.aclInitCallbackUnRegister(0, late), acl.aclInitCallbackUnRegister(1, late))
acl.aclInitCallbackUnRegister(0, on_init)
print(acl.aclFinalizeCallbackUnRegister(0xFFFF, on_finalize), register(1, failing, None))
print(register(20, late, None), acl.aclInit(sys.argv[2].encode()))
acl.aclFinalize()
"""


def test_functions_that_start_and_end_with_acl(cann_home, tmp_path):
    config = tmp_path / "acl.json"
    config.write_text('{"err_msg_mode": "0"}')
    command = [sys.executable, "-c", CALLBACKS, str(cann_home / "lib64/libascendcl.so")]
    result = subprocess.run(
        [*command, str(config)], capture_output=True, text=True, check=True, timeout=60
    )
    assert result.stdout.splitlines() == [
        "0 0",
        "0",
        f"init {config.read_text()} {len(config.read_text())} 2",
        "0",
        "late 4",
        "0",
        "finalize 3",
        f"{Acl.INVALID_PARAM} 0",
        "0 0",
        f"{Acl.INVALID_PARAM} {Acl.FAILURE}",
    ]


def test_uses_of_events(device, stream):
    event = device.handle("aclrtCreateEvent")
    assert device("aclrtRecordEventWithFlag", event, stream, 0) == 0
    assert device("aclrtStreamWaitEventWithFlag", stream, event, 0, 0) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    status = ctypes.c_int()
    assert device("aclrtQueryEventStatus", event, ctypes.byref(status)) == 0
    assert status.value == 1  # ACL_EVENT_RECORDED_STATUS_COMPLETE
    assert device("aclrtRecordEventWithFlag", event, stream, 1) == Rt.STREAM_NOT_CAPTURED
    assert "the flag must be 0" in device.message()
    assert device("aclrtRecordEventWithFlag", event, stream, 2) == Acl.INVALID_PARAM


def test_prefetches_that_a_descriptor_names(device, stream):
    size = ctypes.c_size_t()
    assert device("aclrtCmoGetDescSize", ctypes.byref(size)) == 0
    descriptor, data = device.malloc(size.value), device.malloc(4096)
    assert device("aclrtCmoSetDesc", descriptor, data, 4096) == 0
    assert device("aclrtCmoAsyncWithDesc", descriptor, 0, stream, None) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    assert device("aclrtCmoAsyncWithDesc", descriptor, 2, stream, None) == Acl.INVALID_PARAM
    assert device("aclrtFree", data) == 0
    assert device("aclrtCmoAsyncWithDesc", descriptor, 0, stream, None) == 0
    assert device("aclrtSynchronizeStream", stream) != 0
    assert "a device buffer was freed" in device.message()


def test_the_allocator_of_a_stream(device, stream):
    found = ctypes.c_void_p()
    question = ("aclrtAllocatorGetByStream", stream, ctypes.byref(found), *[None] * 5)
    assert device(*question) == Acl.INVALID_PARAM
    device.library.aclrtAllocatorCreateDesc.restype = ctypes.c_void_p
    desc = ctypes.c_void_p(device.library.aclrtAllocatorCreateDesc())
    function = ctypes.CFUNCTYPE(ctypes.c_void_p)(lambda: None)
    assert device("aclrtAllocatorSetObjToDesc", desc, 1) == 0
    for part in ("Alloc", "Free", "GetAddrFromBlock"):
        assert device(f"aclrtAllocatorSet{part}FuncToDesc", desc, function) == 0
    assert device("aclrtAllocatorRegister", stream, desc) == 0
    assert device(*question) == 0
    assert found.value == desc.value
    assert device("aclrtAllocatorUnregister", stream) == 0


@pytest.mark.parametrize(
    ("label", "key", "value"),
    [(b"version", b"NpuArch", b"2201"), (b"version", b"Short_SoC_version", b"Ascend910B")],
)
def test_values_of_the_platforms_description(
    cann_home: Path, label: bytes, key: bytes, value: bytes
) -> None:
    """Operators of communication of ops-transformer choose by these two."""
    runtime = ctypes.CDLL(str(cann_home / "lib64/libruntime.so"))
    text = ctypes.create_string_buffer(32)
    assert runtime.rtGetSocSpec(label, key, text, len(text)) == 0
    assert text.value == value
    assert runtime.rtGetSocSpec(label, key, text, len(value)) == 107000  # no place for the zero
    assert runtime.rtGetSocSpec(label, b"none", text, len(text)) == 107000
