"""The table of the cycle model's fields against those who read them, and the page about them."""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from make_lines import instructions, profile

import custom_compiler.profile
from custom_compiler.observe.fields import Fields
from custom_compiler.profile import timeline
from custom_compiler.profile.advice import advise
from custom_compiler.profile.launch_timing import LaunchTiming, parse_event
from custom_compiler.profile.limits import limits
from custom_compiler.profile.op_tables import METRICS, metric_table

REPOSITORY = Path(__file__).parents[2]
TABLE = REPOSITORY / "toolkit/data/profile_fields.csv"
# The reader has no use for these.
UNREAD = {"launch": {"pid", "tiling_key"}}


def fields() -> dict[str, set[str]]:
    """The names of the table by object."""
    found: dict[str, set[str]] = defaultdict(set)
    with TABLE.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            found[row["object"]].add(row["field"])
    return found


class Asked(dict[str, Any]):
    """An object that notes which of its fields are asked for."""

    def __init__(self, values: dict[str, Any], names: set[str]) -> None:
        super().__init__(values)
        self.names = names

    def get(self, key: str, default: Any = None) -> Any:
        self.names.add(key)
        return super().get(key, default)


def test_the_page_has_the_tables(tmp_path: Path) -> None:
    page = REPOSITORY / "docs/observer_lines.md"
    text = page.read_text(encoding="utf-8")
    assert set(re.findall(r"<!-- fields: (\w+) -->", text)) == set(fields())
    copy = shutil.copy(page, tmp_path)
    generator = TABLE.with_name("generate_profile_fields.py")
    subprocess.run([sys.executable, generator, "--page", copy], check=True)
    hint = f"run python {generator.relative_to(REPOSITORY)} --page {page.relative_to(REPOSITORY)}"
    assert Path(copy).read_text(encoding="utf-8") == text, hint


def test_readers_ask_for_the_fields_of_the_table() -> None:
    names: dict[str, set[str]] = defaultdict(set)

    def asked(owner: str, values: dict[str, Any]) -> Asked:
        return Asked(values, names[owner])

    line = profile(Path("/src/add.cpp"))
    for core in line["cores"]:
        core["pipes"] = {name: asked("pipe", use) for name, use in core["pipes"].items()}
        core["waits"] = [asked("wait", wait) for wait in core["waits"]]
    line["cores"] = [asked("core", core) for core in line["cores"]]
    line["lines"] = [asked("line", cost) for cost in line["lines"]]
    line["arguments"] = [asked("argument", argument) for argument in line["arguments"]]
    line["memory"] = {name: asked("memory", one) for name, one in line["memory"].items()}
    assert isinstance(parse_event(Fields(asked("launch", line))), LaunchTiming)
    for instruction in instructions(Path("/src/add.cpp"), 0):
        timeline._parse(Fields(asked("instruction", instruction)))
    table = fields()
    expected = {owner: table[owner] - UNREAD.get(owner, set()) for owner in names}
    assert names == expected


def test_figures_are_made_of_the_fields_of_the_table() -> None:
    timing = parse_event(Fields(profile(Path("/src/add.cpp"))))
    assert isinstance(timing, LaunchTiming)
    ways: set[str] = set()
    counters: set[str] = set()
    peaks: set[str] = set()
    for core in timing.cores:
        object.__setattr__(core, "bytes", Asked(dict(core.bytes), ways))
        object.__setattr__(core, "counters", Asked(dict(core.counters), counters))
    object.__setattr__(timing, "peaks", Asked(dict(timing.peaks), peaks))
    for metric in METRICS:
        metric_table(timing, metric)
    limits(timing)
    advise(timing)
    script = Path(custom_compiler.profile.__file__).with_name("page.js").read_text()
    ways |= set(re.findall(r'"(ddr_\w+)"', script))
    peaks |= set(re.findall(r'[".](\w+_per_us)\b', script))
    table = fields()
    assert ways >= {"gm_to_ub", "ddr_read"}
    assert ways <= table["bytes"]
    assert counters >= {"vec_ops", "icache_misses"}
    assert counters <= table["counter"]
    assert peaks <= table["peaks"]
