"""Static kernels: made for one call, whose tiling they hold."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

from custom_compiler.errors import MisuseError
from tests.utils.installed_sample import InstalledSample
from tests.utils.static_kernels import Launcher, compile_static, tensor

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


@pytest.mark.parametrize(
    ("recorded", "level"), [("false", {"deterministicLevel": 2}), ("true", {})]
)
def test_a_level_of_determinism_is_that_of_the_recorded_kind(
    sample: InstalledSample, tmp_path: Path, recorded: str, level: dict[str, int]
) -> None:
    """compile_static makes the kernel that is not deterministic, whatever was recorded."""
    record = {**add_custom(SHAPE), "deterministic": recorded, "deterministic_level": 2}
    said = compile_static(sample.home, tmp_path, record).description
    assert said.get("platformInfo", {}) == level


def test_types_without_a_kernel_are_named(sample: InstalledSample, tmp_path: Path) -> None:
    """As the runtime would look for them."""
    with pytest.raises(
        MisuseError, match="no kernel with the key AddCustom/d=0\\|1,p=0/9,2/9,2/9,2"
    ):
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


def run_opc(sample: InstalledSample, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run `opc` with the sample installed."""
    command = [sample.home / "bin/opc", *arguments]
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)


def test_opc_makes_the_same_kernel_of_a_parameter_file(
    sample: InstalledSample, tmp_path: Path
) -> None:
    """Object and description, without an implementation file, as CANN's op_compiler calls it."""
    kernel = compile_static(sample.home, tmp_path, add_custom(SHAPE))
    ports = [
        {"name": name, "index": index, "dtype": "float16", "format": "ND", "shape": SHAPE,
         "ori_shape": SHAPE, "ori_format": "ND", "paramType": "required"}
        for name, index in (("x", 0), ("y", 1), ("z", 0))
    ]  # fmt: skip
    entry = {"inputs": ports[:2], "outputs": ports[2:], "attrs": [], "deterministic": "false"}
    given = {"op_type": "AddCustom", "op_list": [{"bin_filename": "static", **entry}]}
    param = tmp_path / "param.json"
    param.write_text(json.dumps(given))
    options = [f"--input_param={param}", f"--output={tmp_path / 'out'}", "--op_mode=static"]
    done = run_opc(sample, *options, "--soc_version=Ascend910B3")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out/static.o").read_bytes() == kernel.data
    assert json.loads((tmp_path / "out/static.json").read_text()) == kernel.description


def test_opc_names_what_is_wrong_with_a_static_request(
    sample: InstalledSample, tmp_path: Path
) -> None:
    """Misuse, one line."""
    param = tmp_path / "param.json"
    param.write_text('{"op_type": "AddCustom", "op_list": [{"inputs": [7], "outputs": []}]}')
    options = [f"--input_param={param}", f"--output={tmp_path}", "--op_mode", "static"]
    done = run_opc(sample, *options, "--soc_version=Ascend910B3")
    message = f"opc: error: {param}: inputs[0]: is 7, no object\n"
    assert (done.returncode, done.stderr.startswith(message)) == (2, True), done.stderr


@pytest.mark.parametrize("debug", [[], ["--debug"]])
def test_an_installed_static_kernel_is_built_again_for_observers(
    sample: InstalledSample, tmp_path: Path, debug: list[str]
) -> None:
    """It is built from the sources in its operator's package, wherever the kernel itself is."""
    compile_static(sample.home, tmp_path, add_custom(SHAPE))
    soc = "--soc_version=Ascend910B3"
    done = run_opc(sample, "--observed", tmp_path / "static.o", soc, *debug)
    assert done.returncode == 0, done.stderr
    observed = Path(done.stdout.strip())
    assert b"aicore_issue" in observed.read_bytes()
    assert b"aicore_issue" not in (tmp_path / "static.o").read_bytes()
    assert (observed.parent / "ascendc.src/add_custom.cpp").is_file()


def test_observers_leave_built_in_kernels_alone(sample: InstalledSample) -> None:
    """Nobody checks or measures the toolkit's own operators, though their sources are there."""
    kernels = sample.home / "opp/built-in/op_impl/ai_core/tbe/kernel/ascend910b/add"
    path = next(kernels.glob("*.o"))
    done = run_opc(sample, "--observed", path, "--soc_version=Ascend910B3")
    assert (done.returncode, "operator Add is built in" in done.stderr) == (2, True)
