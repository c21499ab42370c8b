"""Writes the page of the language for kernels in Python, or the stubs of the package `asc`.

python docs/asc [--output FOLDER | --stubs [FOLDER]]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import stubs

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "build" / "pages"


def main() -> int:
    """Write what is asked for; 1 if no test calls an operation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=PAGES, help="folder (default: build/pages)")
    parser.add_argument(
        "--stubs",
        type=Path,
        nargs="?",
        const=stubs.PACKAGE,
        metavar="FOLDER",
        help="write the type stubs into FOLDER, or next to the modules of the package",
    )
    options = parser.parse_args()
    if options.stubs:
        stubs.write(options.stubs)
        return 0
    # The build of wheels writes stubs, without tests and their packages.
    import operations_page

    from custom_compiler.asc import table

    tested = operations_page.tested(ROOT / "tests" / "asc" / "operations")
    untested = [row.qualified for row in table.all_operations() if row.qualified not in tested]
    if untested:
        print("no test calls", *untested, file=sys.stderr)
        return 1
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "asc.md").write_text(operations_page.render(tested), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
