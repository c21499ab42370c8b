"""Folders that variables of the environment name: checkouts that tests marked `corpus` need."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def checkout(variable: str, content: str) -> Path:
    """Return the folder that the variable names; without the variable the test is skipped."""
    given = os.environ.get(variable)
    if not given:
        pytest.skip(f"set {variable} to a {content}")
    folder = Path(given)
    assert folder.is_dir(), f"{variable}={given}: there is no such folder"
    return folder
