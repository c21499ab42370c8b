"""The command msopgen of the toolkit under test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.msopgen.generator import Msopgen


@pytest.fixture
def msopgen(cann_home: Path, tmp_path: Path) -> Msopgen:
    """The command, in a separate folder."""
    return Msopgen(cann_home, tmp_path)
