"""Runs of the second circle on a small project: results, kills, time limits, and the page."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.second_circle import page
from tests.second_circle.marks import MARKS, Checkout, Mark, Program
from tests.second_circle.runs import Pytest, RecordFiles, Result, run_part
from tests.second_circle.summary import Commit, summarize

PART = "tests/a"
TESTS = """
import os, pytest
pytestmark = pytest.mark.slow
def test_passes(record_property):
    record_property("tried", 3)
    record_property("failed", 0)
def test_fails():
    assert 1 == 2, "one is | not two"
def test_is_skipped():
    pytest.skip("no zsh")
def test_ends_the_process():
    os._exit(7)
@pytest.fixture
def leaves():
    yield
    raise OSError("cannot clean up")
def test_fails_behind(leaves):
    pass
"""
SOUND = TESTS.partition("def test_ends_the_process")[0]


def _project(folder: Path, tests: str, monkeypatch: pytest.MonkeyPatch) -> Pytest:
    (folder / PART).mkdir(parents=True)
    (folder / PART / "test_it.py").write_text(tests)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = slow: slow\n")
    monkeypatch.setenv("PYTHONPATH", str(page.ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # several seconds of start-up
    return Pytest(folder, "slow", workers=0)


def _outcomes(results: list[Result]) -> dict[str, tuple[str, str]]:
    return {r.test.partition("::")[2]: (r.outcome, r.reason) for r in results}


def test_every_test_gets_a_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest_ = _project(tmp_path, TESTS, monkeypatch)
    files = RecordFiles.of(tmp_path / "work", "slow", PART)
    run_part(pytest_, [PART], files, 300)
    found = _outcomes(files.results())
    assert found == {
        "test_passes": ("passed", ""),
        "test_fails": ("failed", "AssertionError: one is | not two"),
        "test_is_skipped": ("skipped", "no zsh"),
        "test_ends_the_process": ("failed", "pytest ended with status 7 during the test"),
        "test_fails_behind": ("failed", "OSError: cannot clean up"),
    }


@pytest.mark.slow
def test_a_time_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tests = SOUND.partition("def ")[0] + "def test_hangs():\n    import time; time.sleep(600)\n"
    pytest_ = _project(tmp_path, tests, monkeypatch)
    files = RecordFiles.of(tmp_path / "work", "slow", PART)
    run_part(pytest_, [PART], files, 30)
    assert _outcomes(files.results()) == {
        "test_hangs": ("failed", "still running after the limit of 0.5 minutes")
    }


def test_a_run_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest_ = _project(tmp_path, SOUND, monkeypatch)
    files = RecordFiles.of(tmp_path / "work", "slow", PART)
    name = f"{PART}/test_it.py"
    # A run that was killed while it wrote.
    lines = [
        {"id": f"{name}::test_fails", "event": "start"},
        {"id": f"{name}::test_fails", "event": "end", "outcome": "passed", "seconds": 1,
         "reason": "", "properties": {}},
        {"id": f"{name}::test_passes", "event": "start"},
    ]  # fmt: skip
    files.record.write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"id": "')
    assert _outcomes(files.results())["test_passes"] == ("", "")
    run_part(pytest_, [PART], files, 60)
    found = _outcomes(files.results())
    # What has a result does not run again, unless this is asked for.
    assert found["test_fails"] == ("passed", "")
    assert found["test_passes"] == ("passed", "")
    files.forget({"passed"})
    run_part(pytest_, [PART], files, 60)
    assert _outcomes(files.results())["test_fails"][0] == "failed"


def test_the_page_of_a_run() -> None:
    mark = Mark(
        "slow",
        1,
        [
            Program("no-such-program", "a-package"),
            Checkout("NO_SUCH_VARIABLE", "a checkout"),
            Program("sh", "dash"),
        ],
    )
    collected = [f"tests/a/test_it.py::test_{name}" for name in ("one", "two", "three", "four")]
    results = [
        Result(collected[0], "passed", 59.5, properties=(("tried", 300), ("failed", 0))),
        Result(collected[1], "failed", 1, "one | two"),
        Result(collected[2], "skipped", 0, "no zsh"),
        Result(collected[3], ""),
        Result("tests/a/test_it.py::test_removed", "failed", 9, "old"),
    ]
    entry = summarize(mark, Commit("a" * 40, False), "2026-11-29", collected, results)
    text = page.page_of({"slow": entry})
    assert f"| `slow` | 1 | 1 | 1 | 1 | 1 min | 2026-11-29 | `{'a' * 12}` |" in text
    assert "- `no-such-program`: `apt-get install a-package`" in text
    assert "- `NO_SUCH_VARIABLE`: `NO_SUCH_VARIABLE=<a checkout>`" in text
    assert "dash" not in text
    assert f"| `{collected[1]}` | one \\| two |" in text
    assert f"Skipped, no zsh: `{collected[2]}`." in text
    assert f"Not run: `{collected[3]}`." in text
    assert "| test_one | 300 | 0 |" in text
    assert "removed" not in text


def test_the_page_is_generated() -> None:
    assert page.PAGE.read_text(encoding="utf-8") == page.page_of(page.read_data(page.DATA))


def test_marks_are_those_of_the_project() -> None:
    """Each mark that the quick run leaves out is one of the second circle."""
    text = (page.ROOT / "pyproject.toml").read_text()
    left_out = next(line for line in text.splitlines() if '"not ' in line)
    names = {word.strip(' ",') for word in left_out.split("not ")[1:]}
    assert {name.removesuffix(" and").strip() for name in names} == {m.name for m in MARKS}
    assert MARKS[-1].expression == MARKS[-1].name
    assert MARKS[0].expression.startswith(f"{MARKS[0].name} and not {MARKS[1].name}")


def test_results_belong_to_a_commit(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
        subprocess.run(["git", "-C", tmp_path, *identity, *words], check=True, capture_output=True)

    git("init")
    for name in ("docs/second_circle.md", "source"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    git("add", ".")
    git("commit", "-m", "one")
    (tmp_path / "docs/second_circle.md").write_text("the page itself")
    assert not Commit.of(tmp_path).has_changes
    (tmp_path / "source").write_text("changed")
    commit = Commit.of(tmp_path)
    assert commit.has_changes
    assert commit.folder == f"{commit.name[:12]}-changed"


def test_each_checkout_that_a_test_needs_is_listed() -> None:
    pattern = re.compile(r'\bcheckout\(\s*"(\w+)"')
    files = (page.ROOT / "tests").rglob("test_*.py")
    helpers = (page.ROOT / "tests/clients").glob("*.py")
    named = {name for path in (*files, *helpers) for name in pattern.findall(path.read_text())}
    listed = {need.name for mark in MARKS for need in mark.needs if isinstance(need, Checkout)}
    assert listed == named
