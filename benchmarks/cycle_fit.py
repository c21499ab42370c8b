"""Cross-validation of the cycle model: an example predicted with figures from other launches.

Figures of cycle_model.csv that come from measured launches stand in cycle_fit.csv. Here each
example is left out once: its launches do not count, and these figures are estimated from what is
known without any launch (``prior``, uncertain by ``deviation``, in natural logarithms) and from the
launches of the other examples. All other figures stay. What the model says with a figure a little
larger gives the slopes; what it says with the estimated figures is the prediction.
"""

from __future__ import annotations

import csv
import math
import os
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from cycle_errors import PIPES, Comparison, compare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cycle_launches import Case, Launcher
    from numpy.typing import NDArray

_Numbers: TypeAlias = "NDArray[np.float64]"
_STEP = 0.1  # of the logarithm of a figure
_TIME_ERROR, _RATIO_ERROR = 0.1, 0.05  # that count as much as a figure one deviation from its prior
_ROUNDS = 10


@dataclass(frozen=True)
class Figure:
    """A figure that is estimated.

    Attributes:
        also: Another figure that is the same by definition; may be empty.
        where: Pattern for the names of the cases that depend on it.
    """

    name: str
    arch: str
    also: str
    prior: float
    deviation: float
    where: str
    value: float


def read_figures() -> list[Figure]:
    """Return cycle_fit.csv, with the values of cycle_model.csv."""
    model = Path(__file__).parents[1] / "toolkit/data/cycle_model.csv"
    with model.open(encoding="utf-8", newline="") as stream:
        values = {(r["name"], r["arch"]): float(r["value"]) for r in csv.DictReader(stream)}
    table = Path(__file__).with_name("cycle_fit.csv")
    with table.open(encoding="utf-8", newline="") as stream:
        return [
            Figure(
                r["name"], r["arch"], r["also"], float(r["prior"]), float(r["deviation"]),
                r["where"],
                values[r["name"], r["arch"]],
            )
            for r in csv.DictReader(stream)
        ]  # fmt: skip


class CrossValidation:
    """Estimates for each example from the launches of all others."""

    def __init__(self, launcher: Launcher, cases: Sequence[tuple[Case, dict[str, str]]]) -> None:
        """Prepare the validation; the programs of ``cases`` have been built."""
        self._launcher = launcher
        self._cases = cases
        self._figures = read_figures()
        self._here = np.array([math.log(f.value / f.prior) for f in self._figures])
        self._deviations = np.array([f.deviation for f in self._figures])
        self._residuals: dict[str, _Numbers] = {}
        self._slopes: dict[str, _Numbers] = {}

    def learn(self) -> None:
        """Run every launch unmodified, and once more for each figure that it depends on."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            learned = pool.map(lambda case: self._learn(*case), self._cases)
            for (case, _), (residuals, slopes) in zip(self._cases, learned, strict=True):
                self._residuals[case.name] = residuals
                self._slopes[case.name] = slopes

    def _learn(self, case: Case, row: dict[str, str]) -> tuple[_Numbers, _Numbers]:
        here = _residuals(self._run(case, row, self._here))
        columns = []
        for number, figure in enumerate(self._figures):
            moved = self._here.copy()
            moved[number] += _STEP
            if re.search(figure.where, case.name):
                columns.append((_residuals(self._run(case, row, moved)) - here) / _STEP)
            else:
                columns.append(np.zeros_like(here))
        print(f"learned {case.name}", flush=True)
        return here, np.stack(columns, axis=1)

    def predict(self) -> list[Comparison]:
        """Predict each launch with figures from the launches of the other examples."""
        predictions: list[Comparison] = []
        for example in sorted({case.example for case, _ in self._cases}):
            figures = self._estimate([c.name for c, _ in self._cases if c.example != example])
            print(f"without {Path(example).name}: {self._table(figures)}")
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                chosen = [(c, row, figures) for c, row in self._cases if c.example == example]
                predictions += pool.map(lambda task: self._run(*task), chosen)
            for prediction in predictions[-len(chosen) :]:
                print(prediction.text(), flush=True)
        return predictions

    def _estimate(self, names: Sequence[str]) -> _Numbers:
        """Return logarithms of figures over their priors: least squares, outliers count less."""
        slopes = np.concatenate([self._slopes[name] for name in names])
        residuals = np.concatenate([self._residuals[name] for name in names])
        figures: _Numbers = np.zeros_like(self._here)
        for _ in range(_ROUNDS):
            left = residuals + slopes @ (figures - self._here)
            weights = 1 / np.maximum(1, np.abs(left))
            weighted = slopes * weights[:, None]
            information = weighted.T @ slopes + np.diag(1 / self._deviations**2)
            figures = np.linalg.solve(information, weighted.T @ (slopes @ self._here - residuals))
        limits = 3 * self._deviations
        limited: _Numbers = np.minimum(np.maximum(figures, -limits), limits)
        return limited

    def _table(self, figures: _Numbers) -> str:
        return "\n".join(
            f"{name},{f.arch},{f.prior * math.exp(number):.9g}"
            for f, number in zip(self._figures, figures, strict=True)
            for name in (f.name, f.also)
            if name
        )

    def _run(self, case: Case, row: dict[str, str], figures: _Numbers) -> Comparison:
        table = self._launcher.folder(case) / "figures.csv"
        table.write_text(self._table(figures) + "\n", encoding="utf-8")
        return compare(case, row, self._launcher.run(case, table))


def _residuals(comparison: Comparison) -> _Numbers:
    """Return the model's errors in units of accepted errors: time, then the measured ratios."""
    time = math.log(comparison.model_time / comparison.time) / _TIME_ERROR
    ratios = [
        (comparison.model_ratios.get(pipe, 0) - comparison.ratios[pipe]) / _RATIO_ERROR
        for pipe in PIPES
        if pipe in comparison.ratios
    ]
    return np.array([time, *ratios])
