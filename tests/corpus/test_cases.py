"""Every case of a review (tests/corpus/cases.py); CUSTOM_COMPILER_CASES names their folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus import cases
from tests.utils.checkouts import checkout

CASES = {case.name: case for case in cases.CASES}


@pytest.mark.corpus
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", CASES)
def test_case(name: str, cann_home: Path) -> None:
    folder = checkout("CUSTOM_COMPILER_CASES", "folder with cases of reviews")
    result = cases.try_case(CASES[name], cann_home, folder.resolve())
    if result.verdict == "skipped":
        pytest.skip(result.reason)
    assert result.verdict == "right", result.reason


def test_names_are_distinct() -> None:
    assert len(CASES) == len(cases.CASES)
