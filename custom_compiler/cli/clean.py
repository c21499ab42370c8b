"""`custom-compiler clean`: what builds left in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

NAME = "clean"
HELP = "remove what build and test made in a folder"
DESCRIPTION = """\
Remove logs and results that `build` and `test` made in a folder, as `build --clear` does. The
generated project stays, and so does all that is not the tool's. Compiled kernels are in the cache:
`custom-compiler cache clear`.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the folder."""
    parser.add_argument(
        "folder", metavar="FOLDER", nargs="?", type=Path, default=Path(), help="where (default: .)"
    )


def execute(args: argparse.Namespace) -> int:
    """Remove; print what was removed."""
    from custom_compiler.errors import MisuseError
    from custom_compiler.support.user_paths import user_path
    from custom_compiler.workspace import Workspace

    folder = user_path(args.folder)
    if not folder.is_dir():
        raise MisuseError(f"{folder}: there is no such folder", "check the path")
    removed = Workspace(folder).clear()
    for path in removed:
        print(f"removed {path}")
    if not removed:
        print(f"nothing to remove in {folder}")
    return 0
