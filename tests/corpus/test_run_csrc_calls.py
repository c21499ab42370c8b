"""Packages that run_csrc_calls finds below a folder, and its table."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest
import run_csrc_calls
from run_csrc_calls import call, installed, merge

_VENDOR = "home/cann/opp/vendors/customize"
_FOLDERS = ("vllm-ascend/moe/scale", "vllm-ascend/attention/k2q/hist", "sgl/a/csrc/ops/laser")


def test_packages_are_found_at_every_depth(tmp_path: Path) -> None:
    for folder in _FOLDERS:
        (tmp_path / folder / _VENDOR).mkdir(parents=True)
    (tmp_path / "vllm-ascend-direct" / "home/cann/opp/vendors").mkdir(parents=True)
    assert installed(tmp_path) == {folder: tmp_path / folder / _VENDOR for folder in _FOLDERS}
    assert installed(None) == {}


def test_rows_replace_those_of_the_same_operator(tmp_path: Path) -> None:
    def row(operator: str, right: str) -> dict[str, str]:
        given = {"folder": "r/f", "operator": operator, "right": right}
        return {column: given.get(column, "") for column in run_csrc_calls._COLUMNS}

    table = tmp_path / "table.csv"
    merge(table, [row("b", "no"), row("a", "yes")])
    merge(table, [row("b", "yes")])
    with table.open() as file:
        assert list(csv.DictReader(file)) == [row("a", "yes"), row("b", "yes")]


def test_reasons_are_the_runtime_s_before_python_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "csrc_calls.py"
    monkeypatch.setattr(run_csrc_calls, "_HERE", tmp_path)

    def result(text: str) -> dict[str, str]:
        program.write_text(text)
        return call("add", tmp_path / "lib.so", Path(sys.executable), {})

    assert result("print('difference 0.25')") == {
        "right": "yes",
        "difference": "0.25",
        "reason": "",
    }
    assert result("print('difference 3'); exit(1)")["right"] == "no"
    said = "import sys; sys.exit('RuntimeError: it ended\\n[507015] kernel add failed\\nlast')"
    assert result(said) == {"right": "no", "difference": "", "reason": "[507015] kernel add failed"}
