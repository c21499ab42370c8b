"""Reports of sanitizer runs against the forms that CANN's documentation shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from custom_compiler.observe.kernel_name import demangled, without_parameters
from custom_compiler.observe.sources import OwnSources
from custom_compiler.sanitize.launches import CheckedLaunch, CheckedLaunches
from custom_compiler.sanitize.report import Style, block_list, finding_report, launch_report
from custom_compiler.sanitize.selection import Selection


@pytest.fixture
def checked(tmp_path: Path, lines: str) -> CheckedLaunch:
    folder = tmp_path / "lines"
    folder.mkdir()
    (folder / "77.findings.jsonl").write_text(lines)
    (launch,) = CheckedLaunches(folder, OwnSources(tmp_path)).remaining()
    return launch


@pytest.fixture
def report(checked: CheckedLaunch) -> str:
    return "\n".join(launch_report(checked, ["memcheck", "racecheck"], Style())) + "\n"


def test_a_report_is_framed_by_start_and_end(report: str) -> None:
    first, *_, last = report.splitlines()
    assert first == "[mssanitizer] Start memcheck and racecheck sanitizer on kernel AddCustom_1f2e"
    assert last == (
        "[mssanitizer] Sanitizer finished on kernel AddCustom_1f2e. See all detected errors above."
    )


def test_out_of_bounds_has_the_form_of_an_illegal_write(report: str, source: Path) -> None:
    assert (
        "====== ERROR: illegal write of size 768\n"
        "======    at 0x0 on UB in AddCustom_1f2e\n"
        "======    in block aiv(0-2,7),aic(1) on device 0\n"
        f"======    code in {source}:3 (serialNo:0)\n"
        f"======    #0 {source}:3:5\n"
        f"======    #1 {source}:6:0\n"
        "======    16 times at this place\n"
        "======    source: Add(zLocal, xLocal, yLocal, 256);\n"
        "======    memory: outQueueZ[0], 256 byte(s) at 0x0\n"
        "======    reason: Add writes 768 bytes beyond outQueueZ[0]\n"
        "======    help: allocate 1024 bytes with InitBuffer, or compute 64 elements\n"
        "\n"
    ) in report


@pytest.mark.parametrize(
    "block",
    [
        ["====== ERROR: misaligned access of size 13", "======    at 0x6 on UB in AddCustom_1f2e"],
        [
            "====== ERROR: uninitialized read of size 224",
            "======    at 0x12cffaa28000 on GM in AddCustom_1f2e",
        ],
        [
            "====== WARNING: out of bounds of size 256",
            "======    at 0x1000 on GM when writing data in AddCustom_1f2e",
            "======    in block aiv(1) on device 0",
            "======    code in <unknown> (serialNo:0)",
        ],
        [
            "====== WARNING: Unpaired set_flag instructions detected",
            "======    from PIPE_V to PIPE_MTE2 in AddCustom_1f2e",
            "======    in block aiv(0) on device 0",
        ],
        [
            "====== ERROR: AllocTensor of inQueueX, whose 1 buffer is in use",
            "======    in AddCustom_1f2e",
        ],
    ],
)
def test_each_kind_has_its_form(report: str, block: list[str]) -> None:
    assert "\n".join(block) + "\n" in report


def test_reads_out_of_bounds_are_errors_as_cann_has_them(checked: CheckedLaunch) -> None:
    read = replace(checked.findings[0], access="read", severity="warning")
    (head, *_) = finding_report(read, "add", 0, Style())
    assert head == "====== ERROR: illegal read of size 768"


def test_a_race_shows_the_earlier_access_first(report: str, source: Path) -> None:
    block = report[report.index("====== ERROR: Potential") :].splitlines()
    where = "in block 0 (aiv) on device 0 at pc current 0x0 (serialNo:0)"
    assert block[:5] == [
        "====== ERROR: Potential RAW hazard detected at UB in AddCustom_1f2e:",
        f"======    PIPE_MTE2 Write at 0x0 {where}",
        f"======    #0 {source}:2:0",
        f"======    PIPE_V Read at 0x0 {where}",
        f"======    #0 {source}:3:0",
    ]


def test_nothing_found_is_said(checked: CheckedLaunch) -> None:
    checked.findings.clear()
    lines = list(launch_report(checked, ["memcheck"], Style()))
    assert lines == [
        "[mssanitizer] Start memcheck sanitizer on kernel AddCustom_1f2e",
        "[mssanitizer] Sanitizer finished on kernel AddCustom_1f2e. No error detected.",
    ]


def test_frames_of_the_toolkit_are_hidden_unless_asked_for(
    checked: CheckedLaunch, source: Path
) -> None:
    hidden = "\n".join(launch_report(checked, ["memcheck"], Style(hidden=("/nowhere/",))))
    assert f"#1 {source}:6:0" in hidden
    finding = checked.findings[0]
    assert Style(hidden=(str(source.parent),)).frames(finding.frames) == [finding.frames[0]]


@pytest.mark.parametrize(
    ("blocks", "text"),
    [
        (["aiv(0)"], "aiv(0)"),
        (["aiv(3)", "aiv(2)", "aiv(0)"], "aiv(0,2-3)"),
        (["aicore(10)", "aicore(9)"], "aicore(9-10)"),
        ([], "?"),
    ],
)
def test_blocks_are_listed_in_runs(blocks: list[str], text: str) -> None:
    assert block_list(blocks) == text


def test_mangled_kernels_are_signatures_in_quotes() -> None:
    symbol = "_Z10add_customPhS_S_"
    signature = "add_custom(unsigned char*, unsigned char*, unsigned char*)"
    assert demangled(symbol) == signature
    assert Style().kernel(symbol) == f'"{signature}"'
    assert Style("simple").kernel(symbol) == '"add_custom"'
    assert Style("no").kernel(symbol) == symbol
    assert without_parameters("a::f<void (int)>(float*)") == "a::f<void (int)>"


@pytest.mark.parametrize(
    ("selection", "count"),
    [
        (Selection(), 7),
        (Selection(tools=("racecheck",)), 1),
        (Selection(lowest="error"), 5),
        (Selection(block=3), 1),
        (Selection(tools=("memcheck",), block=1), 2),
    ],
)
def test_a_selection_takes_what_it_names(
    checked: CheckedLaunch, selection: Selection, count: int
) -> None:
    assert sum(map(selection.takes, checked.findings)) == count


def test_damaged_lines_are_named_and_passed_over(
    tmp_path: Path, lines: str, append: Callable[[Path, str], None]
) -> None:
    file = tmp_path / "5.findings.jsonl"
    good = lines.splitlines()[1]
    append(file, '{"event":"launch","kernel":"K","launch":0}\n')
    append(file, '{"event":"finding","tool":"memcheck","severity":"error","launch":[]}\n')
    append(file, good + "\n" + '{"event":"finding","tool":"mem')
    launches = CheckedLaunches(tmp_path, OwnSources(tmp_path))
    assert list(launches.ended()) == []
    (launch,) = launches.remaining()
    assert [finding.kind for finding in launch.findings] == ["out_of_bounds"]
    assert launch.end is None
    assert launches.lines.problems == [
        "5.findings.jsonl:2: the line: launch is no integer",
        "5.findings.jsonl:4: no JSON; the writer was cut off, or something else wrote here",
    ]


@pytest.fixture
def append() -> Callable[[Path, str], None]:
    def add(file: Path, text: str) -> None:
        with file.open("a") as out:
            out.write(text)

    return add


def test_what_was_not_looked_at_is_said(checked: CheckedLaunch) -> None:
    assert checked.end is not None
    limited = replace(checked, end=replace(checked.end, limits="races were looked for in part"))
    lines = list(launch_report(limited, ["racecheck"], Style()))
    assert "[mssanitizer] WARN: kernel AddCustom_1f2e: races were looked for in part" in lines
