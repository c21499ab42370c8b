"""Generates docs/asc.md and the stubs of the package: python docs/asc [--check]."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

import operations_page
import stubs

from custom_compiler.asc import table

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "asc.md"


def _check(texts: dict[Path, str]) -> int:
    """Print the differences of the files to the table."""
    stale = []
    for path, text in texts.items():
        old = path.read_text(encoding="utf-8") if path.is_file() else ""
        if old != text:
            name = path.relative_to(ROOT).as_posix()
            stale.append(name)
            print(
                *difflib.unified_diff(old.splitlines(), text.splitlines(), name, "table", n=0),
                sep="\n",
            )
    if stale:
        print("out of date, run `python docs/asc`:", *stale, file=sys.stderr)
    return int(bool(stale))


def main() -> int:
    """Write the files, or print their differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail if a file is out of date")
    options = parser.parse_args()
    tested = operations_page.tested(ROOT / "tests" / "asc" / "operations")
    untested = [row.qualified for row in table.all_operations() if row.qualified not in tested]
    if untested:
        print("no test calls", *untested, file=sys.stderr)
        return 1
    texts = {**stubs.stubs(), ROOT / "docs" / "asc.md": operations_page.render(tested)}
    if options.check:
        return _check(texts)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
