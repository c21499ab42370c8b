"""Copies the sources of kernels to where the package has them.

    copy_sources.py KERNEL_DIR TARGET STAMP

Files that are gone are the plan's work, which runs when the folder has others.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from files import write_changed
from source_files import source_files

NOT_PACKAGED = {"CMakeLists.txt", "options.cmake"}


def copy_sources(kernel_dir: str, target: str) -> set[str]:
    """Copy what differs; the paths of all, relative to both folders."""
    copied = set()
    for path in source_files(kernel_dir):
        if path in NOT_PACKAGED:
            continue
        with open(os.path.join(kernel_dir, path), "rb") as file:
            write_changed(os.path.join(target, path), file.read())
        copied.add(path)
    return copied


if __name__ == "__main__":
    copy_sources(sys.argv[1], sys.argv[2])
    Path(sys.argv[3]).write_bytes(b"")
