"""Outputs of trials against those of the untuned call."""

from __future__ import annotations

import json

import ml_dtypes
import numpy as np
import pytest

from custom_compiler.kernel.op_compiler.tuning.bank import bank_folder, update_bank
from custom_compiler.kernel.op_compiler.tuning.values import difference

WANTED = np.array([1.0, -2.0, 0.0, 4.0])


@pytest.fixture
def compared(tmp_path):
    def run(found, wanted=WANTED, dtype="float32", tolerance=0.0):
        kind = ml_dtypes.bfloat16 if dtype == "bfloat16" else {"double": "f8"}.get(dtype, dtype)
        for name, values in (("found", found), ("wanted", wanted)):
            (tmp_path / name).mkdir(exist_ok=True)
            (tmp_path / name / "1.bin").write_bytes(np.asarray(values).astype(kind).tobytes())
        ports = [None, {"dtype": dtype}]
        return difference(ports, str(tmp_path / "found"), str(tmp_path / "wanted"), tolerance)

    return run


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16", "double"])
def test_a_tolerance_is_relative(compared, dtype: str) -> None:
    assert compared(WANTED, dtype=dtype) == ""
    assert compared(WANTED * 1.01, dtype=dtype, tolerance=0.02) == ""
    assert "output 1 differs from byte" in compared(WANTED * 1.05, dtype=dtype, tolerance=0.02)
    assert "output 1 differs from byte" in compared(WANTED * 1.01, dtype=dtype)


def test_small_numbers_are_judged_by_the_size_of_all(compared) -> None:
    assert compared([1.0, -2.0, 0.01, 4.0], tolerance=0.01) == ""
    assert compared([1.0, -2.0, 0.1, 4.0], tolerance=0.01) != ""


def test_what_is_not_finite_has_to_be_the_same(compared) -> None:
    wanted = [np.inf, np.nan, 1.0]
    assert compared([np.inf, np.nan, 1.0001], wanted, tolerance=0.01) == ""
    assert compared([-np.inf, np.nan, 1.0], wanted, tolerance=0.01) != ""
    assert compared([np.inf, 5.0, 1.0], wanted, tolerance=0.01) != ""
    assert compared([1.0, np.nan], [1.0, 1.0], tolerance=0.01) != ""


def test_whole_numbers_have_no_tolerance(compared) -> None:
    assert "from byte 4 on" in compared([1, 1001], [1, 1000], "int32", 0.5)


def test_entries_of_a_bank_are_replaced_by_their_key(tmp_path) -> None:
    path = tmp_path / "bank/file.json"
    assert not update_bank(str(path), "a", None)
    assert not path.exists()
    assert update_bank(str(path), "a", {"key": "a", "block_dim": 1})
    assert update_bank(str(path), "b", {"key": "b", "block_dim": 2})
    assert update_bank(str(path), "a", {"key": "a", "block_dim": 3})
    assert not update_bank(str(path), "b", {"key": "b", "block_dim": 2})
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert {line["key"]: line["block_dim"] for line in lines} == {"a": 3, "b": 2}
    assert update_bank(str(path), "a", None)
    assert [json.loads(line)["key"] for line in path.read_text().splitlines()] == ["b"]


def test_lines_of_others_stay_in_a_bank(tmp_path) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(b'{"foreign": 1}\nnot \xff json\n')
    update_bank(str(path), "a", {"key": "a"})
    assert path.read_bytes() == b'{"foreign": 1}\nnot \xff json\n{"key": "a"}\n'


@pytest.mark.parametrize(
    ("variables", "folder"),
    [
        ({"TUNE_BANK_PATH": "/b", "ASCEND_CACHE_PATH": "/c", "HOME": "/h"}, "/b/Soc"),
        ({"TUNE_BANK_PATH": "", "ASCEND_CACHE_PATH": "/c", "HOME": "/h"}, "/c/aoe_data/Soc"),
        ({"HOME": "/h"}, "/h/Ascend/latest/data/aoe/custom/op/Soc"),
    ],
)
def test_the_bank_is_where_the_runtime_looks(variables, folder: str) -> None:
    assert bank_folder("Soc", variables) == folder
