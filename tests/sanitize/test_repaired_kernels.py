"""The repaired forms of the faulty kernels compute what they should."""

from __future__ import annotations

import numpy as np
import pytest
from faulty_batch import Launch, Program, marks
from faulty_cases import CASES, Case

RUNS = [(case, soc) for case in CASES for soc in case.socs]


@pytest.fixture(scope="module")
def launches(
    programs: dict[str, Program], tmp_path_factory: pytest.TempPathFactory
) -> dict[tuple[str, str], Launch]:
    """What the repaired forms left, by kernel and SoC."""
    folder = tmp_path_factory.mktemp("repaired")
    return {
        (launch.case.name, soc): launch
        for soc, program in programs.items()
        for launch in program.launch(
            [case for case in CASES if soc in case.socs], "repaired", soc, folder / soc
        )
    }


@pytest.mark.parametrize(("case", "soc"), RUNS, ids=lambda value: getattr(value, "name", value))
def test_repaired_form_is_right(
    case: Case, soc: str, launches: dict[tuple[str, str], Launch]
) -> None:
    launch = launches[case.name, soc]
    assert launch.error == 0
    np.testing.assert_allclose(launch.z, case.z, rtol=2e-3, atol=2e-3)


def test_every_case_has_its_mark() -> None:
    assert [case.name for case in CASES if not marks(case)] == []
