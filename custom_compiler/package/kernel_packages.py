"""Packages of static and debug kernels as they lie in an opp directory; removing them.

What installs and removes them travels with each package (`kernel/static/scripts`); what runs here
is the same.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import PackageError
from custom_compiler.package.archive import run_script
from custom_compiler.support.data_files import data_file
from custom_compiler.support.package_roots import load_priority
from custom_compiler.support.user_paths import user_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DEBUG = "debug_kernel"
_STATIC = "static_kernel/ai_core"
_INDEX = "config/*/binary_info_config.json"
_BROKEN_HINT = "install the package again, or remove it"


@dataclass(frozen=True)
class KernelPackage:
    """One package of kernels.

    Attributes:
        path: Its folder.
        kind: "static kernels" or "debug kernels".
        info: What it says of itself: names and values of its package.info, in lines.
        operators: Operator type -> compute units that it has kernels for.
        kernels: Paths of the kernels that its list names.
    """

    path: Path
    kind: str
    info: dict[str, str]
    operators: dict[str, tuple[str, ...]]
    kernels: tuple[Path, ...]

    @property
    def name(self) -> str:
        """The name for `custom-compiler uninstall`."""
        return self.path.name


def find_kernel_packages(environ: Mapping[str, str] = os.environ) -> tuple[KernelPackage, ...]:
    """Return the packages of kernels in `$ASCEND_OPP_PATH`, those first that programs try first.

    Raises:
        PackageError: The list of one cannot be read.
    """
    opp = Path(environ.get("ASCEND_OPP_PATH") or "/nonexistent")
    return tuple(_package(folder) for folder in _folders(opp))


def uninstall_kernels(name: str, opp: Path, *, environ: Mapping[str, str] = os.environ) -> str:
    """Remove the package of kernels `name` from an opp directory; return the script's report."""
    script = "debug" if name == DEBUG else "static"
    command = [sys.executable, "-B", data_file(f"kernel/static/scripts/{script}_package.py")]
    command += ["--uninstall", f"--install-path={user_path(opp)}"]
    if name != DEBUG:
        command.append(f"--package={name}")
    return run_script(command, f"cannot uninstall {name}", environ)


def has_kernels(name: str, opp: Path) -> bool:
    """Return whether a package of kernels of that name is installed."""
    return any(folder.name == name for folder in _folders(opp))


def _folders(opp: Path) -> Iterator[Path]:
    """Yield the folders of packages, in the search order of programs."""
    packages = opp / _STATIC
    latest_first = reversed(load_priority(packages / "config.ini"))
    for folder in (opp / DEBUG, *(packages / name for name in latest_first)):
        if (folder / "scripts/install.py").is_file():
            yield folder


def _package(folder: Path) -> KernelPackage:
    debug = folder.name == DEBUG
    operators: dict[str, tuple[str, ...]] = {}
    kernels: dict[Path, None] = {}
    for index in sorted(folder.glob(_INDEX)):
        for op_type, paths in _read_index(index).items():
            operators[op_type] = (*operators.get(op_type, ()), index.parent.name)
            # Those of static packages begin with the package's own name.
            kernels |= dict.fromkeys((folder if debug else folder.parent) / path for path in paths)
    kind = "debug kernels" if debug else "static kernels"
    return KernelPackage(folder, kind, _info(folder), operators, tuple(kernels))


def _read_index(path: Path) -> dict[str, list[str]]:
    """Return the paths of the kernels of each operator."""
    try:
        index: Any = json.loads(path.read_text(encoding="utf-8"))
        return {
            op_type: [
                str(kernel["binPath"])
                for key in ("binaryList", "staticList")
                for kernel in operator.get(key, [])
            ]
            for op_type, operator in index.items()
        }
    except (OSError, ValueError, RecursionError) as error:
        raise PackageError(f"cannot read {path}: {error}", _BROKEN_HINT) from error
    except (AttributeError, KeyError, TypeError) as error:
        message = f"cannot read {path}: it is no list of kernels"
        raise PackageError(message, _BROKEN_HINT) from error


def _info(folder: Path) -> dict[str, str]:
    try:
        text = (folder / "package.info").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}  # one that CANN has made
    return dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
