"""Unmodified clients of each kind under `mssanitizer` and `msprof`, in the toolkit's shell."""

from __future__ import annotations

import csv
import json
import signal
from pathlib import Path

from tests.clients.conftest import InShell


def test_mssanitizer_checks_its_launches(
    in_shell: InShell, client: list[str], tmp_path: Path
) -> None:
    said = in_shell("mssanitizer", "--error-exitcode=9", "--json=found.json", "--", *client)
    launches = json.loads((tmp_path / "found.json").read_text())["launches"]
    assert launches
    assert {launch["kernel"].partition("_")[0] for launch in launches} == {"AddCustom"}
    assert not [finding for launch in launches for finding in launch["findings"]]
    assert said.count("No error detected.") == len(launches)


def test_msprof_measures_its_launches(in_shell: InShell, client: list[str], tmp_path: Path) -> None:
    in_shell("msprof", f"--output={tmp_path}/made", *client)
    (summary,) = (tmp_path / "made").rglob("op_summary_*.csv")
    with summary.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows
    assert {row["OP Type"] for row in rows} == {"AddCustom"}
    assert all(float(row["Task Duration(us)"]) > 0 for row in rows)


def test_nothing_is_lost_of_a_program_that_forks_and_crashes(
    in_shell: InShell, pyacl_client: list[str], tmp_path: Path
) -> None:
    python, program = pyacl_client
    last = "child and (os.waitpid(child, 0), os.abort())"
    code = f"import os, runpy; child = os.fork(); runpy.run_path({program!r}); {last}"
    words = ("mssanitizer", "--json=found.json", "--", python, "-u", "-c", code)
    said = in_shell(*words, status=128 + signal.SIGABRT)
    assert f"user program {python} exited by signal({signal.SIGABRT:d})" in said
    assert said.count("passed") == 2  # line ends of the two may come after both
    launches = json.loads((tmp_path / "found.json").read_text())["launches"]
    assert len({launch["pid"] for launch in launches}) == 2
