"""Writes the operator project: the template, its settings, the user's sources."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.project.neighbours import folders_of_relative_includes
from custom_compiler.project.sources import (
    kernel_option_calls,
    ordinary_name,
    sync_files,
)
from custom_compiler.support.files import write_changed

if TYPE_CHECKING:
    from custom_compiler.project.spec import ProjectSpec

TEMPLATE = Path(__file__).parent / "template" / "customize"

_CMAKE_LISTS = "CMakeLists.txt"
_OPTIONS = "options.cmake"


def instantiate(spec: ProjectSpec, project: Path, toolkit: Path, python: str) -> bool:
    """Bring the project up to date with template, settings and sources.

    Every file is replaced as a whole and only if it differs, so an interrupted run is completed by
    the next one and an unchanged file causes no work. `toolkit` is the path of the toolkit to write
    into the settings. Returns whether the settings differ from before.
    """
    host, kernel = dict(spec.host_files), dict(spec.kernel_files)
    calls = []
    for files in (host, kernel):
        own_lists = files.pop(_CMAKE_LISTS, None)
        if own_lists is not None:
            calls += kernel_option_calls(own_lists.read_text(encoding="utf-8", errors="replace"))
    _sync_template(project)
    host = {ordinary_name(relative): path for relative, path in host.items()}
    host[_CMAKE_LISTS] = TEMPLATE / "op_host" / _CMAKE_LISTS
    kernel[_CMAKE_LISTS] = TEMPLATE / "op_kernel" / _CMAKE_LISTS
    sync_files(host, project / "op_host")
    sync_files(kernel, project / "op_kernel", keep=frozenset({_OPTIONS}))
    plugins = {ordinary_name(name): path for name, path in spec.framework_files.items()}
    plugins.setdefault(_CMAKE_LISTS, TEMPLATE / "framework" / _CMAKE_LISTS)
    sync_files(plugins, project / "framework")
    options = "".join(f"{call}\n" for call in calls)
    write_changed(str(project / "op_kernel" / _OPTIONS), options)
    preset = json.dumps(_preset(spec, toolkit, python), indent=4) + "\n"
    return write_changed(str(project / "CMakePresets.json"), preset)


def _sync_template(project: Path) -> None:
    for path in TEMPLATE.rglob("*"):
        relative = path.relative_to(TEMPLATE)
        if path.is_dir() or "__pycache__" in relative.parts or relative.name == "CMakePresets.json":
            continue
        if relative.parts[0] in {"op_host", "op_kernel", "framework"}:
            continue
        mode = 0o755 if path.suffix == ".sh" else 0o644
        write_changed(str(project / relative), path.read_bytes(), mode)


def _preset(spec: ProjectSpec, toolkit: Path, python: str) -> dict[str, Any]:
    preset: dict[str, Any] = json.loads(
        (TEMPLATE / "CMakePresets.json").read_text(encoding="utf-8")
    )
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
    include_dirs = (*spec.include_dirs, *folders_of_relative_includes(spec))
    if include_dirs:
        folders = ";".join(str(folder) for folder in dict.fromkeys(include_dirs))
        variables["EXTRA_INCLUDE_DIRS"] = {"type": "STRING", "value": folders}
    return preset
