"""Fixtures shared by all tests."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

# cmake, ninja and custom-compiler of this environment are found also when it is not activated.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


@pytest.fixture(scope="session")
def cann_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Root of a CANN toolkit: the one named by CUSTOM_COMPILER_TEST_CANN, else a fresh home.

    Tests must not change it, except below `opp/vendors` under names of their own.
    """
    given = os.environ.get("CUSTOM_COMPILER_TEST_CANN")
    if given:
        return Path(given)
    from custom_compiler.toolkit import ensure_home

    return ensure_home({"CUSTOM_COMPILER_HOME": str(tmp_path_factory.mktemp("home"))})
