"""The table that benchmarks/simulator.py prints."""

from __future__ import annotations

import html
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Row:
    """A measurement in seconds, and what it is compared with.

    `aim` bounds the ratio to the peer; without a peer, the seconds.
    """

    name: str
    cpus: int
    seconds: float
    peer: str = ""
    peer_seconds: float | None = None
    ratio: float | None = None
    aim: float | None = None
    note: str = ""

    def against(self, peer: str, seconds: float, aim: float | None) -> Row:
        """Return the row with the time of a peer and the ratio to aim at."""
        ratio = self.seconds / seconds
        return replace(self, peer=peer, peer_seconds=seconds, ratio=ratio, aim=aim)

    @property
    def met(self) -> bool | None:
        """Return whether the aim was met; None without one."""
        if self.aim is None:
            return None
        return (self.seconds if self.ratio is None else self.ratio) <= self.aim

    def cells(self) -> list[str]:
        """Return the columns as text."""
        aim = "" if self.aim is None else f"{self.aim:.2f}"
        if self.aim is not None and self.ratio is None:
            aim = _time(self.aim)
        return [
            self.name,
            f"{self.cpus} CPU{'s' if self.cpus > 1 else ''}",
            _time(self.seconds),
            f"{self.peer} {_time(self.peer_seconds)}" if self.peer_seconds is not None else "",
            f"{self.ratio:.2f}" if self.ratio is not None else "",
            aim,
            {True: "met", False: "MISSED", None: ""}[self.met],
            self.note,
        ]


HEADER = ["job", "on", "ours", "against", "ratio", "aim", "", ""]
_WIDTHS = [42, 7, 10, 20, 6, 9, 7, 0]
_RIGHT = {2, 3, 4, 5}


def _time(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= scale:
            return f"{seconds / scale:.2f} {unit}"
    return f"{seconds / 1e-6:.1f} us"


def to_text(row: Row) -> str:
    """Return the row as one line."""
    cells = zip(row.cells(), _WIDTHS, strict=True)
    padded = [
        text.rjust(width) if i in _RIGHT else text.ljust(width)
        for i, (text, width) in enumerate(cells)
    ]
    return "  ".join(padded).rstrip()


def to_html(rows: list[Row]) -> str:
    """Return a self-contained page: the table, bars for the ratios."""
    head = "".join(f"<th>{text}</th>" for text in HEADER)
    body = "\n".join(_html_row(row) for row in rows)
    return f"""<!doctype html>
<meta charset="utf-8">
<title>Speed of the simulated cores</title>
<style>
body {{ font: 15px sans-serif; margin: 2em; }}
table {{ border-collapse: collapse; }}
td, th {{ padding: 3px 10px; text-align: left; border-bottom: 1px solid #ddd; }}
td:nth-child(n+3):nth-child(-n+6) {{ text-align: right; }}
.missed {{ color: #b00; font-weight: bold; }}
.met {{ color: #070; }}
.bar {{ display: inline-block; height: 10px; background: #69c; vertical-align: middle; }}
</style>
<h1>Speed of the simulated cores</h1>
<p>Ratio: our time divided by the other one. Aim: the largest ratio, or time, that will do.</p>
<table><tr>{head}</tr>
{body}
</table>
"""


def _html_row(row: Row) -> str:
    cells = [html.escape(text) for text in row.cells()]
    if row.ratio is not None:
        width = round(min(row.ratio, 4.0) * 60)
        cells[4] = f'<span class="bar" style="width:{width}px"></span> {cells[4]}'
    style = {True: "met", False: "missed", None: ""}[row.met]
    cells[6] = f'<span class="{style}">{cells[6]}</span>'
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
