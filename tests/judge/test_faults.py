"""Failures of one project, or of this machine, are reported for that project alone."""

from __future__ import annotations

import errno
import io
import json
import os
import pickle
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.judge import judging, sandbox, verdict
from custom_compiler.judge.answers import AnswerError, launches_of, read_output, writers_of
from custom_compiler.judge.canary import Canary
from custom_compiler.judge.copies import Copies
from custom_compiler.judge.journal import VerdictJournal
from custom_compiler.judge.judging import JudgeSettings, judge
from custom_compiler.judge.reference import prepare, read_reference
from custom_compiler.judge.report import judge_all
from custom_compiler.judge.sandboxed import EndedError, Sandboxed
from custom_compiler.judge.sources import read_sources
from custom_compiler.judge.surroundings import surroundings
from custom_compiler.judge.verdict import Verdict, from_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from custom_compiler.judge.surroundings import Surroundings

LATE = "AscendC::Adds(zLocal, zLocal, T(0), static_cast<int32_t>(count));"
WELL: Any = SimpleNamespace(canary=SimpleNamespace(problem=lambda _: ""))


@pytest.fixture(scope="module")
def around() -> Surroundings:
    return surroundings()


def saved(array: Any, **how: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array, **how)
    return file.getvalue()


class Maker:
    """Makes a file where it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return open, (str(self.path), "w")


@pytest.mark.parametrize("order", ["C", "F"])
def test_outputs_are_what_numpy_has_written(order: Any) -> None:
    array = np.asarray(np.arange(6, dtype=np.float16).reshape(2, 3), order=order)
    found = read_output(saved(array), "float16")
    assert found.dtype == array.dtype
    assert np.array_equal(found, array)
    assert read_output(saved(np.zeros((0, 4), np.int8)), "int8").shape == (0, 4)


def test_damaged_outputs_are_told_and_never_unpickled(tmp_path: Path) -> None:
    good = saved(np.arange(6, dtype=np.float32))
    header = good[: good.index(b"\n") + 1]
    executed = tmp_path / "executed"
    bad = [
        b"",
        b"PK\3\4" + good,
        good[:-1],
        good + b"\0",
        good[:20],
        b"\x93NUMPY\7\7" + good[8:],
        pickle.dumps(Maker(executed)),
        saved(np.array([Maker(executed)]), allow_pickle=True),
        header.replace(b"(6,)", b"(10000000000000,)")[: len(header)] + good[len(header) :],
        header.replace(b"(6,)", b"(-6,)"),
        header.replace(b"'<f4'", b"'|O' "),
        header.replace(b"{'descr'", b"(" * 8),
        np.lib.format.MAGIC_PREFIX + b"\1\0\xff\xff" + b"(" * 65535,
    ]
    bad += [good[:place] + bytes([good[place] ^ 255]) + good[place + 1 :] for place in range(80)]
    for data in bad:
        with pytest.raises(AnswerError):
            read_output(data, "float32")
    for dtype in ("float64", "nothing", "", "object", "0" * 1000):
        with pytest.raises(AnswerError):
            read_output(saved(np.arange(3, dtype=np.float32)), dtype)
    assert not executed.exists()


@pytest.mark.parametrize("value", [None, 7, "text", [7], [{"cycles": 1}], [[]], {"a": 1}])
def test_other_answers_are_left_out(value: Any) -> None:
    assert launches_of(value) == ()
    assert writers_of({"writers": value}) == []


@pytest.mark.parametrize(
    "cases",
    [
        None,
        7,
        [],
        [1, 2, 3, 4, 5, 6, 7],
        [{"outputs": 7}] * 7,
        [{"outputs": [None]}] * 7,
        [{"outputs": ["float16"] * 3}] * 7,
        [{"outputs": ["nothing"]}] * 7,
        [{"error": {"a": 1}}] * 7,
    ],
)
def test_what_calls_answer_may_be_anything(
    project: Path, reference: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cases: Any
) -> None:
    def ask(_: Sandboxed, request: dict[str, Any], *__: Any, **___: Any) -> tuple[Any, Path]:
        answer = {"operators": ["AddCustom"]} if request["task"] == "build" else {"cases": cases}
        return answer, tmp_path

    monkeypatch.setattr(Sandboxed, "ask", ask)
    found = judge(project, prepare(read_reference(reference), 1), JudgeSettings(), WELL)
    assert found.verdict in {verdict.FAULT, verdict.WRONG}, found
    assert found.content


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "No space left on device", "/tmp/x"),
        OSError(errno.EMFILE, "Too many open files"),
        sandbox.SandboxError("the machine's memory is nearly used up"),
        MemoryError(),
        KeyError("a mistake of the judge"),
    ],
)
def test_what_the_machine_fails_at_is_no_verdict(
    project: Path, reference: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def ask(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(Sandboxed, "ask", ask)
    found = judge(project, prepare(read_reference(reference), 1), JudgeSettings(), WELL)
    assert (found.verdict, found.content) == (verdict.NOT_JUDGED, "")
    assert found.reason


@pytest.mark.parametrize(
    ("mode", "expected"), [("namespaces", verdict.NO_BUILD), ("limits", verdict.NOT_JUDGED)]
)
def test_a_disk_that_was_full_is_whose_it_is(
    project: Path, reference: Path, monkeypatch: pytest.MonkeyPatch, mode: str, expected: str
) -> None:
    failed = Verdict(str(project), verdict.NO_BUILD, "as: No space left on device", content="1")
    monkeypatch.setattr(judging, "_judged_alone", lambda *_: failed)
    prepared = prepare(read_reference(reference), 1)
    found = judge(project, prepared, JudgeSettings(sandbox=mode), WELL)
    assert (found.verdict, bool(found.content)) == (expected, mode == "namespaces")


def test_a_missing_compiler_is_not_the_projects_fault(
    project: Path, reference: Path, around: Surroundings, tmp_path: Path
) -> None:
    environment = {**around.environment, "PATH": str(Path(sys.executable).parent)}
    less = replace(around, environment=environment, copies=Copies(environment), canary=Canary())
    prepared, settings = prepare(read_reference(reference), 1), JudgeSettings(observed=False)
    journal = VerdictJournal(tmp_path / "journal")
    try:
        judges = lambda projects: (judge(one, prepared, settings, less) for one in projects)  # noqa: E731
        (found,) = judge_all([project], prepared, settings, judges, journal)
    finally:
        less.copies.close()
    assert (found.verdict, found.content) == (verdict.NOT_JUDGED, ""), found
    assert found.reason.startswith("an operator of ours does not build, too: ")
    assert VerdictJournal(tmp_path / "journal").verdicts() == {}


def test_a_machine_that_works_is_found_to(
    project: Path, reference: Path, around: Surroundings
) -> None:
    with (project / "op_kernel" / "add_custom.cpp").open("a") as file:
        file.write("#error of the test\n")
    well = replace(around, canary=Canary())
    found = judge(project, prepare(read_reference(reference), 1), JudgeSettings(), well)
    assert found.verdict == verdict.NO_BUILD, found
    assert found.content

    def never(*_: Any) -> Verdict:
        raise AssertionError

    assert well.canary.problem(never) == ""


def test_errors_of_the_checker_make_it_faulty_and_warnings_do_not(
    project: Path, reference: Path, around: Surroundings
) -> None:
    """Results are right, since what writes late adds nothing, but nobody waits for it."""
    kernel = project / "op_kernel" / "add_custom.cpp"
    text = kernel.read_text()
    end = "outQueueZ.EnQue<T>(zLocal);"
    assert end in text
    kernel.write_text(text.replace(end, f"{end}\n{LATE}"))
    prepared = prepare(read_reference(reference), 1)
    found = judge(project, prepared, JudgeSettings(), around)
    assert found.verdict == verdict.FAULTY, found
    assert f"error: {found.reason}" == found.findings[0]
    assert found.model
    assert found.cases == 7
    quick = judge(project, prepared, JudgeSettings(observed=False), around)
    assert quick.verdict == verdict.RIGHT


def test_only_plain_files_are_read(project: Path, tmp_path: Path) -> None:
    plain = read_sources(project)
    assert [name for name, _ in plain] == sorted(name for name, _ in plain)
    kernel = project / "op_kernel"
    os.mkfifo(kernel / "fifo.cpp")
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(kernel / "socket.cpp"))
    (kernel / "link.cpp").symlink_to("/etc/passwd")
    (kernel / "folder").symlink_to(tmp_path)
    (kernel / "zero.cpp").symlink_to("/dev/zero")
    assert read_sources(project) == plain
    (kernel / "a\nb\x1b[2J.h").write_text("odd")
    assert ("op_kernel/a\nb\x1b[2J.h", b"odd") in read_sources(project)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("op_kernel/add_custom.cpp", "op_kernel/add_custom.cpp: Permission denied"),
        ("op_kernel", "op_kernel: Permission denied"),
        (".", "op_host: Permission denied"),
    ],
)
def test_a_file_that_cannot_be_read_is_the_projects(project: Path, name: str, reason: str) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from custom_compiler.judge import inside, sources\n"
        "inside._drop_capabilities()\n"
        "try: sources.read_sources(Path(sys.argv[1]))\n"
        "except sources.EndedError as error: print(error.word, error.reason, sep='|')\n"
    )
    mode = (project / name).stat().st_mode
    (project / name).chmod(0)
    try:
        done = subprocess.run(
            [sys.executable, "-c", code, project], capture_output=True, text=True, check=True
        )
    finally:
        (project / name).chmod(mode)
    assert done.stdout == f"{verdict.REFUSED}|{reason}\n"


def test_too_many_files_are_no_project(project: Path) -> None:
    with (project / "op_host" / "large").open("wb") as file:
        file.truncate((64 << 20) + 1)
    with pytest.raises(EndedError, match="more than 64 MiB"):
        read_sources(project)


def test_one_project_ends_no_other(
    project: Path, reference: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared, settings = prepare(read_reference(reference), 1), JudgeSettings()

    def content(one: Path, *_: Any) -> str:
        if one.name == "unreadable":
            raise OSError(errno.EIO, "Input/output error", "op_host")
        return one.name

    monkeypatch.setattr("custom_compiler.judge.report.content", content)
    judges: Any = lambda projects: (Verdict(str(one), "right") for one in projects)  # noqa: E731
    projects = [tmp_path / "unreadable", project]
    found = {one.project: one for one in judge_all(projects, prepared, settings, judges, None)}
    assert found[str(project)].verdict == "right"
    assert found[str(projects[0])].verdict == verdict.NOT_JUDGED
    assert found[str(projects[0])].reason == "op_host: Input/output error"


GOOD = Verdict("a\nb", "right", content="1" * 64)


def test_a_journal_is_read_whatever_happened_to_it(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    lines = [GOOD.json(), GOOD.json()[:50], "7", "[" * 10000, '{"project": 1}', "\0\ufffd"]
    odd: list[dict[str, Any]] = [
        {"verdict": "sure"},
        {"cases": "7"},
        {"findings": [1]},
        {"model": [{}]},
        {"other": 1},
    ]
    lines += [json.dumps({**json.loads(GOOD.json()), **one}) for one in odd]
    lines += [replace(GOOD, verdict=verdict.NOT_JUDGED, content="2" * 64).json()]
    path.write_text("\n".join(lines))
    assert VerdictJournal(path).verdicts() == {GOOD.content: GOOD}
    before = path.read_text()
    VerdictJournal(path).append(replace(GOOD, content="3" * 64))
    assert path.read_text() == f"{before}\n{replace(GOOD, content='3' * 64).json()}\n"
    for text in ("", GOOD.json()[:5]):
        path.write_text(text)
        assert VerdictJournal(path).verdicts() == {}


@pytest.mark.parametrize("text", ["# Notes\n", "PK\3\4", "\n\n[1]\n", '{"name": "x"}\n'])
def test_another_file_is_no_journal(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes"
    path.write_text(text)
    with pytest.raises(MisuseError, match="its first line is no verdict"):
        VerdictJournal(path)
    assert path.read_text() == text


def test_what_is_no_file_is_no_journal(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    for name in ("fifo", ".", "no/folder"):
        with pytest.raises(MisuseError, match="--journal"):
            VerdictJournal(tmp_path / name)


def test_runs_share_a_journal(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from custom_compiler.judge.journal import Verdict, VerdictJournal\n"
        "journal = VerdictJournal(Path(sys.argv[1]))\n"
        "for n in range(200):\n"
        "    content = f'{sys.argv[2]}-{n}'\n"
        "    journal.append(Verdict('p', 'right', reason='x' * 9999, content=content))\n"
    )
    words = [sys.executable, "-c", code, str(tmp_path / "journal")]
    runs = [subprocess.Popen([*words, str(number)]) for number in range(3)]
    assert [run.wait() for run in runs] == [0, 0, 0]
    lines = (tmp_path / "journal").read_text().splitlines()
    expected = {f"{number}-{n}" for number in range(3) for n in range(200)}
    assert {from_json(line).content for line in lines} == expected
    assert len(lines) == len(expected)


@pytest.mark.usefixtures("around")  # what takes more space is made already
def test_a_full_disk_hides_no_verdict(
    project: Path, reference: Path, small_disk: Callable[[str], Path]
) -> None:
    """Neither one of the journal, nor one of temporary files."""
    disk = small_disk("64k")
    journal = VerdictJournal(disk / "journal")
    large = replace(GOOD, reason="x" * 40000)
    journal.append(large)
    assert journal.problem == ""
    journal.append(replace(large, content="2" * 64))
    assert "space" in journal.problem
    assert VerdictJournal(disk / "journal").verdicts() == {large.content: large}
    words = ["judge", project, "--reference", reference, "--quick", "--json"]
    words += ["--journal", disk / "journal"]
    (disk / "rest").write_bytes(b"\0" * 20000)
    done = subprocess.run(
        [sys.executable, "-m", "custom_compiler", *map(str, words)],
        env={**os.environ, "TMPDIR": str(disk)},
        cwd=reference.parent,  # where Python finds the package that `around` was made by
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert not done.stderr.startswith("error"), done.stderr
    (found,) = map(json.loads, done.stdout.splitlines())
    assert found["verdict"] == verdict.NOT_JUDGED
    assert "No space left on device" in found["reason"]
