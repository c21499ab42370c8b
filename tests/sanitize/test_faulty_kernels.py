"""A sanitizer run names the fault of each faulty kernel at its line, and is silent once repaired.

The repaired forms also compute what they should.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.sanitize.faulty_batch import Launch, Mark, Program, marks
from tests.sanitize.faulty_cases import ARCHITECTURES, CASES, Case

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Found = dict[str, list[set[Mark]]]

_BY_DEFAULT = {*ARCHITECTURES["dav-2201"], *ARCHITECTURES["dav-2002"]}
EVERYWHERE = [
    pytest.param(case, soc, marks=[pytest.mark.slow] * (soc not in _BY_DEFAULT))
    for case in CASES
    for soc in case.socs
]


@pytest.fixture(scope="module")
def programs(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Program]:
    """The program for a SoC, one for all of its architecture."""
    folder = tmp_path_factory.mktemp("faulty_kernels")

    @cache
    def build(arch: str) -> Program:
        place = folder / arch
        place.mkdir()
        cases = [case for case in CASES if set(case.socs) & set(ARCHITECTURES[arch])]
        return Program.build(cases, arch, place, cann_home)

    return lambda soc: build(next(arch for arch, socs in ARCHITECTURES.items() if soc in socs))


@pytest.fixture(scope="module")
def launches(
    programs: Callable[[str], Program], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], dict[str, Launch]]:
    """Return the outputs of the repaired forms on a SoC, by kernel."""
    folder = tmp_path_factory.mktemp("repaired")

    @cache
    def launch(soc: str) -> dict[str, Launch]:
        cases = [case for case in CASES if soc in case.socs]
        launched = programs(soc).launch(cases, "repaired", soc, folder / soc)
        return {one.case.name: one for one in launched}

    return launch


@pytest.fixture(scope="module")
def findings(
    programs: Callable[[str], Program], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, str], Found]:
    """Reports of the cases in a form on a SoC, by kernel."""
    folder = tmp_path_factory.mktemp("checked")

    @cache
    def check(form: str, soc: str) -> Found:
        chosen = [case for case in CASES if soc in case.socs]
        return programs(soc).check(chosen, form, soc, folder / soc)

    return check


def _ids(value: object) -> str:
    return value.name if isinstance(value, Case) else str(value)


@pytest.mark.parametrize(("case", "soc"), EVERYWHERE, ids=_ids)
def test_fault_is_named_at_its_line(
    case: Case, soc: str, findings: Callable[[str, str], Found]
) -> None:
    found = findings("faulty", soc)[case.name]
    expected = marks(case)
    assert all(places & expected for places in found), found
    assert expected <= set().union(*found), found


@pytest.mark.parametrize(("case", "soc"), EVERYWHERE, ids=_ids)
def test_repaired_form_is_silent(
    case: Case, soc: str, findings: Callable[[str, str], Found]
) -> None:
    assert findings("repaired", soc)[case.name] == []


@pytest.mark.parametrize(("case", "soc"), EVERYWHERE, ids=_ids)
def test_repaired_form_is_right(
    case: Case, soc: str, launches: Callable[[str], dict[str, Launch]]
) -> None:
    launch = launches(soc)[case.name]
    assert launch.error == 0
    np.testing.assert_allclose(launch.z, case.z, rtol=2e-3, atol=2e-3)


def test_values_are_judged_on_request_only(
    programs: Callable[[str], Program], tmp_path: Path
) -> None:
    cases = [case for case in CASES if case.group == "values"]
    soc = cases[0].socs[0]
    found = programs(soc).findings(cases, "faulty", soc, tmp_path, ())
    assert found == {case.name: [] for case in cases}


def test_every_case_has_its_mark() -> None:
    unmarked = [case.name for case in CASES if not marks(case)]
    assert unmarked == [case.name for case in CASES if case.group == "right"]
