"""The files that make a wheel of a project with `op_host/` and `op_kernel/`.

`pyproject.toml`, `setup.py`, the Python package, a workflow for GitHub Actions and a Dockerfile.
"""

from __future__ import annotations

import re
from pathlib import Path

from custom_compiler.errors import MisuseError
from custom_compiler.support.files import write_atomic
from custom_compiler.wheel.operators import AscendOperators

_FILES = Path(__file__).parent / "files"
_PLACES = {
    "pyproject.toml": "pyproject.toml",
    "setup.py.in": "setup.py",
    "package.py.in": "{package}/__init__.py",
    ".github/workflows/operators.yml": ".github/workflows/operators.yml",
    "Dockerfile": "Dockerfile",
    "dockerignore": ".dockerignore",
}


def write_wheel_files(folder: Path, package: str, vendor: str) -> list[Path]:
    """Write the files into a project's folder; returns them, relative to it.

    Args:
        folder: Of the project, with `op_host/` and `op_kernel/`.
        package: Python package to make, such as "acme_ops". The wheel has its name, with "-".
        vendor: Vendor of the operators.

    Raises:
        MisuseError: A name cannot be, or one of the files is there already; nothing is written.
    """
    AscendOperators(package, "op_host", "op_kernel", vendor_name=vendor)
    if not re.fullmatch(r"[A-Za-z]\w*", package, re.ASCII):
        message = f"{package!r} is no name of a wheel"
        raise MisuseError(message, "use letters, digits and _, a letter first")
    places = {name: Path(path.format(package=package)) for name, path in _PLACES.items()}
    for path in places.values():
        if (folder / path).exists():
            raise MisuseError(f"{folder / path} exists", "move it away, or choose another folder")
    words = {"@package@": package, "@vendor@": vendor, "@project@": package.replace("_", "-")}
    for name, path in places.items():
        text = (_FILES / name).read_text(encoding="utf-8")
        for word, value in words.items():
            text = text.replace(word, value)
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_atomic(str(folder / path), text.encode())
    return list(places.values())
