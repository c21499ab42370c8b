"""Operators of the newer layout (ops-math): `<name>_def.cpp`, `arch*` folders, opbase headers.

What is built and with which folders follows from the corpus' own cmake/func.cmake, variables.cmake
and gen_ops_info.cmake.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from tests.corpus.operators import Operator

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SET = re.compile(r"^\s*set\s*\(\s*(\w+)\s+([^)]*)\)", re.MULTILINE)
_SOURCES_CALL = re.compile(r"^\s*add_(?:all_)?modules_sources\s*\(([^)]*)\)", re.MULTILINE)
_ADDED = re.compile(r"target_sources\s*\(\s*\$\{OPHOST_NAME\}_(\w+)_obj\s+PRIVATE\s+([^)]*)\)")
_KEYWORDS = {"OPTYPE", "ACLNNTYPE", "COMPUTE_UNIT", "TILING_DIR", "DEPENDENCIES", "DISABLE_IN_OPP"}
_INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
_KERNEL_OF_OTHER = re.compile(r"(?:\.\./)+(\w+)/")
_PREFERRED_UNITS = ("ascend910b", "ascend910_93", "ascend310p", "ascend910")


class ArchOperator(Operator):
    """One operator folder: `op_host/`, `op_kernel/`, mostly `op_api/` and `examples/`."""

    facts_table: ClassVar[str] = "ops_math.csv"
    client_folder: ClassVar[str] = "examples"
    definitions: ClassVar[str] = (
        "-DOP_SUBMOD_NAME='\"OPS_MATH\"' -DOPS_UTILS_LOG_SUB_MOD_NAME='\"OP_TILING\"'"
        " -DDISABLE_COMPILE_V1 -Dgoogle=ascend_private"
    )
    # Find{OPBASE,platform,nnopbase,metadef}.cmake; CANN has them all.
    toolkit_includes: ClassVar[tuple[str, ...]] = (
        "include/op_common", "include/op_common/op_host", "include/tiling",
        "include/experiment/platform", "include/aclnn", "include/exe_graph", "include/base",
    )  # fmt: skip

    @property
    def client(self) -> Path | None:
        """Folder of the example programs of the aclnn interface, or None."""
        folder = self.root / self.client_folder
        return folder if self.client_sources() else None

    def client_sources(self) -> list[Path]:
        """Example programs that call the aclnn interface, one executable each."""
        return sorted((self.root / self.client_folder).glob("test_aclnn_*.cpp"))

    def host_files(self) -> list[Path]:
        """Definitions, inference and tilings that the corpus builds for the unit; all headers.

        Those of dependencies too, but not their definitions: their kernels are not built.
        """
        others = {path for other in self._dependencies() for path in other._own_host_files()}
        return sorted(self._own_host_files() | {p for p in others if "_def" not in p.name})

    def _own_host_files(self) -> set[Path]:
        host = self.root / "op_host"
        chosen = {path for name in self._names for path in host.glob(f"{name}_def*.cpp")}
        for pattern in ("*_infershape*.cpp", "*_tiling*.cpp", f"{self._tiling_dir}/*_tiling*.cpp"):
            chosen.update(host.glob(pattern))
        chosen.update(self._added_sources("tiling"))
        headers = {path for path in host.rglob("*") if path.suffix in {".h", ".hpp"}}
        return chosen | headers

    def api_files(self) -> list[Path]:
        """Sources of the hand-written aclnn interface and its headers."""
        folders = (self.root / "op_api", self.root / "op_host" / "op_api")
        own = {
            path
            for folder in folders
            for pattern in ("*.cpp", "*.h")
            for path in folder.glob(pattern)
        }
        return sorted(own | self._added_sources("opapi"))

    def kernel_files(self) -> list[Path]:
        """Files of op_kernel."""
        return [path for path in sorted((self.root / "op_kernel").rglob("*")) if path.is_file()]

    def kernel_neighbours(self) -> list[Path]:
        """Folders op_kernel of the operators whose kernel headers this one includes.

        The corpus' own build puts the kernels of all operators into folders next to each other.
        """
        names = {
            name
            for path in self.kernel_files()
            for include in _INCLUDE.findall(path.read_text(errors="replace"))
            for name in _KERNEL_OF_OTHER.findall(include)
        }
        folders = (self.root.parent / name / "op_kernel" for name in sorted(names))
        return [folder for folder in folders if folder.is_dir()]

    @property
    def common(self) -> Path:
        """Folder of what the operators of the corpus share."""
        folders = [parent / "common" for parent in self.root.parents]
        names = ("inc", "include")
        found = (folder for folder in folders if any((folder / name).is_dir() for name in names))
        return next(found, self.root / "common")

    def includes(self) -> list[Path]:
        """Folders of the corpus that its build has on the path, and the operator's own.

        From the latter, "../../<other operator>/op_host/x.h" is found.
        """
        common = self.common / "inc"
        operators = (self, *self._dependencies())
        hosts = [path for path in (one.root / "op_host" for one in operators) if path.is_dir()]
        own = [
            folder
            for host in hosts
            for folder in (host, *sorted(path for path in host.glob("*") if path.is_dir()))
        ]
        added = {path.parent for path in self._added_sources("opapi")}
        top = common.parent.parent
        folders = (common, self.common / "include")
        shared = [folder / name for folder in folders for name in ("", "op_api", "external")]
        return [
            top,
            self.root.parent,
            *(path for path in shared if path.is_dir()),
            *own,
            *sorted(added),
        ]

    def unit(self) -> str:
        """The compute unit to build for: the first registered one of the older architectures."""
        units = self.compute_units()
        return next((unit for unit in _PREFERRED_UNITS if unit in units), "ascend910b")

    @property
    def has_inner_interface(self) -> bool:
        """Return whether the generated interface is an inner one, called by one written by hand."""
        return self._interface_types == {"aclnn_inner"}

    @property
    def generates_interface(self) -> bool:
        """Return whether op_build generates an aclnn interface, inner or not."""
        return self._interface_types != {"aclnn_exclude"}

    def place_of_shared(self, path: Path) -> Path:
        """Dependencies have folders of architectures, with headers of the same names."""
        host = next(parent for parent in path.parents if parent.name == "op_host")
        return path.relative_to(host)

    def interface_kind(self) -> str:
        """Return the origin of the aclnn interface: autogen, handwritten or none."""
        if any(path.name.startswith("aclnn_") for path in self.api_files()):
            return "handwritten"
        return "autogen" if "aclnn" in self._interface_types else "none"

    @property
    def _interface_types(self) -> set[str]:
        return {kind for call in self._calls for kind in call.get("ACLNNTYPE", ())}

    def _added_sources(self, target: str) -> set[Path]:
        """Sources that the operator's CMakeLists adds to an object library, for older units."""
        corpus = self.common.parent
        sources: set[Path] = set()
        for folder, text in self._cmakes():
            for words in (words for name, words in _ADDED.findall(text) if name == target):
                expanded = words.replace("${CMAKE_CURRENT_SOURCE_DIR}", str(folder))
                expanded = expanded.replace("${CMAKE_SOURCE_DIR}", str(corpus))
                sources.update(folder / word for word in expanded.split())
        return {path for path in sources if path.is_file() and "arch35" not in path.parts}

    def _dependencies(self) -> list[ArchOperator]:
        """Operators for the older units that the corpus builds along with this one.

        Some name each other.
        """
        found = {self.root: self}
        todo = [self]
        while todo:
            for other in todo.pop()._named_dependencies():
                if other.root not in found:
                    found[other.root] = other
                    todo.append(other)
        return list(found.values())[1:]

    def _named_dependencies(self) -> list[ArchOperator]:
        names = [name for call in self._calls for name in call.get("DEPENDENCIES", ())]
        folders = (self.root.parent / name for name in names)
        others = [ArchOperator(folder.name, folder) for folder in folders if folder.is_dir()]
        units = [set(other.compute_units()) for other in others]
        # Without units it is what several operators share.
        older = (not of_one or of_one & set(_PREFERRED_UNITS) for of_one in units)
        return [other for other, taken in zip(others, older, strict=True) if taken]

    @property
    def _names(self) -> list[str]:
        names = [name for call in self._calls for name in call.get("OPTYPE", ())]
        return names or [self.root.name]

    @property
    def _tiling_dir(self) -> str:
        for call in self._calls:
            units = dict(
                zip(call.get("COMPUTE_UNIT", ()), call.get("TILING_DIR", ()), strict=False)
            )
            if self.unit() in units:
                return units[self.unit()]
        return "."

    @cached_property
    def _calls(self) -> list[dict[str, list[str]]]:
        """Arguments of add_modules_sources and add_all_modules_sources, by keyword."""
        return [
            _by_keyword(arguments.replace('"', " ").split())
            for _, text in self._cmakes()
            for arguments in _SOURCES_CALL.findall(text)
        ]

    def _cmakes(self) -> Iterator[tuple[Path, str]]:
        """Folders with a CMakeLists, and its text with the values of its variables filled in."""
        for folder in (self.root, self.root / "op_host"):
            cmake = folder / "CMakeLists.txt"
            text = cmake.read_text(errors="replace") if cmake.is_file() else ""
            values: dict[str, str] = {}
            for name, value in _SET.findall(text):
                values[name] = f"{values.get(name, '')} {value}"
            for name, value in values.items():
                text = text.replace(f"${{{name}}}", value)
            yield folder, text


def _by_keyword(words: list[str]) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    keyword = ""
    for word in words:
        if word in _KEYWORDS:
            keyword = word
        else:
            values.setdefault(keyword, []).append(word)
    return values


def has_arch_layout(corpus: Path) -> bool:
    """Return whether a checkout has the newer layout: its operators share the library opbase."""
    places = ("third_party/opbase.cmake", "modules/FindOPBASE.cmake")
    return any((corpus / "cmake" / place).is_file() for place in places)


def find_arch_operators(corpus: Path) -> Iterator[ArchOperator]:
    """Operators below ``corpus`` in path order: a definition in op_host, and op_kernel."""
    for host in sorted(corpus.rglob("op_host")):
        root = host.parent
        if (root / "op_kernel").is_dir() and any(host.glob("*_def.cpp")):
            name = root.relative_to(corpus).as_posix()
            if not name.startswith(("scripts/", "examples/")):
                yield ArchOperator(name=name, root=root)
