"""Targets of kernels, and `asc.lib.runtime`."""

import ctypes
import importlib
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

import asc
from asc.lib import runtime as rt
from asc.runtime import config
from tests.utils.caches import cache_with_headers

_CONFIG: Any = config  # tests reach for what its stub does not tell


@asc.jit
def block_number(z: asc.GlobalAddress):
    out = asc.GlobalTensor()
    out.set_global_buffer(z)
    out.set_value(0, asc.get_block_num())


@pytest.fixture(autouse=True)
def default_platform(tmp_path_factory, monkeypatch):
    folder = cache_with_headers(tmp_path_factory.getbasetemp() / "asc_cache")
    monkeypatch.setenv("PYASC_CACHE_DIR", folder)
    yield
    config.set_platform(config.Backend.Model)


@pytest.mark.parametrize("platform", config.Platform)
def test_each_platform_is_what_runs(platform, cann_home):
    config.set_platform("Model", platform)
    z = np.zeros(1, np.int32)
    block_number[2](z)
    assert z[0] == 2
    assert rt.get_soc_version() is platform
    cores = rt.device_info(
        rt.DeviceModuleType.RT_MODULE_TYPE_VECTOR_CORE, rt.DeviceInfoType.INFO_TYPE_CORE_NUM
    )
    text = (cann_home / f"data/platform_config/{platform.value}.ini").read_text()
    stated = next(line for line in text.splitlines() if line.startswith("vector_core_cnt="))
    assert cores == int(stated.partition("=")[2])


def test_the_first_platform():
    assert rt.get_soc_version() is config.Platform.Ascend910B1
    assert rt.is_model()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("GPU",), "back-end 'GPU' is unknown; there are Model, NPU"),
        (("Model", "Ascend310P3"), "platform 'Ascend310P3' is unknown; there are Ascend910B1, "),
    ],
)
def test_unknown_platforms(arguments, message):
    with pytest.raises(ValueError, match=message):
        config.set_platform(*arguments)


def test_the_device_as_it_is():
    actual = rt.current_platform()
    config.set_platform(config.Backend.NPU)
    assert rt.get_soc_version().value == actual
    assert not rt.is_model()
    other = next(platform for platform in config.Platform if platform.value != actual)
    with pytest.raises(ValueError, match=f"the device is {actual}, not {other.value}"):
        config.set_platform(config.Backend.NPU, other)


def test_a_runtime_that_cannot_be_loaded():
    with (
        patch.object(_CONFIG.rt, "is_available", return_value=False),
        pytest.raises(RuntimeError, match="simulator/Ascend910B3/lib"),
    ):
        config.set_platform("Model", "Ascend910B3")


def test_memory_and_streams():
    data = np.arange(16, dtype=np.float32)
    back = np.zeros_like(data)
    memory = rt.copy_data_to_device(ctypes.c_void_p(data.ctypes.data), data.nbytes)
    rt.copy_data_from_device(ctypes.c_void_p(back.ctypes.data), memory, back.nbytes)
    assert (back == data).all()
    rt.free(memory)
    with pytest.raises(RuntimeError, match="is no memory of malloc, or was freed"):
        rt.free(memory)
    stream = rt.create_stream()
    z = np.zeros(1, np.int32)
    block_number[3, stream](z)
    rt.synchronize(stream)
    rt.destroy_stream(stream)
    assert z[0] == 3
    rt.synchronize_device()


def test_binaries(tmp_path, monkeypatch):
    monkeypatch.setenv("PYASC_DUMP_PATH", str(tmp_path))
    z = np.zeros(1, np.int32)
    block_number[1](z, always_compile=True)
    binary = (tmp_path / "binary.o").read_bytes()
    kernel = rt.register_device_binary_kernel(binary, rt.magic_elf_value(rt.CoreType.VectorCore))
    function = rt.register_function(kernel, "block_number", 0)
    memory = rt.malloc(64)
    rt.launch_kernel(function, 5, [memory])
    rt.synchronize()
    rt.copy_data_from_device(ctypes.c_void_p(z.ctypes.data), memory, 4)
    assert z[0] == 5
    rt.free_mem()
    with pytest.raises(RuntimeError, match="does not exist or its binary was unloaded"):
        rt.launch_kernel(function, 1, [])


def test_launches_behind_the_end_of_a_device():
    z = np.zeros(1, np.int32)
    block_number[1](z)
    rt.reset_device()
    block_number[2](z)
    assert z[0] == 2
    assert rt.acl_finalize() == 0
    assert not rt.is_initialized()
    block_number[3](z)
    assert z[0] == 3


def test_what_the_runtime_refuses():
    with pytest.raises(RuntimeError, match="a device is a number from 0, not -1"):
        rt.set_device(-1)
    with pytest.raises(RuntimeError, match="does not tell"):
        rt.device_info(rt.DeviceModuleType.RT_MODULE_TYPE_PCIE, rt.DeviceInfoType.INFO_TYPE_VERSION)
    with pytest.raises(RuntimeError, match="custom-compiler profile"):
        rt.set_pro_switch(rt.ProfilingCommandHandle.Type.START)
    with pytest.raises(RuntimeError, match="is no CoreType"):
        rt.magic_elf_value("AiCore")  # type: ignore[arg-type]


def test_modules_are_the_ones_that_work():
    support = importlib.import_module("asc.lib.runtime.support")
    assert support.CoreType is rt.CoreType
    assert _CONFIG.rt is rt
    assert rt.device_count() >= 1
    assert rt.current_device() == 0
