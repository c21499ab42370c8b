"""`custom-compiler autokernel tune` on copies of the sample with tunable annotations."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.utils.dask_cluster import dask_cluster
from tests.utils.forks import run_command

_ROOT = Path(__file__).parents[3]
_BUFFERS = "constexpr int32_t BUFFER_NUM = 2;"
_LENGTH = "tiling.set_length(length);"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def _mark(path: Path, line: str, mark: str) -> None:
    text = path.read_text()
    assert line in text
    path.write_text(text.replace(line, f"{line}  // tunable{mark}"))


@pytest.fixture
def run(cann_home: Path, tmp_path: Path) -> Run:
    """The command in a folder with the sample, of which two lines are marked, and two arrays."""
    for side in ("op_host", "op_kernel"):
        shutil.copytree(_ROOT / side, tmp_path / side)
    _mark(tmp_path / "op_kernel/add_custom.cpp", _BUFFERS, " in 1, 2")
    _mark(tmp_path / "op_host/add_custom.cpp", _LENGTH, ": Length")
    for name in "xy":
        np.save(tmp_path / name, np.arange(65536, dtype=np.float16).reshape(64, 1024))

    def call(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "ASCEND_HOME_PATH": str(cann_home), **variables}
        return run_command(tmp_path, ("autokernel", "tune", "AddCustom", *words), environment)

    return call


SOURCES = ("-o", "op_host", "-k", "op_kernel", "--input", "x.npy", "y=y.npy")


@pytest.mark.slow
def test_an_operator_is_tuned_resumed_and_patched(run: Run, tmp_path: Path) -> None:
    half, nonsense = "tiling.set_length(length / 2);", "tiling.set_length(nonsense);"
    values = {"Length": [half, nonsense]}
    (tmp_path / "values.json").write_text(json.dumps(values))
    outputs = ("--patch", "t.patch", "--table", "t.csv", "--page", "t.html")
    words = (*SOURCES, "--values", "values.json", *outputs)
    cache = {"CUSTOM_COMPILER_CACHE": str(tmp_path / "cache")}
    done = run(*words, **cache)
    assert done.returncode == 0, done.stdout + done.stderr
    with (tmp_path / "t.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6
    usable = {row["BUFFER_NUM"]: float(row["cycles"]) for row in rows if row["cycles"]}
    assert usable.keys() == {"1", "2"}
    assert {row["Length"] for row in rows if row["cycles"]} == {_LENGTH}
    problems = {row["Length"]: row["problem"] for row in rows if not row["cycles"]}
    assert problems[nonsense].startswith("op_host/add_custom.cpp:")
    assert "nonsense" in problems[nonsense]
    assert problems[half] == "wrong values: output 0 differs from the untouched one"
    untouched, best = usable["2"], usable["1"]
    assert best < untouched
    summary = done.stdout.splitlines()[0]
    assert summary.startswith(f"AddCustom: {untouched:.0f} cycles -> {best:.0f} cycles (")
    assert "of the model" in summary
    page = (_ROOT / "docs/marks.md").read_text()
    assert f"AddCustom: {untouched:.0f} cycles -> {best:.0f} cycles (" in page
    assert "<svg" in (tmp_path / "t.html").read_text()

    # What was tried is in the journal: the same result, and of trials only the untouched call.
    again = run(*words, **cache)
    assert again.stdout == done.stdout
    assert "[" not in again.stderr

    subprocess.run(["patch", "-p0", "-i", "t.patch"], cwd=tmp_path, check=True)
    kernel = (tmp_path / "op_kernel/add_custom.cpp").read_text()
    assert "BUFFER_NUM = 1;  // tunable in 1, 2" in kernel
    assert f"{_LENGTH}  // tunable: Length" in (tmp_path / "op_host/add_custom.cpp").read_text()


@pytest.mark.slow
def test_a_cluster_gives_the_same(run: Run, tmp_path: Path) -> None:
    (tmp_path / "values.json").write_text(json.dumps({"Length": ["tiling.set_length(nonsense);"]}))
    words = (*SOURCES, "--values", "values.json")
    tables = []
    with dask_cluster(tmp_path / "cluster", workers=1) as cluster:
        for number, more in enumerate(((), ("--scheduler", cluster.address))):
            cache = {"CUSTOM_COMPILER_CACHE": str(tmp_path / f"cache{number}")}
            done = run(*words, *more, "--table", "t.csv", **cache)
            assert done.returncode == 0, done.stdout + done.stderr
            tables.append((tmp_path / "t.csv").read_text())
    assert tables[0] == tables[1]


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (("--scheduler", "localhost"), "'localhost' is no scheduler's address", "tls://host:8786"),
        (("--tls-cert", "x.pem"), "a TLS connection needs a scheduler", "--tls-ca-file"),
        (("--set", "Len=1"), "Len matches no line marked tunable in", "marked are: Length, BUF"),
        (("--set", "Length"), "--set Length: not NAME=VALUE", "--set NAME=VALUE"),
        (("--set", "Length="), "no value is given for Length", "--set Length=1,2,4"),
        (("--values", "absent.json"), "--values absent.json", "NAME"),
        (("--soc", "Ascend999"), "unknown SoC version 'Ascend999'", "known units"),
        (("--sampler", "guess"), "--sampler guess: there is no such sampler", "exhaustive"),
        (("--trials", "0"), "--trials: not a positive number: 0", "--help"),
        (("--op_kernel_path", "absent"), "absent: there is no such folder", "path"),
        (("--input", "absent.npy"), "absent.npy", ""),
    ],
)
def test_misuse_is_told_before_anything_is_built(
    run: Run, words: tuple[str, ...], message: str, hint: str
) -> None:
    done = run(*SOURCES, *words)
    assert done.returncode == 2, done.stdout + done.stderr
    assert message in done.stderr
    assert hint in done.stderr
    assert "building" not in done.stderr


@pytest.mark.slow
def test_a_call_that_the_operator_does_not_take_is_misuse(run: Run) -> None:
    done = run(*SOURCES[:-1])
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stderr.splitlines()[-1].startswith("error: AddCustom: input 'y' needs one array")


@pytest.mark.slow
def test_values_that_all_fail_are_an_error(run: Run, tmp_path: Path) -> None:
    text = (tmp_path / "op_kernel/add_custom.cpp").read_text()
    (tmp_path / "op_kernel/add_custom.cpp").write_text(text.replace("  // tunable in 1, 2", ""))
    done = run(*SOURCES, "--set", "Length=nonsense")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "nothing is faster" in done.stdout
    assert "none of the 1 settings that were tried can be used" in done.stderr
    assert "op_host/add_custom.cpp" in done.stderr
    assert not (tmp_path / "AddCustom.patch").exists()


def test_an_operator_that_does_not_build_untouched_is_an_error(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "op_host/add_custom.cpp"
    path.write_text(path.read_text() + "broken;\n")
    done = run(*SOURCES)
    assert done.returncode == 1
    assert "untouched" in done.stderr
    assert "broken" in done.stderr
    assert "Traceback" not in done.stderr
