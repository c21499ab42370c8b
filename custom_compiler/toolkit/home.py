"""The toolkit root: the embedded toolkit as programs see it, a CANN root of the user.

The wheel contains the toolkit read-only and without links. The root is made of links into it, plus
an `opp/` where vendor packages are installed. Every use checks it and repairs what is
missing or stale, so it survives upgrades, moved environments and interrupted runs.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError, ToolkitError
from custom_compiler.support.files import leads_to, point_link, write_atomic
from custom_compiler.support.locks import locked
from custom_compiler.support.user_paths import user_path
from custom_compiler.toolkit.layout import USER_DIRECTORIES, HomePlan, plan_home

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HOME_VARIABLE = "CUSTOM_COMPILER_HOME"

# Marks a directory as ours and remembers which links were put there.
_MANIFEST = ".home.json"

_HOME_HINT = f"set {HOME_VARIABLE} to a directory you can write to"


def home_path(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the toolkit root of this Python environment, whether made or not.

    Frameworks cut the path of a loaded library after the last "cann" to find the root, so the
    root always has that name.
    """
    chosen = environ.get(HOME_VARIABLE)
    if chosen:
        root = user_path(chosen)
        root = root if root.name == "cann" else root / "cann"
    else:
        import platformdirs

        environment = hashlib.sha256(os.fsencode(sys.prefix)).hexdigest()[:12]
        root = platformdirs.user_data_path("custom_compiler") / environment / "cann"
    if ":" in str(root):
        raise MisuseError(f"the toolkit root {root} has a colon in its path", _HOME_HINT)
    return root


def ensure_home(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the root of a complete, current home; make or repair it first if need be."""
    root = home_path(environ)
    make_home(root, toolkit_tree())
    return root


def toolkit_tree() -> Path:
    """Return the directory of the installed toolkit.

    Normally it lies inside the package. When the package comes from a source directory (editable
    install, `python setup.py` in a clone) it is where the wheel was installed.
    """
    for package in _packages():
        tree = Path(package).resolve() / "cann"
        if (tree / "include").is_dir():
            return tree
    raise ToolkitError(
        "the embedded toolkit is missing: custom_compiler is not installed in this Python",
        "install it with pip; a bare source directory has no compiled libraries",
    )


def _packages() -> Iterator[str]:
    spec = find_spec("custom_compiler")
    yield from (spec and spec.submodule_search_locations) or ()
    yield from _installed_package()  # seldom asked, it takes longer than all else here


def _installed_package() -> list[str]:
    from importlib import metadata

    try:
        return [str(metadata.distribution("custom_compiler").locate_file("custom_compiler"))]
    except metadata.PackageNotFoundError:
        return []


def make_home(root: Path, tree: Path) -> None:
    """Make or repair the toolkit root `root` over the toolkit `tree`; safe to call concurrently."""
    plan = plan_home(tree, _package_of(tree), platform.machine())
    if _is_current(root, plan):
        return
    try:
        with locked(str(root.parent / ".cann.lock")):
            if not _is_current(root, plan):
                _repair(root, plan)
    except OSError as error:
        reason = error.strerror or str(error)
        message = f"cannot prepare the toolkit root {root}: {reason}"
        raise ToolkitError(message, _HOME_HINT) from error


def _package_of(tree: Path) -> Path:
    """Return the Python package that goes with a toolkit: the wheel's own, else the sources."""
    if (tree.parent / "__init__.py").is_file():
        return tree.parent
    return Path(__file__).resolve().parents[1]


def _is_current(root: Path, plan: HomePlan) -> bool:
    if _read_manifest(root) != list(plan.links):
        return False
    try:
        links = all(leads_to(f"{root}/{link}", target) for link, target in plan.links.items())
        return links and all((root / directory).is_dir() for directory in plan.directories)
    except OSError:
        return False


def _repair(root: Path, plan: HomePlan) -> None:
    manifest = _read_manifest(root)
    if manifest is None and root.is_dir() and any(root.iterdir()):
        raise ToolkitError(f"{root} exists and is not a home of custom_compiler", _HOME_HINT)
    root.mkdir(exist_ok=True)
    # Remember the union first: a run that is killed half-way leaves nothing unaccounted for.
    stale = [link for link in manifest or [] if link not in plan.links]
    _write_manifest(root, [*plan.links, *stale])
    for link in stale:
        _remove_link(root / link)
    for directory in plan.directories:
        _put_directory(root / directory, replace_link=directory not in USER_DIRECTORIES)
    for link, target in plan.links.items():
        _put_link(root / link, target)
    _write_manifest(root, list(plan.links))


def _put_directory(path: Path, *, replace_link: bool) -> None:
    if replace_link and path.is_symlink():
        path.unlink()
    path.mkdir(exist_ok=True)


def _put_link(path: Path, target: str) -> None:
    if path.is_dir() and not path.is_symlink():
        raise ToolkitError(f"a directory is in the way: {path}", "move it away and run again")
    point_link(str(path), target)


def _remove_link(path: Path) -> None:
    if not path.is_symlink():
        return
    path.unlink()
    with contextlib.suppress(OSError):  # the directory still holds something
        path.parent.rmdir()


def _read_manifest(root: Path) -> list[str] | None:
    try:
        links = json.loads((root / _MANIFEST).read_text(encoding="utf-8"))["links"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return [str(link) for link in links]


def _write_manifest(root: Path, links: list[str]) -> None:
    text = json.dumps({"links": links}, indent=1) + "\n"
    write_atomic(str(root / _MANIFEST), text.encode())
