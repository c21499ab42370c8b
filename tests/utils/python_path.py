"""Where the programs that tests start find modules."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def python_path(*folders: str | Path) -> dict[str, str]:
    """Return the environment variable for a program that imports what this process can import.

    The program looks into `folders` first. Helpers of the tests have the names that they have here.
    """
    return {"PYTHONPATH": os.pathsep.join([*map(str, folders), *filter(None, sys.path)])}
