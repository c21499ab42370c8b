"""The page about observers' lines has the tables of their fields."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.utils.observer_fields import TABLE, known_fields

REPOSITORY = Path(__file__).parents[2]


def test_the_page_has_the_tables(tmp_path: Path) -> None:
    page = REPOSITORY / "docs/observer_lines.md"
    text = page.read_text(encoding="utf-8")
    assert set(re.findall(r"<!-- fields: (\w+) -->", text)) == set(known_fields())
    copy = shutil.copy(page, tmp_path)
    generator = TABLE.with_name("generate_observer_fields.py")
    subprocess.run([sys.executable, generator, "--page", copy], check=True)
    hint = f"run python {generator.relative_to(REPOSITORY)} --page {page.relative_to(REPOSITORY)}"
    assert Path(copy).read_text(encoding="utf-8") == text, hint
