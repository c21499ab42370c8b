"""Writes an operator project with copies of its sources: to ship, to edit, to build with CANN."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import MisuseError, write_error
from custom_compiler.project.instantiate import (
    CMAKE_LISTS,
    LISTS,
    OPTIONS,
    ProjectSettings,
    outside_include_dirs,
    project_files,
    template_files,
)
from custom_compiler.project.users_files import (
    reject_conflicts,
    reject_enclosed_project,
    reject_written_sources,
)
from custom_compiler.support.owned_files import Content, OwnedFiles

if TYPE_CHECKING:
    from pathlib import Path

    from custom_compiler.project.spec import ProjectSpec

CANN = "/usr/local/Ascend/latest"
_OPTION = "--export="
_ELSEWHERE = "export to another folder"


class ExportedProject(NamedTuple):
    """A project that was written.

    Attributes:
        folder: The project.
        file_count: Number of its files.
        outside: Folders that its sources still need, and that are not in it.
    """

    folder: Path
    file_count: int
    outside: tuple[Path, ...]


def export_project(spec: ProjectSpec, folder: Path, toolkit: str = CANN) -> ExportedProject:
    """Write the project of `spec` with copies of all sources into `folder` (made if missing).

    An earlier export is brought up to date. Files of the user in it stay.

    Args:
        spec: The sources and settings.
        folder: The project.
        toolkit: The toolkit that its settings name; its `CMakePresets.json` can be edited.

    Raises:
        MisuseError: The folder has files of the user in the way, or holds the sources, or a source
            cannot be read.
    """
    reject_written_sources(spec, folder, _OPTION, _ELSEWHERE)
    reject_enclosed_project(spec, folder, _ELSEWHERE)
    if (folder / LISTS).is_dir():
        message = f"{_OPTION}{folder}: builds write this folder"
        raise MisuseError(message, _ELSEWHERE)
    files = {
        **template_files(),
        **_copies(spec),
        **project_files(spec, ProjectSettings(toolkit, "python3"), ""),
    }
    try:
        owned = OwnedFiles(folder)
        reject_conflicts(owned, files, _folders(spec), _ELSEWHERE)
        owned.replace(files)
    except OSError as error:
        raise write_error(folder, error, _ELSEWHERE) from error
    parts = spec.repository
    used = (*parts.sources, *parts.kernel_headers.values()) if parts else ()
    outside = dict.fromkeys((*outside_include_dirs(spec), *(path.parent for path in used)))
    return ExportedProject(folder, len(files), tuple(outside))


def _folders(spec: ProjectSpec) -> dict[str, Path]:
    sides = {"op_host": spec.op_host, "op_kernel": spec.op_kernel, "framework": spec.framework}
    return {name: folder for name, folder in sides.items() if folder}


def _copies(spec: ProjectSpec) -> dict[str, Content]:
    """Return the copies of the sources; the lists of the user's own build are not among them."""
    lists = {"op_host": {CMAKE_LISTS}, "op_kernel": {CMAKE_LISTS, OPTIONS}}
    parts = {
        "op_host": spec.host_files,
        "op_kernel": spec.kernel_files,
        "framework": spec.framework_files,
    }
    return {
        f"{part}/{name}": _read(path)
        for part, files in parts.items()
        for name, path in files.items()
        if name not in lists.get(part, ())
    }


def _read(source: Path) -> Content:
    """Return a source as its copy is to be; MisuseError if it cannot be read."""
    try:
        data, mode = source.read_bytes(), source.stat().st_mode
    except OSError as error:  # it was there when the folder was read
        message = f"cannot read {source}: {error.strerror}"
        raise MisuseError(message, "let it be while it is exported, and export again") from error
    return Content(data, mode & 0o777 | 0o600)
