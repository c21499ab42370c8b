"""Operators exported from Python: built as packages, called through aclnn."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import asc
from tests.asc.export.operators import (
    TILE,
    RowSizes,
    copy_at_addresses,
    export_all,
    export_scaled_sum,
    one_block,
    row_sums,
    row_sums_shapes,
    row_sums_tiling,
    scaled_sum_tiling,
    weighted_sum,
    weighted_sum_tiling,
)
from tests.utils.aclnn import AclnnError, Client

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    export_all(folder)
    asc.export(
        copy_at_addresses,
        op="CopyAtAddresses",
        inputs={"x": "float32"},
        outputs={"y": "x"},
        tiling=one_block,
        socs=("ascend910b",),
        path=folder,
    )
    asc.export(
        row_sums,
        op="RowSums",
        inputs={"x": "float32"},
        outputs={"y": "float32"},
        tiling=row_sums_tiling,
        shapes=row_sums_shapes,
        socs=("ascend910b",),
        path=folder,
    )
    asc.export(
        weighted_sum,
        op="WeightedSum",
        inputs={"a": "float32", "b": "float32", "c": "float32"},
        outputs={"once": "a", "again": "a"},
        attrs={"low": 1.0, "high": 2.0},
        tiling=weighted_sum_tiling,
        socs=("ascend910b",),
        path=folder,
    )
    asc.export(
        printf,
        op="Printf",
        inputs={"x": "float32"},
        outputs={"exp": "x"},
        attrs={"a_float": float},
        tiling=printf_tiling,
        socs=("ascend910b",),
        path=folder,
    )
    return folder


@pytest.fixture(scope="module")
def client(project: Path, cann_home: Path) -> Client:
    env = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    done = subprocess.run(
        [sys.executable, "-m", "custom_compiler", "build", "-o", "op_host", "-k", "op_kernel",
         "--vendor_name", "exported", "--ascend_cann_package_path", str(cann_home)],
        cwd=project, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    vendor = next(project.glob("build_out/_CPack_Packages/*/*/*/packages/vendors/exported"))
    client = Client(cann_home, vendor)
    client.acl("aclrtSetDevice", 0)
    return client


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_element_types_and_attributes(client: Client, dtype: type) -> None:
    rng = np.random.default_rng(1)
    x, y = (rng.integers(-8, 8, (40, 64)).astype(dtype) for _ in "xy")
    z = client.empty(x.shape, dtype)
    client.run("ScaledSum", client.tensor(x), client.tensor(y), 0.5, z)
    np.testing.assert_array_equal(z.read(), ((x + y) * dtype(0.5)))


def test_a_tiling_that_finds_no_block_is_an_error_and_no_crash(client: Client) -> None:
    x = np.ones(8, np.float32)
    with pytest.raises(AclnnError):
        client.run("ScaledSum", client.tensor(x), client.tensor(x), 1.0, client.empty(x.shape))


@pytest.mark.parametrize("through_workspace", [False, True])
def test_shapes_workspace_and_another_type(client: Client, through_workspace: bool) -> None:
    x = np.arange(4 * 32, dtype=np.float16).reshape(4, 32)
    y = client.empty((12, 32))
    client.run("RepeatRows", client.tensor(x), 3, through_workspace, y)
    np.testing.assert_array_equal(y.read(), np.repeat(x.astype(np.float32), 3, axis=0))


@pytest.mark.parametrize("shape", [(1, 8), (61, 256), (5, 72)])
def test_memory_and_synchronisation_of_the_compiler(client: Client, shape: tuple) -> None:
    x = np.random.default_rng(2).normal(scale=5, size=shape).astype(np.float32)
    y = client.empty(shape)
    client.run("SoftmaxRows", client.tensor(x), y)
    power = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    np.testing.assert_allclose(y.read(), power / power.sum(1, keepdims=True), rtol=1e-5)


def test_tensors_at_addresses_need_no_pipe_of_the_kernel(client: Client) -> None:
    x = np.arange(TILE, dtype=np.float32)
    y = client.empty(x.shape)
    client.run("CopyAtAddresses", client.tensor(x), y)
    np.testing.assert_array_equal(y.read(), x)


def test_tuples_are_all_inputs_outputs_and_attributes(client: Client) -> None:
    given = np.random.default_rng(3).integers(-8, 8, (3, 64)).astype(np.float32)
    once, again = client.empty((64,)), client.empty((64,))
    client.run("WeightedSum", *map(client.tensor, given), 1.0, 3.0, once, again)
    np.testing.assert_array_equal(once.read(), given.sum(0))
    np.testing.assert_array_equal(again.read(), 3 * given.sum(0))


@pytest.mark.parametrize("shape", [(5,), (3, 5), (2, 3, 4)])
def test_shapes_of_any_rank(client: Client, shape: tuple[int, ...]) -> None:
    x = np.random.default_rng(4).integers(-8, 8, shape).astype(np.float32)
    y = client.empty((*shape[:-1], 1))
    client.run("RowSums", client.tensor(x), y)
    np.testing.assert_array_equal(y.read(), x.sum(-1, keepdims=True))


def test_mindspore_is_told_shapes_of_any_rank(project: Path, tmp_path: Path) -> None:
    library, main = tmp_path / "infer.so", tmp_path / "main.cc"
    main.write_text(
        f'#include "{project / "infer_file/row_sums_infer.cc"}"\n'
        'extern "C" long Shape(int* ndims, int64_t** shapes) {\n'
        "    const auto made = RowSumsInferShape(ndims, shapes, nullptr);\n"
        "    return made.size() * 100 + made[0] * 10 + made[1];\n}\n"
    )
    command = ["g++", "-shared", "-fPIC", "-Wall", "-Werror", str(main), "-o", str(library)]
    subprocess.run(command, check=True)
    dims = (ctypes.c_int64 * 2)(3, 4)
    shapes = (ctypes.POINTER(ctypes.c_int64) * 1)(ctypes.cast(dims, ctypes.POINTER(ctypes.c_int64)))
    assert ctypes.CDLL(str(library)).Shape((ctypes.c_int * 1)(2), shapes) == 231


@pytest.mark.slow
def test_definitions_agree_with_each_other(project: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "custom_compiler", "check", "-o", "op_host", "-k", "op_kernel"],
        cwd=project, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "0 errors, 0 warnings" in done.stdout, done.stdout + done.stderr


def test_mindspore_is_told_shapes_and_types(tmp_path: Path) -> None:
    export_scaled_sum(tmp_path, inputs={"x": "float16", "y": "float32"}, outputs={"z": "y"})
    source = tmp_path / "infer_file" / "scaled_sum_infer.cc"
    library = tmp_path / "infer.so"
    main = tmp_path / "main.cc"
    main.write_text(
        f'#include "{source}"\n'
        'extern "C" int Type() { return ScaledSumInferType({TypeId(42), TypeId(43)}, nullptr); }\n'
        'extern "C" long Shape(int* ndims, int64_t** shapes) {\n'
        "    const auto made = ScaledSumInferShape(ndims, shapes, nullptr);\n"
        "    return made.size() * 100 + made[0] * 10 + made[1];\n}\n"
    )
    command = ["g++", "-shared", "-fPIC", "-Wall", "-Werror", str(main), "-o", str(library)]
    subprocess.run(command, check=True)
    loaded = ctypes.CDLL(str(library))
    dims = (ctypes.c_int64 * 2)(3, 4)
    pointer = ctypes.cast(dims, ctypes.POINTER(ctypes.c_int64))
    shapes = (ctypes.POINTER(ctypes.c_int64) * 2)(pointer, pointer)
    assert loaded.Type() == 43
    assert loaded.Shape((ctypes.c_int * 2)(2, 2), shapes) == 234


def test_mindspore_is_told_that_it_does_not_tell_attributes(project: Path, tmp_path: Path) -> None:
    main = tmp_path / "main.cc"
    main.write_text(
        f'#include <cstdio>\n#include "{project}/infer_file/repeat_rows_infer.cc"\n'
        "int main() {\n"
        "    try { RepeatRowsInferShape(nullptr, nullptr, nullptr); }\n"
        "    catch (const std::runtime_error& error) { std::puts(error.what()); }\n}\n"
    )
    program = tmp_path / "main"
    subprocess.run(["g++", "-Wall", "-Werror", str(main), "-o", str(program)], check=True)
    said = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
    assert said == (
        "RepeatRows: MindSpore does not tell times to inference, which shapes follow from; "
        "give ops.Custom out_shape and out_dtype\n"
    )


@asc.jit
def printf(x: asc.GlobalAddress, exp: asc.GlobalAddress, new: int, a_float: float):
    source, target = asc.GlobalTensor(), asc.GlobalTensor()
    source.set_global_buffer(x)
    target.set_global_buffer(exp)
    std = asc.LocalTensorAuto(x.dtype, 64)
    asc.data_copy(std, source, new)
    asc.adds(std, std, a_float, new)
    asc.exp(std, std, new)
    asc.data_copy(target, std, new)


def printf_tiling(x):
    return asc.Tiling(block_dim=1, new=x.size)


@asc.jit
def named_like_tilings(x: asc.GlobalAddress, y: asc.GlobalAddress, block_dim: int):
    pass


def test_a_parameter_called_like_what_tilings_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'block_dim', which asc"):
        asc.export(
            named_like_tilings, op="No", inputs={"x": "int8"}, outputs={"y": "x"},
            tiling=one_block, path=tmp_path,
        )  # fmt: skip


def test_names_of_cpp(client: Client) -> None:
    x = np.linspace(-1, 1, 64, dtype=np.float32)
    y = client.empty(x.shape)
    client.run("Printf", client.tensor(x), 0.5, y)
    np.testing.assert_allclose(y.read(), np.exp(x + np.float32(0.5)), rtol=1e-5)


def test_sources_name_the_lines_of_python(project: Path) -> None:
    python = Path(scaled_sum_tiling.__code__.co_filename)
    lines = python.read_text(encoding="utf-8").splitlines()
    source = (project / "op_kernel/scaled_sum.cpp").read_text(encoding="utf-8")
    noted = re.findall(r"^ +(.*);  // operators.py:(\d+)$", source, re.MULTILINE)
    calls = [(text, lines[int(number) - 1].strip()) for text, number in noted]
    assert ("AscendC::Add(z_local, x_local_1, y_local_1, 64)",
            "asc.add(z_local, x_local, y_local, TILE)") in calls  # fmt: skip
    assert ("z_queue.EnQue(z_local)", "z_queue.enque(z_local)") in calls


def test_sources_are_the_same_each_time(tmp_path: Path) -> None:
    export_scaled_sum(tmp_path / "one")
    export_scaled_sum(tmp_path / "two")
    for first in (tmp_path / "one").rglob("*.*"):
        assert (
            first.read_text()
            == (tmp_path / "two" / first.relative_to(tmp_path / "one")).read_text()
        )


@pytest.mark.parametrize("name", ["op_host/scaled_sum.cpp", "op_host/scaled_sum_tiling.h"])
def test_files_of_the_user_are_named_and_stay(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    export_scaled_sum(tmp_path)
    export_scaled_sum(tmp_path, attrs={"scale": 2.0})
    path.write_text(path.read_text().replace("ge::GRAPH_SUCCESS", "0").replace("TILING_H", "H"))
    before = contents(tmp_path)
    with pytest.raises(ValueError, match=f"{path} was not written by asc.export, or was changed"):
        export_scaled_sum(tmp_path)
    assert contents(tmp_path) == before
    path.unlink()
    export_scaled_sum(tmp_path)


def contents(folder: Path) -> dict[str, str]:
    return {str(path): path.read_text() for path in folder.rglob("*") if path.is_file()}


def numbers_one_by_one(x):
    return asc.Tiling(block_dim=1, rows=x.size, columns=1)


def plain_tuple(x):
    return asc.Tiling(block_dim=1, sizes=(x.size, 1))


def extra_number(x):
    return asc.Tiling(block_dim=1, sizes=RowSizes(x.size, 1), extra=1)


@pytest.mark.parametrize(
    ("tiling", "message"),
    [
        (numbers_one_by_one, "misses 'sizes', a RowSizes"),
        (plain_tuple, r"has \(.*\) as 'sizes', a RowSizes"),
        (extra_number, "is not to have 'extra'"),
    ],
)
def test_a_tiling_without_the_named_tuple_is_refused(
    tmp_path: Path, tiling: Callable[..., asc.Tiling], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        asc.export(
            row_sums,
            op="RowSums",
            inputs={"x": "float32"},
            outputs={"y": "x"},
            tiling=tiling,
            path=tmp_path,
        )


def test_numbers_of_a_named_tuple_are_fields_of_the_tiling(project: Path) -> None:
    header = (project / "op_host" / "row_sums_tiling.h").read_text()
    fields = re.findall(r"TILING_DATA_FIELD_DEF\((.*)\);", header)
    assert fields == ["int32_t, rows", "int32_t, columns"]


def test_a_function_that_is_no_kernel_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'scaled_sum_tiling' is no kernel; decorate it"):
        asc.export(
            scaled_sum_tiling,
            op="No",
            inputs={"x": "int8"},
            outputs={"y": "x"},
            tiling=scaled_sum_tiling,
            path=tmp_path,
        )


def no_tiling(x):
    return x.size


def unknown_input(w):
    return asc.Tiling(block_dim=w.size)


def missing_field(x):
    return asc.Tiling(block_dim=x.size)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"op": "my add"}, "op='my add' is no name of an operator"),
        ({"op": "Matmul"}, "CANN's headers have a namespace matmul"),
        ({"inputs": {}}, "inputs is empty"),
        ({"inputs": {"x": "float31", "y": "float32"}}, "no operator has elements of 'float31'"),
        ({"inputs": {"x": "float32", "workspace": "float32"}}, "cannot be called 'workspace'"),
        ({"inputs": {"x": "float32", "new": "float32"}}, "'new', which means something else"),
        ({"outputs": {"half": "x"}}, "'half', which means something else"),
        ({"attrs": {"context": 1.0}}, "'context', which means something else"),
        ({"inputs": {"x": ["int8"] * 2, "y": ["int8"] * 3}}, "has 2 element types"),
        ({"outputs": {"z": "float32"}}, "what shape it has is not said"),
        ({"outputs": {"w": "x"}}, "has no parameter 'w'"),
        ({"attrs": {"scale": "1"}}, "attribute 'scale': '1' is no bool, int or float"),
        ({"attrs": {"scale": 1.0, "x": 1}}, "'x' is the name of two"),
        ({"constants": {}}, "'buffers' of kernel scaled_sum is asc.ConstExpr"),
        ({"constants": {"buffers": 2, "scale": 1.0}}, "'scale' of kernel scaled_sum is no"),
        ({"socs": ("ascend310p",)}, "'ascend310p' is none of ascend910b, ascend910_93"),
        ({"tiling": no_tiling}, "it returns asc.Tiling"),
        ({"tiling": unknown_input}, "has a parameter 'w'; it can have"),
        ({"tiling": missing_field}, "misses 'block_length'"),
    ],
)  # fmt: skip
def test_misuse_is_named_and_nothing_written(tmp_path: Path, changes: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        export_scaled_sum(tmp_path, **changes)
    assert not list(tmp_path.iterdir())
