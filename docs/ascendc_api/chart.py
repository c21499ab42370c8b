"""Draws the picture of the page: how much of each family is used by kernels of tests."""

from __future__ import annotations

from collections import defaultdict
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table import Finding

_WIDTH, _LEFT, _BAR, _ROW, _TOP = 760, 262, 400, 18, 64
_KINDS = ("kernel", "value", "neither", "missing")
_WORDS = ("in kernels of tests", "value only", "declared, untested", "not declared")
_STYLE = """
  text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #1b1f24 } .dim { fill: #667079 }
  .ground { fill: #fff } .track { fill: #eceff2 }
  .kernel { fill: #2f9e44 } .value { fill: #1c7ed6 } .neither { fill: #f08c00 }
  .missing { fill: #e03131 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6e9ec } .dim { fill: #98a2ab } .ground { fill: #14181c } .track { fill: #2a3138 }
  }
"""


def chart(findings: Sequence[Finding]) -> str:
    """Return the chart, a line for each family; parts are of the symbols that CANN declares."""
    families: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        families[finding.symbol.family].append(finding)
    rows = [("All", list(findings)), *sorted(families.items())]
    height = _TOP + _ROW * len(rows) + 12
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}">',
        f"<style>{_STYLE}</style>",
        f'<rect class="ground" width="{_WIDTH}" height="{height}" rx="8"/>',
        '<text x="16" y="24" font-weight="600">Ascend C API of CANN 8.1, by family</text>',
        *_legend(),
    ]
    for number, (family, members) in enumerate(rows):
        lines += _row(family, members, _TOP + _ROW * number)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _legend() -> list[str]:
    lines, x = [], 16
    for kind, words in zip(_KINDS, _WORDS, strict=True):
        lines.append(f'<rect class="{kind}" x="{x}" y="38" width="10" height="10" rx="2"/>')
        lines.append(f'<text class="dim" x="{x + 16}" y="47">{words}</text>')
        x += 40 + 7 * len(words)
    return lines


def _row(family: str, members: Sequence[Finding], y: int) -> list[str]:
    declared = sum(one.declared for one in members)
    named = sum(one.named for one in members)
    valued = sum(one.only_valued for one in members)
    parts = (named, valued, declared - named - valued, len(members) - declared)
    lines = [
        f'<text x="{_LEFT - 10}" y="{y + 13}" text-anchor="end">{escape(family)}</text>',
        f'<rect class="track" x="{_LEFT}" y="{y + 4}" width="{_BAR}" height="10"/>',
    ]
    begin = 0
    for kind, part in zip(_KINDS, parts, strict=True):
        if part:
            x, width = (_BAR * value / len(members) for value in (begin, part))
            lines.append(
                f'<rect class="{kind}" x="{_LEFT + x:.1f}" y="{y + 4}" width="{width:.1f}" '
                f'height="10"><title>{part} of {len(members)}</title></rect>'
            )
        begin += part
    text = f"{named} of {len(members)}"
    lines.append(f'<text class="dim" x="{_LEFT + _BAR + 10}" y="{y + 13}">{text}</text>')
    return lines
