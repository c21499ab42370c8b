"""The table of constants: every row says where its figure comes from."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from tests.observe.cycles.profiled import rows, run_profiled

if TYPE_CHECKING:
    from pathlib import Path

TRUST = {"measured", "simulated", "documented", "configured", "derived", "counted", "assumed"}


def test_every_row_has_its_source() -> None:
    for row in rows():
        assert row["source"].strip(), row["name"]
        assert row["trust"] in TRUST, row["name"]
        assert row["unit"], row["name"]
        assert math.isfinite(float(row["value"])), row["name"]
        assert row["arch"] in {"*", "100", "200", "220", "300", "310"}, row["name"]


def test_only_assumptions_have_no_source() -> None:
    for row in rows():
        assert (row["source"] == "none") <= (row["trust"] == "assumed"), row["name"]


def test_no_row_is_there_twice() -> None:
    keys = [(row["name"], row["arch"]) for row in rows()]
    assert len(keys) == len(set(keys))


_EMPTY = 'extern "C" __global__ __aicore__ void empty(GM_ADDR x) {}'


def test_figures_can_be_replaced(tmp_path: Path) -> None:
    figures = tmp_path / "figures.csv"
    figures.write_text("name,arch,value,unit\nscalar.prologue_first,*,50000,cycles\n")
    profile = run_profiled(_EMPTY, "empty", [64], options=f"constants={figures}")
    assert profile.core()["cycles"] >= 50000


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("scalar.nothing,*,1\n", "there is no figure scalar.nothing of \\*"),
        ("scalar.prologue,*,much\n", "no number in: scalar.prologue"),
        (None, "cannot be read"),
    ],
)
def test_wrong_figures_are_refused(tmp_path: Path, text: str | None, says: str) -> None:
    figures = tmp_path / "figures.csv"
    if text is not None:
        figures.write_text(text)
    with pytest.raises(RuntimeError, match=f"constants={figures}: {says}"):
        run_profiled(_EMPTY, "empty", [64], options=f"constants={figures}")
