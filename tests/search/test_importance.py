"""Importance of knobs, held against functions whose variances are known."""

from __future__ import annotations

import pytest

from custom_compiler.search.importance import importance
from custom_compiler.search.space import Knob, Space
from custom_compiler.search.trial import Trial

SPACE = Space((Knob("a", (0, 1, 2)), Knob("b", (0, 1)), Knob("c", (0, 1, 2, 3))))


def trials(function, points=None):
    settings = [SPACE.setting(point) for point in points or SPACE.points()]
    return [Trial(number, s, function(s)) for number, s in enumerate(settings)]


def test_shares_of_an_additive_function_are_its_variances() -> None:
    # var(6 a) = 36 * 2/3, var(4 b) = 16 * 1/4; c has none.
    shares = importance(SPACE, trials(lambda s: 6 * s["a"] + 4 * s["b"] + 100))
    assert shares == pytest.approx({"a": 24 / 28, "b": 4 / 28, "c": 0})


def test_an_interaction_is_in_no_share() -> None:
    shares = importance(SPACE, trials(lambda s: (s["a"] - 1) * (2 * s["b"] - 1) + 5.0))
    assert shares == pytest.approx({"a": 0, "b": 0, "c": 0})


def test_knobs_that_were_moved_together_are_told_apart() -> None:
    # Means by value would give c a share: it follows a in all trials but two.
    points = [
        (0, 0, 0),
        (0, 1, 0),
        (1, 0, 1),
        (1, 1, 1),
        (2, 0, 2),
        (2, 1, 2),
        (0, 0, 2),
        (2, 1, 1),
    ]
    shares = importance(SPACE, trials(lambda s: 6.0 * s["a"], points))
    assert shares == pytest.approx({"a": 1, "b": 0, "c": 0})


def test_trials_that_cannot_be_used_do_not_count() -> None:
    shares = importance(SPACE, trials(lambda s: float(s["a"]) if s["b"] else None))
    assert shares == pytest.approx({"a": 1, "b": 0, "c": 0})


@pytest.mark.parametrize("cost", [None, 3.0])
def test_nothing_matters_where_nothing_differs(cost) -> None:
    assert importance(SPACE, trials(lambda _: cost)) == {"a": 0, "b": 0, "c": 0}
