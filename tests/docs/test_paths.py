"""Files and folders that the pages for contributors name exist."""

from __future__ import annotations

import os
import re
import subprocess
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


def _tracked() -> set[str]:
    """Files of the repository, without generated ones, and their folders."""
    done = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    files = [Path(name) for name in done.stdout.splitlines() if (ROOT / name).exists()]
    return {str(path) for file in files for path in (file, *file.parents)}


def test_links_of_pages_lead_to_files_of_the_repository() -> None:
    """On a plain checkout, where nothing is generated."""
    tracked = _tracked()
    dead = []
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(), flags=re.DOTALL)
        for link in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text):
            target = os.path.relpath(page.parent / link, ROOT)
            if target not in tracked:
                dead.append(f"{page.name}: {link}")
    assert dead == []
