"""The specification of a build."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.project.repository import RepositoryParts, repository_parts
from custom_compiler.project.sources import HOST_SUFFIXES, KERNEL_SUFFIXES, collect_files
from custom_compiler.support.user_paths import user_path
from custom_compiler.support.vendor_names import check_vendor_name

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from custom_compiler.toolkit import Toolkit

_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_VALUE = re.compile(r"[\w.,:+/-]*", re.ASCII)
# Variables that the project is made with, and the options that set them.
_OWN_SETTINGS = {
    "CMAKE_BUILD_TYPE": "--build-type",
    "ASCEND_COMPUTE_UNIT": "--soc_version",
    "vendor_name": "--vendor_name",
    "ASCEND_CANN_PACKAGE_PATH": "--ascend_cann_package_path",
    "EXTRA_INCLUDE_DIRS": "--include",
    "OP_HOST_DIR": "--op_host_path",
    "OP_KERNEL_DIR": "--op_kernel_path",
    "FRAMEWORK_DIR": "--framework",
    **dict.fromkeys(("ASCEND_PYTHON_EXECUTABLE", "EXTRA_DEFINITIONS", "CMAKE_INSTALL_PREFIX"), ""),
    **dict.fromkeys(("EXTRA_HOST_SOURCES", "OTHER_HOST_DIRS", "OWN_ACLNN"), ""),
    **dict.fromkeys(("OP_REPOSITORY_DIR",), ""),
    **dict.fromkeys(("ASCEND_PACK_SHARED_LIBRARY", "ENABLE_BINARY_PACKAGE"), ""),
}
_PLUGIN_FOLDERS = ("tf_plugin/", "onnx_plugin/", "caffe_plugin/")
BUILD_TYPES = ("Release", "Debug", "RelWithDebInfo", "MinSizeRel")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSpec:
    """Sources, toolkit and settings of one operator package.

    Making one reads the source folders, once, and checks everything: MisuseError names the first
    setting that is invalid. Paths may be relative and begin with ~; they are stored absolute.

    Attributes:
        op_host: Folder of the operator definitions; sub-folders count.
        op_kernel: Folder of the kernel sources; sub-folders count.
        toolkit: The CANN installation or the embedded home to build with.
        vendor_name: Name of the vendor directory in the package.
        compute_units: Compute units ("ascend910b"); empty: those the sources register.
        build_type: One of BUILD_TYPES.
        include_dirs: More include folders, for host and kernel sources.
        framework: Folder with plugins for parsers of frameworks (tf_plugin/, onnx_plugin/,
            caffe_plugin/), which are built and packed, too.
        definitions: NAME or NAME=VALUE: macros of host and kernel sources, and variables of the
            project, which calls of add_ops_compile_options may name.
        host_files: Files of `op_host` by their path relative to it.
        kernel_files: Files of `op_kernel`, likewise.
        framework_files: Files of `framework`, likewise; empty without one.
        repository: What the operators take from their repository, if they are in one.
    """

    op_host: Path
    op_kernel: Path
    toolkit: Toolkit
    vendor_name: str = "customize"
    compute_units: tuple[str, ...] = ()
    build_type: str = "Release"
    include_dirs: tuple[Path, ...] = ()
    framework: Path | None = None
    definitions: tuple[str, ...] = ()
    host_files: Mapping[str, Path] = field(init=False, repr=False)
    kernel_files: Mapping[str, Path] = field(init=False, repr=False)
    framework_files: Mapping[str, Path] = field(init=False, repr=False)
    repository: RepositoryParts | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        check_vendor_name(self.vendor_name, "--vendor_name")
        folders = tuple(user_path(folder) for folder in self.include_dirs)
        object.__setattr__(self, "include_dirs", folders)
        self._read("host", "--op_host_path", HOST_SUFFIXES)
        self._read("kernel", "--op_kernel_path", KERNEL_SUFFIXES)
        self._check_sides()
        self._read_framework()
        sides = (self.host_files.values(), self.kernel_files.values())
        parts = repository_parts(self.op_host, *sides, self.toolkit.root, self.compute_units)
        object.__setattr__(self, "repository", parts)
        if parts:
            object.__setattr__(self, "compute_units", parts.compute_units)
        for folder in self.include_dirs:
            if not folder.is_dir():
                message = f"--include={folder}: there is no such folder"
                raise MisuseError(message, "check the path")
        for definition in self.definitions:
            check_definition(definition)
        if self.build_type not in BUILD_TYPES:
            message = f"--build-type={self.build_type}: not one of {', '.join(BUILD_TYPES)}"
            raise MisuseError(message)

    def _read(self, side: str, option: str, suffixes: tuple[str, ...]) -> None:
        folder = user_path(getattr(self, f"op_{side}"))
        object.__setattr__(self, f"op_{side}", folder)
        check_source_folder(option, folder)
        object.__setattr__(self, f"{side}_files", collect_files(option, folder, suffixes))

    def _read_framework(self) -> None:
        files: dict[str, Path] = {}
        if self.framework is not None:
            folder = user_path(self.framework)
            object.__setattr__(self, "framework", folder)
            check_source_folder("--framework", folder)
            files = collect_files("--framework", folder, HOST_SUFFIXES)
            if not any(name.startswith(_PLUGIN_FOLDERS) for name in files):
                message = f"--framework={folder}: no folder tf_plugin, onnx_plugin or caffe_plugin"
                raise MisuseError(message, "give the folder that holds these")
        object.__setattr__(self, "framework_files", files)

    def _check_sides(self) -> None:
        if self.op_kernel.is_relative_to(self.op_host):
            message = f"--op_host_path={self.op_host}: the kernels, {self.op_kernel}, are in it"
            inner = self.op_host / "op_host"
            hint = f"-o {inner}" if inner.is_dir() else "keep them in two folders of one folder"
            raise MisuseError(message, hint)
        if _registering(self.host_files, HOST_SUFFIXES):
            return
        name = _registering(self.kernel_files, KERNEL_SUFFIXES)
        if name:
            message = f"--op_kernel_path={self.op_kernel}: {name} is host code (OP_ADD)"
            hint = f"are the two folders swapped? then: -o {self.op_kernel} -k {self.op_host}"
            raise MisuseError(message, hint)


def _registering(files: Mapping[str, Path], suffixes: tuple[str, ...]) -> str:
    """Return the first source that registers operators, or ""."""
    sources = (name for name in sorted(files) if name.endswith(suffixes))
    return next((name for name in sources if b"OP_ADD(" in files[name].read_bytes()), "")


def check_definition(definition: str) -> None:
    """Raise MisuseError if `definition`, of -D, is neither NAME nor NAME=VALUE."""
    name, _, value = definition.partition("=")
    if not _NAME.fullmatch(name):
        message = f"-D {definition}: {name!r} is no name of a macro"
        raise MisuseError(message, "write -D NAME or -D NAME=VALUE")
    if not _VALUE.fullmatch(value):
        message = f"-D {definition}: a value has letters, digits and _ . , : + - / only"
        raise MisuseError(message, f"define {name} in a header of the sources")
    if name in _OWN_SETTINGS:
        option = _OWN_SETTINGS[name]
        message = f"-D {definition}: {name} is a setting of the project"
        raise MisuseError(message, f"set it by {option}" if option else "leave it out")


def check_source_folder(option: str, folder: Path) -> None:
    """Raise MisuseError if `folder`, given by `option`, cannot hold sources."""
    if not folder.exists():
        message = f"{option}={folder}: there is no such folder"
        raise MisuseError(message, "check the path; relative paths start at the current directory")
    if not folder.is_dir():
        message = f"{option}={folder}: this is a file"
        raise MisuseError(message, "give the folder that holds the sources")
    if not os.access(folder, os.R_OK | os.X_OK):
        message = f"{option}={folder}: no permission to read this folder"
        raise MisuseError(message, "change its permissions")
    if not any(folder.iterdir()):
        message = f"{option}={folder}: the folder is empty"
        raise MisuseError(message, "put the operator's sources there")
