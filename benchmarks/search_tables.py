"""Tables of spaces whose settings were all recorded: members of benchmarks/search_spaces.zip."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_FILE = Path(__file__).with_name("search_spaces.zip")


def names() -> list[str]:
    """Return the names of the recorded spaces, sorted."""
    with zipfile.ZipFile(_FILE) as archive:
        return sorted(name.removesuffix(".csv") for name in archive.namelist())


def read(name: str) -> list[list[str]]:
    """Return the rows of a space: knobs and "cost", then one row per allowed setting.

    Raises:
        KeyError: No space of this name was recorded.
    """
    with zipfile.ZipFile(_FILE) as archive:
        return list(csv.reader(io.StringIO(archive.read(f"{name}.csv").decode())))


def write(name: str, rows: Iterable[Iterable[object]]) -> None:
    """Add a space, or replace it. The file is the same for the same rows."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    with zipfile.ZipFile(_FILE) as archive:
        members = {member: archive.read(member).decode() for member in archive.namelist()}
    members[f"{name}.csv"] = text.getvalue()
    renewed = io.BytesIO()
    with zipfile.ZipFile(renewed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for member, content in sorted(members.items()):
            archive.writestr(_entry(member), content)
    _FILE.write_bytes(renewed.getvalue())


def _entry(member: str) -> zipfile.ZipInfo:
    """Return a member's head without the time of writing."""
    entry = zipfile.ZipInfo(member)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry
