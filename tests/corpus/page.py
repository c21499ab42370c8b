"""The report of a run as one HTML page that needs no other file."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_STYLE = """
body { font: 14px/1.4 system-ui, sans-serif; margin: 2em; }
table { border-collapse: collapse; margin: 1em 0 2em; }
th, td { border: 1px solid #ccc; padding: 2px 8px; text-align: left; vertical-align: top; }
th { background: #eee; position: sticky; top: 0; }
td.yes { background: #d7f0d7; }
td.no { background: #f7d7d7; }
"""
_SCRIPT = """
document.getElementById("find").addEventListener("input", (event) => {
  const word = event.target.value.toLowerCase();
  for (const row of document.querySelectorAll("#operators tbody tr"))
    row.hidden = !row.textContent.toLowerCase().includes(word);
});
"""


def page(
    title: str,
    summaries: Iterable[tuple[Iterable[str], list[dict[str, str]]]],
    columns: Iterable[str],
    rows: list[dict[str, str]],
) -> str:
    """A page of summary tables (columns, rows) and one table with a row per operator."""
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        f"<style>{_STYLE}</style></head><body><h1>{escape(title)}</h1>",
        *(_table(names, lines) for names, lines in summaries),
        '<p><input id="find" placeholder="show rows with ..." size="40"></p>',
        _table(columns, rows, "operators"),
        f"<script>{_SCRIPT}</script></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _table(columns: Iterable[str], rows: list[dict[str, str]], identity: str = "") -> str:
    names = list(columns)
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "\n".join("<tr>" + "".join(_cell(row[name]) for name in names) + "</tr>" for row in rows)
    start = f'<table id="{identity}">' if identity else "<table>"
    return f"{start}<thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>"


def _cell(text: str) -> str:
    kind = f' class="{text}"' if text in {"yes", "no"} else ""
    return f"<td{kind}>{escape(text)}</td>"
