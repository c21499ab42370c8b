"""Generates docs/ascendc_api.md and its picture.

python docs/ascendc_api [--check | --missing] [--toolkit ROOT]
"""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from pathlib import Path

import chart
import compared
import listing
import probe
import table
import tested

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "ascendc_api.md"
PICTURE = ROOT / "docs" / "pictures" / "ascendc_api.svg"


def _compiler(toolkit: Path) -> probe.Compiler:
    return probe.Compiler(
        os.environ.get("CXX", "g++"), (toolkit / "tikcpp" / "tikcfw", toolkit / "include")
    )


def _findings(compiler: probe.Compiler) -> list[table.Finding]:
    symbols = listing.read()
    declared = probe.declared(compiler, symbols)
    named, valued = tested.identifiers(ROOT)
    return [
        table.Finding(
            symbol, found, found and symbol.name in named, found and symbol.name in valued
        )
        for symbol, found in zip(symbols, declared, strict=True)
    ]


def _print_missing(findings: list[table.Finding]) -> None:
    for finding in findings:
        symbol = finding.symbol
        if not finding.declared:
            template = f"template <{symbol.template}> " if symbol.template else ""
            call = f"{symbol.returns} ({symbol.parameters})" if symbol.kind == "function" else ""
            name = f"{symbol.scope}::{symbol.name}".removeprefix("::")
            print(f"{symbol.family}: {symbol.kind} {name} {template}{call}".rstrip())


def main() -> int:
    """Write the document, or print how it differs from the code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail if the document is out of date")
    parser.add_argument("--missing", action="store_true", help="print what is not declared")
    parser.add_argument(
        "--toolkit", type=Path, default=ROOT / "toolkit", help="a toolkit's root or its sources"
    )
    options = parser.parse_args()
    compiler = _compiler(options.toolkit)
    findings = _findings(compiler)
    if options.missing:
        _print_missing(findings)
        return 0
    text = table.render(findings, probe.element_types(compiler), compared.read())
    made = {DOCUMENT: text, PICTURE: chart.chart(findings)}
    if not options.check:
        for path, content in made.items():
            path.write_text(content, encoding="utf-8")
        return 0
    stale = 0
    for path, content in made.items():
        old = path.read_text(encoding="utf-8")
        changes = difflib.unified_diff(
            old.splitlines(), content.splitlines(), path.name, "code", n=0
        )
        print(*changes, sep="\n")
        if content != old:
            name = path.relative_to(ROOT)
            print(f"{name} is out of date: run `python docs/ascendc_api`", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
