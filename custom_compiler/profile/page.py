"""One page that shows the simulated timing of a launch, or compares two; it needs no network."""

from __future__ import annotations

import html
import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.observe.sources import source_line
from custom_compiler.profile.advice import advise
from custom_compiler.profile.launch_timing import PIPES
from custom_compiler.profile.limits import limits, verdict, working_us
from custom_compiler.profile.timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.profile.launch_timing import Core, LaunchTiming

_MOST_BARS = 60_000  # in one page: what a browser still moves smoothly
_MOST_LINES = 500
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Run:
    """A launch on the page: title, simulated timing, instructions."""

    title: str
    timing: LaunchTiming
    timeline: Timeline = field(default_factory=Timeline)


def page(runs: Sequence[Run]) -> str:
    """Return the page's HTML: one run in full, or the second compared with the first."""
    title = " and ".join(dict.fromkeys(run.title for run in runs))
    data = json.dumps({"pipes": PIPES, "runs": [_run(run) for run in runs]}, separators=(",", ":"))
    parts = {
        "@TITLE@": html.escape(title),
        "@STYLE@": (_HERE / "page.css").read_text(encoding="utf-8"),
        "@SCRIPT@": (_HERE / "page.js").read_text(encoding="utf-8"),
        "@DATA@": data.replace("<", "\\u003c"),
    }
    text = _SKELETON
    for mark, part in parts.items():
        text = text.replace(mark, part, 1)
    return text


# Nothing may be fetched, also if a name in the data tried to.
_SKELETON = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>@TITLE@</title>
<style>@STYLE@</style>
</head>
<body>
<main id="page"></main>
<script>@SCRIPT@</script>
<script>show(@DATA@);</script>
</body>
</html>
"""


def _run(run: Run) -> dict[str, Any]:
    timing = run.timing
    return {
        "title": run.title,
        "kernel": timing.kernel,
        "soc": timing.soc,
        "clock": timing.clock_mhz,
        "blocks": timing.block_dim,
        "caches": timing.caches,
        "duration": timing.duration_us,
        "cores": [_core(core) for core in timing.cores],
        "memories": [[m.name, m.used, m.size] for m in timing.memories],
        "peaks": dict(timing.peaks),
        "working": working_us(timing),
        "limits": [[limit.name, limit.microseconds, limit.work] for limit in limits(timing)],
        "verdict": verdict(timing),
        "advice": [advice.text for advice in advise(timing)],
        "lines": _lines(timing),
        **_bars(run.timeline),
    }


def _core(core: Core) -> dict[str, Any]:
    return {
        "unit": core.unit,
        "name": core.name,
        "type": core.type,
        "start": core.start,
        "cycles": core.cycles,
        "busy": [core.busy(pipe) for pipe in PIPES],
        "bytes": dict(core.bytes),
        "counters": dict(core.counters),
    }


def _lines(timing: LaunchTiming) -> list[dict[str, Any]]:
    """Return source lines, the most expensive first, with cycles, waits by pipe, and text."""
    costs: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0.0] * len(PIPES))
    waits: dict[tuple[str, int], float] = defaultdict(float)
    counts: dict[tuple[str, int], int] = defaultdict(int)
    for cost in timing.lines:
        location = (cost.file, cost.line)
        if cost.pipe in PIPES:
            costs[location][PIPES.index(cost.pipe)] += cost.cycles
        waits[location] += cost.wait
        counts[location] += cost.count
    dearest = sorted(costs, key=lambda location: -sum(costs[location]))[:_MOST_LINES]
    return [
        {
            "file": file,
            "line": line,
            "text": source_line(file, line),
            "cycles": costs[file, line],
            "wait": waits[file, line],
            "count": counts[file, line],
        }
        for file, line in dearest
    ]


def _bars(timeline: Timeline) -> dict[str, Any]:
    """Return the timeline as arrays of numbers, with texts as indices into lists."""
    texts: dict[str, int] = {}
    shown = timeline.instructions[:_MOST_BARS]
    bars = [
        [
            i.unit,
            PIPES.index(i.pipe),
            round(i.start, 2),
            round(i.cycles, 2),
            texts.setdefault(i.name, len(texts)),
            texts.setdefault(i.file, len(texts)),
            i.line,
            -1 if i.size is None else i.size,
        ]
        for i in shown
    ]
    left_out = timeline.left_out + len(timeline.instructions) - len(shown)
    return {"bars": bars, "texts": list(texts), "leftOut": left_out}
