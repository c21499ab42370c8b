"""A checked run names the fault of each faulty kernel at its line, and is silent once repaired.

The repaired forms also compute what they should.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import pytest
from faulty_batch import Launch, Mark, Program, marks
from faulty_cases import ARCHITECTURES, CASES, Case

if TYPE_CHECKING:
    from pathlib import Path

Found = dict[tuple[str, str, str], list[set[Mark]]]

EVERYWHERE = [(case, soc) for case in CASES for soc in case.socs]


@pytest.fixture(scope="module")
def programs(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Program]:
    """A program for each SoC."""
    folder = tmp_path_factory.mktemp("faulty_kernels")

    def build(arch: str) -> Program:
        place = folder / arch
        place.mkdir()
        cases = [case for case in CASES if set(case.socs) & set(ARCHITECTURES[arch])]
        return Program.build(cases, arch, place, cann_home)

    with ThreadPoolExecutor(2) as pool:
        built = dict(zip(ARCHITECTURES, pool.map(build, ARCHITECTURES), strict=True))
    return {soc: built[arch] for arch, socs in ARCHITECTURES.items() for soc in socs}


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


@pytest.fixture(scope="module")
def findings(programs: dict[str, Program], tmp_path_factory: pytest.TempPathFactory) -> Found:
    """Findings of the cases by form, kernel and SoC."""
    folder = tmp_path_factory.mktemp("checked")
    found: Found = {}
    for soc, program in programs.items():
        chosen = [case for case in CASES if soc in case.socs]
        for form in ("faulty", "repaired"):
            for case, places in program.check(chosen, form, soc, folder / soc).items():
                found[form, case, soc] = places
    return found


def _ids(value: object) -> str:
    return value.name if isinstance(value, Case) else str(value)


@pytest.mark.parametrize(("case", "soc"), EVERYWHERE, ids=_ids)
def test_fault_is_named_at_its_line(case: Case, soc: str, findings: Found) -> None:
    found = findings["faulty", case.name, soc]
    expected = marks(case)
    assert all(places & expected for places in found), found
    assert expected <= set().union(*found), found


@pytest.mark.parametrize(("case", "soc"), EVERYWHERE, ids=_ids)
def test_repaired_form_is_silent(case: Case, soc: str, findings: Found) -> None:
    assert findings["repaired", case.name, soc] == []


@pytest.mark.parametrize(("case", "soc"), EVERYWHERE, ids=_ids)
def test_repaired_form_is_right(
    case: Case, soc: str, launches: dict[tuple[str, str], Launch]
) -> None:
    launch = launches[case.name, soc]
    assert launch.error == 0
    np.testing.assert_allclose(launch.z, case.z, rtol=2e-3, atol=2e-3)


def test_values_are_judged_on_request_only(programs: dict[str, Program], tmp_path: Path) -> None:
    cases = [case for case in CASES if case.group == "values"]
    soc = cases[0].socs[0]
    found = programs[soc].findings(cases, "faulty", soc, tmp_path, ())
    assert found == {case.name: [] for case in cases}


def test_every_case_has_its_mark() -> None:
    unmarked = [case.name for case in CASES if not marks(case)]
    assert unmarked == [case.name for case in CASES if case.group == "right"]
