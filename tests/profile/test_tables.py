"""Tables of msprof: their columns, their figures computed by hand, and what is not known."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from custom_compiler.observe.fields import LineFields
from custom_compiler.profile.app_tables import op_statistic, op_summary, task_time
from custom_compiler.profile.launch_timing import LaunchTiming, parse_event
from custom_compiler.profile.op_tables import METRICS, basic_info, metric_table
from custom_compiler.profile.tables import Table, shown
from tests.profile.make_lines import core, profile

# 4 tiles of 2 loads (250 cycles each), 1 addition (40), 1 store (180), after 3000 scalar cycles.
_CYCLES = 3000 + 4 * (500 + 40 + 180)


def _timing(**changes: Any) -> LaunchTiming:
    timing = parse_event(LineFields(profile(Path("/src/add.cpp"), **changes)))
    assert isinstance(timing, LaunchTiming)
    return timing


def _rows(table: Table, unknown: str = "NA") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table.csv(unknown))))


def test_basic_info_is_one_row_with_cann_s_columns() -> None:
    table = basic_info(_timing(), 77)
    assert table.csv("NA") == (
        "Op Name,Op Type,Task Duration(us),Block Dim,Mix Block Dim,Device Id,Pid,"
        "Current Freq,Rated Freq\n"
        "AddCustom_1f2e_0,vector,4.25,2,NA,0,77,1850,1850\n"
    )


def test_pipe_utilization_counts_time_and_parts_of_it() -> None:
    first, second = _rows(metric_table(_timing(), "PipeUtilization"))
    assert (first["block_id"], first["sub_block_id"]) == ("0", "vector0")
    assert second["block_id"] == "1"
    assert float(first["aiv_time(us)"]) == pytest.approx(_CYCLES / 1850, abs=1e-6)
    assert first["aiv_total_cycles"] == str(_CYCLES)
    assert float(first["aiv_vec_ratio"]) == pytest.approx(160 / _CYCLES, abs=1e-6)
    assert float(first["aiv_mte2_time(us)"]) == pytest.approx(2000 / 1850, abs=1e-6)
    # 32768 bytes in 2000 cycles of 1850 MHz
    assert float(first["aiv_mte2_active_bw(GB/s)"]) == pytest.approx(30.3104, abs=1e-4)
    assert first["aiv_icache_miss_rate"] == "NA"
    assert {first[name] for name in first if name.startswith("aic_")} == {"NA"}


def test_other_metrics() -> None:
    timing = _timing()
    memory = _rows(metric_table(timing, "Memory"))[0]
    assert memory["GM_to_UB_datas(KB)"] == "32"
    assert memory["read_main_memory_datas(KB)"] == "32"
    assert memory["write_main_memory_datas(KB)"] == "NA"
    assert memory["aiv_mte2_instructions"] == "8"
    arithmetic = _rows(metric_table(timing, "ArithmeticUtilization"))[0]
    assert arithmetic["aiv_vec_fops"] == "4096"
    assert float(arithmetic["aiv_vec_fp32_ratio"]) == pytest.approx(160 / _CYCLES, abs=1e-6)
    assert arithmetic["aiv_vec_fp16_ratio"] == "NA"
    conflicts = _rows(metric_table(timing, "ResourceConflictRatio"))[0]
    assert float(conflicts["aiv_vec_wait_ratio"]) == pytest.approx(2000 / _CYCLES, abs=1e-6)
    assert _rows(metric_table(timing, "L2Cache"))[0]["aiv_total_hit_rate(%)"] == "NA"


@pytest.mark.parametrize("metric", METRICS)
def test_each_metric_begins_with_time_of_both_core_types(metric: str) -> None:
    columns = metric_table(_timing(), metric).columns
    assert columns[:4] == ("block_id", "sub_block_id", "aic_time(us)", "aic_total_cycles")
    assert {"aiv_time(us)", "aiv_total_cycles"} <= set(columns)
    assert len(set(columns)) == len(columns)


def test_cores_that_are_both_have_one_set_of_columns() -> None:
    table = metric_table(_timing(cores=[core(0) | {"type": "mix"}]), "PipeUtilization")
    assert table.columns[:2] == ("aic_time(us)", "aic_total_cycles")
    assert not [name for name in table.columns if name.startswith("aiv")]
    assert "Mix Block Dim" not in basic_info(_timing(cores=[core(0) | {"type": "mix"}]), 1).columns


def test_mixed_kernels_have_rows_for_both_types() -> None:
    cube = core(0) | {"type": "aic", "pipes": {"cube": {"busy": 100, "count": 5}}}
    timing = _timing(cores=[cube, core(0) | {"unit": 1}, core(0) | {"unit": 2, "sub_block": 1}])
    rows = _rows(metric_table(timing, "PipeUtilization"))
    assert [row["sub_block_id"] for row in rows] == ["cube0", "vector0", "vector1"]
    assert rows[0]["aic_cube_time(us)"] == "0.054054"
    (info,) = _rows(basic_info(timing, 1))
    assert (info["Op Type"], info["Mix Block Dim"]) == ("mix", "2")


def test_op_summary_has_a_row_per_launch_in_time() -> None:
    launches = [_timing(launch=1), _timing(launch=0)]
    first, second = _rows(op_summary(launches, "PipeUtilization"), "N/A")
    assert (first["Task ID"], first["Task Start Time(us)"]) == ("0", "0")
    assert second["Task Wait Time(us)"] == "5.75"
    assert first["OP Type"] == "AddCustom"
    assert first["Task Type"] == "AI_VECTOR_CORE"
    assert first["Input Shapes"] == "8,1024;8,1024"
    assert first["Input Data Types"] == "FLOAT;FLOAT"
    assert first["Output Formats"] == "ND"
    assert first["aiv_total_cycles"] == str(2 * _CYCLES)
    assert float(first["aiv_time(us)"]) == pytest.approx(_CYCLES / 1850, abs=1e-6)
    assert first["aic_mac_ratio"] == first["OP State"] == "N/A"
    memory = _rows(op_summary(launches, "Memory"), "N/A")[0]
    assert memory["aiv_mte2_instructions"] == "16"


def test_unknown_shapes_are_not_made_up() -> None:
    timing = _timing(arguments=[{"name": "x", "role": "input", "dtype": -1}])
    (row,) = _rows(op_summary([timing], "PipeUtilization"), "N/A")
    assert row["Input Shapes"] == row["Input Data Types"] == row["Output Shapes"] == "N/A"


def test_statistics_by_type() -> None:
    launches = [
        _timing(launch=0),
        _timing(launch=1, duration_us=5.75),
        _timing(launch=2, op_type="Mul", duration_us=30),
    ]
    rows = _rows(op_statistic(launches))
    assert [row["OP Type"] for row in rows] == ["Mul", "AddCustom"]
    add = next(row for row in rows if row["OP Type"] == "AddCustom")
    assert (add["Count"], add["Total Time(us)"], add["Min Time(us)"]) == ("2", "10", "4.25")
    assert (add["Avg Time(us)"], add["Max Time(us)"], add["Ratio(%)"]) == ("5", "5.75", "25")
    assert _rows(task_time(launches))[1]["task_stop(us)"] == "15.75"


@pytest.mark.parametrize(
    ("cell", "text"),
    [(1.0, "1"), (0.25, "0.25"), (1e-9, "0"), (-1e-9, "0"), (7, "7"), (None, "NA"), ("a", "a")],
)
def test_numbers_have_no_needless_digits(cell: float | None, text: str) -> None:
    assert shown(cell, "NA") == text
