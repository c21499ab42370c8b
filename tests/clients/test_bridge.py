"""`custom-compiler bridge`: a package's operators through MindSpore's AOT interface."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.clients.conftest import Built

CLIENT = Path(__file__).with_name("aot_client.py")


def bridge_command(built: Built, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "custom_compiler", "bridge", *words,
         "--ascend_cann_package_path", str(built.cann_home)],
        capture_output=True, text=True, check=False, env=environment(),
    )  # fmt: skip


def environment() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}


@pytest.fixture
def function(built: Built) -> str:
    """Return the name for ops.Custom: library, colon, name."""
    return f"{built.folder / 'build_out/libmy_aot.so'}:AddCustom"


def run(function: str, calls: list[list[np.ndarray]]) -> tuple[list[int], list, str]:
    done = subprocess.run(
        [sys.executable, str(CLIENT), *function.rsplit(":", 1)],
        input=pickle.dumps(calls), capture_output=True, check=False, env=environment(),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    codes, results = pickle.loads(done.stdout)
    return codes, results, done.stderr.decode()


def operands(shape: tuple[int, ...], dtype: str) -> list[np.ndarray]:
    generator = np.random.default_rng(3)
    x, y = generator.uniform(-100, 100, (2, *shape)).astype(dtype)
    return [np.asarray(x), np.asarray(y), np.full(shape, 77, dtype)]


def test_broken_compiler_is_named(built: Built, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("CXX", "/bin/false")
    done = bridge_command(built, "--package", str(built.vendor), "--output", str(tmp_path / "new"))
    assert done.returncode == 2
    assert done.stderr.startswith("error: CXX=/bin/false: failed with exit code 1")
    assert not (tmp_path / "new").exists()


def test_sums_equal_numpy(function: str) -> None:
    shapes = [(8, 2048), (), (1,), (0, 3), (2, 3, 5, 7)]
    calls = [
        operands(shape, dtype) for shape in shapes for dtype in ("float16", "float32", "int32")
    ]
    codes, results, said = run(function, calls)
    assert codes == [0] * len(calls), said
    for x, y, z in results:
        np.testing.assert_array_equal(z, x + y)


def test_its_package_comes_first_in_the_search(built: Built, function: str) -> None:
    vendor = str(built.vendor.resolve())
    code = (
        "import ctypes, sys; ctypes.CDLL(sys.argv[1]); get = ctypes.CDLL(None).getenv;"
        "get.restype = ctypes.c_char_p; print(get(b'ASCEND_CUSTOM_OPP_PATH').decode())"
    )
    for known in ("", "/other", f"/other:{vendor}", f"{vendor}::/other"):
        shown = subprocess.check_output(
            [sys.executable, "-c", code, function.rpartition(":")[0]],
            env=environment() | {"ASCEND_CUSTOM_OPP_PATH": known}, text=True,
        )  # fmt: skip
        expected = [vendor, *(["/other"] if known else [])]
        assert shown.strip().split(":") == expected


def test_other_types_and_numbers_of_tensors_are_refused(function: str) -> None:
    good = operands((4,), "float32")
    codes, results, said = run(function, [operands((4,), "float64"), good[:2], good])
    assert codes == [1, 1, 0]
    assert said.splitlines() == [
        "AddCustom: inputs of the types float64, float64 are not supported",
        "AddCustom: 2 tensors given, it has 2 inputs and 1 outputs",
    ]
    assert (results[0][2] == 77).all()


def test_command_writes_what_the_option_of_build_does(built: Built, tmp_path: Path) -> None:
    done = bridge_command(built, "--package", str(built.vendor), "--output", str(tmp_path))
    assert done.returncode == 0, done.stderr
    codes, results, said = run(done.stdout.strip(), [operands((7, 13), "float32")])
    assert codes == [0], said
    x, y, z = results[0]
    np.testing.assert_array_equal(z, x + y)


def test_wrong_uses_say_what_to_do(built: Built, tmp_path: Path) -> None:
    no_package = bridge_command(built, "--package", str(tmp_path))
    assert no_package.returncode == 2
    assert "is no vendor package" in no_package.stderr
    no_operator = bridge_command(built, "--package", str(built.vendor), "--op", "AddCustum")
    assert no_operator.returncode == 2
    assert "did you mean AddCustom?" in no_operator.stderr


def test_infer_file_and_bridges_share_the_header() -> None:
    repository = Path(__file__).parents[2]
    name = "custom_aot_extra.h"
    ours = repository / "custom_compiler/bridge" / name
    assert (repository / "infer_file" / name).read_bytes() == ours.read_bytes()
