"""Fixtures of the clients' tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import venvs


@pytest.fixture(scope="session")
def mindspore_python() -> Path:
    """Python with mindspore 2.8.0."""
    return venvs.python_with("mindspore")


@pytest.fixture(scope="session")
def torch_npu_python() -> Path:
    """Python with torch_npu 2.13.0 and torch 2.13.0 for the CPU."""
    return venvs.python_with("torch_npu")
