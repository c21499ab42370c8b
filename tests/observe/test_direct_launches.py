"""Programs that launch kernels themselves, observed: instrumented for it, or compiled as usual."""

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


class Program:
    """A program, compiled with a separate cache."""

    def __init__(self, cann_home: Path, folder: Path) -> None:
        self._home = cann_home
        self._folder = folder
        self._cache = cache_with_headers(folder / "cache")

    def compile(self, *words: str | Path) -> None:
        """Compile it with these options and sources."""
        command = [self._home / "bin/bisheng", *words, "-o", self._folder / "demo"]
        environment = {**os.environ, "CUSTOM_COMPILER_CACHE": self._cache}
        subprocess.run(command, check=True, env=environment)

    def run(self, **variables: str) -> tuple[str, str, list[list[str]]]:
        """Return what it prints and says, and the observers' lines of each of its processes."""
        output = self._folder / f"observed{len(list(self._folder.glob('observed*')))}"
        output.mkdir()
        environment = {
            **os.environ,
            "CUSTOM_COMPILER_CACHE": self._cache,
            "ASCENDC_OBSERVE": "trace",
            "ASCENDC_OBSERVE_OUTPUT": str(output),
            **variables,
        }
        done = subprocess.run(
            [self._folder / "demo"], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        files = sorted(output.glob("*.trace.txt"))
        return done.stdout, done.stderr, [path.read_text().splitlines() for path in files]


@pytest.fixture
def program(cann_home: Path, tmp_path: Path) -> Program:
    return Program(cann_home, tmp_path)


@pytest.mark.parametrize(
    "options", [(), ("--sanitizer",), pytest.param(("-g", "-O1"), marks=pytest.mark.slow)]
)
def test_arguments_of_a_launch(program: Program, source: Path, options: tuple[str, ...]) -> None:
    program.compile(*options, source)
    _, said, processes = program.run()
    assert not said
    assert len(processes) == 2
    for lines in processes:
        assert lines[0] == "launch 0 add_one blocks 1"
        assert [line for line in lines if line.startswith("argument ")] == [
            "argument x other dtype -1 bytes 36",
            "argument z other dtype -1 bytes 100",
        ]
        assert lines[-2].endswith("at=program.asc:25")


def test_a_source_that_is_not_known_or_has_changed(
    program: Program, source: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "program.asc"
    copy.write_bytes(source.read_bytes())
    program.compile(copy)
    empty = cache_with_headers(tmp_path / "empty")
    _, not_known, processes = program.run(CUSTOM_COMPILER_CACHE=empty)
    copy.write_text(copy.read_text().replace("+ 1", "+ 2"))
    _, changed, _ = program.run()
    copy.unlink()
    _, removed, _ = program.run()
    for said, reason in (
        (not_known, "the cache does not know its source, or was cleared"),
        (changed, f"{copy} or the toolkit has changed since it was compiled"),
        (removed, f"{copy}, or a file that it includes, is no longer there"),
    ):
        assert len(said.splitlines()) == 2  # of each process
        for warning in said.splitlines():
            assert warning.startswith(f"[WARN] not observed: kernel add_one: {reason}: compile")
    for (line,) in processes:
        event = json.loads(line)
        assert (event["event"], event["kernel"]) == ("unobserved", "add_one")
        assert event["reason"] in not_known


@pytest.mark.slow
def test_templates_and_kinds_of_cores(program: Program, tmp_path: Path) -> None:
    """Nothing of the host code runs again, which needs a variable of the program's."""
    kernels, other = tmp_path / "templates.asc", tmp_path / "other.cpp"
    kernels.write_text(read_source(__file__, "sources/direct_templates.cpp"))
    other.write_text("int of_another_source = 4;\n")
    program.compile(kernels, other)
    printed, said, (lines,) = program.run()
    assert not said
    assert printed == "initialised\n"
    shown = [
        " ".join(line.split()[:4])
        for line in lines
        if line.startswith("launch ") or " op=write " in line
    ]
    address = shown[1].split("=")[-1]
    others = [hex(int(address, 16) + offset) for offset in (32, 64)]
    assert shown[:4] == [
        "launch 0 store blocks",
        f"aiv(0) ScalarAct op=write address={address}",
        "launch 1 store blocks",
        f"aiv(0) ScalarAct op=write address={address}",
    ]
    assert shown[4] == "launch 2 kinds blocks"
    assert sorted(shown[5:]) == [
        f"aic(0) ScalarAct op=write address={others[1]}",
        f"aiv(0) ScalarAct op=write address={others[0]}",
    ]
    sizes = [line.split(" bytes=")[1].split()[0] for line in lines if " op=write " in line]
    assert sizes[:2] == ["2", "4"]


def test_time_limits_of_the_host_do_not_end_an_observed_launch(
    program: Program, source: Path
) -> None:
    """The host waits 0.2 s, of which observing takes nothing; the launch takes longer."""
    program.compile("--sanitizer", "-DPASSES=400000", "-DPATIENCE=200", source)
    _, said, processes = program.run()
    assert not said
    assert [lines[-2] for lines in processes] == ["7100000 more records"] * 2
