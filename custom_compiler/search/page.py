"""One page that shows how searches went; it needs no network, and runs no script."""

from __future__ import annotations

import html
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from custom_compiler.search.space import Space, Value
    from custom_compiler.search.trial import Trial

_SHOWN = 12  # fastest trials, and reasons
_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 880, 260, 76, 34  # of the drawing, and its margins


@dataclass(frozen=True)
class Searched:
    """A search that has ended.

    Attributes:
        title: What was tuned.
        subtitle: For which call.
        unit: Of the costs, as `cycles of the model`.
        sampler: What proposed the settings.
        seed: Of the sampler.
        space: What could be set.
        trials: All that was tried; where a cost is None, their note has a `problem`.
        untuned: The setting before, and what it costs.
        best: The setting that was chosen, and what it costs.
        refused: Settings that were faster and yet cannot be taken, and why.
        importance: Of each knob.
    """

    title: str
    subtitle: str
    unit: str
    sampler: str
    seed: int
    space: Space
    trials: tuple[Trial, ...]
    untuned: tuple[Mapping[str, Value], float]
    best: tuple[Mapping[str, Value], float]
    refused: tuple[tuple[Mapping[str, Value], str], ...]
    importance: Mapping[str, float]


def page(searches: Sequence[Searched]) -> str:
    """Return the page's HTML."""
    style = (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
    body = "".join(map(_section, searches))
    return _SKELETON.replace("@STYLE@", style, 1).replace("@BODY@", body, 1)


_SKELETON = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tuned operators</title>
<style>@STYLE@</style>
</head>
<body>
<main>
@BODY@
</main>
</body>
</html>
"""


def _section(search: Searched) -> str:
    before, after = search.untuned[1], search.best[1]
    unusable = sum(trial.cost is None for trial in search.trials)
    facts = [
        (f"{before:,.0f}", "untuned"),
        (f"{after:,.0f}", "tuned"),
        (f"{100 * (after / before - 1):+.1f} %", f"costs in {search.unit}"),
        (f"{len(search.trials)}", f"trials, {unusable} unusable"),
        (f"{search.space.size:,}", "settings"),
        (search.sampler, f"sampler, seed {search.seed}"),
    ]
    shown = "".join(
        f"<div class=fact><b>{_text(value)}</b>{_text(name)}</div>" for value, name in facts
    )
    return (
        f"<h1>{_text(search.title)}</h1><div class=dim>{_text(search.subtitle)}</div>"
        f"<div class=facts>{shown}</div>"
        f"<h2>Convergence</h2>{_convergence(search)}"
        f"<h2>What each parameter explains of the differences</h2>{_importance(search)}"
        f"<h2>Settings</h2>{_settings(search)}"
        f"{_unusable(search)}"
    )


def _convergence(search: Searched) -> str:
    """Cost of each trial, and the best until then; unusable ones along the bottom."""
    usable = [trial for trial in search.trials if trial.cost is not None]
    costs = [*(trial.cost or 0.0 for trial in usable), search.untuned[1]]
    low, high = min(costs), _high(costs)
    last = max(1, search.trials[-1].number if search.trials else 1)

    def x(number: int) -> float:
        return _LEFT + (_WIDTH - _LEFT - 16) * number / last

    def y(cost: float) -> float:
        part = (min(cost, high) - low) / (high - low) if high > low else 0.0
        return _HEIGHT - _BOTTOM - (_HEIGHT - _BOTTOM - 16) * part

    parts = [_axis(low, high, y), _line("untuned", y(search.untuned[1]))]
    for trial in search.trials:
        title = _title(trial)
        if trial.cost is None:
            point = f'cx="{x(trial.number):.1f}" cy="{_HEIGHT - _BOTTOM + 10}" r="2.5" class="bad"'
        else:
            point = f'cx="{x(trial.number):.1f}" cy="{y(trial.cost):.1f}" r="3" class="trial"'
        parts.append(f"<circle {point}><title>{title}</title></circle>")
    best = float("inf")
    points: list[str] = []
    for trial in usable:
        if (trial.cost or 0.0) < best:
            points += [f"{x(trial.number):.1f},{y(best):.1f}"] if points else []
            best = trial.cost or 0.0
            points.append(f"{x(trial.number):.1f},{y(best):.1f}")
    if points:
        points.append(f"{x(last):.1f},{y(best):.1f}")
    parts.append(f'<polyline class="best" points="{" ".join(points)}"/>')
    legend = (
        '<div class=legend><span class="k trial"></span>a trial <span class="k best"></span>'
        'the best until then <span class="k bad"></span>unusable <span class="k base"></span>'
        "untuned<br>Costs above the upper end are drawn there.</div>"
    )
    svg = f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}">{"".join(parts)}</svg>'
    return f"<div class=scroll>{svg}</div>{legend}"


def _high(costs: Sequence[float]) -> float:
    """Return the upper end of the chart, which has most trials and the untuned launch."""
    ordered = sorted(costs)
    return max(ordered[int(0.8 * (len(ordered) - 1))], costs[-1]) * 1.05


def _axis(low: float, high: float, y: Callable[[float], float]) -> str:
    labels = []
    for step in range(5):
        cost = low + (high - low) * step / 4
        top = y(cost)
        labels.append(
            f"{_line('grid', top)}"
            f'<text x="{_LEFT - 8}" y="{top + 4:.1f}" text-anchor="end">{cost:,.0f}</text>'
        )
    label = f'<text x="{_WIDTH - 16}" y="{_HEIGHT - 4}" text-anchor="end">trials, in order</text>'
    return "".join(labels) + label


def _line(kind: str, top: float) -> str:
    return f'<line class="{kind}" x1="{_LEFT}" x2="{_WIDTH - 16}" y1="{top:.1f}" y2="{top:.1f}"/>'


def _title(trial: Trial) -> str:
    setting = ", ".join(f"{name} {value}" for name, value in trial.setting.items())
    cost = trial.note.get("problem", "") if trial.cost is None else f"{trial.cost:,.0f}"
    return _text(f"{trial.number}: {setting}: {cost}")


def _importance(search: Searched) -> str:
    rows = []
    for name, share in sorted(search.importance.items(), key=lambda item: -item[1]):
        bar = f'<i style="width:{100 * share:.1f}%"></i>'
        rows.append(
            f"<tr><td><code>{_text(name)}</code></td><td class=n>{100 * share:.0f} %</td>"
            f"<td><div class=bar>{bar}</div></td></tr>"
        )
    interaction = max(0.0, 1 - sum(search.importance.values()))
    note = f"<div class=dim>Parameters together, and chance: {100 * interaction:.0f} %</div>"
    return f"<table>{''.join(rows)}</table>{note}"


def _settings(search: Searched) -> str:
    names = [knob.name for knob in search.space.knobs]
    head = "".join(f"<th class=n>{_text(name)}</th>" for name in names)
    usable = sorted(
        (trial for trial in search.trials if trial.cost is not None),
        key=lambda trial: (trial.cost or 0.0, trial.number),
    )
    rows = [_row("untuned", search.untuned[0], names, search.untuned[1], "")]
    for trial in usable[:_SHOWN]:
        chosen = "chosen" if trial.setting == search.best[0] else ""
        label = f"trial {trial.number}{', tuned' if chosen else ''}"
        rows.append(_row(label, trial.setting, names, trial.cost or 0.0, chosen))
    table = f"<table><tr><th></th>{head}<th class=n>cost</th></tr>{''.join(rows)}</table>"
    return f"<div class=scroll>{table}</div>"


def _row(
    label: str, setting: Mapping[str, Value], names: Iterable[str], cost: float, kind: str
) -> str:
    cells = "".join(f"<td class=n>{_text(str(setting[name]))}</td>" for name in names)
    return f'<tr class="{kind}"><td>{_text(label)}</td>{cells}<td class=n>{cost:,.0f}</td></tr>'


def _unusable(search: Searched) -> str:
    """Return the reasons why trials were unusable, the most frequent first."""
    counts: dict[str, int] = {}
    for trial in search.trials:
        if trial.cost is None:
            why = str(trial.note.get("problem", ""))
            counts[why] = counts.get(why, 0) + 1
    for _, why in search.refused:
        text = f"rejected by the sanitizer: {why}"
        counts[text] = counts.get(text, 0) + 1
    if not counts:
        return ""
    rows = "".join(
        f"<tr><td class=n>{count}</td><td><code>{_text(why)}</code></td></tr>"
        for why, count in sorted(counts.items(), key=lambda item: -item[1])[:_SHOWN]
    )
    return f"<h2>Unusable</h2><table>{rows}</table>"


def _text(text: str) -> str:
    return html.escape(text)
