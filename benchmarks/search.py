"""Strategies of custom_compiler/search against random on spaces that were measured whole.

python benchmarks/search.py [--seeds 40] [--space NAME] [--strategy NAME]

The spaces are the tables in benchmarks/search_spaces.zip, made by search_record_host.py and
search_record_core.py: the cost of every legal setting. A figure is the cost of the best of the
first 10, 20 or 30 trials over the optimum: the median over the seeds, and the 90th percentile.
`learned+` has prior trials: 40 random ones of the same operator with another shape.
"""

from __future__ import annotations

import argparse
import random
import sys
from statistics import median, quantiles
from typing import NamedTuple

import search_tables

from custom_compiler.search.drive import TrialResult, drive
from custom_compiler.search.lessons import Lesson, lessons_of
from custom_compiler.search.space import Knob, Point, Space
from custom_compiler.search.study import SearchPlan, Study
from custom_compiler.search.trial import Trial

STRATEGIES = ("random", "uct", "learned", "learned+")
_AFTER = (10, 20, 30)  # trials
_LESSONS = 40  # trials of another space
_BESIDE = {
    "gemm_512": "gemm_640",
    "gemm_640": "gemm_512",
    "core_gelu": "core_gelu_small",
    "core_matmul": "core_matmul_small",
    "core_softmax": "core_softmax_small",
}


class Recorded(NamedTuple):
    """A space and what its settings cost."""

    space: Space
    costs: dict[Point, float]


def read(name: str) -> Recorded:
    """Read the space in a table."""
    head, *rows = search_tables.read(name)
    table = {tuple(map(int, row[:-1])): float(row[-1]) for row in rows}
    columns = zip(*table, strict=True)
    knobs = tuple(
        Knob(knob, tuple(sorted(set(column)))) for knob, column in zip(head, columns, strict=False)
    )
    space = Space(knobs, lambda setting: tuple(map(int, setting.values())) in table)
    costs = {space.point(dict(zip(head, values, strict=False))): table[values] for values in table}
    return Recorded(space, costs)


def best_costs(recorded: Recorded, plan: SearchPlan) -> list[float]:
    """Return the least cost after each trial, relative to the optimum."""
    study = Study(recorded.space, plan)
    drive(
        study,
        lambda trials: (
            TrialResult(trial, recorded.costs[recorded.space.point(trial.setting)], {})
            for trial in trials
        ),
    )
    optimum, least, shares = min(recorded.costs.values()), float("inf"), []
    for trial in study.trials:
        least = min(least, trial.cost or least)
        shares.append(least / optimum)
    return shares


def lessons(name: str, seed: int) -> tuple[Lesson, ...]:
    """Return random trials as prior trials for other searches."""
    recorded = read(name)
    points = random.Random(seed).sample(sorted(recorded.costs), _LESSONS)
    trials = [
        Trial(number, recorded.space.setting(point), recorded.costs[point])
        for number, point in enumerate(points)
    ]
    return lessons_of(recorded.space, trials)


def main() -> int:
    """Compare, a table for each space."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--space", help="one space; default: all")
    parser.add_argument("--strategy", choices=STRATEGIES, help="one strategy; default: all")
    options = parser.parse_args()
    names = [options.space] if options.space else search_tables.names()
    for name in names:
        recorded = read(name)
        print(f"\n{name}: {len(recorded.costs)} settings, optimum {min(recorded.costs.values()):g}")
        print("| strategy | " + " | ".join(f"{count} trials" for count in _AFTER) + " |")
        print("|---|" + "---|" * len(_AFTER))
        for strategy in (options.strategy,) if options.strategy else STRATEGIES:
            if strategy.endswith("+") and name not in _BESIDE:
                continue
            runs = [
                best_costs(
                    recorded,
                    SearchPlan(
                        strategy.rstrip("+"),
                        seed,
                        max(_AFTER),
                        lessons=lessons(_BESIDE[name], seed) if strategy.endswith("+") else (),
                    ),
                )
                for seed in range(options.seeds)
            ]
            cells = [_cell([run[count - 1] for run in runs]) for count in _AFTER]
            print(f"| {strategy} | {' | '.join(cells)} |", flush=True)
    return 0


def _cell(ratios: list[float]) -> str:
    return f"{median(ratios):.3f} ({quantiles(ratios, n=10)[-1]:.3f})"


if __name__ == "__main__":
    sys.exit(main())
