"""Tries the cases of a review and prints for each: case, expected, actual.

    python tests/corpus/run_cases.py --cases <folder with the cases>
    python tests/corpus/run_cases.py --cases <folder> --only judge --only 950 --json results.json

The status is 1 if an actual result is not the expected one. What needs something that is missing
is not tried, and says so.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

_ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(_ROOT), str(_ROOT / "tests/utils")]

from case_bench import Bench, Case, NotTriedError  # noqa: E402
from case_files import CASES as FILES  # noqa: E402
from case_probes import CASES as PROBES  # noqa: E402

from custom_compiler.toolkit import ensure_home  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence

CASES: tuple[Case, ...] = (*FILES, *PROBES)
_COLUMNS = ("case", "expected", "actual", "agree")


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the cases that are asked for; return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--cases", type=Path, required=True, help="the folder with the cases")
    add("--only", action="append", default=[], metavar="TEXT", help="names that contain TEXT")
    add("--json", type=Path, metavar="FILE", help="write the rows to FILE, too")
    add("--list", action="store_true", help="print the names, and try none")
    options = parser.parse_args(arguments)
    if not options.cases.is_dir():
        parser.error(f"--cases {options.cases}: there is no such folder")
    chosen = [case for case in CASES if _is_chosen(case, options.only)]
    if options.list:
        print("\n".join(case.name for case in chosen))
        return 0
    print("| " + " | ".join(_COLUMNS) + " |\n|" + "---|" * len(_COLUMNS), flush=True)
    rows = []
    home = ensure_home()
    for case in chosen:
        row = try_case(case, home, options.cases.resolve())
        rows.append(row)
        print(
            "| " + " | ".join(text.replace("|", "\\|") for text in row.values()) + " |", flush=True
        )
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")
    words = [row["agree"] for row in rows]
    print(f"\n{words.count('yes')} agree, {words.count('no')} differ, {words.count('-')} not tried")
    return int("no" in words)


def try_case(case: Case, home: Path, cases: Path) -> dict[str, str]:
    """Return the row of a case: its name, what is expected, what happens, whether they agree."""
    with tempfile.TemporaryDirectory(prefix="case-") as work:
        try:
            actual = case.observe(Bench(home, cases, Path(work)))
            agree = "yes" if case.agrees(actual) else "no"
        except NotTriedError as error:
            actual, agree = f"not tried: {error}", "-"
        except (OSError, ValueError, AssertionError, subprocess.SubprocessError) as error:
            actual, agree = f"the probe itself fails: {error!r}"[:300], "no"
    return dict(zip(_COLUMNS, (case.name, case.expected, actual, agree), strict=True))


def _is_chosen(case: Case, only: Sequence[str]) -> bool:
    return not only or any(text in case.name for text in only)


if __name__ == "__main__":
    sys.exit(main())
