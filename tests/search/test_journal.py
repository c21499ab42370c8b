"""Journals: killed at any moment, resumed without losing reported trials."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.search.drive import TrialResult, drive
from custom_compiler.search.journal import TrialJournal
from custom_compiler.search.space import Knob, Space
from custom_compiler.search.study import SearchPlan, Study
from tests.utils.python_path import python_path

SPACE = Space(tuple(Knob(name, tuple(range(30))) for name in "ab"))
PLAN = SearchPlan("uct", 7, 24)
SUBJECT = {"operator": "Bowl", "seed": 7}


def bowl(setting):
    return float((setting["a"] - 11) ** 2 + (setting["b"] - 22) ** 2)


def finish(path, judged):
    """Run the search to its end; `judged` collects the numbers of what is judged now."""
    journal = TrialJournal(path, SUBJECT)

    def judge(trials):
        for trial in trials:
            judged.append(trial.number)
            yield TrialResult(trial, bowl(trial.setting), {"by": "me"})

    study = Study(SPACE, PLAN, journal)
    drive(study, judge)
    journal.close()
    return study.trials


_KILLED = """
import time
from pathlib import Path
from tests.search.test_journal import PLAN, SPACE, SUBJECT, bowl
from custom_compiler.search.drive import TrialResult, drive
from custom_compiler.search.journal import TrialJournal
from custom_compiler.search.study import Study

def judge(trials):
    for trial in trials:
        time.sleep(0.01)
        yield TrialResult(trial, bowl(trial.setting), {{"by": "me"}})

drive(Study(SPACE, PLAN, TrialJournal(Path({path!r}), SUBJECT)), judge)
"""


def test_a_killed_search_loses_at_most_the_trial_it_was_at(tmp_path) -> None:
    path = tmp_path / "journal"
    script = _KILLED.format(path=str(path))
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parent,
        env={**os.environ, **python_path()},
    )
    while not path.exists() or path.read_bytes().count(b"\n") < 11:
        assert process.poll() is None
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    kept = path.read_bytes().count(b"\n") - 1
    judged: list[int] = []
    trials = finish(path, judged)
    assert judged == list(range(kept, 24))
    assert trials == finish(tmp_path / "undisturbed", [])


@pytest.mark.parametrize("cut", [1, 5, 30])
def test_a_line_cut_short_is_tried_again(tmp_path, cut: int) -> None:
    path = tmp_path / "journal"
    trials = finish(path, [])
    path.write_bytes(path.read_bytes()[:-cut])
    judged: list[int] = []
    assert finish(path, judged) == trials
    assert judged == [23]
    assert [json.loads(line) for line in path.read_bytes().splitlines()][-1]["number"] == 23


def test_any_beginning_of_a_journal_can_be_resumed(tmp_path) -> None:
    finish(tmp_path / "whole", [])
    whole = (tmp_path / "whole").read_bytes()
    for size in range(0, len(whole), 409):
        path = tmp_path / f"part{size}"
        path.write_bytes(whole[:size])
        finish(path, [])
        assert path.read_bytes() == whole


def test_notes_come_back(tmp_path) -> None:
    finish(tmp_path / "journal", [])
    judged: list[int] = []
    assert {trial.note["by"] for trial in finish(tmp_path / "journal", judged)} == {"me"}
    assert judged == []


def test_a_journal_of_another_search_is_refused(tmp_path) -> None:
    TrialJournal(tmp_path / "journal", {"operator": "Other"}).close()
    with pytest.raises(MisuseError, match="of another search"):
        TrialJournal(tmp_path / "journal", SUBJECT)


@pytest.mark.parametrize(
    "text", ["hello\n", "{}\n", '{"subject":{}}\n[1]\n', '{"subject":{}}\n{"number":1}\n']
)
def test_a_file_that_is_no_journal_is_refused_and_kept(tmp_path, text: str) -> None:
    (tmp_path / "journal").write_text(text)
    with pytest.raises(MisuseError, match="not the journal of a search"):
        TrialJournal(tmp_path / "journal", {})
    assert (tmp_path / "journal").read_text() == text


def test_a_journal_in_use_is_refused(tmp_path) -> None:
    journal = TrialJournal(tmp_path / "journal", SUBJECT)
    with pytest.raises(MisuseError, match="in use by another search"):
        TrialJournal(tmp_path / "journal", SUBJECT)
    journal.close()
    TrialJournal(tmp_path / "journal", SUBJECT).close()


def test_a_journal_that_cannot_be_written_is_said(tmp_path) -> None:
    with pytest.raises(MisuseError, match="cannot write the journal"):
        TrialJournal(tmp_path, SUBJECT)
