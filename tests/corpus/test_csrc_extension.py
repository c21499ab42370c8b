"""Packages that csrc_extension finds below a folder, and the results of calls."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.corpus import csrc_extension
from tests.corpus.csrc_extension import call, installed

_VENDOR = "home/cann/opp/vendors/customize"
_FOLDERS = ("moe/scale", "attention/k2q/hist", "a/csrc/ops/laser", "top")


def test_packages_are_found_at_every_depth(tmp_path: Path) -> None:
    for folder in _FOLDERS:
        (tmp_path / folder / _VENDOR).mkdir(parents=True)
    (tmp_path / "not_installed" / "home/cann/opp/vendors").mkdir(parents=True)
    assert installed(tmp_path) == {folder: tmp_path / folder / _VENDOR for folder in _FOLDERS}
    assert installed(tmp_path / "absent") == {}


@pytest.mark.parametrize(
    ("program", "verdict", "reason"),
    [
        ("print('difference 0.25')", "right", "difference 0.25"),
        ("print('difference 3'); exit(1)", "wrong", "difference 3 is too large"),
        (
            "import sys; sys.exit('RuntimeError: it ended\\n[507015] kernel add failed\\nlast')",
            "wrong",
            "[507015] kernel add failed",
        ),
    ],
    ids=["right", "too large", "the runtime's message before Python's"],
)
def test_results_of_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, verdict: str, reason: str
) -> None:
    (tmp_path / "csrc_calls.py").write_text(program)
    monkeypatch.setattr(csrc_extension, "_HERE", tmp_path)
    result = call("add", tmp_path / "lib.so", Path(sys.executable), {})
    assert (result.case, result.verdict, result.reason) == ("add", verdict, reason)
