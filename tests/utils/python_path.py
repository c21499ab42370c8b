"""Where the programs that tests start find modules."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_REPOSITORY = str(Path(__file__).resolve().parents[2])


def python_path(*folders: str | Path) -> dict[str, str]:
    """Return the environment variable for a program that imports what this process can import.

    The program looks into `folders` first, or, with `-c` and `-m`, into its working directory: that
    of the repository would hide the installed package. The repository, which pytest may have put
    anywhere, comes last.
    """
    others = [path for path in sys.path if path and path != _REPOSITORY]
    return {"PYTHONPATH": os.pathsep.join([*map(str, folders), *others, _REPOSITORY])}
