"""Many projects at once: killed midway, gone on with, on a cluster."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from custom_compiler.judge import report
from custom_compiler.judge.journal import VerdictJournal
from custom_compiler.judge.judging import JudgeSettings, content
from custom_compiler.judge.reference import prepare, read_reference
from custom_compiler.judge.verdict import Verdict
from tests.judge.generated import generate
from tests.utils.dask_cluster import dask_cluster

_JOBS = "2"


def command(*words: object) -> list[str]:
    """The command line of a quick run."""
    return [sys.executable, "-m", "custom_compiler", "judge", *map(str, words), "--quick", "--json"]


def lines(text: str) -> list[dict[str, Any]]:
    """Verdicts of an output or a journal."""
    return [json.loads(line) for line in text.splitlines()]


def _started_by(pid: int) -> dict[int, str]:
    """The processes below one, those of its sandboxes too, each with when it was started."""
    parents, starts = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            parents[int(path.parent.name)] = int(fields[1])
            starts[int(path.parent.name)] = fields[19]
    found: dict[int, str] = {}
    below = {pid}
    while below:
        below = {one for one, parent in parents.items() if parent in below}
        found |= {one: starts[one] for one in below}
    return found


def _living(known: dict[int, str]) -> list[int]:
    """Those of some processes that still run."""
    living = []
    for pid, start in known.items():
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            if fields[19] == start and fields[0] != "Z":
                living.append(pid)
    return living


def kill_and_resume(project: Path, reference: Path, folder: Path, count: int) -> float:
    """Judge, kill it with a third of the verdicts there, go on; seconds of both runs together."""
    expected = generate(project, folder / "generated", count)
    journal = folder / "verdicts.jsonl"
    words = (*expected, "--reference", reference, "--journal", journal, "--jobs", _JOBS)
    temporary = folder / "temporary"
    temporary.mkdir()
    variables = os.environ | {"TMPDIR": str(temporary)}
    start = time.monotonic()
    first = subprocess.Popen(command(*words), env=variables, stdout=subprocess.PIPE, text=True)
    assert first.stdout
    for _ in range(max(1, count // 3)):
        assert first.stdout.readline()
    started = _started_by(first.pid)
    assert started
    first.kill()
    first.wait()
    first.stdout.close()
    before = lines(journal.read_text())
    assert 0 < len(before) < count
    until = time.monotonic() + 30
    while left := _living(started):
        assert time.monotonic() < until, left
        time.sleep(0.2)
    with journal.open("a") as file:
        file.write(json.dumps(before[0])[:40])  # as a run leaves it that is killed while it writes
    assert [*temporary.glob(f"*-{first.pid}-*")]
    done = subprocess.run(
        command(*words), env=variables, capture_output=True, text=True, check=False
    )
    seconds = time.monotonic() - start
    assert done.returncode == 1, done.stderr
    found = {one["project"]: one for one in lines(done.stdout)}
    assert {name: one["verdict"] for name, one in found.items()} == expected
    for one in before:  # not judged again: they took the very same time
        assert found[one["project"]] == one
    kept = [line for line in journal.read_text().splitlines() if line.endswith("}")]
    assert len(lines("\n".join(kept))) == count
    assert not [*temporary.glob("custom-compiler-judge-*")]  # of neither run
    return seconds


@pytest.mark.slow
def test_a_killed_run_goes_on(project: Path, reference: Path, tmp_path: Path) -> None:
    kill_and_resume(project, reference, tmp_path, 3)


@pytest.mark.slow
@pytest.mark.timeout(4 * 3600)
def test_five_hundred_kernels(project: Path, reference: Path, tmp_path: Path) -> None:
    seconds = kill_and_resume(project, reference, tmp_path, 500)
    print(f"500 kernels, {_JOBS} at a time: {seconds:.0f} s")


def test_an_interrupted_run_ends_at_once(project: Path, reference: Path, tmp_path: Path) -> None:
    """Its sandboxes, too, whatever time they still have."""
    endless = "__attribute__((constructor)) static void Wait() { while (true) { } }\n"
    with (project / "op_host" / "add_custom.cpp").open("a") as file:
        file.write(endless)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    words = command(project, "--reference", reference, "--timeout", "200")
    variables = os.environ | {"TMPDIR": str(temporary)}
    run = subprocess.Popen(
        words,
        env=variables,
        stderr=subprocess.PIPE,
        text=True,
        # Shells ignore it in programs that they start in the background.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    until = time.monotonic() + 120
    while not [*temporary.glob(f"custom-compiler-judge-{run.pid}-*/*/request.json")]:
        assert time.monotonic() < until
        time.sleep(0.1)
    time.sleep(0.5)
    started = _started_by(run.pid)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=60)  # without help it takes all of its time
    assert (run.returncode, said) == (130, "error: interrupted\n")
    while left := _living(started):
        assert time.monotonic() < until, left
        time.sleep(0.2)
    assert not [*temporary.glob("custom-compiler-judge-*")]


def test_equal_projects_are_judged_once(project: Path, reference: Path, tmp_path: Path) -> None:
    prepared = prepare(read_reference(reference), 1)
    settings = JudgeSettings()
    asked: list[Path] = []

    def judges(projects: Any) -> Any:
        asked.extend(projects)
        for one in projects:
            yield Verdict(str(one), "right", content=content(one, prepared, settings))

    (tmp_path / "same").symlink_to(project)
    both = [project, tmp_path / "same"]
    journal = VerdictJournal(tmp_path / "journal")
    found = list(report.judge_all(both, prepared, settings, judges, journal))
    assert asked == [project]
    assert [one.project for one in found] == list(map(str, both))
    journal = VerdictJournal(tmp_path / "journal")
    again = list(report.judge_all([both[1]], prepared, settings, judges, journal))
    assert again == [replace(found[0], project=str(both[1]))]
    assert asked == [project]


def test_a_failed_sandbox_is_no_verdict(project: Path, reference: Path, tmp_path: Path) -> None:
    """Each project is reported, also the one with the same sources, and none is in the journal."""
    prepared = prepare(read_reference(reference), 1)

    def judges(projects: Any) -> Any:
        yield from (Verdict(str(one), "not judged") for one in projects)

    (tmp_path / "same").symlink_to(project)
    both = [project, tmp_path / "same"]
    journal = VerdictJournal(tmp_path / "journal")
    found = list(report.judge_all(both, prepared, JudgeSettings(), judges, journal))
    assert [one.project for one in found] == list(map(str, both))
    assert not (tmp_path / "journal").read_bytes()


@pytest.mark.slow
def test_a_cluster_judges(project: Path, reference: Path, tmp_path: Path) -> None:
    expected = generate(project, tmp_path / "generated", 2)
    with dask_cluster(tmp_path, workers=1) as cluster:
        words = (*expected, "--reference", reference, "--scheduler", cluster.address)
        done = subprocess.run(command(*words), capture_output=True, text=True, check=False)
        assert done.returncode == 1, done.stderr
        found = {one["project"]: one["verdict"] for one in lines(done.stdout)}
        assert found == expected
        refused = subprocess.run(
            command(*words, "--tls-cert", "none"), capture_output=True, text=True, check=False
        )
    assert refused.returncode == 2
    assert "all three files" in refused.stderr
