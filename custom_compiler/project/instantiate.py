"""Writes the operator project: the template, its settings, the user's sources."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.project.sources import kernel_option_calls, ordinary_name, read_source
from custom_compiler.project.users_files import reject_conflicts
from custom_compiler.support.owned_files import Content, OwnedFiles

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from custom_compiler.project.spec import ProjectSpec

TEMPLATE = Path(__file__).parent / "template" / "customize"

_CMAKE_LISTS = "CMakeLists.txt"
_OPTIONS = "options.cmake"
_PRESETS = "CMakePresets.json"
_LEAVING = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"((?:[^"\n]*/)?\.\./[^"\n]*)"', re.MULTILINE)


def instantiate(spec: ProjectSpec, project: Path, toolkit: Path, python: str) -> bool:
    """Bring the project up to date with template, settings and sources.

    Every file is replaced as a whole and only if it differs, so an interrupted run is completed by
    the next one and an unchanged file causes no work. Files of the user are left alone. `toolkit`
    is the path of the toolkit to write into the settings. Returns whether the settings differ from
    before.

    Raises:
        MisuseError: A file of the user is in the way, or a file that the user has edited.
    """
    host, kernel = dict(spec.host_files), dict(spec.kernel_files)
    own_lists = [files.pop(_CMAKE_LISTS, None) for files in (host, kernel)]
    own_options = kernel.pop(_OPTIONS, None)
    calls: list[str] = []
    for path in (*own_lists, own_options):
        if path is not None:
            text = path.read_text(encoding="utf-8", errors="replace")
            calls += kernel_option_calls(text, _template_text(f"op_kernel/{_CMAKE_LISTS}"))
    plugins = {_CMAKE_LISTS: TEMPLATE / "framework" / _CMAKE_LISTS, **spec.framework_files}
    copies = {
        **{f"op_host/{ordinary_name(name)}": path for name, path in host.items()},
        **{f"op_kernel/{name}": path for name, path in kernel.items()},
        **{f"framework/{ordinary_name(name)}": path for name, path in plugins.items()},
        f"op_host/{_CMAKE_LISTS}": TEMPLATE / "op_host" / _CMAKE_LISTS,
        f"op_kernel/{_CMAKE_LISTS}": TEMPLATE / "op_kernel" / _CMAKE_LISTS,
    }
    options = "".join(f"{call}\n" for call in calls)
    preset = json.dumps(_preset(spec, toolkit, python), indent=4) + "\n"
    files = {
        **_template_files(),
        **{path: read_source(source) for path, source in copies.items()},
        f"op_kernel/{_OPTIONS}": Content(options.encode("utf-8", "surrogateescape")),
        _PRESETS: Content(preset.encode("utf-8", "surrogateescape")),
    }
    owned = OwnedFiles(project)
    reject_conflicts(owned, files, copies)
    return _PRESETS in owned.replace(files)


def _template_text(name: str) -> str:
    return (TEMPLATE / name).read_text(encoding="utf-8")


def _template_files() -> dict[str, Content]:
    """Return the template's files that are the same in every project, by relative path."""
    files = {}
    for path in TEMPLATE.rglob("*"):
        relative = path.relative_to(TEMPLATE)
        if path.is_dir() or "__pycache__" in relative.parts or relative.name == _PRESETS:
            continue
        if relative.parts[0] not in {"op_host", "op_kernel", "framework"}:
            mode = 0o755 if path.suffix == ".sh" else 0o644
            files[relative.as_posix()] = Content(path.read_bytes(), mode)
    return files


def _preset(spec: ProjectSpec, toolkit: Path, python: str) -> dict[str, Any]:
    preset: dict[str, Any] = json.loads(_template_text(_PRESETS))
    variables = preset["configurePresets"][0]["cacheVariables"]
    values = {
        "CMAKE_BUILD_TYPE": spec.build_type,
        "ASCEND_COMPUTE_UNIT": ";".join(spec.compute_units),
        "vendor_name": spec.vendor_name,
        "ASCEND_CANN_PACKAGE_PATH": str(toolkit),
        "ASCEND_PYTHON_EXECUTABLE": python,
    }
    for name, value in values.items():
        variables[name]["value"] = value
    for definition in spec.definitions:
        name, _, value = definition.partition("=")
        variables[name] = {"type": "STRING", "value": value or "1"}
    if spec.definitions:
        definitions = ";".join(spec.definitions)
        variables["EXTRA_DEFINITIONS"] = {"type": "STRING", "value": definitions}
    include_dirs = (*spec.include_dirs, *_folders_of_relative_includes(spec))
    if include_dirs:
        folders = ";".join(str(folder) for folder in dict.fromkeys(include_dirs))
        variables["EXTRA_INCLUDE_DIRS"] = {"type": "STRING", "value": folders}
    return preset


def _folders_of_relative_includes(spec: ProjectSpec) -> tuple[Path, ...]:
    """Return include folders for the files that sources include from outside of their folders.

    The project has copies of the sources; `#include "../tiling_base/tiling.h"` is relative to the
    folder that they were copied from.
    """
    folders = [
        *_including_folders(spec.op_host, spec.host_files),
        *_including_folders(spec.op_kernel, spec.kernel_files),
    ]
    return tuple(dict.fromkeys(folders))


def _including_folders(root: Path, files: Mapping[str, Path]) -> Iterator[Path]:
    """Yield the folders of the `files` that include existing files outside of `root`."""
    for path in files.values():
        for name in _LEAVING.findall(path.read_bytes()):
            try:
                target = (path.parent / name.decode()).resolve(strict=True)
            except (OSError, UnicodeDecodeError):
                continue  # the compiler says what is missing
            if not target.is_relative_to(root.resolve()):
                yield path.parent
