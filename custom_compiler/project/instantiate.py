"""Writes the operator project: the template, its settings, the folders of the user's sources."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.project.sources import kernel_option_calls
from custom_compiler.project.users_files import reject_conflicts
from custom_compiler.support.owned_files import Content, OwnedFiles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from custom_compiler.project.spec import ProjectSpec

TEMPLATE = Path(__file__).parent / "template" / "customize"
CMAKE_LISTS = "CMakeLists.txt"
OPTIONS = "options.cmake"

_PRESETS = "CMakePresets.json"
# The lists of folders elsewhere; `cmake/sources.cmake` of the template reads them from here.
LISTS = "lists"
# Headers of other operators' kernels, OPERATOR/NAME. The folders of HERE, which
# `cmake/config.cmake` has searched, are where "../OPERATOR/NAME" begins.
_KERNEL_HEADERS = "kernel_headers"
_HERE = "here/here/here/README.txt"
_LEAVING = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"((?:[^"\n]*/)?\.\./[^"\n]*)"', re.MULTILINE)


class ProjectSettings(NamedTuple):
    """Values that a project has besides those of its specification.

    Attributes:
        toolkit: Path of the toolkit.
        python: The interpreter of the build scripts.
        folders: CMake variables that name folders of sources.
    """

    toolkit: str
    python: str
    folders: Mapping[str, str] = {}


def instantiate(spec: ProjectSpec, project: Path, settings: ProjectSettings) -> bool:
    """Bring the project up to date with template, settings and options of kernels.

    The sources stay where they are: the settings name their folders. Every file is replaced as a
    whole and only if it differs, so an interrupted run is completed by the next one and an
    unchanged file causes no work. Files of the user are left alone. Returns whether the settings
    differ from before.

    Raises:
        MisuseError: A file of the user is in the way, or a file that the user has edited.
    """
    files = {**template_files(), **project_files(spec, settings, f"{LISTS}/")}
    owned = OwnedFiles(project)
    sides = {"op_host": spec.op_host, "op_kernel": spec.op_kernel, "framework": spec.framework}
    folders = {name: folder for name, folder in sides.items() if folder}
    owned.release(_below(folders.values(), project))  # an earlier version made them, as copies
    reject_conflicts(owned, files, folders)
    return _PRESETS in owned.replace(files)


def _below(folders: Iterable[Path], project: Path) -> Iterator[str]:
    """Yield the relative paths of the `folders` that are in the project."""
    root = os.path.realpath(project)
    for folder in folders:
        real = os.path.realpath(folder)
        if real.startswith(root + os.sep):
            yield os.path.relpath(real, root)


def project_files(spec: ProjectSpec, settings: ProjectSettings, lists: str) -> dict[str, Content]:
    """Return the files that settings and sources determine; `lists` begins the paths of lists."""
    options = "".join(f"{call}\n" for call in _option_calls(spec))
    preset = json.dumps(_preset(spec, settings), indent=4) + "\n"
    texts = {
        **{
            f"{lists}{part}/{CMAKE_LISTS}": template_text(f"{part}/{CMAKE_LISTS}")
            for part in ("op_host", "op_kernel", "framework")
        },
        f"{lists}op_kernel/{OPTIONS}": options,
        _PRESETS: preset,
    }
    headers = spec.repository.kernel_headers if spec.repository else {}
    for name, path in headers.items():
        texts[f"{_KERNEL_HEADERS}/{name}"] = f'#include "{path}"\n'
    if headers:
        texts[f"{_KERNEL_HEADERS}/{_HERE}"] = "See cmake/config.cmake\n"
    return {path: Content(text.encode("utf-8", "surrogateescape")) for path, text in texts.items()}


def _option_calls(spec: ProjectSpec) -> list[str]:
    """Return the calls that set options of kernels in the user's own lists."""
    paths = [files.get(CMAKE_LISTS) for files in (spec.host_files, spec.kernel_files)]
    template = template_text(f"op_kernel/{CMAKE_LISTS}")
    calls: list[str] = []
    for path in (*paths, spec.kernel_files.get(OPTIONS)):
        if path is not None:
            text = path.read_text(encoding="utf-8", errors="replace")
            calls += kernel_option_calls(text, template)
    return calls


def template_text(name: str) -> str:
    """Return a text file of the template."""
    return (TEMPLATE / name).read_text(encoding="utf-8")


def template_files() -> dict[str, Content]:
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


def _preset(spec: ProjectSpec, settings: ProjectSettings) -> dict[str, Any]:
    preset: dict[str, Any] = json.loads(template_text(_PRESETS))
    variables = preset["configurePresets"][0]["cacheVariables"]
    values = {
        "CMAKE_BUILD_TYPE": spec.build_type,
        "ASCEND_COMPUTE_UNIT": ";".join(spec.compute_units),
        "vendor_name": spec.vendor_name,
        "ASCEND_CANN_PACKAGE_PATH": settings.toolkit,
        "ASCEND_PYTHON_EXECUTABLE": settings.python,
    }
    for name, value in values.items():
        variables[name]["value"] = value
    for name, folder in settings.folders.items():
        variables[name] = {"type": "PATH", "value": folder}
    for definition in spec.definitions:
        name, _, value = definition.partition("=")
        variables[name] = {"type": "STRING", "value": value or "1"}
    if spec.definitions:
        definitions = ";".join(spec.definitions)
        variables["EXTRA_DEFINITIONS"] = {"type": "STRING", "value": definitions}
    include_dirs = outside_include_dirs(spec)
    if include_dirs:
        folders = ";".join(str(folder) for folder in include_dirs)
        variables["EXTRA_INCLUDE_DIRS"] = {"type": "STRING", "value": folders}
    if spec.repository:
        lists = {
            "EXTRA_HOST_SOURCES": spec.repository.sources,
            "OWN_ACLNN": spec.repository.own_aclnn,
            "OTHER_HOST_DIRS": [
                path.relative_to(spec.op_host) for path in spec.repository.other_dirs
            ],
        }
        for name, paths in lists.items():
            variables[name] = {"type": "STRING", "value": ";".join(map(str, paths))}
        variables["OP_REPOSITORY_DIR"] = {"type": "PATH", "value": str(spec.repository.root)}
    return preset


def outside_include_dirs(spec: ProjectSpec) -> tuple[Path, ...]:
    """Return the folders of headers outside of the sources' own, in the order of the search."""
    of_repository = spec.repository.include_dirs if spec.repository else ()
    folders = (*spec.include_dirs, *folders_of_relative_includes(spec), *of_repository)
    return tuple(dict.fromkeys(folders))


def folders_of_relative_includes(spec: ProjectSpec) -> tuple[Path, ...]:
    """Return include folders for the files that sources include from outside of their folders.

    Packages and exported projects have copies of the sources; `#include "../tiling_base/tiling.h"`
    is relative to the folder that they were copied from.
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
