"""Traces, costs by line and visualize_data.bin, read back as those that open them do."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

from custom_compiler.observe.sources import OwnSources
from custom_compiler.profile.code_tables import code_table, instruction_table
from custom_compiler.profile.launches import LaunchSelection, ProfiledLaunch, TimedLaunches
from custom_compiler.profile.traces import core_trace, operator_trace, system_trace
from custom_compiler.profile.visualize_data import block, visualize_data
from tests.profile.make_lines import SOURCE, write


@pytest.fixture
def launch(tmp_path: Path) -> ProfiledLaunch:
    source = tmp_path / "add.cpp"
    source.write_text(SOURCE)
    write(tmp_path / "lines", source)
    gathered = TimedLaunches(tmp_path / "lines")
    gathered.read(is_complete=True)
    (found,) = gathered.launches
    return found


def test_timelines_say_what_they_leave_out(launch: ProfiledLaunch) -> None:
    timeline = launch.timeline()
    assert len(timeline.instructions) == 32
    assert timeline.left_out == 3


def test_insight_takes_the_trace_for_an_operator_s(launch: ProfiledLaunch) -> None:
    text = operator_trace(launch.timing, launch.timeline().instructions)
    assert text.startswith(
        '{"displayTimeUnit":"ns","profilingType":"op","schemaVersion":2,"traceEvents":['
    )
    events = json.loads(text)["traceEvents"]
    bars = [event for event in events if event["ph"] == "X"]
    assert len(bars) == 32
    first = bars[0]
    assert (first["pid"], first["tid"], first["name"]) == ("core0.veccore0", "MTE2", "DataCopy")
    assert first["ts"] == pytest.approx(3000 / 1850)
    assert first["dur"] == pytest.approx(250 / 1850)
    assert first["args"]["code"].endswith("add.cpp:2")
    assert first["args"]["process_bytes"] == "4096"
    order = {e["pid"]: e["args"]["sort_index"] for e in events if e["name"] == "process_sort_index"}
    assert order == {"core0.veccore0": 2, "core1.veccore0": 5}


def test_a_core_s_trace_has_a_process_per_pipe(launch: ProfiledLaunch) -> None:
    core = launch.timing.cores[1]
    events = json.loads(core_trace(launch.timing, core, launch.timeline().instructions))
    bars = [event for event in events["traceEvents"] if event["ph"] == "X"]
    assert {(bar["pid"], bar["tid"]) for bar in bars} == {
        (30, "VECTOR_1"),
        (60, "MTE2_1"),
        (70, "MTE3_1"),
    }


def test_the_system_s_trace_has_a_lane_per_stream(launch: ProfiledLaunch) -> None:
    events = json.loads(system_trace([launch.timing]))
    (bar,) = (event for event in events if event["ph"] == "X")
    assert (bar["name"], bar["ts"], bar["dur"]) == ("AddCustom", 0, 4.25)


def test_costs_by_line_and_by_instruction(launch: ProfiledLaunch, tmp_path: Path) -> None:
    own = [i for i in launch.timeline().instructions if i.unit == 0]
    rows = code_table(launch.timing, own).csv("NA").splitlines()
    assert rows[0] == "code,call_count,cycles,running_time(us)"
    assert rows[1] == f"{tmp_path}/add.cpp:2,4,1000,0.540541"
    calls = instruction_table(launch.timing, own).csv("NA").splitlines()
    assert calls[0] == "instr,addr,pipe,call_count,cycles,running_time(us),detail"
    assert f"Add,NA,VEC,4,160,0.086486,{tmp_path}/add.cpp:4" in calls


def _blocks(data: bytes) -> list[tuple[int, bytes, bytes]]:
    """Type, path and content of each block, read by the format's rules."""
    found = []
    while data:
        size, kind, pad, version, magic = struct.unpack_from("<QBBBB", data)
        assert (version, magic) == (0x5A, 0x5A)
        start = 12 + (4096 if kind == 1 else 0)
        content = data[start : start + size]
        assert content[size - pad :] == bytes(pad)
        found.append((kind, data[12:start].rstrip(b"\0"), content[: size - pad]))
        data = data[start + size :]
    return found


def test_a_block_s_header_is_that_of_the_format() -> None:
    header = bytes([8, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0x5A, 0x5A])
    assert block(3, b'{"":1') == header + b'{"":1' + bytes(3)


def test_visualize_data_holds_sources_trace_costs_and_facts(
    launch: ProfiledLaunch, tmp_path: Path
) -> None:
    blocks = _blocks(visualize_data(launch.timing, 77, "[]"))
    by_kind = {kind: (path, content) for kind, path, content in blocks}
    assert blocks[0][0] == 5
    basic = json.loads(by_kind[5][1])
    assert (basic["name"], basic["duration"], basic["cur_freq"]) == ("AddCustom_1f2e_0", 4.25, 1850)
    assert basic["block_detail"]["size"][0] == 2
    assert by_kind[1] == (str(tmp_path / "add.cpp").encode(), SOURCE.encode())
    assert by_kind[2][1] == b"[]"
    (file,) = json.loads(by_kind[3][1])["Files"]
    assert file["Lines"][0] == {
        "Line": 2,
        "Address Range": [],
        "Cycles": [2000.0],
        "Instructions Executed": [8],
    }


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        (LaunchSelection(), [0, 1, 2]),
        (LaunchSelection(count=1), [0]),
        (LaunchSelection(skip=1, count=1), [1]),
        (LaunchSelection(kernels=("Add", "Mul")), [0, 1, 2]),
        (LaunchSelection(kernels=("*Custom_",)), [0, 1, 2]),
        (LaunchSelection(kernels=("Custom",)), []),
    ],
)
def test_wanted_launches(tmp_path: Path, wanted: LaunchSelection, numbers: list[int]) -> None:
    write(tmp_path / "lines", tmp_path / "add.cpp", launches=3)
    gathered = TimedLaunches(tmp_path / "lines", wanted)
    gathered.read(is_complete=True)
    assert [launch.timing.launch for launch in gathered.launches] == numbers


def test_lines_of_a_package_s_copy_name_the_file_that_was_built(tmp_path: Path) -> None:
    packaged = tmp_path / "acme/op_impl/ai_core/tbe/acme_impl/dynamic/add.cpp"
    own = tmp_path / "project/op_kernel/add.cpp"
    for path in (packaged, own):
        path.parent.mkdir(parents=True)
        path.write_text(SOURCE)
    write(tmp_path / "lines", packaged)
    gathered = TimedLaunches(tmp_path / "lines", sources=OwnSources(tmp_path / "project"))
    gathered.read(is_complete=True)
    (launch,) = gathered.launches
    files = [cost.file for cost in launch.timing.lines]
    files += [instruction.file for instruction in launch.timeline().instructions]
    assert set(files) == {str(own)}
