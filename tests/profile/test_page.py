"""The page and its sentences. How it looks is shown in docs/profiler.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from custom_compiler.observe.fields import LineFields
from custom_compiler.profile.advice import advise
from custom_compiler.profile.launch_timing import LaunchTiming, parse_event
from custom_compiler.profile.launches import TimedLaunches
from custom_compiler.profile.limits import limits, verdict
from custom_compiler.profile.page import Run, page
from tests.profile.make_lines import SOURCE, core, profile, write


def _timing(**changes: Any) -> LaunchTiming:
    timing = parse_event(LineFields(profile(Path("/src/add.cpp"), **changes)))
    assert isinstance(timing, LaunchTiming)
    return timing


def _first(**changes: Any) -> str:
    return advise(_timing(**changes))[0].text


def test_pipes_that_take_turns_get_a_second_buffer() -> None:
    (text,) = (a.text for a in advise(_timing()) if "alternate" in a.text)
    assert text.startswith(
        "MTE2 and the vector pipe alternate: the vector pipe waits for data 34 %"
    )
    assert "depth 2" in text


def test_no_buffer_helps_a_pipe_that_waits_for_its_instructions() -> None:
    cores = [core(0)]
    cores[0]["waits"] = [
        {"pipe": "vec", "cause": "mte2", "cycles": 0.5 * cores[0]["cycles"]},
        {"pipe": "mte2", "cause": "scalar", "cycles": 0.4 * cores[0]["cycles"]},
    ]
    (text,) = (a.text for a in advise(_timing(cores=cores)) if "alternate" in a.text)
    assert text.endswith("waits for data 50 % of the time, MTE2 for the scalar unit 40 %.")


def test_a_pipe_at_work_most_of_the_time_is_the_bound() -> None:
    busy = core(0)
    busy["pipes"]["mte2"]["busy"] = 0.9 * busy["cycles"]
    busy["waits"] = [{"pipe": "vec", "cause": "mte2", "cycles": 0.74 * busy["cycles"]}]
    assert _first(cores=[busy]) == (
        "MTE2-bound: MTE2 works 90 % of the time; the vector pipe waits for it 74 %; "
        "reading less, or each value once, would help."
    )
    busy["waits"].append({"pipe": "mte2", "cause": "vec", "cycles": 0.1 * busy["cycles"]})
    assert _first(cores=[busy]).endswith(
        "MTE2 itself waits for a free buffer 10 %: "
        "depth 2 (TQue<..., 2>, InitBuffer(queue, 2, ...)) would hide that."
    )


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"duration_us": 40}, "The launch itself is 92 % of 40.00 us"),
        ({"cores": [core(0), core(1) | {"cycles": 20000}]}, "block 1 takes 1.5 times as long"),
        ({}, "6 % of the unified buffer is used"),
        ({}, "The scalar unit works 51 % of the time"),
    ],
)
def test_other_sentences(changes: dict[str, Any], says: str) -> None:
    assert any(says in advice.text for advice in advise(_timing(**changes)))


def test_nothing_known_is_nothing_said() -> None:
    assert advise(_timing(cores=[])) == []
    bare = _timing(cores=[{"type": "aiv", "cycles": 0}], lines=[], memory={}, duration_us=0)
    assert advise(bare) == []


def test_the_page_is_one_file_that_fetches_nothing(tmp_path: Path) -> None:
    (tmp_path / "add.cpp").write_text(SOURCE.replace("Add(", "</script><b>Add("))
    write(tmp_path / "lines", tmp_path / "add.cpp")
    gathered = TimedLaunches(tmp_path / "lines")
    gathered.read(is_complete=True)
    (launch,) = gathered.launches
    run = Run("<Add>", launch.timing, launch.timeline())
    text = page([run])
    assert "default-src 'none'" in text
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in text
    assert text.count("</script>") == 2
    assert "<title>&lt;Add&gt;</title>" in text
    data = json.loads(text.rpartition("show(")[2].partition(");</script>")[0])
    (shown,) = data["runs"]
    assert len(shown["bars"]) == 32
    assert shown["leftOut"] == 3
    assert {line["text"] for line in shown["lines"]} >= {"</script><b>Add(z, x, y, 1024);"}


def test_two_runs_are_compared() -> None:
    runs = [Run("before", _timing()), Run("after", _timing(duration_us=3))]
    assert "<title>before and after</title>" in page(runs)


def test_the_verdict_names_the_limit_and_how_far_it_is() -> None:
    # 2 cores read 8 * 4 KiB each: 65536 bytes at 800000 bytes per us are 0.08 us.
    assert verdict(_timing()) == (
        "Waiting and overhead set the pace: the cores work 3.23 us. The nearest limit is global "
        "memory: 65.5 kB at 800 GB/s take 0.08 us, 3 % of that."
    )
    few = {"gm_bytes_per_us": 800_000, "vec_ops_per_us": 4000}
    (vector, memory) = limits(_timing(peaks=few))
    assert (vector.name, memory.name) == ("the vector units", "global memory")
    assert vector.microseconds == 2 * 4 * 1024 / 4000
    assert "only less of it would help" in verdict(_timing(peaks={"gm_bytes_per_us": 22_000}))


def test_no_verdict_without_limits() -> None:
    assert verdict(_timing(peaks={})) == verdict(_timing(cores=[])) == ""


def test_idle_cores_are_counted() -> None:
    texts = [advice.text for advice in advise(_timing(soc_cores={"aiv": 40}))]
    assert any(text.startswith("2 of 40 vector cores work: more blocks") for text in texts)
    texts = [advice.text for advice in advise(_timing(soc_cores={"aiv": 2}))]
    assert not any("cores work" in text for text in texts)


def test_a_core_that_only_waits_gets_no_advice() -> None:
    driver = core(0) | {"cycles": 9000.0}
    driver["pipes"] = {"scalar": {"busy": 500, "count": 9}, "vec": {"busy": 10, "count": 1}}
    cube = core(1) | {"type": "aic"}
    cube["pipes"] = {"cube": {"busy": 4000, "count": 9}, "mte2": {"busy": 100, "count": 1}}
    texts = [advice.text for advice in advise(_timing(cores=[driver, cube]))]
    assert any(text.startswith("Cube-bound") for text in texts)
