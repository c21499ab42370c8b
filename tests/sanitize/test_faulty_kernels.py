"""A checked run names the fault of each faulty kernel at its line, and is silent once repaired."""

from __future__ import annotations

import pytest
from faulty_batch import Mark, Program, marks
from faulty_cases import CASES, Case

Found = dict[tuple[str, str, str], list[set[Mark]]]

# What the checks do not know yet.
UNKNOWN: frozenset[str] = frozenset(
    {
        *("gm_read_by_scalar", "work_tensor_too_small", "unaligned_offset_of_gather"),
        *("buffer_never_written", "buffer_written_in_part", "accumulator_not_cleared"),
        *("workspace_never_written", "output_read", "atomic_target_not_cleared"),
        *("ub_read_by_scalar", "freed_to_another_queue", "more_tensors_than_events"),
        *("no_room_for_a_library_function", "mte3_before_scalar", "overlapping_copies_out"),
        *("neighbours_in_a_cache_line", "cache_not_written_back"),
        *("barrier_workspace_too_small", "barrier_workspace_not_cleared"),
        *("mask_of_another_type", "too_many_repeats", "count_of_no_whole_blocks"),
        *("padding_too_wide", "too_many_rows", "target_overlaps_source"),
        *("target_overlaps_next_source", "library_temporary_too_small", "l0c_not_cleared"),
        *("l0b_never_written", "flag_never_awaited"),
    }
)
EVERYWHERE = [(case, soc) for case in CASES for soc in case.socs]
RUNS = [(case, soc) for case, soc in EVERYWHERE if case.name not in UNKNOWN]


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


@pytest.mark.parametrize(("case", "soc"), RUNS, ids=_ids)
def test_fault_is_named_at_its_line(case: Case, soc: str, findings: Found) -> None:
    found = findings["faulty", case.name, soc]
    expected = marks(case)
    assert all(places & expected for places in found), found
    assert expected <= set().union(*found), found


@pytest.mark.parametrize(("case", "soc"), EVERYWHERE, ids=_ids)
def test_repaired_form_is_silent(case: Case, soc: str, findings: Found) -> None:
    assert findings["repaired", case.name, soc] == []
