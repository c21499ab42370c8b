"""The tables of a run: one row per operator, rates by class, tier and interface, causes."""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from dataclasses import asdict
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from tests.corpus.page import page

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tests.corpus.sandbox import Outcome

_HERE = Path(__file__).parent
_COLUMNS = (
    "operator", "class", "tier", "api", "unit", "host", "kernels", "kernels_planned", "observed",
    "built", "client", "ran", "right", "seconds_build", "seconds_client", "why_not",
    "known_fault",
)  # fmt: skip
_RATES = ("operators", "host", "built", "client", "ran", "right", "known")
_PLACE = re.compile(r"(?:/[\w.+-]+)+/(?=[\w.+-]+)|:\d+:\d+")


def read_facts(table: str = "cann_ops.csv") -> dict[str, dict[str, str]]:
    """Class, tier (or group) and kind of interface of each operator of a corpus."""
    with (_HERE / table).open(encoding="utf-8") as file:
        return {row["operator"]: row for row in csv.DictReader(file)}


def write_report(
    folder: Path,
    outcomes: Iterable[Outcome],
    facts_table: str = "cann_ops.csv",
    faults: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Write table.csv, table.md and table.html into ``folder``; return the summary.

    `faults` has the recorded reasons of operators that are not right.
    """
    facts = read_facts(facts_table)
    rows = [_row(o, facts.get(o.operator, {}), faults) for o in outcomes]
    rows.sort(key=lambda row: row["operator"])
    with (folder / "table.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    summaries = [((key, *_RATES), _rates(key, rows)) for key in ("class", "tier", "api")]
    summary = "\n".join("\n".join(["", *markdown(*table)]) for table in summaries)
    title = "Operators of the corpus"
    lines = [f"# {title}", "", summary, "", "## By cause", "", *_causes(rows), ""]
    lines += ["## Operators", "", *markdown(_COLUMNS, rows)]
    (folder / "table.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    text = page(title, summaries, _COLUMNS, rows)
    (folder / "table.html").write_text(text, encoding="utf-8")
    return summary


def _row(outcome: Outcome, facts: dict[str, str], faults: Mapping[str, str]) -> dict[str, str]:
    values = asdict(outcome)
    seconds = values.pop("seconds")
    del values["checked"], values["timed"]  # findings.csv, and the run's last lines
    yes = {True: "yes", False: "no"}
    row = {k: yes[v] if isinstance(v, bool) else str(v) for k, v in values.items()}
    return row | {
        "class": facts.get("class", "?"),
        "tier": facts.get("tier", "?"),
        "api": facts.get("api", "?"),
        "seconds_build": str(seconds.get("build", "")),
        "seconds_client": str(seconds.get("client", "")),
        "known_fault": "" if outcome.right else faults.get(outcome.operator, ""),
    }


def _rates(key: str, rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """One row per value of the column ``key``, and one of all operators."""
    table = []
    for group in [*sorted({row[key] for row in rows}), "all"]:
        chosen = [row for row in rows if group in ("all", row[key])]
        count = Counter(step for row in chosen for step in _steps(row))
        count["operators"] = len(chosen)
        table.append({key: group, **{name: str(count[name]) for name in _RATES}})
    return table


def _steps(row: dict[str, str]) -> list[str]:
    steps = [step for step in ("host", "built", "client", "ran", "right") if row[step] == "yes"]
    return steps + (["known"] if row["known_fault"] else [])


def _causes(rows: list[dict[str, str]]) -> list[str]:
    groups: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        if row["why_not"]:
            groups[_PLACE.sub("", row["why_not"])].append(row["operator"])
    order = sorted(groups.items(), key=lambda item: -len(item[1]))
    return [f"- {len(names)}: {cause} ({', '.join(names)})" for cause, names in order]


def markdown(columns: Iterable[str], rows: list[dict[str, str]]) -> list[str]:
    """Lines of a Markdown table."""
    names = list(columns)
    lines = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    for row in rows:
        cells = (row[name].replace("|", "\\|") for name in names)
        lines.append("| " + " | ".join(cells) + " |")
    return lines
