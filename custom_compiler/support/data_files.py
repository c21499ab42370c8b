"""Files of the Python package next to its modules."""

from __future__ import annotations

import os

import custom_compiler
from custom_compiler.errors import ToolkitError


def data_file(name: str) -> str:
    """Return the path of a file or folder of `custom_compiler`, given as "package/file".

    Raises:
        ToolkitError: The installation lacks it.
    """
    for package in custom_compiler.__path__:  # an editable installation has two
        path = os.path.join(package, name)
        if os.path.exists(path):
            return path
    raise ToolkitError(f"this installation of custom_compiler has no {name}")
