"""Searches around the cache: killed, shared, damaged, full; and what they decide."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.tune import store
from custom_compiler.autokernel.tune.driver import Effort, TuningSearch, Watcher
from custom_compiler.autokernel.tune.page import page_of
from custom_compiler.errors import BuildError, DiskError, MisuseError
from custom_compiler.search.drive import TrialResult
from custom_compiler.search.space import Knob, Space
from tests.utils.python_path import python_path

OPERATOR = ak.operators.relu.operator(dtype="float32")
SIZES = {"...": 64}
WIDE = Space((Knob("a", tuple(range(20))), Knob("b", tuple(range(20)))))


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "autokernel"


def bowl(setting) -> float:
    return 100.0 + (setting["a"] - 11) ** 2 + 3 * (setting["b"] - 4) ** 2


@dataclass
class Made:
    """Candidates without code."""

    space: Space = WIDE
    default: Mapping[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})
    cost: Callable[[Any], float | None] = bowl
    refused: Callable[[Any], Any] = lambda _: ""
    unit: str = "cycles"
    kind: str = "made"
    target: str = "nowhere"
    facts: Mapping[str, int] = field(default_factory=dict)
    judged: int = 0
    seconds: float = 0.0

    def judge(self, trials):
        for trial in trials:
            self.judged += 1
            time.sleep(self.seconds)
            cost = self.cost(trial.setting)
            yield TrialResult(
                trial, cost, {} if cost is not None else {"problem": "wrong values: x"}
            )

    def confirm(self, setting):
        return self.cost(setting), self.refused(setting)

    def bucket(self, _):
        return SIZES, SIZES


def run(back_end, effort=None, watcher=None):
    return TuningSearch(
        OPERATOR, SIZES, back_end, effort or Effort(trials=24), watcher or Watcher()
    ).run()


def test_the_best_that_stands_a_closer_look_wins() -> None:
    best = run(Made(), Effort(trials=32))
    assert best.cost < best.default_cost == bowl({"a": 0, "b": 0})
    assert best.trials[0].setting == best.default
    other = run(
        Made(kind="other", facts={"x": 1}, refused=lambda s: "" if s != best.setting else "races"),
        Effort(trials=32),
    )
    assert other.setting != best.setting
    assert other.cost > best.cost
    assert [(each.setting, each.why) for each in other.refused] == [(best.setting, "races")]


def test_nothing_is_taken_that_is_refused_or_slower() -> None:
    assert run(Made(default={"a": 11, "b": 4})).setting == {"a": 11, "b": 4}
    tuned = run(Made(refused=lambda _: "races"))
    assert tuned.setting == tuned.default
    assert tuned.gain == 0
    assert len(tuned.refused) == 3


def test_same_seed_same_result_from_an_empty_cache(cache) -> None:
    first = run(Made())
    for path in sorted(cache.rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    assert run(Made()).fields() == first.fields()
    assert run(Made(), Effort(trials=24, seed=2)).trials != first.trials


def test_lessons_of_other_sizes_are_used_when_asked_for() -> None:
    run(Made())
    sizes = {"...": 128}
    taught = TuningSearch(OPERATOR, sizes, Made(), Effort(trials=9, lessons=True), Watcher()).run()
    alone = TuningSearch(OPERATOR, sizes, Made(), Effort(trials=9), Watcher()).run()
    assert taught.trials != alone.trials
    assert taught.cost <= alone.cost


def test_without_lessons_a_result_does_not_depend_on_the_cache() -> None:
    alone = run(Made(kind="alone"))
    TuningSearch(OPERATOR, {"...": 128}, Made(), Effort(trials=24, seed=2), Watcher()).run()
    assert run(Made(facts={"x": 1})).fields() == alone.fields()


@pytest.mark.parametrize(
    ("damage", "reads"),
    [
        (lambda data: data[:-1], True),
        (lambda data: data.replace(b"cycles", b"tricks"), True),
        (lambda _: b"", True),
        (lambda data: data, False),
    ],
)
def test_damaged_results_are_made_again(cache, damage, reads) -> None:
    first = run(Made())
    (path,) = (cache / "tuned").iterdir()
    path.write_bytes(damage(path.read_bytes()))
    back_end = Made()
    assert run(back_end).fields() == first.fields()
    assert bool(back_end.judged) is reads
    assert run(Made()).is_cached


def test_a_damaged_journal_is_said(cache) -> None:
    with pytest.raises(ZeroDivisionError):
        run(Made(refused=lambda _: 1 / 0))  # the search is done, its result is not
    (path,) = (cache / "journal").iterdir()
    path.write_text("hello\n")
    with pytest.raises(MisuseError, match="is not the journal of a search"):
        run(Made())
    assert run(Made(), Effort(trials=24, again=True)).trials


def test_a_full_disk_costs_the_result_a_place_and_nothing_else(monkeypatch) -> None:
    notes = []

    class Notes(Watcher):
        def note(self, text) -> None:
            notes.append(text)

    def full(path, _data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)

    monkeypatch.setattr(store, "write_atomic", full)
    assert run(Made(), watcher=Notes()).cost < 200
    assert [note for note in notes if "the result is not cached: cannot write" in note]


def test_a_full_disk_below_the_journal_is_said(monkeypatch) -> None:
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("custom_compiler.search.journal.os.write", full)
    with pytest.raises(DiskError, match=r"cannot write .*journal.*No space left"):
        run(Made())


def test_a_cache_that_cannot_be_written_is_said(tmp_path, monkeypatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(tmp_path / "file"))
    with pytest.raises(MisuseError, match="cannot write") as raised:
        run(Made())
    assert "CUSTOM_COMPILER_CACHE" in raised.value.hint


def test_no_legal_setting() -> None:
    with pytest.raises(MisuseError) as raised:
        run(Made(space=Space(WIDE.knobs, lambda _: False)))
    assert raised.value.message == "relu: no setting is legal for ...=64 on nowhere"


def test_a_default_beside_the_space_is_tried_as_well() -> None:
    default = {"a": 25, "b": 4}
    tuned = run(Made(default=default, space=Space(WIDE.knobs, lambda s: s["a"] != 11)))
    assert tuned.trials[0].setting == default
    assert tuned.default_cost == bowl(default)
    others = [trial.setting for trial in tuned.trials[1:]]
    assert all(setting["a"] not in {11, 25} for setting in others)
    assert tuned.cost < tuned.default_cost


def test_a_default_that_is_wrong_is_a_fault_of_the_class() -> None:
    with pytest.raises(BuildError, match="default setting cannot be used: wrong values"):
        run(Made(cost=lambda setting: bowl(setting) if setting["a"] else None))


_SCRIPT = """
from tests.autokernel.tune.test_search import Effort, Made, json, run
tuned = run(Made(seconds={seconds}), Effort(trials=28))
print(json.dumps([tuned.fields(), tuned.is_cached]))
"""


def start(seconds: float) -> subprocess.Popen[str]:
    script = _SCRIPT.format(seconds=seconds)
    return subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parent,
        env={**os.environ, **python_path()},
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
def test_a_search_that_is_killed_at_any_moment_goes_on(cache) -> None:
    back_end = Made()
    undisturbed = run(back_end, Effort(trials=28))
    (path,) = (cache / "tuned").iterdir()
    path.unlink()
    for lessons in (cache / "lessons").iterdir():
        lessons.unlink()
    journal = cache / "journal" / f"{path.stem}.jsonl"
    done = 0
    for more in (3, 9, 8):
        process = start(0.02)
        done += more
        while not journal.exists() or journal.read_bytes().count(b"\n") <= done:
            assert process.poll() is None
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        done = journal.read_bytes().count(b"\n")
    rest = Made()
    assert run(rest, Effort(trials=28)).fields() == undisturbed.fields()
    assert 0 < rest.judged <= 28 - (done - 1)
    assert not journal.exists()


@pytest.mark.slow
def test_eight_processes_share_one_search() -> None:
    processes = [start(0.01) for _ in range(8)]
    results = [json.loads(process.communicate(timeout=120)[0]) for process in processes]
    assert [process.returncode for process in processes] == [0] * 8
    assert sorted(known for _, known in results) == [False] + [True] * 7
    assert all(fields == results[0][0] for fields, _ in results)


def test_the_page_shows_the_search() -> None:
    tuned = run(Made(cost=lambda s: None if s["a"] == 3 else bowl(s)), Effort(trials=32))
    text = page_of([tuned])
    assert "<h1>relu</h1>" in text
    assert "...=64 on nowhere" in text
    assert text.count("<circle") == len(tuned.trials)
    assert "<code>a</code>" in text
