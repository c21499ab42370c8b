"""Searches of functions whose least value is known."""

from __future__ import annotations

import math
import random
import sys
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custom_compiler.errors import MisuseError
from custom_compiler.search.drive import TrialResult, drive
from custom_compiler.search.journal import TrialJournal
from custom_compiler.search.lessons import lessons_of
from custom_compiler.search.samplers import SAMPLERS, sampler_for
from custom_compiler.search.space import Knob, Space
from custom_compiler.search.study import GENERATION, SearchPlan, Study

WIDE = Space(tuple(Knob(name, tuple(range(20))) for name in "abcd"))
SMALL = Space((Knob("a", (1, 2, 4, 8)), Knob("b", ("low", "high")), Knob("c", (0, 1, 2))))


GUIDED = ("uct", "learned")


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
            yield TrialResult(trial, function(trial.setting), {})

    return run


def searched(space, plan, function, *, shuffle=None, journal=None):
    study = Study(space, plan, journal)
    drive(study, judge(function, shuffle=shuffle))
    return study


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_a_small_space_is_tried_whole_by_any_sampler(sampler: str) -> None:
    cost = {setting_of(point): number for number, point in enumerate(SMALL.points())}
    study = searched(
        SMALL, SearchPlan(sampler, 1, 1000), lambda setting: cost[tuple(setting.values())]
    )
    assert len(study.trials) == SMALL.size == 24
    assert study.best is not None
    assert study.best.setting == {"a": 1, "b": "low", "c": 0}


def setting_of(point):
    return tuple(SMALL.setting(point).values())


def best_costs(sampler, lessons=(), trials=64):
    plans = (SearchPlan(sampler, seed, trials, lessons=lessons) for seed in range(3))
    return median(searched(WIDE, plan, bowl).best.cost for plan in plans)


@pytest.mark.parametrize(("sampler", "part"), [("learned", 0.1), ("uct", 1)])
def test_what_learns_comes_nearer_than_chance(sampler: str, part: float) -> None:
    assert best_costs(sampler) < best_costs("random") * part


def test_lessons_help_from_the_first_trials_on() -> None:
    trials = searched(WIDE, SearchPlan("random", 9, 300), bowl).trials
    lessons = lessons_of(WIDE, trials)
    assert len(lessons) == sum(trial.cost is not None for trial in trials)
    assert best_costs("learned", lessons, 8) < best_costs("learned", (), 8) / 2


def test_lessons_are_costs_by_that_of_the_first_usable_trial() -> None:
    space = Space((Knob("a", (0, 1, 3)),), describe=lambda setting: (float(setting["a"]), 5.0))
    study = searched(
        space, SearchPlan("exhaustive", 1, 9), lambda s: {0: None, 1: 2.0, 3: 8.0}[s["a"]]
    )
    lessons = lessons_of(space, study.trials)
    assert [lesson.features for lesson in lessons] == [(1.0, 5.0), (3.0, 5.0)]
    assert [lesson.cost for lesson in lessons] == pytest.approx([0, math.log(4)])
    assert lessons_of(space, ()) == ()


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_same_seed_gives_the_same_trials_in_whatever_order_they_end(sampler: str) -> None:
    plan = SearchPlan(sampler, 5, 40)
    first = searched(WIDE, plan, bowl)
    second = searched(WIDE, plan, bowl, shuffle=random.Random(3))
    assert first.trials == second.trials


@pytest.mark.parametrize("sampler", ["random", *GUIDED])
def test_another_seed_gives_other_trials(sampler: str) -> None:
    settings = [
        [trial.setting for trial in searched(WIDE, SearchPlan(sampler, seed, 16), bowl).trials]
        for seed in (1, 2)
    ]
    assert settings[0] != settings[1]


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_only_allowed_settings_are_tried_each_once(sampler: str) -> None:
    space = Space(WIDE.knobs, lambda setting: int(setting["a"]) % 5 == 0)
    trials = searched(space, SearchPlan(sampler, 1, 64), bowl).trials
    assert len({tuple(trial.setting.values()) for trial in trials}) == 64
    assert all(int(trial.setting["a"]) % 5 == 0 for trial in trials)


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_few_allowed_settings_among_many_are_met(sampler: str) -> None:
    def allowed(setting):
        a, b, c, d = map(int, setting.values())
        return (a + 3 * b + 5 * c + 7 * d) % 97 == 0

    space = Space(WIDE.knobs, allowed)
    assert len(searched(space, SearchPlan(sampler, 1, 40), bowl).trials) == 40


def test_a_search_ends_when_nothing_is_left() -> None:
    space = Space(WIDE.knobs, lambda setting: set(setting.values()) == {3})
    for sampler in SAMPLERS:
        assert (
            len(
                searched(
                    space, SearchPlan(sampler, 1, 9, start=(dict.fromkeys("abcd", 3),)), bowl
                ).trials
            )
            == 1
        )


def test_start_is_tried_first_and_counts_as_a_trial() -> None:
    start = {"a": 13, "b": 4, "c": 7, "d": 0}
    study = searched(WIDE, SearchPlan("random", 1, 10, start=(start,)), bowl)
    assert study.trials[0].setting == start
    assert study.best == study.trials[0]
    assert len(study.trials) == 10


def test_patience_ends_a_search_after_whole_generations_without_gain() -> None:
    start = {"a": 13, "b": 4, "c": 7, "d": 0}
    study = searched(WIDE, SearchPlan("random", 1, 1000, patience=20, start=(start,)), bowl)
    assert len(study.trials) == 1 + 3 * GENERATION


def test_time_ends_a_search() -> None:
    study = Study(WIDE, SearchPlan("random", 1, 1000))
    drive(study, judge(bowl), seconds=0)
    assert len(study.trials) == 1


def test_what_cannot_be_used_never_wins() -> None:
    study = searched(SMALL, SearchPlan("exhaustive", 1, 100), lambda _: None)
    assert study.best is None
    assert len(study.trials) == 24


def test_small_spaces_are_tried_whole_unless_a_sampler_is_named() -> None:
    assert sampler_for(SMALL, 24) == "exhaustive"
    assert sampler_for(SMALL, 23) == "learned"  # only a beginning of it would be tried
    assert sampler_for(WIDE, 10**6) == "learned"
    few = Space(WIDE.knobs[:3], lambda setting: setting["a"] == setting["b"] == 0)
    assert sampler_for(few, 200) == "exhaustive"


@given(
    sizes=st.lists(st.integers(1, 5), min_size=1, max_size=4),
    forbidden=st.integers(2, 5),
    sampler=st.sampled_from(["random", "uct", "learned"]),
    seed=st.integers(0, 99),
    order=st.randoms(use_true_random=False),
)
@settings(max_examples=15, deadline=None)
def test_any_space_is_searched_the_same_in_any_order(
    sizes, forbidden, sampler, seed, order
) -> None:
    knobs = tuple(Knob(f"k{place}", tuple(range(size))) for place, size in enumerate(sizes))
    space = Space(knobs, lambda setting: sum(map(int, setting.values())) % forbidden != 1)

    def cost(setting):
        total = sum((place + 1) * value for place, value in enumerate(setting.values()))
        return None if total % 7 == 3 else float(total % 11) + 1

    plan = SearchPlan(sampler, seed, 20)
    trials = searched(space, plan, cost).trials
    assert trials == searched(space, plan, cost, shuffle=order).trials
    points = {space.point(trial.setting) for trial in trials}
    assert len(points) == len(trials) == min(20, len(list(space.points())))
    assert all(map(space.allows, points))


@pytest.mark.parametrize("values", [(), (1, 1)])
def test_knobs_have_different_values(values) -> None:
    with pytest.raises(ValueError, match="knob a"):
        Knob("a", values)


def test_a_journal_of_other_proposals_is_tried_again(tmp_path) -> None:
    journal = TrialJournal(tmp_path / "journal", {})
    first = searched(WIDE, SearchPlan("random", 1, 16), bowl, journal=journal)
    journal.close()
    journal = TrialJournal(tmp_path / "journal", {})
    second = searched(WIDE, SearchPlan("random", 2, 16), bowl, journal=journal)
    journal.close()
    assert [trial.setting for trial in second.trials] != [trial.setting for trial in first.trials]
    assert all(trial.cost == bowl(trial.setting) for trial in second.trials)


def test_a_missing_package_is_an_error(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)
    study = Study(WIDE, SearchPlan("learned", 1, 50))
    with pytest.raises(MisuseError, match="not installed") as raised:
        drive(study, judge(bowl))
    assert "custom_compiler[tune]" in raised.value.hint
