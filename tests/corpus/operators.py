"""Operators of a cann-ops style checkout: where their sources and example clients are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CLIENT = "examples/AclNNInvocationNaive"
"""Folder of the C++ client that calls the generated two-phase API."""

_HOST_TARGETS = ("op_host_aclnn", "op_host_aclnnInner", "op_host_aclnnExc", "optiling", "opsproto")
_TARGET_SOURCES = re.compile(r"target_sources\s*\(\s*(\w+)\s+\w+\s+([^)]*)\)")
_INCLUDE = re.compile(r'^\s*#\s*include\s+"([\w.]+)"', re.MULTILINE)
_ADD_CONFIG = re.compile(r'AddConfig\s*\(\s*"(\w+)"')


@dataclass(frozen=True)
class Operator:
    """One operator folder: `op_host/`, `op_kernel/` and, mostly, an example client."""

    name: str
    root: Path

    @property
    def client(self) -> Path | None:
        """Folder of the example client, or None when the operator has none."""
        folder = self.root / CLIENT
        return folder if (folder / "run.sh").is_file() else None

    @property
    def has_handwritten_aclnn(self) -> bool:
        """Whether the user API is hand-written (cann-ops builds those with another prefix)."""
        return "op_host_aclnnInner" in self._targets()

    def host_files(self) -> list[Path]:
        """Files of op_host that the operator's own CMakeLists builds, and all headers.

        Sources that no target lists are dead code in the corpus and do not always compile.
        """
        listed = {path for target in _HOST_TARGETS for path in self._targets().get(target, ())}
        host = self.root / "op_host"
        return [
            path
            for path in sorted(host.rglob("*"))
            if path.is_file()
            and (path.suffix not in {".cpp", ".cc"} or not listed or path.resolve() in listed)
        ] + sorted(path for path in listed if self.common in path.parents)

    def kernel_files(self) -> list[Path]:
        """Files of op_kernel and the shared kernel headers they include.

        The corpus' own build installs both flat into one folder.
        """
        own = [path for path in sorted((self.root / "op_kernel").rglob("*")) if path.is_file()]
        shared = {path.name: path for path in sorted(self.common.glob("inc/*/op_kernel/*.h"))}
        found, todo = {path.name: path for path in own}, list(own)
        while todo:
            for name in _INCLUDE.findall(todo.pop().read_text(errors="replace")):
                if name in shared and name not in found:
                    found[name] = shared[name]
                    todo.append(shared[name])
        return [*own, *(path for path in found.values() if path not in own)]

    def includes(self) -> list[Path]:
        """Include folders that the operator's CMakeLists asks for, outside the operator."""
        cmake = self.root / "CMakeLists.txt"
        text = cmake.read_text(errors="replace") if cmake.is_file() else ""
        return [self.common / "inc"] if "${OP_COMMON_DIR}/inc" in text else []

    @property
    def common(self) -> Path:
        """Folder of what the corpus' operators share: `common` of the closest parent with one."""
        parents = (parent / "common" for parent in self.root.parents)
        return next((path for path in parents if (path / "inc").is_dir()), self.root / "common")

    def compute_units(self) -> list[str]:
        """Compute units that the operator registers, in the order of its sources."""
        units: dict[str, None] = {}
        for path in sorted((self.root / "op_host").rglob("*.cpp")):
            units.update(dict.fromkeys(_ADD_CONFIG.findall(path.read_text(errors="replace"))))
        return list(units)

    def _targets(self) -> dict[str, set[Path]]:
        cmake = self.root / "CMakeLists.txt"
        targets: dict[str, set[Path]] = {}
        if not cmake.is_file():
            return targets
        for target, listed in _TARGET_SOURCES.findall(cmake.read_text(errors="replace")):
            words = listed.replace("${OP_COMMON_DIR}", str(self.common))
            paths = {
                (self.root / word).resolve() for word in words.split() if not word.startswith("$")
            }
            targets.setdefault(target, set()).update(paths)
        return targets


def find_operators(corpus: Path) -> Iterator[Operator]:
    """Operators below ``corpus`` in path order: every folder holding op_host and op_kernel."""
    for host in sorted(corpus.rglob("op_host")):
        root = host.parent
        if (root / "op_kernel").is_dir():
            yield Operator(name=root.name, root=root)
