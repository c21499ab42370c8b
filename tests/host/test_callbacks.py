"""The callbacks of a graph compiler, reached through the C interface; workspace of fallbacks."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FLAGS = ("-Wall", "-Wextra", "-Werror", "-D_GLIBCXX_USE_CXX11_ABI=0")


def compile_with(cann_home: Path, source: str, output: Path, *options: str) -> None:
    lib64 = cann_home / "lib64"
    done = subprocess.run(
        [
            *(os.environ.get("CXX", "g++"), "-std=c++11", *FLAGS, f"-I{cann_home}/include"),
            *(str(HERE / source), "-o", str(output), f"-L{lib64}", f"-Wl,-rpath,{lib64}"),
            *(f"-Wl,-rpath-link,{lib64}", "-lexe_graph", *options),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def tensor(name: str, shape: list[int], dtype: str = "float16", **more: object) -> dict:
    shapes = {"shape": shape, "ori_shape": shape, "format": "ND", "ori_format": "ND"}
    return {"name": name, "dtype": dtype, **shapes, **more}


INPUTS = [
    tensor("x", [8, 2048]),
    None,
    [tensor("d0", [1]), tensor("d1", [2, 3], "bfloat16")],
    tensor("sizes", [2], "int32", const_value=[5, -7]),
]
OUTPUTS = [tensor("y", [-1], "float32")]
ATTRS = [
    {"name": "axis", "dtype": "int", "value": -3},
    {"name": "factor", "dtype": "float", "value": 0.5},
    {"name": "flag", "dtype": "bool", "value": True},
    {"name": "mode", "dtype": "str", "value": "wide"},
    {"name": "pads", "dtype": "list_int", "value": [1, 2, 3]},
    {"name": "table", "dtype": "list_list_int", "value": [[1], [2, 3]]},
]


@pytest.fixture(scope="module")
def library(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """An operator library, registered through its own handle as compilers do it."""
    path = tmp_path_factory.mktemp("callbacks") / "liboptiling.so"
    compile_with(
        cann_home, "checked_op.cpp", path, "-fPIC", "-shared", "-DOP_TILING_LIB", "-lregister",
        "-ltiling_api", "-Wl,--whole-archive", "-lrt2_registry", "-Wl,--no-whole-archive",
    )  # fmt: skip
    loaded = ctypes.CDLL(str(path))
    assert loaded.TbeLoadSoAndSaveToRegistry(str(path).encode()) == 0
    assert loaded.TbeLoadSoAndSaveToRegistry(b"/no/such/library.so") != 0
    assert loaded.TbeLoadSoAndSaveToRegistry(None) != 0
    return loaded


def ask(function, *arguments: object, room: int = 1000) -> str | None:
    """Return the answer to a question whose lists are given as JSON; None if there is none."""
    answer = ctypes.create_string_buffer(room)
    texts = [
        value.encode() if isinstance(value, str) else json.dumps(value).encode()
        for value in arguments
    ]
    found = function(*texts, answer, ctypes.c_size_t(room))
    return answer.value.decode() if found else None


def test_support_is_asked_with_all_that_is_known(library: ctypes.CDLL) -> None:
    check = library.AscendCPyInterfaceCheckOp
    question = ("check_supported", "Checked", INPUTS, OUTPUTS, ATTRS)
    expected = "4 [8 2048 ]1:2 [2 3 ]27:2 [-1 ]0:2 -3 0.500000 yes wide 3 2 -7"
    assert ask(check, *question) == expected
    assert ask(check, *question, room=len(expected) + 1) == expected
    assert ask(check, *question, room=len(expected)) is None
    no_answers = (
        ("op_select_format", *question[1:]),  # no such callback
        ("check_supported", "Unknown", *question[2:]),
        (*question[:4], []),  # the callback misses an attribute and fails
        (*question[:2], "[{", *question[3:]),
        (*question[:2], "{}", *question[3:]),
    )
    for wrong in no_answers:
        assert ask(check, *wrong) is None
    assert check(None, None, None, None, None, None, ctypes.c_size_t(0)) == 0


def test_shapes_are_generalized(library: ctypes.CDLL) -> None:
    generalize = library.AscendCPyInterfaceGeneralized
    config = {"mode": "keep_rank"}
    answer = ask(generalize, "Checked", INPUTS, OUTPUTS, ATTRS, config)
    assert answer == json.dumps(config) + "[8 2048 ]1:2"
    assert ask(generalize, "Unknown", INPUTS, OUTPUTS, ATTRS, config) is None


def test_workspace_of_fallbacks(cann_home: Path, tmp_path: Path) -> None:
    compile_with(cann_home, "workspace.cpp", tmp_path / "workspace")
    done = subprocess.run([tmp_path / "workspace"], capture_output=True, text=True, check=True)
    assert done.stdout == "1 1 2 2 1\n"


def test_execution_in_two_stages(cann_home: Path, tmp_path: Path) -> None:
    compile_with(cann_home, "two_stages.cpp", tmp_path / "stages", "-lregister")
    done = subprocess.run([tmp_path / "stages"], capture_output=True, text=True, check=True)
    assert done.stdout == "1 0 1 1 7 2 32 1 1\n"
