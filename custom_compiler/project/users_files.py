"""Files of the user that a build must not touch: sources in its own folder, edits of copies."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.project.sources import is_skipped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.project.spec import ProjectSpec
    from custom_compiler.support.owned_files import Content, OwnedFiles

_IN_PLACE = "cmake --preset default && cmake --build build_out"
_ELSEWHERE = "choose another place with --work-dir"


def reject_own_sources(spec: ProjectSpec, project: Path) -> None:
    """Raise MisuseError if a source is in the folder `project`, which a build writes.

    Copies would replace the sources that they are made of, or be copied again by each build.
    """
    own = Path(os.path.realpath(project))
    for option, folder, files in (
        ("--op_host_path", spec.op_host, spec.host_files),
        ("--op_kernel_path", spec.op_kernel, spec.kernel_files),
        ("--framework", spec.framework, spec.framework_files),
    ):
        if folder is None:
            continue
        real = Path(os.path.realpath(folder))
        if real.is_relative_to(own):
            message = f"{option}={folder}: it is in {project}, where this build writes its copies"
            raise MisuseError(message, _ways_out(project))
        if own.is_relative_to(real) and not is_skipped(own.relative_to(real)):
            message = f"{option}={folder}: it holds {project}, where this build writes its copies"
            raise MisuseError(message, _ELSEWHERE)
        for name, path in files.items():
            if Path(os.path.realpath(path)).is_relative_to(own):
                message = f"{option}={folder}: {name} leads into {project}, which this build writes"
                raise MisuseError(message, f"remove the link, or {_ELSEWHERE}")


def reject_conflicts(
    owned: OwnedFiles, files: Mapping[str, Content], copies: Mapping[str, Path]
) -> None:
    """Raise MisuseError if making `files` would replace or remove a file of the user.

    Args:
        owned: The files of the project.
        files: What the project is to hold, by relative path.
        copies: The sources of those that are copies.
    """
    conflicts = owned.conflicts(files)
    if not conflicts:
        return
    first = conflicts[0]
    path = owned.root / first.path
    more = f" (and {len(conflicts) - 1} more)" if len(conflicts) > 1 else ""
    if not first.is_edited:
        moved = "it" if owned.has_record() else owned.root  # earlier versions wrote no record
        hint = f"move {moved} away, or {_ELSEWHERE}"
        raise MisuseError(f"{path}{more} was not made by this tool", hint)
    source = copies.get(first.path)
    change = f"move the change into {source}" if source else "remove it to have it written again"
    message = f"{path}{more} was changed since this tool wrote it"
    raise MisuseError(message, f"{change}, or {_ways_out(owned.root)}")


def _ways_out(project: Path) -> str:
    if (project / "CMakePresets.json").is_file():
        return f"build the project where it is ({_IN_PLACE}), or {_ELSEWHERE}"
    return _ELSEWHERE
