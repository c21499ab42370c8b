"""A project to judge, and what it should compute."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.utils.judged_sample import write_sample

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The AddCustom sample as a project of somebody's, for one element type and compute unit."""
    return write_sample(tmp_path / "project")


@pytest.fixture
def reference(tmp_path: Path) -> Path:
    """Return a reference for AddCustom."""
    path = tmp_path / "add.py"
    shape = '("float16", (8, 2048))'
    path.write_text(f'INPUTS = {{"x": {shape}, "y": {shape}}}\ndef reference(x, y): return x + y\n')
    return path
