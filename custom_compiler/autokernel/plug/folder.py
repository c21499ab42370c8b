"""The folders that `autokernel plug` writes."""

from __future__ import annotations

import json
import keyword
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import MisuseError
from custom_compiler.support.whole_folder import whole_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NOTE = "autokernel.json"


@contextmanager
def noted_folder(folder: Path, note: Mapping[str, Any]) -> Iterator[Path]:
    """Yield a folder as `whole_folder` does; the note, what it was made of, will lie in it.

    Raises:
        MisuseError: `folder` holds something else, or cannot be written.
    """
    with whole_folder(folder, "choose another folder with --output") as staged:
        yield staged
        text = json.dumps(dict(note), indent=2) + "\n"
        (staged / NOTE).write_text(text, encoding="utf-8")


def check_module(folder: Path) -> None:
    """Raise MisuseError unless Python can import the folder by its name."""
    if not folder.name.isidentifier() or keyword.iskeyword(folder.name):
        raise MisuseError(
            f"{folder}: Python imports no package called {folder.name!r}",
            "choose a folder like my_operator with --output",
        )


def copy(source: Path, to: Path) -> Path:
    """Copy a file into the folder `to`, and return its path."""
    to.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy2(source, to / source.name))
