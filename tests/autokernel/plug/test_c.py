"""`autokernel plug X --into c`: libraries that a CMake project finds and calls."""

from __future__ import annotations

import ctypes
import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import cmake
from custom_compiler.autokernel.operators import SHIPPED
from custom_compiler.cli.main import main
from tests.utils.sources import read_source

CMAKE = str(Path(cmake.CMAKE_BIN_DIR) / "cmake")
# Reads x and the number of rows, writes what layer_norm gives, or its message.
PROGRAM = read_source(__file__, "sources/c_client.cpp")
PROJECT = """\
cmake_minimum_required(VERSION 3.16)
project(client C CXX)
find_package(layer_norm CONFIG REQUIRED)
add_executable(static_client client.c)
target_link_libraries(static_client PRIVATE layer_norm::layer_norm)
configure_file(client.c client.cpp COPYONLY)
file(READ client.c text)
string(REGEX REPLACE "= malloc" "= (float *)malloc" text "${text}")
file(WRITE ${CMAKE_BINARY_DIR}/client.cpp "${text}")
add_executable(shared_client ${CMAKE_BINARY_DIR}/client.cpp)
target_link_libraries(shared_client PRIVATE layer_norm::shared)
"""


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("c")
    plugged = folder / "plugged"
    words = ["autokernel", "plug", "layer_norm", "--into", "c", "--output", str(plugged)]
    assert main([*words, "--dtype", "float32", "--target", "host", "--size", "columns=64"]) == 0
    (folder / "CMakeLists.txt").write_text(PROJECT)
    (folder / "client.c").write_text(PROGRAM)
    made = folder / "build"
    moved = plugged.rename(folder / "moved")
    found = f"-Dlayer_norm_ROOT={moved}"
    for words in (
        ["-S", str(folder), "-B", str(made), found, "-DCMAKE_BUILD_TYPE=Release"],
        ["--build", str(made)],
    ):
        done = subprocess.run([CMAKE, *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return made


@pytest.mark.parametrize("client", ["static_client", "shared_client"])
@pytest.mark.parametrize("columns", [64, 37])
def test_clients(build: Path, client: str, columns: int) -> None:
    x = np.random.default_rng(3).normal(size=(5, columns)).astype(np.float32)
    done = subprocess.run(
        [build / client, "5", str(columns)], input=x.tobytes(), capture_output=True, check=True
    )
    i = np.arange(columns)
    expected = SHIPPED["layer_norm"](x, (1 + i % 3).astype(np.float32), (i % 2).astype(np.float32))
    found = np.frombuffer(done.stdout, np.float32).reshape(x.shape)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)


def test_what_a_call_refuses_is_said(build: Path) -> None:
    command = [str(build / "static_client"), "1", "8", "wrong"]
    done = subprocess.run(command, input=bytes(32), capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stdout == b"layer_norm_float32: size columns is -1\n"


def plug(folder: Path, *words: str) -> int:
    return main(["autokernel", "plug", *words, "--into", "c", "--output", str(folder)])


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["sotfmax"], "no operator is called 'sotfmax'"),
        (["softmax", "--dtype", "int8"], "softmax does not take 'x' of int8"),
        (["softmax", "--size", "rows=4"], "softmax of float16 has no size 'rows'"),
        (["softmax", "--size", "columns"], "--size columns: no size"),
        (["softmax", "--target", "vax"], "unknown target vax"),
        (["softmax", "--target", "arm-64", "--target", "x86-64"], "versions for several machines"),
        (["softmax", "--tune"], "--tune needs sizes"),
        (["softmax", "--tune", "--size", "columns=8"], "softmax has no size for '...'"),
        (["softmax", "--constant", "axis=1"], "softmax has no constant 'axis'"),
        (["softmax", "--constant", "axis"], "--constant axis: no value"),
    ],
)
def test_misuse_writes_nothing(words: list[str], reason: str, tmp_path: Path, capsys) -> None:
    assert plug(tmp_path / "made", *words) == 2
    assert reason in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_only_its_own_folders_are_replaced(tmp_path: Path, capsys) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").touch()
    words = ["relu", "--dtype", "float32", "--target", "host"]
    assert plug(tmp_path / "mine", *words) == 2
    assert "mine is not empty" in capsys.readouterr().err
    (tmp_path / "mine" / "file").unlink()
    assert plug(tmp_path / "mine", *words) == 0
    assert plug(tmp_path / "mine", *words) == 0
    note = json.loads((tmp_path / "mine" / "autokernel.json").read_text())
    assert (note["operator"], note["dtypes"]) == ("relu", ["float32"])
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.5, 1, 1.5, 2, 2.5, 3])
def test_who_is_killed_leaves_the_folder_as_it_was(tmp_path: Path, seconds: float) -> None:
    made = tmp_path / "made"
    words = ["relu", "--dtype", "float32", "--target", "host", "--into", "c", "--output", str(made)]
    command = [sys.executable, "-m", "custom_compiler", "autokernel", "plug", *words]
    for _ in range(2):  # where there is nothing, and where there is one
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(seconds)
        process.kill()
        process.wait()
        files = {path.relative_to(made) for path in made.rglob("*") if path.is_file()}
        assert not files or Path("autokernel.json") in files
        assert plug(made, *words[:5]) == 0
    whole = {path.relative_to(made) for path in made.rglob("*") if path.is_file()}
    assert not files or files == whole


@pytest.mark.slow
def test_tuned_versions(tmp_path: Path, capfd, monkeypatch) -> None:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(tmp_path / "cache"))
    words = ["softmax", "--dtype", "float32", "--target", "host", "--tune"]
    assert plug(tmp_path / "made", *words, "--size", "...=16,columns=64") == 0
    assert "tune softmax for " in capfd.readouterr().err
    made = ctypes.CDLL(str(tmp_path / "made" / "lib" / "libsoftmax_float32.so"))
    for shape in ((16, 64), (5, 64), (16, 63)):
        x = np.random.default_rng(2).normal(size=shape).astype(np.float32)
        out = np.empty_like(x)
        pointers = (ctypes.c_void_p(each.ctypes.data) for each in (x, out))
        assert made.softmax_float32(*pointers, *map(ctypes.c_int64, shape)) == 0
        np.testing.assert_allclose(out, SHIPPED["softmax"](x), rtol=1e-5)
