"""Picture of estimated against measured times, as SVG."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cycle_errors import Comparison

_SIZE = 420
_MARGIN = 48
_COLOURS = {"test": "#d1495b", "fit": "#30638e"}
_TITLES = {"test": "operators that the fit never saw", "fit": "others"}


def scatter(comparisons: Sequence[Comparison]) -> str:
    """Return a picture with a point for each launch, on logarithmic axes in microseconds.

    The lines show equal times, and 20 % more and less.
    """
    times = [time for c in comparisons for time in (c.time, c.model_time)]
    low = math.floor(math.log10(min(times)))
    high = math.ceil(math.log10(max(times)))
    axis = _Axis(low, high)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE} {_SIZE}">',
        '<g font-family="sans-serif" font-size="12">',
        f'<rect width="{_SIZE}" height="{_SIZE}" fill="#fff"/>',
        *_grid(axis),
        *_bounds(axis),
        *_points(axis, comparisons),
        "</g></svg>",
    ]
    return "\n".join(parts) + "\n"


class _Axis:
    """From 10**low to 10**high microseconds."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def x(self, time: float) -> float:
        share = (math.log10(time) - self.low) / (self.high - self.low)
        return round(_MARGIN + share * (_SIZE - 2 * _MARGIN), 1)

    def y(self, time: float) -> float:
        return round(_SIZE - self.x(time), 1)


def _grid(axis: _Axis) -> Iterator[str]:
    first, last = 10.0**axis.low, 10.0**axis.high
    for exponent in range(axis.low, axis.high + 1):
        time = 10.0**exponent
        for x1, y1, x2, y2 in (
            (axis.x(time), axis.y(first), axis.x(time), axis.y(last)),
            (axis.x(first), axis.y(time), axis.x(last), axis.y(time)),
        ):
            yield f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#d0d5da"/>'
        label = f"{time:g} us"
        yield (
            f'<text x="{axis.x(time)}" y="{axis.y(first) + 16}" text-anchor="middle">{label}</text>'
        )
        yield (
            f'<text x="{axis.x(first) - 4}" y="{axis.y(time) + 4}" text-anchor="end">{label}</text>'
        )
    middle = _SIZE / 2
    yield f'<text x="{middle}" y="{_SIZE - 8}" text-anchor="middle">measured</text>'
    yield f'<text x="{_MARGIN}" y="14">estimated</text>'
    for i, use in enumerate(_TITLES):
        y = axis.y(last) + 14 + 16 * i
        yield f'<circle cx="{_MARGIN + 12}" cy="{y - 4}" r="4" fill="{_COLOURS[use]}"/>'
        yield f'<text x="{_MARGIN + 22}" y="{y}">{_TITLES[use]}</text>'


def _bounds(axis: _Axis) -> Iterator[str]:
    first, last = 10.0**axis.low, 10.0**axis.high
    for factor, stroke in ((1, "#444"), (1.2, "#aaa"), (1 / 1.2, "#aaa")):
        begin, end = max(first, first / factor), min(last, last / factor)
        yield (
            f'<line x1="{axis.x(begin)}" y1="{axis.y(begin * factor)}" x2="{axis.x(end)}" '
            f'y2="{axis.y(end * factor)}" stroke="{stroke}"/>'
        )


def _points(axis: _Axis, comparisons: Sequence[Comparison]) -> Iterator[str]:
    for c in sorted(comparisons, key=lambda comparison: comparison.use):
        yield (
            f'<circle cx="{axis.x(c.time)}" cy="{axis.y(c.model_time)}" r="4" '
            f'fill="{_COLOURS[c.use]}" fill-opacity="0.7"><title>{c.name}: {c.model_time:.2f} us, '
            f"measured {c.time:.2f} us</title></circle>"
        )
