"""Operator folders of vLLM's and SGLang's repositories for NPUs (their `csrc`).

What is built, and with which folders and options, follows from the repositories' own CMake files:
vllm-ascend's csrc/cmake/obj_func.cmake and the CMakeLists of each operator, sgl-kernel-npu's
csrc/CMakeLists.txt.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from tests.corpus.arch_operators import ArchOperator

if TYPE_CHECKING:
    from collections.abc import Iterator

_OPTIONS = re.compile(r"^\s*add_ops_compile_options\s*\(([^)]*)\)", re.MULTILINE)
_TYPE = re.compile(r"\bOP_NAME\s+(\w+)\s+OPTIONS\s+(.*)", re.DOTALL)
_ABSOLUTE = re.compile(r"get_filename_component\s*\(\s*(\w+)\s+(\S+)\s+(?:ABSOLUTE|REALPATH)\s*\)")


class AclnnFolder(ArchOperator):
    """An operator of vllm-ascend with an aclnn interface: `op_host/` and `op_kernel/`."""

    definitions: ClassVar[str] = (
        "-DLOG_CPP -DOPS_UTILS_LOG_SUB_MOD_NAME='\"OP_TILING\"'"
        " -DOPS_UTILS_LOG_PACKAGE_TYPE='\"OpsTransformerCustom\"' -DDISABLE_COMPILE_V1"
        " -Dgoogle=ascend_private"
    )
    toolkit_includes: ClassVar[tuple[str, ...]] = (
        *ArchOperator.toolkit_includes,
        "include/experiment", "include/experiment/metadef/common/util", "pkg_inc",
        "pkg_inc/profiling",
    )  # fmt: skip

    def kernel_options(self) -> list[str]:
        """Options that the repository has its kernels compiled with."""
        options: list[str] = []
        for _, text in self._cmakes():
            for name, value in _ABSOLUTE.findall(text):
                text = text.replace(f"${{{name}}}", value.strip('"'))  # noqa: PLW2901
            for arguments in _OPTIONS.findall(re.sub(r"#[^\n]*", "", text)):
                named = _TYPE.search(self._expand(arguments))
                options += named[2].split() if named else []
        return [*options, *self._compatibility()]

    def kernel_files(self) -> list[Path]:
        """Files of op_kernel, and of those that the repository's CMake copies into it."""
        return [path for path in super().kernel_files() if path.name != "CMakeLists.txt"]

    def includes(self) -> list[Path]:
        """Folders on the path of the repository's host and kernel compiles."""
        corpus = self.common.parent
        more = (corpus / "utils/inc", corpus / "third_party/catlass/include")
        own = self.root.resolve() / "op_host"  # first: some have what is common in another version
        return [own, *super().includes(), *(path for path in more if path.is_dir())]

    def host_files(self) -> list[Path]:
        """Sources of the operator, and those that the repository links into every library."""
        shared = self.common.glob("src/tiling_base/*.cpp")
        return sorted({*super().host_files(), *shared})

    def place_of_shared(self, path: Path) -> Path:
        """Next to the operator's own, in a separate folder."""
        return Path("common") / path.name

    def _own_host_files(self) -> set[Path]:
        host = self.root / "op_host"
        subfolders = {path for path in host.glob("op_tiling/**/*.cpp") if path.is_file()}
        added = set(host.glob("*_def.cpp")) | self._added_sources("tiling")
        return super()._own_host_files() | subfolders | added

    def _compatibility(self) -> list[str]:
        header = self.common / "include/cann_compat.h"
        return [f"-include{header}"] if header.is_file() else []

    def _expand(self, text: str) -> str:
        values = {"CMAKE_SOURCE_DIR": self.common.parent, "CMAKE_CURRENT_SOURCE_DIR": self.root}
        for name, value in values.items():
            text = text.replace(f"${{{name}}}", str(value))
        return re.sub(r"\$\{\w+\}", "", text)


def find_aclnn_folders(corpus: Path) -> Iterator[AclnnFolder]:
    """Operators with an aclnn interface below ``corpus``, in path order.

    Without templates, and those that are for ascend950 only.
    """
    for host in sorted(corpus.rglob("op_host")):
        root = host.parent
        operator = AclnnFolder(name=root.relative_to(corpus).as_posix(), root=root)
        if operator.name.startswith("scripts/") or not any(host.glob("*_def.cpp")):
            continue
        if (root / "op_kernel").is_dir() and operator.compute_units() != ["ascend950"]:
            yield operator
