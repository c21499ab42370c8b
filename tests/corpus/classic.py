"""List operators of the newer layout in classic style, whose kernels need no vector registers.

    python tests/corpus/classic.py --corpus <checkout of ops-math>     # rewrites ops_math.csv

An operator is classic if it registers a unit before Ascend 950, has a kernel for it, and nothing
in that kernel source or in its included files from the corpus is code of the 950 and newer: Reg,
MicroAPI, SIMT, atvoss. Text between `#if __CCE_AICORE__ == 310` and its end or `#else` is
not read.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.corpus.arch_operators import ArchOperator, find_arch_operators, has_arch_layout

if TYPE_CHECKING:
    from collections.abc import Iterator

CLASSIC_UNITS = {"ascend910", "ascend310p", "ascend910b", "ascend910_93"}

_HERE = Path(__file__).parent
_COLUMNS = ("operator", "class", "tier", "api", "reason")
_FORBIDDEN = re.compile(
    r"atvoss|MicroAPI|AscendC::Reg::|\bReg::|__VEC_SCOPE__|__simd_vf__|simt_api|__simt|\bSimt::"
)
_DIRECTIVE = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif|else|endif|include)\b(.*)$")
_ONLY_950 = re.compile(r"__CCE_AICORE__\s*==\s*310\b|__NPU_ARCH__\s*==\s*3510\b")
_INCLUDED = re.compile(r'"([^"]+)"')
_GLOBAL = re.compile(r"\b__global__\b")


def classify(operator: ArchOperator) -> str:
    """Why an operator is not classic; empty if it is."""
    units = set(operator.compute_units())
    if not units & CLASSIC_UNITS:
        return f"registers only {', '.join(sorted(units)) or 'nothing'}"
    entries = _entries(operator)
    if not entries:
        return "no kernel source but those of the 950"
    for path, text in _closure(operator, entries):
        found = _FORBIDDEN.search(text)
        if found:
            return f"{path.name} uses {found.group()}"
    return ""


def _entries(operator: ArchOperator) -> list[Path]:
    """Kernel sources of the older units: not below arch35, not named *_apt."""
    sources = (operator.root / "op_kernel").rglob("*.cpp")
    return sorted(
        path
        for path in sources
        if not path.stem.endswith("_apt")
        and "arch35" not in path.parts
        and _GLOBAL.search(path.read_text(errors="replace"))
    )


def _closure(operator: ArchOperator, entries: list[Path]) -> Iterator[tuple[Path, str]]:
    """Each source and what it includes from the corpus, without the parts for the 950."""
    kernel = operator.root / "op_kernel"
    folders = [kernel, operator.root.parent, *operator.includes()]
    seen: set[Path] = set()
    todo = [path.resolve() for path in entries]
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        lines = list(_older_lines(path.read_text(errors="replace")))
        yield path, "\n".join(lines)
        for line in lines:
            directive = _DIRECTIVE.match(line)
            names = _INCLUDED.findall(line) if directive and directive[1] == "include" else []
            for name in names:
                places = (folder / name for folder in (path.parent, *folders))
                todo += [place.resolve() for place in places if place.is_file()][:1]


def _older_lines(text: str) -> Iterator[str]:
    """Lines that are compiled for units before the 950, as far as conditions tell by themselves."""
    read = [True]
    for line in text.splitlines():
        directive = _DIRECTIVE.match(line)
        word, condition = (directive[1], directive[2]) if directive else ("", "")
        if word.startswith("if"):
            read.append(not (word == "if" and _is_only_950(condition)))
        elif word == "elif" and len(read) > 1:
            read[-1] = not _is_only_950(condition)
        elif word == "else" and len(read) > 1:
            read[-1] = True
        elif word == "endif" and len(read) > 1:
            read.pop()
        if all(read):
            yield line


def _is_only_950(condition: str) -> bool:
    return bool(_ONLY_950.search(condition)) and "||" not in condition and "!" not in condition


def main(argv: list[str] | None = None) -> int:
    """Rewrite ops_math.csv from a checkout; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, required=True)
    args = parser.parse_args(argv)
    if not has_arch_layout(args.corpus):
        sys.exit(f"--corpus: {args.corpus} is no checkout of the newer layout")
    rows = []
    for operator in find_arch_operators(args.corpus.resolve()):
        reason = classify(operator)
        row = (
            operator.name,
            "other" if reason else "classic",
            operator.name.rpartition("/")[0],
            operator.interface_kind(),
            reason,
        )
        rows.append(dict(zip(_COLUMNS, row, strict=True)))
    with (_HERE / ArchOperator.facts_table).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    classic = sum(row["class"] == "classic" for row in rows)
    print(f"{classic} of {len(rows)} operators are classic")
    return 0


if __name__ == "__main__":
    sys.exit(main())
