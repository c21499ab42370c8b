"""Searches of functions whose least value is known."""

from __future__ import annotations

import random
from statistics import median

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.search.drive import Verdict, drive
from custom_compiler.search.journal import Journal
from custom_compiler.search.samplers import SAMPLERS, sampler_for
from custom_compiler.search.space import Knob, Space
from custom_compiler.search.study import GENERATION, Plan, Study

WIDE = Space(tuple(Knob(name, tuple(range(20))) for name in "abcd"))
SMALL = Space((Knob("a", (1, 2, 4, 8)), Knob("b", ("low", "high")), Knob("c", (0, 1, 2))))


def bowl(setting):
    """Least at a = 13, b = 4, c = 7; d is without effect, an odd a cannot be used with b > 9."""
    if setting["a"] % 2 and setting["b"] > 9:
        return None
    return float(
        10 * (setting["a"] - 13) ** 2 + 3 * (setting["b"] - 4) ** 2 + (setting["c"] - 7) ** 2
    )


def judge(function, *, shuffle=None):
    def run(trials):
        trials = list(trials)
        if shuffle is not None:
            shuffle.shuffle(trials)
        for trial in trials:
            yield Verdict(trial, function(trial.setting), {})

    return run


def searched(space, plan, function, *, shuffle=None, journal=None):
    study = Study(space, plan, journal)
    drive(study, judge(function, shuffle=shuffle))
    return study


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_a_small_space_is_tried_whole_by_any_sampler(sampler: str) -> None:
    cost = {setting_of(point): number for number, point in enumerate(SMALL.points())}
    study = searched(SMALL, Plan(sampler, 1, 1000), lambda setting: cost[tuple(setting.values())])
    assert len(study.trials) == SMALL.size == 24
    assert study.best is not None
    assert study.best.setting == {"a": 1, "b": "low", "c": 0}


def setting_of(point):
    return tuple(SMALL.setting(point).values())


def test_optuna_comes_nearer_than_chance() -> None:
    best = {
        sampler: median(
            searched(WIDE, Plan(sampler, seed, 64), bowl).best.cost for seed in range(3)
        )
        for sampler in ("optuna", "random")
    }
    assert best["optuna"] < best["random"] / 2


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_same_seed_gives_the_same_trials_in_whatever_order_they_end(sampler: str) -> None:
    plan = Plan(sampler, 5, 40)
    first = searched(WIDE, plan, bowl)
    second = searched(WIDE, plan, bowl, shuffle=random.Random(3))
    assert first.trials == second.trials


@pytest.mark.parametrize("sampler", ["optuna", "random"])
def test_another_seed_gives_other_trials(sampler: str) -> None:
    settings = [
        [trial.setting for trial in searched(WIDE, Plan(sampler, seed, 16), bowl).trials]
        for seed in (1, 2)
    ]
    assert settings[0] != settings[1]


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_only_allowed_settings_are_tried_each_once(sampler: str) -> None:
    space = Space(WIDE.knobs, lambda setting: int(setting["a"]) % 5 == 0)
    trials = searched(space, Plan(sampler, 1, 64), bowl).trials
    assert len({tuple(trial.setting.values()) for trial in trials}) == 64
    assert all(int(trial.setting["a"]) % 5 == 0 for trial in trials)


def test_a_search_ends_when_nothing_is_left() -> None:
    space = Space(WIDE.knobs, lambda setting: set(setting.values()) == {3})
    for sampler in SAMPLERS:
        assert (
            len(
                searched(space, Plan(sampler, 1, 9, start=(dict.fromkeys("abcd", 3),)), bowl).trials
            )
            == 1
        )


def test_start_is_tried_first_and_counts_as_a_trial() -> None:
    start = {"a": 13, "b": 4, "c": 7, "d": 0}
    study = searched(WIDE, Plan("random", 1, 10, start=(start,)), bowl)
    assert study.trials[0].setting == start
    assert study.best == study.trials[0]
    assert len(study.trials) == 10


def test_patience_ends_a_search_after_whole_generations_without_gain() -> None:
    start = {"a": 13, "b": 4, "c": 7, "d": 0}
    study = searched(WIDE, Plan("random", 1, 1000, patience=20, start=(start,)), bowl)
    assert len(study.trials) == 1 + 3 * GENERATION


def test_time_ends_a_search() -> None:
    study = Study(WIDE, Plan("random", 1, 1000))
    drive(study, judge(bowl), seconds=0)
    assert len(study.trials) == 1


def test_what_cannot_be_used_never_wins() -> None:
    study = searched(SMALL, Plan("exhaustive", 1, 100), lambda _: None)
    assert study.best is None
    assert len(study.trials) == 24


def test_small_spaces_are_tried_whole_unless_a_sampler_is_named() -> None:
    assert sampler_for(SMALL) == "exhaustive"
    assert sampler_for(WIDE) == "optuna"


@pytest.mark.parametrize("values", [(), (1, 1)])
def test_knobs_have_different_values(values) -> None:
    with pytest.raises(ValueError, match="knob a"):
        Knob("a", values)


def test_a_journal_of_other_proposals_is_tried_again(tmp_path) -> None:
    journal = Journal(tmp_path / "journal", {})
    first = searched(WIDE, Plan("random", 1, 16), bowl, journal=journal)
    journal.close()
    journal = Journal(tmp_path / "journal", {})
    second = searched(WIDE, Plan("random", 2, 16), bowl, journal=journal)
    journal.close()
    assert [trial.setting for trial in second.trials] != [trial.setting for trial in first.trials]
    assert all(trial.cost == bowl(trial.setting) for trial in second.trials)


def test_missing_optuna_is_said(monkeypatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "optuna", None)
    with pytest.raises(MisuseError, match="not installed") as raised:
        Study(WIDE, Plan("optuna", 1, 5)).ask()
    assert "custom_compiler[tune]" in raised.value.hint
