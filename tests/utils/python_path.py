"""Where the programs that tests start find modules."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def python_path(*folders: str | Path) -> dict[str, str]:
    """Return the environment variable for a program that imports what this process can import.

    The program looks into `folders` first, or, with `-c` and `-m`, into its working directory: that
    of the repository would hide the installed package.
    """
    return {"PYTHONPATH": os.pathsep.join([*map(str, folders), *filter(None, sys.path)])}
