"""Operators of a cann-ops style checkout: where their sources and example clients are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterator

_HOST_TARGETS = ("op_host_aclnn", "op_host_aclnnInner", "op_host_aclnnExc", "optiling", "opsproto")
_API_TARGET = "opapi"
_SOURCES = {".cpp", ".cc"}
_TARGET_SOURCES = re.compile(r"target_sources\s*\(\s*(\w+)\s+\w+\s+([^)]*)\)")
_TARGET_INCLUDES = re.compile(r"target_include_directories\s*\(\s*\w+\s+\w+\s+([^)]*)\)")
_INSTALLED_API = re.compile(
    r"install\s*\(\s*FILES\s+([^)]*?)DESTINATION\s+\$\{ACLNN_INC_INSTALL_DIR\}"
)
_INCLUDE = re.compile(r'^\s*#\s*include\s+"([\w.]+)"', re.MULTILINE)
_INCLUDE_ELSEWHERE = re.compile(r'^\s*#\s*include\s+"(\.\./\.\./[\w./]+)"', re.MULTILINE)
_ADD_CONFIG = re.compile(r'AddConfig\s*\(\s*"(\w+)"')
_COMMENT = re.compile(r"//[^\n]*")


@dataclass(frozen=True)
class Operator:
    """One operator folder: `op_host/`, `op_kernel/` and, mostly, an example client."""

    name: str  # group/folder, as below the corpus
    root: Path

    facts_table: ClassVar[str] = "cann_ops.csv"
    client_folder: ClassVar[str] = "examples/AclNNInvocationNaive"
    # The corpus' own build defines these; its log headers do not compile without.
    definitions: ClassVar[str] = (
        "-DLOG_CPP -DPROCESS_LOG -DOPS_UTILS_LOG_SUB_MOD_NAME='\"OP_TILING\"'"
        " -DOPS_UTILS_LOG_PACKAGE_TYPE='\"[Custom]\"'"
    )
    # Folders of the toolkit that the corpus' own build has on the path; those that are missing
    # are left out.
    toolkit_includes: ClassVar[tuple[str, ...]] = (
        "include/experiment", "include/experiment/mmpa", "include/experiment/platform",
        "include/experiment/runtime",
    )  # fmt: skip

    @property
    def client(self) -> Path | None:
        """Folder of the example client, or None when the operator has none.

        Some have only a script that prints a success.
        """
        folder = self.root / self.client_folder
        is_program = (folder / "run.sh").is_file() and any(folder.rglob("*.cpp"))
        return folder if is_program else None

    def client_sources(self) -> list[Path]:
        """Example programs to compile; none where the client has a separate script."""
        return []

    def host_files(self) -> list[Path]:
        """Files of op_host that the operator's own CMakeLists builds, and all headers.

        Sources that no target lists are dead code in the corpus and do not always compile. Sources
        of headers of other operators are linked in the corpus' own build, which makes one library
        of all.
        """
        listed = {path for target in _HOST_TARGETS for path in self._targets().get(target, ())}
        listed -= set(self.api_files())
        host = self.root / "op_host"
        files = [path for path in sorted(host.rglob("*")) if path.is_file()]
        own = [
            path
            for path in files
            if path.suffix not in _SOURCES or not listed or path.resolve() in listed
        ]
        shared = {path for path in listed if self.common in path.parents}
        shared = (shared | self._shared_with_others()) - {path.resolve() for path in files}
        return own + sorted(shared)

    def api_files(self) -> list[Path]:
        """Sources of the hand-written aclnn interface, and the headers that clients include."""
        sources = self._targets().get(_API_TARGET, set())
        # Not installed where CANN has the interface built in: clients include CANN's header.
        headers = {path.with_suffix(".h") for path in sources if path.name.startswith("aclnn")}
        installed = {
            self._path(word)
            for words in _INSTALLED_API.findall(self._cmake())
            for word in words.split()
            if word.endswith(".h")
        }
        return sorted(path for path in sources | headers | installed if path.is_file())

    def kernel_files(self) -> list[Path]:
        """Files of op_kernel and the shared kernel headers they include.

        The corpus' build installs both into one folder, without subfolders.
        """
        own = [path for path in sorted((self.root / "op_kernel").rglob("*")) if path.is_file()]
        shared = {path.name: path for path in sorted(self.common.glob("inc/*/op_kernel*/*.h"))}
        found, todo = {path.name: path for path in own}, list(own)
        while todo:
            for name in _INCLUDE.findall(todo.pop().read_text(errors="replace")):
                if name in shared and name not in found:
                    found[name] = shared[name]
                    todo.append(shared[name])
        return [*own, *(path for path in found.values() if path not in own)]

    def kernel_neighbours(self) -> list[Path]:
        """Folders op_kernel of other operators that the kernels include from."""
        return []

    def includes(self) -> list[Path]:
        """Include folders outside the operator that its CMakeLists asks for."""
        words = " ".join(_TARGET_INCLUDES.findall(self._cmake())).split()
        folders = dict.fromkeys(path for path in map(self._path, words) if path.is_dir())
        own = self.root.resolve()
        outside = [path for path in folders if path != own and own not in path.parents]
        # They share sources and, by paths like "../../<operator>/op_host/x.h", headers.
        api = self.api_files()
        elsewhere = [path for path in api if own not in path.parents]
        elsewhere += sorted(self._shared_with_others())
        outside += dict.fromkeys(path.parent for path in elsewhere)
        texts = (path.read_text(errors="replace") for path in {*api, *self.host_files()})
        return [*outside, own / "op_host"] if any('"../' in text for text in texts) else outside

    def _shared_with_others(self) -> set[Path]:
        """Headers of other operators that this one's host code includes, and their sources."""
        host = self.root / "op_host"
        files = [path for path in host.rglob("*") if path.is_file()]
        text = "\n".join(path.read_text(errors="replace") for path in files)
        shared = set()
        for name in _INCLUDE_ELSEWHERE.findall(text):
            header = (host / name).resolve()
            sources = {header.with_suffix(suffix) for suffix in _SOURCES} - set(self.api_files())
            existing = {path for path in sources if path.is_file()}
            shared |= existing | ({header} if existing else set())
        return shared

    @property
    def common(self) -> Path:
        """Folder of what the corpus' operators share: `common` of the closest parent with one."""
        parents = (parent / "common" for parent in self.root.parents)
        return next((path for path in parents if (path / "inc").is_dir()), self.root / "common")

    @property
    def has_inner_interface(self) -> bool:
        """Return whether the generated interface is an inner one, called by one written by hand."""
        return bool(self._targets().get("op_host_aclnnInner"))

    @property
    def generates_interface(self) -> bool:
        """Return whether op_build generates an aclnn interface, inner or not."""
        return True

    def place_of_shared(self, path: Path) -> Path:
        """Return the path below op_host of a file from another folder."""
        return Path(path.name)

    def compute_units(self) -> list[str]:
        """Compute units that the operator registers, in the order of its sources."""
        units: dict[str, None] = {}
        for path in sorted((self.root / "op_host").rglob("*.cpp")):
            text = _COMMENT.sub("", path.read_text(errors="replace"))
            units.update(dict.fromkeys(_ADD_CONFIG.findall(text)))
        return list(units)

    def unit(self) -> str:
        """The compute unit to build for: ascend910b if registered, else the first."""
        units = self.compute_units()
        return "ascend910b" if "ascend910b" in units or not units else units[0]

    def _cmake(self) -> str:
        cmake = self.root / "CMakeLists.txt"
        text = cmake.read_text(errors="replace") if cmake.is_file() else ""
        return re.sub(r"#[^\n]*", "", text)

    def _targets(self) -> dict[str, set[Path]]:
        targets: dict[str, set[Path]] = {}
        for target, words in _TARGET_SOURCES.findall(self._cmake()):
            targets.setdefault(target, set()).update(map(self._path, words.split()))
        return targets

    def _path(self, word: str) -> Path:
        """The file or folder that a word of the CMakeLists names."""
        known = {
            "OP_COMMON_DIR": self.common,
            "CMAKE_SOURCE_DIR": self.common.parent.parent,
            "CMAKE_CURRENT_SOURCE_DIR": self.root,
        }
        for name, path in known.items():
            word = word.replace(f"${{{name}}}", str(path))
        return (self.root / word).resolve()


def find_operators(corpus: Path) -> Iterator[Operator]:
    """Operators below ``corpus`` in path order: every folder holding op_host and op_kernel."""
    for host in sorted(corpus.rglob("op_host")):
        root = host.parent
        if (root / "op_kernel").is_dir():
            yield Operator(name=root.relative_to(corpus).as_posix(), root=root)
