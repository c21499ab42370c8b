"""The readers of the cycle model's lines ask for the fields of the table."""

from __future__ import annotations

import importlib.util
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import custom_compiler.profile
from custom_compiler.observe.fields import LineFields
from custom_compiler.profile import page, timeline
from custom_compiler.profile.advice import advise
from custom_compiler.profile.launch_timing import LaunchTiming, parse_event
from custom_compiler.profile.limits import limits
from custom_compiler.profile.op_tables import METRICS, metric_table
from tests.profile.make_lines import instructions, profile
from tests.utils.observer_fields import TABLE, AskedObject, known_fields

# The reader has no use for these.
UNREAD = {"launch": {"pid", "tiling_key"}}


def test_readers_ask_for_the_fields_of_the_table() -> None:
    names: dict[str, set[str]] = defaultdict(set)

    def asked(owner: str, values: dict[str, Any]) -> AskedObject:
        return AskedObject(values, names[owner])

    line = profile(Path("/src/add.cpp"))
    for core in line["cores"]:
        core["pipes"] = {name: asked("pipe", use) for name, use in core["pipes"].items()}
        core["waits"] = [asked("wait", wait) for wait in core["waits"]]
    line["cores"] = [asked("core", core) for core in line["cores"]]
    line["lines"] = [asked("line", cost) for cost in line["lines"]]
    line["arguments"] = [asked("argument", argument) for argument in line["arguments"]]
    line["memory"] = {name: asked("memory", one) for name, one in line["memory"].items()}
    assert isinstance(parse_event(LineFields(asked("launch", line))), LaunchTiming)
    for instruction in instructions(Path("/src/add.cpp"), 0):
        timeline._parse(LineFields(asked("instruction", instruction)))
    table = known_fields()
    expected = {owner: table[owner] - UNREAD.get(owner, set()) for owner in names}
    assert names == expected


def test_figures_are_made_of_the_fields_of_the_table() -> None:
    timing = parse_event(LineFields(profile(Path("/src/add.cpp"))))
    assert isinstance(timing, LaunchTiming)
    ways: set[str] = set()
    counters: set[str] = set()
    peaks: set[str] = set()
    for core in timing.cores:
        object.__setattr__(core, "bytes", AskedObject(dict(core.bytes), ways))
        object.__setattr__(core, "counters", AskedObject(dict(core.counters), counters))
    object.__setattr__(timing, "peaks", AskedObject(dict(timing.peaks), peaks))
    for metric in METRICS:
        metric_table(timing, metric)
    limits(timing)
    advise(timing)
    script = Path(custom_compiler.profile.__file__).with_name("page.js").read_text()
    ways |= set(re.findall(r'"(ddr_\w+)"', script))
    peaks |= set(re.findall(r'[".](\w+_per_us)\b', script))
    counters |= set(re.findall(r'"(\w+_ops)"', script))
    table = known_fields()
    assert ways >= {"gm_to_ub", "ddr_read"}
    assert ways <= table["bytes"]
    assert counters >= {"vec_ops", "icache_misses"}
    assert counters <= table["counter"]
    assert peaks <= table["peaks"]


def test_a_new_counter_is_one_row_of_the_table() -> None:
    """The writer's enumeration, the page of the lines, the reader, and the profile page have it."""
    path = TABLE.with_name("generate_observer_fields.py")
    spec = importlib.util.spec_from_file_location("generate_observer_fields", path)
    assert spec is not None
    assert spec.loader is not None
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    row = {"object": "counter", "field": "vec_naps", "written": "yes", "meaning": "naps taken"}
    rows = [*generator.read_rows(), row]
    header = generator.header_text(rows)
    assert re.search(r"enum class Counter \{ [^}]*, kVecNaps \};", header)
    assert re.search(r'kCounterNames\[\] = \{[^}]*"vec_naps",\n\};', header)
    written = sum(row["object"] == "counter" and row["written"] == "yes" for row in rows)
    assert f"kCounters = {written};" in header
    text = generator.page_text("<!-- fields: counter -->\n<!-- end -->", rows)
    assert "| `vec_naps` | naps taken |" in text
    line = profile(Path("/src/add.cpp"))
    line["cores"][0]["counters"]["vec_naps"] = 3
    timing = parse_event(LineFields(line))
    assert isinstance(timing, LaunchTiming)
    assert timing.cores[0].counters["vec_naps"] == 3
    assert '"vec_naps":3' in page.page([page.Run("run", timing)])
