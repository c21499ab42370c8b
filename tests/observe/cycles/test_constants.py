"""The table of constants: every row says where its figure comes from."""

from __future__ import annotations

import math

from profiled import rows

TRUST = {"measured", "simulated", "documented", "configured", "derived", "counted", "assumed"}


def test_every_row_has_its_source() -> None:
    for row in rows():
        assert row["source"].strip(), row["name"]
        assert row["trust"] in TRUST, row["name"]
        assert row["unit"], row["name"]
        assert math.isfinite(float(row["value"])), row["name"]
        assert row["arch"] in {"*", "100", "200", "220", "300", "310"}, row["name"]


def test_only_assumptions_have_no_source() -> None:
    for row in rows():
        assert (row["source"] == "none") <= (row["trust"] == "assumed"), row["name"]


def test_no_row_is_there_twice() -> None:
    keys = [(row["name"], row["arch"]) for row in rows()]
    assert len(keys) == len(set(keys))
