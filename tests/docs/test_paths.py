"""Files and folders that the pages for contributors name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = "toolkit|custom_compiler|cmake|docs|tests|benchmarks"
# What a page tells to make, and where installed things are.
NOT_HERE = {
    "custom_compiler/cann",
    "custom_compiler/cli/arch.py",
    "tests/aicore/library/test_squared_distance.py",
}


@pytest.mark.parametrize("name", ["toolkit/README.md", "docs/extending.md", "CONTRIBUTING.md"])
def test_named_paths_exist(name: str) -> None:
    page = ROOT / name
    text = page.read_text()
    named = set(re.findall(rf"(?<![\w/.])(?:{FOLDERS})/[\w./-]*\w/?", text))
    named -= {path for path in named if path.removesuffix("/") in NOT_HERE}
    assert len(named) > 5
    missing = sorted(path for path in named if not (ROOT / path).exists())
    assert not missing, f"{name} names what does not exist"
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert not [link for link in links if not (page.parent / link).exists()]
