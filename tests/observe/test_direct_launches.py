"""Programs that launch kernels themselves, observed: what is compiled for it, and what is known."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.utils.caches import cache_with_headers
from tests.utils.sources import read_source

PROGRAM = read_source(__file__, "sources/direct_launches.cpp")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("direct") / "program.asc"
    path.write_text(PROGRAM)
    return path


def observed(cann_home: Path, source: Path, *options: str) -> tuple[str, list[list[str]]]:
    """Return the program's output, and the observers' lines of it and of the process it forks."""
    output = source.parent / ("observed" + "".join(options))
    output.mkdir()
    environment = {
        **os.environ,
        "CUSTOM_COMPILER_CACHE": cache_with_headers(source.parent / "cache"),
        "ASCENDC_OBSERVE": "trace",
        "ASCENDC_OBSERVE_OUTPUT": str(output),
    }
    command = [str(cann_home / "bin/bisheng"), *options, str(source), "-o", str(output / "demo")]
    subprocess.run(command, check=True, env=environment)
    done = subprocess.run(
        [str(output / "demo")], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    files = sorted(output.glob("*.trace.txt"))
    return done.stderr, [path.read_text().splitlines() for path in files]


@pytest.mark.parametrize(
    "options", [("--sanitizer",), pytest.param(("-g", "-O1"), marks=pytest.mark.slow)]
)
def test_arguments_of_an_observed_build(
    cann_home: Path, source: Path, options: tuple[str, ...]
) -> None:
    said, processes = observed(cann_home, source, *options)
    assert not said
    assert len(processes) == 2
    for lines in processes:
        assert lines[0] == "launch 0 add_one blocks 1"
        assert [line for line in lines if line.startswith("argument ")] == [
            "argument x other dtype -1 bytes 36",
            "argument z other dtype -1 bytes 100",
        ]


def test_a_release_build_runs_unobserved(cann_home: Path, source: Path) -> None:
    said, processes = observed(cann_home, source)
    warnings = said.splitlines()
    assert len(warnings) == len(processes) == 2
    for (line,), warning in zip(processes, warnings, strict=True):
        event = json.loads(line)
        assert (event["event"], event["kernel"]) == ("unobserved", "add_one")
        assert warning == f"[WARN] not observed: kernel add_one: {event['reason']}"
        assert "--sanitizer" in warning


def test_time_limits_of_the_host_do_not_end_an_observed_launch(
    cann_home: Path, source: Path
) -> None:
    """The host waits 0.2 s, of which observing takes nothing; the launch takes longer."""
    said, processes = observed(
        cann_home, source, "--sanitizer", "-DPASSES=400000", "-DPATIENCE=200"
    )
    assert not said
    assert [lines[-2] for lines in processes] == ["7100000 more records"] * 2
