"""The two layouts of projects that msopgen makes, and the files of an operator in them."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from custom_compiler.project.instantiate import TEMPLATE
from custom_compiler.project.msopgen import sources
from custom_compiler.project.msopgen.messages import Code, MsopgenError, info
from custom_compiler.support.files import write_atomic

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from custom_compiler.project.msopgen.operators import DescribedOperator

LAYOUTS = ("8", "26")
_NEWER = TEMPLATE.parent / "npu_op"
_PRESETS = "CMakePresets.json"
_SCRIPTS = (".sh", ".py", ".cmake")
# Which plugin a project of a framework has, and where its library lies in the package.
_PLACES = {
    "tf": ("tf", "tensorflow"),
    "tensorflow": ("tf", "tensorflow"),
    "onnx": ("onnx", "onnx"),
    "caffe": ("caffe", "caffe"),
}
_PLUGINS = {"tf": "tf_plugin", "tensorflow": "tf_plugin", "onnx": "onnx_plugin"}


@dataclass(frozen=True, slots=True)
class GenerationRequest:
    """The project to generate.

    Attributes:
        operator: Its operator.
        framework: The value of `-f`, in lower case.
        units: Its compute units.
        toolkit: Root of the toolkit that it is built with.
        layout: One of LAYOUTS.
    """

    operator: DescribedOperator
    framework: str
    units: tuple[str, ...]
    toolkit: Path
    layout: str


def new_project(request: GenerationRequest, output: Path) -> None:
    """Write a project to a folder that has none yet; nothing is written where one stands."""
    files = {**_template(request), **_operator_files(request)}
    preset = json.loads((TEMPLATE / _PRESETS).read_text(encoding="utf-8"))
    _set(preset, "ASCEND_COMPUTE_UNIT", ";".join(request.units))
    _set(preset, "ASCEND_CANN_PACKAGE_PATH", str(request.toolkit))
    files[_PRESETS] = _json(preset)
    _check_free(files, output)
    _write(files, output)


def add_operator(request: GenerationRequest, output: Path) -> None:
    """Add an operator, and its units, to a project; its files must not be there yet."""
    presets = output / _PRESETS
    try:
        preset = json.loads(presets.read_text(encoding="utf-8"))
    except OSError as error:
        message = f"Failed to open json file {presets}. {error.strerror}"
        raise MsopgenError(Code.OPEN, f"{message}: -m 1 needs a project") from None
    except ValueError as error:
        message = f"Failed to load json file {presets}. Please modify it. {error}"
        raise MsopgenError(Code.READ, message) from None
    had = _get(preset, "ASCEND_COMPUTE_UNIT").split(";")
    units = dict.fromkeys([*(unit for unit in had if unit), *request.units])
    _set(preset, "ASCEND_COMPUTE_UNIT", ";".join(units))
    of_project = GenerationRequest(
        request.operator, request.framework, request.units, request.toolkit, _layout_of(output)
    )
    files = _operator_files(of_project)
    there = [output / name for name in files if (output / name).exists()]
    if there:
        lines = [f"{path} already exists. Please check." for path in there]
        raise MsopgenError(Code.WRITE, *lines)
    _write({**files, _PRESETS: _json(preset)}, output)


def _layout_of(output: Path) -> str:
    try:
        lists = (output / "op_kernel" / "CMakeLists.txt").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return LAYOUTS[0]
    return "26" if "npu_op_kernel_" in lists else "8"


def _template(request: GenerationRequest) -> dict[str, bytes]:
    root = TEMPLATE if request.layout == "8" else _NEWER
    plugin = _PLUGINS.get(request.framework, "caffe_plugin")
    files = {}
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        if path.is_dir() or "__pycache__" in relative.parts or relative.name == _PRESETS:
            continue
        if relative.parts[0] == "framework" and not _has_part(request, relative, plugin):
            continue
        files[str(relative)] = path.read_bytes()
    if request.layout == "8" and request.framework in _PLACES:
        kind, folder = _PLACES[request.framework]
        lists = sources.plugin_lists(kind, folder)
        files[f"framework/{kind}_plugin/CMakeLists.txt"] = lists.encode("utf-8")
    return files


def _has_part(request: GenerationRequest, relative: Path, plugin: str) -> bool:
    """Return whether a project for this framework has a file of the template's framework/."""
    if request.layout == "8":
        return request.framework != "aclnn"
    has_any = request.framework in _PLUGINS
    return has_any and (len(relative.parts) == 2 or relative.parts[1] == plugin)  # noqa: PLR2004


def _operator_files(request: GenerationRequest) -> dict[str, bytes]:
    operator, is_struct = request.operator, request.layout == "26"
    stem = operator.stem
    tiling = sources.tiling_struct if is_struct else sources.tiling_macros
    texts = {
        f"op_{'kernel' if is_struct else 'host'}/{stem}_tiling.h": tiling(operator),
        f"op_host/{stem}.cpp": sources.definition(operator, request.units, is_struct=is_struct),
        f"op_kernel/{stem}.cpp": sources.kernel(operator, is_struct=is_struct),
    }
    plugins = "framework/"
    if request.framework in {"tf", "tensorflow"}:
        name = f"{plugins}tf_plugin/tensorflow_{stem}_plugin.cc"
        texts[name] = sources.tensorflow_plugin(operator)
    elif request.framework == "onnx":
        texts[f"{plugins}onnx_plugin/{stem}_plugin.cc"] = sources.onnx_plugin(operator)
    elif request.framework == "caffe" and not is_struct:
        name = f"{plugins}caffe_plugin/caffe_{stem}_plugin.cc"
        texts[name] = sources.caffe_plugin(operator)
    return {name: text.encode("utf-8") for name, text in texts.items()}


def _check_free(files: Mapping[str, bytes], output: Path) -> None:
    lines = []
    for top in sorted({name.partition("/")[0] for name in files}):
        path = output / top
        if path.is_dir() and any(path.iterdir()):
            lines.append(f"{path} is not empty. Please check.")
        elif path.exists() and not path.is_dir():
            lines.append(f"{path} already exists. Please check.")
    if lines:
        raise MsopgenError(Code.WRITE, *lines)


def _write(files: Mapping[str, bytes], output: Path) -> None:
    for name, data in files.items():
        path = output / name
        try:
            path.parent.mkdir(mode=0o750, parents=True, exist_ok=True)
            write_atomic(str(path), data, 0o750 if name.endswith(_SCRIPTS) else 0o640)
        except OSError as error:
            message = f"Unable to write file({path}): {error.strerror}."
            raise MsopgenError(Code.WRITE, message) from None
    info(f"{len(files)} files in {os.fspath(output)}")


def _variables(preset: Any) -> dict[str, Any]:
    try:
        variables = preset["configurePresets"][0]["cacheVariables"]
    except (LookupError, TypeError):
        variables = None
    if not isinstance(variables, dict):
        message = f"{_PRESETS}: there is no preset with cacheVariables. Please check."
        raise MsopgenError(Code.DATA, message)
    return variables


def _get(preset: Any, name: str) -> str:
    value = _variables(preset).get(name, "")
    return str(value.get("value", "") if isinstance(value, dict) else value)


def _set(preset: Any, name: str, value: str) -> None:
    variables = _variables(preset)
    if isinstance(variables.get(name), dict):
        variables[name]["value"] = value
    else:
        variables[name] = value


def _json(value: Any) -> bytes:
    return (json.dumps(value, indent=4) + "\n").encode("utf-8")
