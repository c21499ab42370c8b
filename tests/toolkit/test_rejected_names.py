"""The page of differences lists every function of acl that is rejected, and no other."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).parents[2]


def rejected() -> set[str]:
    sources = (ROOT / "toolkit/src").glob("*/rejected*.cpp")
    macro = re.compile(r"^ACL_REJECTED(?:_OBJECT|_KIND)?\((\w+)", re.MULTILINE)
    return {name for source in sources for name in macro.findall(source.read_text())}


def listed() -> list[str]:
    page = (ROOT / "docs/npu_differences.md").read_text()
    section = page.partition("<!-- rejected functions -->")[2].partition("<!-- end -->")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in re.findall(r"`(acl[\w*]+)`", row)]


def test_every_rejected_function_is_listed() -> None:
    patterns = listed()
    assert len(rejected()) > 200
    assert not [name for name in rejected() if not any(fnmatchcase(name, p) for p in patterns)]


def test_every_listed_function_is_rejected() -> None:
    names = rejected()
    assert not [p for p in listed() if not any(fnmatchcase(name, p) for name in names)]
