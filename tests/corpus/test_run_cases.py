"""Every case of a review (tests/corpus/run_cases.py); CUSTOM_COMPILER_CASES names their folder."""

from __future__ import annotations

from pathlib import Path

import pytest
import run_cases
from checkouts import checkout

CASES = {case.name: case for case in run_cases.CASES}


@pytest.mark.corpus
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", CASES)
def test_case(name: str, cann_home: Path) -> None:
    folder = checkout("CUSTOM_COMPILER_CASES", "folder with cases of reviews")
    row = run_cases.try_case(CASES[name], cann_home, folder.resolve())
    if row["agree"] == "-":
        pytest.skip(row["actual"])
    assert row["agree"] == "yes", f"expected {row['expected']}: {row['actual']}"


def test_names_are_distinct() -> None:
    assert len(CASES) == len(run_cases.CASES)
