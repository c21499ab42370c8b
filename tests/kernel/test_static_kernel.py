"""Static kernels: made for one call, whose tiling they hold."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from installed_sample import InstalledSample
from static_kernels import Launcher, compile_static, tensor

from custom_compiler.errors import MisuseError

SHAPE = (8, 2048)


@pytest.fixture
def sample(
    installed_sample: InstalledSample, shared_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> InstalledSample:
    """The installed sample, found by this process."""
    for name, value in installed_sample.environment(shared_cache).items():
        if name.startswith(("ASCEND", "CUSTOM_COMPILER")):
            monkeypatch.setenv(name, value)
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(shared_cache))
    return installed_sample


def add_custom(shape: tuple[int, ...], dtype: str = "float16") -> dict:
    """A call of AddCustom."""
    inputs = [tensor("x", 0, shape, dtype), tensor("y", 1, shape, dtype)]
    outputs = [tensor("z", 0, shape, dtype)]
    return {"op_type": "AddCustom", "inputs": inputs, "outputs": outputs, "attrs": []}


@pytest.mark.parametrize("dtype", ["float16", "float32", "int32"])
def test_a_kernel_without_tiling_argument_adds(
    sample: InstalledSample, tmp_path: Path, dtype: str
) -> None:
    """NumPy says what."""
    compile_static(sample.home, tmp_path, add_custom(SHAPE, dtype))
    random = np.random.default_rng(3)
    x, y = random.uniform(-100, 100, (2, *SHAPE)).astype(dtype)
    result = Launcher(sample.home).run(tmp_path, [x, y], np.zeros(SHAPE, dtype))
    np.testing.assert_array_equal(result, x + y)


def test_the_description_says_what_the_runtime_needs(
    sample: InstalledSample, tmp_path: Path
) -> None:
    """op_host/add_custom.cpp: 8 blocks of 4096 bytes, no workspace."""
    kernel = compile_static(sample.home, tmp_path, add_custom(SHAPE))
    said = kernel.description
    assert said["blockDim"] == 8
    assert said["workspace"] == {"num": 1, "size": [0], "type": [0]}
    assert (said["coreType"], said["opParaSize"], said["kernelName"]) == (
        "VectorCore",
        0,
        "static_0",
    )
    tiling = np.frombuffer(bytes.fromhex(said["runInfo"]["tiling_data"]), np.uint64)
    assert list(tiling[:2]) == [8 * 2048, 2048]
    assert said["supportInfo"]["opMode"] == "static"
    assert said["supportInfo"]["inputs"][1]["shape"] == list(SHAPE)
    assert "platformInfo" not in said


def test_the_device_of_the_call_is_the_kernels(sample: InstalledSample, tmp_path: Path) -> None:
    """Its cores are in the description; a SoC with others gets no kernel."""
    record = {**add_custom(SHAPE), "platform_info": {"cube_core_cnt": 20, "vector_core_cnt": 40}}
    said = compile_static(sample.home, tmp_path, record).description
    assert said["platformInfo"] == {"cubeCoreCnt": 20, "vectorCoreCnt": 40}
    with pytest.raises(MisuseError, match="ran with 20 cube and 40 vector cores, Ascend910B1 has"):
        compile_static(sample.home, tmp_path, record, soc="Ascend910B1")


def test_types_without_a_kernel_are_named(sample: InstalledSample, tmp_path: Path) -> None:
    """As the runtime would look for them."""
    with pytest.raises(MisuseError, match="no kernel with the key AddCustom/d=0,p=0/9,2/9,2/9,2"):
        compile_static(sample.home, tmp_path, add_custom(SHAPE, "int64"))


def test_other_shapes_are_other_kernels_and_the_same_shape_is_compiled_once(
    sample: InstalledSample, tmp_path: Path
) -> None:
    """The shape is part of what is compiled."""
    first = compile_static(sample.home, tmp_path, add_custom((7, 512)))
    again = compile_static(sample.home, tmp_path, add_custom((7, 512)))
    other = compile_static(sample.home, tmp_path, add_custom((7, 256)))
    assert (first.cached, again.cached, other.cached) == (False, True, False)
    assert first.data == again.data != other.data
