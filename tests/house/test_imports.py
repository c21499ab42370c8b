"""Tests and the programs that they start import helpers of the tests by one name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import custom_compiler
from tests.utils.python_path import python_path

TESTS = Path(__file__).parents[1]


def test_programs_import_these_tests_and_the_installed_package(tmp_path: Path) -> None:
    """xDSL's wheel has a folder `tests`; sources of the package lie next to the tests."""
    code = "import custom_compiler, tests.utils; print(tests.__file__, custom_compiler.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, **python_path()},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [str(TESTS / "__init__.py"), custom_compiler.__file__]
