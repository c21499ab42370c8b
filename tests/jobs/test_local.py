"""Worker processes of this machine: what a job does is its own outcome and nobody else's."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

from custom_compiler.kernel.jobs.job import Job, JobLimits, JobOutcome
from custom_compiler.kernel.jobs.local import local_workers

GENEROUS = JobLimits(60.0, 1 << 30)
SHORT = JobLimits(2.0, 1 << 30)


def job(name: str, *arguments: object) -> Job:
    return Job(name, f"tests.utils.hostile_jobs:{name}", arguments)


def run_one(one: Job, limits: JobLimits = GENEROUS) -> JobOutcome:
    with local_workers(1, limits) as workers:
        (outcome,) = workers.run([one])
    return outcome


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> str:
    """In the environment of all processes that the test starts."""
    text = uuid.uuid4().hex
    monkeypatch.setenv("MARK_OF_TEST", text)
    return text


def marked(mark: str) -> list[str]:
    """The processes with the mark, this one apart."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            environment = (folder / "environ").read_bytes()
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
            command = (folder / "cmdline").read_text(errors="replace").replace("\0", " ")
        except OSError:  # it has ended meanwhile
            continue
        if mark.encode() in environment and state != "Z" and folder.name != str(os.getpid()):
            found.append(command)
    return found


def wait_until_gone(mark: str) -> list[str]:
    """The marked processes that are left after some seconds."""
    until = time.monotonic() + 10
    while marked(mark) and time.monotonic() < until:
        time.sleep(0.05)
    return marked(mark)


def wait_for(path: Path) -> None:
    until = time.monotonic() + 30
    while not path.exists():
        assert time.monotonic() < until, f"{path.name} did not come"
        time.sleep(0.02)


def test_values_come_back() -> None:
    with local_workers(2, GENEROUS) as workers:
        jobs = [job("add", number, 1) for number in range(20)]
        values = {outcome.job.arguments[0]: outcome.value for outcome in workers.run(jobs)}
    assert values == {number: number + 1 for number in range(20)}


def test_workers_stay_between_jobs_and_runs() -> None:
    with local_workers(1, GENEROUS) as workers:
        first = [outcome.value for outcome in workers.run([job("count_calls")] * 3)]
        second = [outcome.value for outcome in workers.run([job("count_calls")])]
    assert [calls for _, calls in first + second] == [1, 2, 3, 4]
    assert len({pid for pid, _ in first + second}) == 1


def test_first_jobs_start_first() -> None:
    with local_workers(1, GENEROUS) as workers:
        jobs = [job("add", number, 0) for number in range(8)]
        assert [outcome.value for outcome in workers.run(jobs)] == list(range(8))


def test_jobs_are_read_as_workers_come_free() -> None:
    asked: list[int] = []

    def jobs():
        for number in range(5):
            asked.append(number)
            yield job("add", number, 0)

    with local_workers(1, GENEROUS) as workers:
        outcomes = workers.run(jobs())
        next(outcomes)
        assert asked == [0]
        assert len(list(outcomes)) == 4


@pytest.mark.parametrize(
    ("name", "kind", "message", "hint", "details"),
    [
        ("misuse", "misuse", "this is wrong", "do that", "a.cpp:3: here"),
        ("failed", "failed", "it does not compile", "", "a.cpp:4: there"),
    ],
)
def test_errors_keep_their_words(name, kind, message, hint, details) -> None:
    assert run_one(job(name)).error == (kind, message, hint, details)


def test_unexpected_errors_are_one_line_and_details() -> None:
    error = run_one(job("unexpected")).error
    assert error is not None
    assert (error.kind, error.message) == ("failed", "ValueError: first line")
    assert "in unexpected" in error.details


@pytest.mark.parametrize(
    ("name", "limits", "kind", "message"),
    [
        ("segfault", GENEROUS, "crashed", "killed by SIGSEGV"),
        ("abort", GENEROUS, "crashed", "killed by SIGABRT"),
        ("leave", GENEROUS, "crashed", "it ended its process with exit code 7"),
        ("write_into_all_pipes", GENEROUS, "crashed", "it wrote into the pipe of its results"),
        ("ignore_signals_and_loop", SHORT, "timed out", "not done after 2 seconds"),
        ("execute_loop", SHORT, "timed out", "not done after 2 seconds"),
        ("sleep", SHORT, "timed out", "not done after 2 seconds"),
        ("child_and_sleep", SHORT, "timed out", "not done after 2 seconds"),
        ("allocate", JobLimits(60.0, 256 << 20), "out of memory", "more than 256 MiB in use"),
        (
            "allocate_in_child",
            JobLimits(60.0, 256 << 20),
            "out of memory",
            "more than 256 MiB in use",
        ),
        ("raise_memory_error", GENEROUS, "out of memory", "no memory left"),
        ("value_without_pickle", GENEROUS, "failed", "AttributeError"),
    ],
)
def test_a_hostile_job_is_one_outcome(mark, name, limits, kind, message) -> None:
    jobs = [job("add", 1, 1), job(name), job("add", 2, 2), job("add", 3, 3)]
    with local_workers(1, limits) as workers:
        good, hostile, *others = workers.run(jobs)
        assert good.value == 2
        assert [outcome.value for outcome in others] == [4, 6]
    assert hostile.error is not None
    assert hostile.error.kind == kind
    assert hostile.error.message.startswith(message)
    assert wait_until_gone(mark) == []


def test_a_crash_keeps_what_was_printed() -> None:
    error = run_one(job("segfault")).error
    assert error is not None
    assert error.details == "almost there\n"


def test_children_that_stay_are_ended_with_their_job(mark) -> None:
    with local_workers(1, GENEROUS) as workers:
        outcomes = workers.run([job("leave_child"), job("count_calls")])
        first, second = [outcome.value for outcome in outcomes]
        assert first == second[0]  # the same worker goes on
        assert not any("sleep" in line for line in marked(mark))
        assert len(marked(mark)) == 2  # it and its supervisor
    assert wait_until_gone(mark) == []


def test_garbage_on_stdout_disturbs_nothing() -> None:
    with local_workers(1, GENEROUS) as workers:
        outcomes = list(workers.run([job("print_garbage", 20), job("add", 1, 2)]))
    assert [outcome.value for outcome in outcomes] == ["printed", 3]


def test_large_arguments_and_values_pass() -> None:
    one = Job("megabytes", "tests.utils.hostile_jobs:megabytes", (20,))
    assert len(run_one(one).value) == 20 << 20
    large = Job("add", "tests.utils.hostile_jobs:add", (b"x" * (5 << 20), b"y"))
    assert len(run_one(large).value) == (5 << 20) + 1


def test_jobs_have_no_input_and_start_in_the_callers_folder(tmp_path) -> None:
    with local_workers(1, GENEROUS) as workers:
        jobs = [job("read_input"), *[job("change_folder", str(tmp_path))] * 2]
        values = [outcome.value for outcome in workers.run(jobs)]
    assert values == ["", str(Path.cwd()), str(Path.cwd())]


def test_who_stops_reading_ends_the_jobs(mark, tmp_path) -> None:
    started = tmp_path / "started"
    with local_workers(2, GENEROUS) as workers:
        outcomes = workers.run([job("sleep", 3600.0, str(started)), job("add", 1, 1)])
        assert next(outcomes).value == 2
        wait_for(started)
        outcomes.close()
        assert wait_until_gone(mark) == []
        assert [outcome.value for outcome in workers.run([job("add", 2, 3)])] == [5]


CALLER = """\
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # some shells ignore it
sys.path[:] = {paths!r}
from custom_compiler.kernel.jobs.job import Job, JobLimits
from custom_compiler.kernel.jobs.local import local_workers
jobs = [
    Job("sleep", "tests.utils.hostile_jobs:sleep", (3600.0, {started!r})),
    Job("leave_child", "tests.utils.hostile_jobs:leave_child", ()),
    Job("child_and_sleep", "tests.utils.hostile_jobs:child_and_sleep", ()),
]
try:
    with local_workers(2, JobLimits()) as workers:
        list(workers.run(jobs))
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -15), (signal.SIGKILL, -9)]
)
def test_no_process_outlives_the_caller(mark, tmp_path, number, code) -> None:
    started = tmp_path / "started"
    text = CALLER.format(paths=sys.path, started=str(started))
    caller = subprocess.Popen([sys.executable, "-c", text])
    wait_for(started)
    caller.send_signal(number)
    assert caller.wait(20) == code
    assert wait_until_gone(mark) == []
