"""Gives harness.py the session's CANN root."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session", autouse=True)
def _observe_root(cann_home: Path) -> None:
    os.environ["CUSTOM_COMPILER_TEST_CANN"] = str(cann_home)
