"""Lines of observers: growing files, damaged and hostile lines, bounds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_compiler.observe.fields import FormatError, LineFields
from custom_compiler.observe.lines import LineFolder
from custom_compiler.profile.launch_timing import parse_event as parse_timing
from custom_compiler.profile.timeline import read_timeline
from custom_compiler.sanitize.findings import parse_event as parse_finding
from custom_compiler.support.printable import printable


def _number(fields: LineFields) -> int:
    return fields.integer("n")


def test_lines_come_once_and_when_they_are_whole(tmp_path: Path) -> None:
    folder = LineFolder(tmp_path, "x", _number)
    assert list(folder.new()) == []
    with (tmp_path / "12.x.jsonl").open("w") as file:
        for text, expected in (('{"n":1}\n{"n"', [1]), (":2}\n", [2]), ('{"n":3}', [])):
            file.write(text)
            file.flush()
            assert [line.event for line in folder.new()] == expected
    (tmp_path / "13.x.jsonl").write_text('{"n":4}\n')
    (tmp_path / "13.y.jsonl").write_text('{"n":5}\n')
    assert [(line.pid, line.event) for line in folder.new(is_complete=True)] == [(12, 3), (13, 4)]
    assert folder.pids() == {12, 13}
    assert folder.problems == []


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"", "empty"),
        (b'{"n":', "no JSON"),
        (b"[1]", "no JSON object"),
        (b'{"n":"1"}', "n is no integer"),
        (b'{"n":true}', "n is no integer"),
        (b'{"n":1e400}', "n is no integer"),
        (b'{"n":' + b"9" * 5000 + b"}", "no JSON|n is no integer"),
        (b'{"n":' + b"[" * 100_000 + b"}", "nested too deeply"),
        (b"\xff\xfe\x00", "no JSON"),
        (b'{"n":' + b" " * (17 << 20) + b"1}", "longer than 16 MiB"),
    ],
)
def test_a_bad_line_is_one_problem(tmp_path: Path, line: bytes, says: str) -> None:
    (tmp_path / "1.x.jsonl").write_bytes(line + b'\n{"n":7}\n')
    folder = LineFolder(tmp_path, "x", _number)
    assert [found.event for found in folder.new(is_complete=True)] == [7]
    (problem,) = folder.problems
    assert problem.startswith("1.x.jsonl:1: ")
    assert any(words in problem for words in says.split("|"))


def test_lines_that_a_process_could_not_write_are_a_problem(tmp_path: Path) -> None:
    (tmp_path / "1.x.jsonl").write_text('{"n":7}\n')
    for lost in ("1.x.jsonl.lost", "2.x.jsonl.lost", "3.y.jsonl.lost"):
        (tmp_path / lost).touch()
    folder = LineFolder(tmp_path, "x", _number)
    assert [found.event for found in (*folder.new(), *folder.new(is_complete=True))] == [7]
    assert folder.problems == [
        f"{pid}.x.jsonl: lines are missing that could not be written" for pid in (1, 2)
    ]


def test_problems_are_bounded(tmp_path: Path) -> None:
    (tmp_path / "1.x.jsonl").write_text("?\n" * 10_000)
    folder = LineFolder(tmp_path, "x", _number)
    assert list(folder.new()) == []
    assert len(folder.problems) == 21


def test_texts_cannot_command_a_terminal() -> None:
    assert printable("a\x1b[31m\nb\u202e") == "a\\x1b[31m\\nb\\u202e"
    assert printable("größe 大") == "größe 大"
    assert len(printable("x" * 10**6)) == 20_000


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)
_GOOD: dict[str, Any] = {
    "event": "finding",
    "tool": "memcheck",
    "severity": "error",
    "memory": "UB",
    "blocks": ["aiv(0)"],
    "allocation": {"name": "x", "address": 0, "size": 1},
    "frames": [{"file": "a.cpp", "line": 1}],
    "other": {"frames": []},
}
_MEASURED: dict[str, Any] = {
    "event": "profile",
    "clock_mhz": 1800,
    "start_us": 0,
    "duration_us": 1,
    "cores": [{"type": "aiv", "cycles": 1, "pipes": {"vec": {"busy": 1, "count": 1}}}],
    "lines": [{"file": "a.cpp", "line": 1, "pipe": "vec", "count": 1, "cycles": 1}],
    "arguments": [{"name": "x", "shape": [1]}],
    "memory": {"UB": {"used": 1, "size": 2}},
    "peaks": {},
    "timeline": "1.0.timeline.jsonl",
}
_PARSERS: list[tuple[Callable[[LineFields], object], dict[str, Any]]] = [
    (parse_finding, _GOOD),
    (parse_timing, _MEASURED),
]


@pytest.mark.parametrize(("parse", "good"), _PARSERS)
def test_any_value_in_any_field_is_read_or_refused(
    parse: Callable[[LineFields], object], good: dict[str, Any]
) -> None:
    @given(st.dictionaries(st.sampled_from([*good, "launch", "size", "pipe"]), _JSON))
    def check(changes: dict[str, Any]) -> None:
        value = json.loads(json.dumps(good | changes))
        try:
            parse(LineFields(value))
        except FormatError as error:
            assert "\n" not in str(error)  # noqa: PT017

    check()


@given(st.binary(max_size=300))
def test_any_bytes_are_lines_or_problems(tmp_path_factory: Any, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("any")
    (folder / "1.findings.jsonl").write_bytes(data)
    list(LineFolder(folder, "findings", parse_finding).new(is_complete=True))
    read_timeline(folder / "1.findings.jsonl")
