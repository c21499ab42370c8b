"""Writes the page of the Ascend C API and its picture.

python docs/ascendc_api [--output FOLDER | --missing] [--toolkit ROOT]
"""

from __future__ import annotations

import argparse
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
PAGES = ROOT / "build" / "pages"


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
    """Write the page, or print what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=PAGES, help="folder (default: build/pages)")
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
    files = {"ascendc_api.md": text, "pictures/ascendc_api.svg": chart.chart(findings)}
    for name, content in files.items():
        path = options.output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
