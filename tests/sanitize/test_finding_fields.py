"""The reader of the sanitizer's lines asks for the fields of the table."""

from __future__ import annotations

from collections import defaultdict

from custom_compiler.observe.fields import LineFields
from custom_compiler.sanitize.findings import parse_event
from tests.utils.observer_fields import AskedObject, known_fields

# The reader has no use for these.
UNREAD = {
    "checked": {"task_type", "tiling_key", "pid"},
    "report": {"kernel", "core_type"},
    "end": {"kernel", "findings", "total"},
    "unobserved": {"launch"},
}


def test_the_reader_asks_for_the_fields_of_the_table() -> None:
    names: dict[str, set[str]] = defaultdict(set)

    def asked(owner: str, **values: object) -> AskedObject:
        return AskedObject(values, names[owner])

    frames = [asked("frame", function="f", file="f.cpp", line=1)]
    finding = asked(
        "report",
        event="finding",
        tool="racecheck",
        severity="error",
        memory="UB",
        launch=0,
        allocation=asked("allocation", name="x"),
        frames=frames,
        other=asked("other", frames=frames),
    )
    unobserved = asked("unobserved", event="unobserved", kernel="k")
    for line in (
        asked("checked", event="launch"), finding, asked("end", event="end"), unobserved
    ):  # fmt: skip
        assert parse_event(LineFields(line)) is not None
    table = known_fields()
    assert names == {owner: table[owner] - UNREAD.get(owner, set()) for owner in names}
