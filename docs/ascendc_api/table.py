"""Writes the page of the Ascend C API."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from listing import SOCS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from compared import Comparison
    from listing import Symbol

_TOTALS = ("Family", "APIs", "Symbols", "Declared", "In kernels", "Value only", "Neither")

HEAD = """# Ascend C API

What the kernel headers of CANN 8.1 declare, and what the embedded toolkit offers of it. Generated
by `python docs/ascendc_api` from our headers and tests; `python docs/ascendc_api --missing` prints
what is not declared, with signatures.

- **Declared**: names, signatures and members that the compiler finds in our headers, of those in
  [symbols.csv](ascendc_api/symbols.csv); a signature counts if a call with exactly its argument
  types compiles.
- **Element types**: what the instruction accepts, from the tables that the headers check calls
  against; a type in parentheses only on the cores named.
- **SoCs**: where CANN offers the API (910B, 910_93, 310P, 910, 310B).
- **In kernels**: a kernel of the tests or examples names it; for a class, how many of its members.
  Nearly all of these kernels run and are compared with NumPy or with documented numbers, but a name
  says nothing of each form, element type and core.
- **Value**: its value, size or default is compared with the documented one
  (`tests/aicore/documented_values.py`). What has only this was never part of a computation.
- **Compared**: the day on which what it does was compared with its page of CANN's documentation,
  by tests whose expectations were written from the page. The
  [last section](#compared-with-the-documentation) says what came out, from
  [compared.csv](ascendc_api/compared.csv).
"""
_PICTURE = "![Part of each family that kernels of tests use](pictures/ascendc_api.svg)"


@dataclass(frozen=True)
class Finding:
    """Facts about one symbol."""

    symbol: Symbol
    declared: bool
    named: bool  # by a kernel
    valued: bool  # in the list of documented values

    @property
    def only_valued(self) -> bool:
        """Return whether nothing but its value is looked at."""
        return self.valued and not self.named


def _count(part: int, whole: int) -> str:
    if whole == 1:
        return "yes" if part else "no"
    return f"{part} of {whole}"


def _socs(findings: Sequence[Finding]) -> str:
    offered = {soc for finding in findings for soc in finding.symbol.socs}
    return "all" if len(offered) == len(SOCS) else ", ".join(soc for soc in SOCS if soc in offered)


def _kind(findings: Sequence[Finding]) -> str:
    for finding in findings:
        if not finding.symbol.is_member:
            kind = finding.symbol.kind
            return {"name": "", "alias": "type", "variable": "constant"}.get(kind, kind)
    return "class"


def _row(
    api: str, findings: Sequence[Finding], types: Mapping[str, str], days: Mapping[str, str]
) -> str:
    names = {(one.symbol.scope, one.symbol.name): one for one in findings}
    cells = [
        f"`{api}`",
        _kind(findings),
        _count(sum(finding.declared for finding in findings), len(findings)),
        types.get(api, ""),
        _socs(findings),
        _count(sum(one.named for one in names.values()), len(names)),
        _count(sum(one.valued for one in names.values()), len(names)),
        days.get(api, ""),
    ]
    return f"| {' | '.join(cells)} |"


def render(
    findings: Sequence[Finding], types: Mapping[str, str], comparisons: Sequence[Comparison]
) -> str:
    """Return the document; `types` gives the text of the column "element types" per API."""
    days = {api: comparison.date for comparison in comparisons for api in comparison.apis}
    families: dict[str, dict[str, list[Finding]]] = defaultdict(lambda: defaultdict(list))
    for finding in findings:
        families[finding.symbol.family][finding.symbol.api].append(finding)
    lines = [HEAD, "## Totals", "", _PICTURE, "", *_header(*_TOTALS)]
    for family, apis in sorted(families.items()):
        members = [finding for group in apis.values() for finding in group]
        lines.append(_totals(family, len(apis), members))
    count = sum(len(apis) for apis in families.values())
    lines.append(_totals("**All**", count, findings))
    for family, apis in sorted(families.items()):
        lines += ["", f"## {family}", ""]
        lines += _header(
            "API", "Kind", "Declared", "Element types", "SoCs", "In kernels", "Value", "Compared"
        )
        lines += [_row(api, group, types, days) for api, group in sorted(apis.items())]
    lines += ["", "## Compared with the documentation", ""]
    lines += _header("Family", "Pages", "Day", "Products", "Result", "Tests")
    for comparison in comparisons:
        pages = ", ".join(page.removesuffix(".md").rsplit("/", 1)[-1] for page in comparison.pages)
        tests = ", ".join(f"`{test}`" for test in comparison.tests)
        cells = (
            comparison.family,
            pages,
            comparison.date,
            comparison.products,
            comparison.result,
            tests,
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _header(*cells: str) -> list[str]:
    return [f"| {' | '.join(cells)} |", "|---" * len(cells) + "|"]


def _totals(name: str, apis: int, findings: Sequence[Finding]) -> str:
    declared = sum(finding.declared for finding in findings)
    named = sum(finding.named for finding in findings)
    valued = sum(finding.only_valued for finding in findings)
    neither = len(findings) - named - valued
    cells = (name, apis, len(findings), declared, named, valued, neither)
    return f"| {' | '.join(map(str, cells))} |"
