"""`custom_compiler.run` and `load_package`: numpy_cases.py in a process that loads the toolkit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_numpy_cases(cann_home: Path, examples_vendor: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PYTEST"))}
    environment["CUSTOM_COMPILER_HOME"] = str(cann_home.parent)
    environment["EXAMPLES_VENDOR"] = str(examples_vendor)
    cases = Path(__file__).with_name("numpy_cases.py")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", str(cases)],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
