"""Makes harness.py importable and gives it the session's CANN root."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session", autouse=True)
def _aicore_root(cann_home: Path) -> None:
    os.environ["CUSTOM_COMPILER_TEST_CANN"] = str(cann_home)
