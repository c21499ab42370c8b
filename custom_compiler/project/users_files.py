"""Files of the user that a build must not touch: sources where it writes, edits of its files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.project.sources import is_skipped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from custom_compiler.project.spec import ProjectSpec
    from custom_compiler.support.owned_files import Content, OwnedFiles

_IN_PLACE = "cmake --preset default && cmake --build build_out"
ELSEWHERE = "choose another place with --work-dir"


def reject_written_sources(
    spec: ProjectSpec, written: Path, option: str = "", hint: str = ELSEWHERE
) -> None:
    """Raise MisuseError if a source is in the folder `written`, whose files come and go.

    Args:
        spec: The sources.
        written: The folder.
        option: The option that names it, for the message.
        hint: What to do.
    """
    own = Path(os.path.realpath(written))
    for side, folder, files in _sides(spec):
        for name, path in (("", folder), *files.items()):
            if Path(os.path.realpath(path)).is_relative_to(own):
                where = f"{name} leads into" if name else "it is in"
                message = f"{side}={folder}: {where} {option}{written}, which is written"
                raise MisuseError(message, hint)


def reject_enclosed_project(spec: ProjectSpec, project: Path, hint: str = ELSEWHERE) -> None:
    """Raise MisuseError if the folder `project`, which is written, is in a folder of sources."""
    own = Path(os.path.realpath(project))
    for side, folder, _ in _sides(spec):
        real = Path(os.path.realpath(folder))
        if own.is_relative_to(real) and not is_skipped(own.relative_to(real)):
            message = f"{side}={folder}: it holds {project}, which is written"
            raise MisuseError(message, hint)


def _sides(spec: ProjectSpec) -> Iterator[tuple[str, Path, Mapping[str, Path]]]:
    yield "--op_host_path", spec.op_host, spec.host_files
    yield "--op_kernel_path", spec.op_kernel, spec.kernel_files
    if spec.framework is not None:
        yield "--framework", spec.framework, spec.framework_files


def reject_conflicts(
    owned: OwnedFiles,
    files: Mapping[str, Content],
    folders: Mapping[str, Path],
    hint: str = ELSEWHERE,
) -> None:
    """Raise MisuseError if making `files` would replace or remove a file of the user.

    Args:
        owned: The files of the project.
        files: What the project is to hold, by relative path.
        folders: Where the sources are that a folder of the project has, or once had, copies of.
        hint: How to choose another folder.
    """
    conflicts = owned.conflicts(files)
    if not conflicts:
        return
    first = conflicts[0]
    path = owned.root / first.path
    more = f" (and {len(conflicts) - 1} more)" if len(conflicts) > 1 else ""
    if not first.is_edited:
        moved = "it" if owned.has_record() else owned.root  # earlier versions wrote no record
        raise MisuseError(
            f"{path}{more} was not made by this tool", f"move {moved} away, or {hint}"
        )
    part, _, name = first.path.partition("/")
    change = "remove it to have it written again"
    if part in folders:
        change = f"move the change into {folders[part] / name}, and remove it here"
    if (owned.root / "CMakePresets.json").is_file():
        hint = f"build the project where it is ({_IN_PLACE}), or {hint}"
    message = f"{path}{more} was changed since this tool wrote it"
    raise MisuseError(message, f"{change}, or {hint}")
