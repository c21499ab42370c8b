"""Folders that are there as a whole or not at all."""

from __future__ import annotations

import json
import keyword
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import MisuseError, write_error

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NOTE = "autokernel.json"


@contextmanager
def whole_folder(folder: Path, note: Mapping[str, Any]) -> Iterator[Path]:
    """An empty folder to write to, which takes the place of `folder` when all went well.

    The note, what it was made of, lies in it; folders with one are replaced.

    Raises:
        MisuseError: `folder` holds something else, or cannot be written.
    """
    folder = folder.absolute()
    if (
        folder.exists()
        and not (folder / NOTE).is_file()
        and (not folder.is_dir() or any(folder.iterdir()))
    ):
        raise MisuseError(f"{folder} is not empty", "choose another folder with --output")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as scratch:
            made = Path(scratch) / "made"
            made.mkdir()
            yield made
            text = json.dumps(dict(note), indent=2) + "\n"
            (made / NOTE).write_text(text, encoding="utf-8")
            if folder.exists():
                folder.rename(Path(scratch) / "before")
            made.rename(folder)
    except OSError as error:
        raise write_error(folder, error, "choose another folder with --output") from error


def check_module(folder: Path) -> None:
    """MisuseError unless Python can import the folder by its name."""
    if not folder.name.isidentifier() or keyword.iskeyword(folder.name):
        raise MisuseError(
            f"{folder}: Python imports no package called {folder.name!r}",
            "choose a folder like my_operator with --output",
        )


def copy(source: Path, to: Path) -> Path:
    """The file in the folder `to`."""
    to.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy2(source, to / source.name))
