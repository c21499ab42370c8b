"""Device memory outside launches: leaks, unused memory, wrong frees."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.utils.sources import read_source

Check = Callable[..., dict[str, Any]]

_PROGRAM = read_source(__file__, "sources/device_memory.cpp")


@pytest.fixture(scope="module")
def program(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("program") / "client.cpp"
    source.write_text(_PROGRAM)
    libraries = cann_home / "lib64"
    subprocess.run(
        ["g++", "-g", source, "-o", source.with_suffix(""), f"-I{cann_home / 'include'}",
         f"-L{libraries}", "-lascendcl", f"-Wl,-rpath,{libraries}",
         f"-Wl,-rpath-link,{libraries}"],
        check=True,
    )  # fmt: skip
    return source.with_suffix("")


@pytest.fixture
def check(cann_home: Path, tmp_path: Path) -> Check:
    """Runs a command line of mssanitizer; the report, with what it printed as `text`."""

    def run(*words: object) -> dict[str, Any]:
        done = subprocess.run(
            [cann_home / "bin/mssanitizer", "--json=found.json", *map(str, words)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(cann_home / "python/site-packages")},
            capture_output=True,
            text=True,
            check=False,
            timeout=100,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        report: dict[str, Any] = json.loads((tmp_path / "found.json").read_text())
        return report | {"text": done.stdout}

    return run


def _line(program: Path, text: str) -> int:
    lines = program.with_suffix(".cpp").read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_memory_that_is_never_freed_is_a_leak(check: Check, program: Path) -> None:
    report = check("--leak-check=yes", program, "leak")
    (leak,) = report["program_findings"]
    assert (leak["kind"], leak["count"], leak["size"]) == ("memory_leak", 3, 300)
    places = [(Path(frame["file"]).name, frame["line"]) for frame in leak["frames"]]
    calls = [_line(program, "// the allocation"), _line(program, "// leaked")]
    assert places == [("client.cpp", line) for line in calls]
    assert re.search(
        r"====== ERROR: LeakCheck: detected memory leaks\n\n"
        r"======    Direct leak of 300 byte\(s\) in 3 allocations\n"
        r"======      at 0x[0-9a-f]+ on GM\n"
        rf"======      allocated in \S+client\.cpp:{calls[0]} \(serialNo:0\)\n"
        rf"======      from \S+client\.cpp:{calls[1]}\n"
        r"(?:.*\n)*====== SUMMARY: 300 byte\(s\) leaked in 3 allocation\(s\)\n",
        report["text"],
    )


def test_a_reset_frees_all(check: Check, program: Path) -> None:
    assert check("--leak-check=yes", program, "reset")["program_findings"] == []


def test_memory_that_nothing_touches_is_unused(check: Check, program: Path) -> None:
    report = check("--check-unused-memory=yes", program, "unused")
    (unused,) = report["program_findings"]
    assert (unused["kind"], unused["size"]) == ("unused_memory", 64)
    assert "====== WARNING: Unused memory of 64 byte(s)\n" in report["text"]
    assert "====== SUMMARY: 64 byte(s) unused memory in 1 allocation(s)\n" in report["text"]


def test_wrong_frees_are_found_without_being_asked_for(check: Check, program: Path) -> None:
    report = check(program, "twice")
    lines = [finding["frames"][0]["line"] for finding in report["program_findings"]]
    assert lines == [_line(program, "// the second time"), _line(program, "// no beginning")]
    assert report["text"].count("====== ERROR: illegal free()\n") == 2
    assert check("--tool=racecheck", program, "twice")["program_findings"] == []


def test_nothing_is_followed_that_nobody_asked_for(check: Check, program: Path) -> None:
    assert check(program, "leak")["program_findings"] == []
    assert check(program, "unused")["program_findings"] == []


def test_places_in_python_are_lines_of_python(check: Check, tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(
        "import acl\n"
        "def grab():\n"
        "    return acl.rt.malloc(100, 0)\n"
        "acl.init()\n"
        "acl.rt.set_device(0)\n"
        "kept = grab()\n"
    )
    report = check("--leak-check=yes", sys.executable, "net.py")
    (leak,) = report["program_findings"]
    (frame,) = leak["frames"]
    assert (Path(frame["file"]).name, frame["line"]) == ("net.py", 3)
