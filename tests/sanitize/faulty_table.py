"""Prints a table of the faulty kernels: what each one's sanitizer run should say, and what it says.

python -m tests.sanitize.faulty_table [KERNEL]...

Exit code 0 when all given kernels (without names: all) are reported right and silent once repaired.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from custom_compiler.toolkit import ensure_home
from tests.sanitize.faulty_batch import Mark, Program, marks
from tests.sanitize.faulty_cases import ARCHITECTURES, CASES


def main(names: list[str]) -> int:
    """Run the script; returns its exit code."""
    if unknown := set(names) - {case.name for case in CASES}:
        print(f"error: no kernel is called {', '.join(sorted(unknown))}", file=sys.stderr)
        print("tests/sanitize/faulty_cases.py lists them", file=sys.stderr)
        return 2
    rows: list[tuple[str, ...]] = []
    with tempfile.TemporaryDirectory() as folder:
        home = ensure_home({"CUSTOM_COMPILER_HOME": f"{folder}/home"})
        for arch, socs in ARCHITECTURES.items():
            rows += _rows(arch, socs, set(names), Path(folder), home)
    print("| kernel | SoC | expected | reported | repaired |\n|---|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    right = sum(row[2] == row[3] and row[4] == "silent" for row in rows)
    print(f"\n{right} of {len(rows)} right")
    return 0 if right == len(rows) else 1


def _rows(
    arch: str, socs: tuple[str, ...], names: set[str], folder: Path, home: Path
) -> list[tuple[str, ...]]:
    cases = [
        case for case in CASES if set(case.socs) & set(socs) and (not names or case.name in names)
    ]
    if not cases:
        return []
    place = folder / arch
    place.mkdir()
    program = Program.build(cases, arch, place, home)
    rows: list[tuple[str, ...]] = []
    for soc in socs:
        chosen = [case for case in cases if soc in case.socs]
        found = {
            form: program.check(chosen, form, soc, place / soc)
            for form in ("faulty", "repaired")
            if chosen
        }
        for case in chosen:
            expected = marks(case)
            reported = [
                sorted(places & expected or places, key=str)[:1]
                for places in found["faulty"][case.name]
            ]
            rows.append(
                (
                    f"{case.group}.h: {case.name}",
                    soc,
                    _text(expected),
                    _text({mark for place in reported for mark in place}),
                    "reported" if found["repaired"][case.name] else "silent",
                )
            )
    return rows


def _text(found: set[Mark]) -> str:
    ordered = sorted(found, key=lambda mark: (mark.file, mark.line, mark.kind))
    return ", ".join(f"{mark.kind} at {mark.line}" for mark in ordered) or "nothing"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
