"""Errors of the cycle model against measurements."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import asdict, dataclass
from statistics import correlation, median, quantiles
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from cycle_launches import Case, Profile

PIPES = ("vec", "scalar", "mte1", "mte2", "mte3", "cube", "fixpipe")
_FEWEST_TO_RANK = 3
_DIFFERENT = 1.1


@dataclass(frozen=True)
class Comparison:
    """Microseconds, and per pipe the fraction of the cores' time, measured and modelled."""

    name: str
    group: str
    time: float
    model_time: float
    ratios: dict[str, float]
    model_ratios: dict[str, float]
    use: str = "fit"  # "test": no figure of the model comes from it

    @property
    def time_error(self) -> float:
        """Relative."""
        return self.model_time / self.time - 1

    def text(self) -> str:
        """Return one line: modelled/measured."""
        ratios = " ".join(
            f"{p} {self.model_ratios.get(p, 0):.3f}/{r:.3f}" for p, r in self.ratios.items()
        )
        return (
            f"{self.name}: {self.model_time:.1f}/{self.time:.1f} us "
            f"({100 * self.time_error:+.0f} %) {ratios}"
        )

    def line(self) -> str:
        """Return the line for cycles.jsonl."""
        return json.dumps(asdict(self)) + "\n"


def read_comparisons(path: Path) -> list[Comparison]:
    """Read the output of ``Comparison.line``; empty if there is no such file."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [Comparison(**json.loads(line)) for line in lines]


def compare(case: Case, row: dict[str, str], profile: Profile) -> Comparison:
    """Compare the measured row with the profile; ratios are means over the cores of a type."""
    cores = profile["cores"]
    assert isinstance(cores, list)
    model_ratios: dict[str, float] = {}
    for core_type in ("aiv", "aic"):  # of MIX launches the AIC columns are what the rows show
        chosen = [core for core in cores if core["type"] == core_type]
        cycles = sum(core["cycles"] for core in chosen)
        for pipe in PIPES:
            busy = sum(core["pipes"].get(pipe, {"busy": 0})["busy"] for core in chosen)
            if busy > 0:
                model_ratios[pipe] = busy / cycles
    return Comparison(
        case.name,
        case.group,
        float(row["time_us"]),
        float(str(profile["duration_us"])),
        {p: float(row[f"{p}_ratio"]) for p in PIPES if row[f"{p}_ratio"]},
        model_ratios,
    )


def summary(comparisons: list[Comparison]) -> str:
    """Return the errors over all rows, and the rank correlation in each group of variants."""
    if not comparisons:
        return "no row was compared"
    lines = []
    for use, title in (("test", "of operators that the fit never saw"), ("fit", "others")):
        times = [abs(c.time_error) for c in comparisons if c.use == use]
        if times:
            lines.append(f"total time of {len(times)} launches {title}: {_spread(times, '%')}")
    for pipe in PIPES:
        errors = [
            abs(c.model_ratios.get(pipe, 0) - c.ratios[pipe])
            for c in comparisons
            if pipe in c.ratios
        ]
        if errors:
            lines.append(f"{pipe} ratio ({len(errors)}): {_spread(errors, 'points')}")
    groups: dict[str, list[Comparison]] = defaultdict(list)
    for comparison in comparisons:
        groups[comparison.group].append(comparison)
    for name, group in groups.items():
        errors = [abs(c.time_error) for c in group]
        line = f"{name} ({len(group)}): median {median(errors):.1%}, worst {max(errors):.0%}"
        if len(group) >= _FEWEST_TO_RANK:
            rank = rank_correlation([c.time for c in group], [c.model_time for c in group])
            line += f", rank correlation {rank:.2f}"
        lines.append(line)
    right, pairs = order_agreement(list(groups.values()))
    if pairs:
        lines.append(f"order of variants that differ by more than 10 %: {right} of {pairs} right")
    return "\n".join(lines)


def order_agreement(groups: list[list[Comparison]]) -> tuple[int, int]:
    """Count pairs of variants whose measured times differ by more than 10 %: right, and all."""
    pairs = [
        (faster, slower)
        for group in groups
        for faster in group
        for slower in group
        if slower.time > _DIFFERENT * faster.time
    ]
    right = sum(faster.model_time < slower.model_time for faster, slower in pairs)
    return right, len(pairs)


def rank_correlation(first: list[float], second: list[float]) -> float:
    """Return Spearman's rank correlation of two lists; equal numbers share their ranks."""
    return correlation(_ranks(first), _ranks(second))


def _ranks(values: list[float]) -> list[float]:
    ordered = sorted(values)
    return [(ordered.index(v) + len(values) - ordered[::-1].index(v)) / 2 for v in values]


def _spread(errors: list[float], unit: str) -> str:
    worst = quantiles(errors, n=10, method="inclusive")[-1] if len(errors) > 1 else errors[0]
    return (
        f"median error {100 * median(errors):.1f} {unit}, 90th percentile {100 * worst:.1f} {unit}"
    )
