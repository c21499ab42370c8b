"""The number of workers that is chosen where none is given."""

from __future__ import annotations

import os

import pytest

from custom_compiler.kernel.jobs import cpus


def test_affinity_counts() -> None:
    allowed = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(allowed)})
        assert cpus.usable_cpus() == 1
    finally:
        os.sched_setaffinity(0, allowed)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("cpu.max", "150000 100000\n", [2]),
        ("cpu.max", "50000 100000\n", [1]),
        ("cpu.max", "max 100000\n", []),
        ("cpu/cpu.cfs_quota_us", "300000\n", [3]),
        ("cpu/cpu.cfs_quota_us", "-1\n", []),
    ],
)
def test_quotas_of_control_groups_count(tmp_path, name, text, expected) -> None:
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000\n")
    (tmp_path / name).write_text(text)
    assert cpus._quotas(str(tmp_path)) == expected
