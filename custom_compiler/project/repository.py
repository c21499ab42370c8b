"""Finds what one operator of a repository needs from the rest of it.

CANN's repositories of operators (ops-math, ops-nn, ops-cv, ops-transformer) have one folder for
each operator, GROUP/OPERATOR/{op_host,op_api,op_kernel}, and common/{inc,include,src,stub} for all.
Their own build compiles an operator with everything else. A build of one operator folder takes only
the files that its sources include, and the sources that implement those.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.project.sources import HOST_SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)
_TILING = re.compile(rb"\bIMPL_OP_OPTILING\b|\bSetTiling\(")
_REGISTERED = re.compile(rb"\bIMPL_OP_OPTILING\(\s*(\w+)")
_ACLNN_TYPES = re.compile(r"\bOPTYPE\s+(?P<operators>[\w\s]+?)\s+ACLNNTYPE\s+(?P<types>[a-z_\s]+)")
_DEPENDENCIES = re.compile(r"\bDEPENDENCIES\s+(?P<operators>[a-z0-9_\s]+)")
_PARENTS = re.compile(r"^(?:\.\./){1,3}")
_HEADERS = (".h", ".hpp")
_SUFFIXES = (*HOST_SUFFIXES, *_HEADERS)
_COMMON = "common"
_COPIES = "3rd"  # folders of operators of other repositories, which a group includes
_COMMON_HEADERS = ("inc", "include")
_BUILD = ("build.sh", "cmake/func.cmake")
_STUB = "stub"
_HOST = "op_host"
_API = "op_api"
_KERNEL = "op_kernel"
# Folders of CANN's headers that the repositories' builds search and that a project does not.
_TOOLKIT_FOLDERS = (
    "include/op_common",
    "include/op_common/op_host",
    "include/aclnn",
    "include/tiling",
    "include/base",
    "include/exe_graph",
    "include/experiment/runtime",
    "include/external",
    "include/ge",
    "pkg_inc",
    "pkg_inc/profiling",
)


_OP_TILING = "op_tiling"
# Architectures of compute units, as ops-transformer's CMakeLists.txt names folders for them.
_ARCHITECTURES = {
    "ascend310p": "arch20",
    "ascend910b": "arch22",
    "ascend910_93": "arch22",
    "ascend950": "arch35",
    "kirin9030": "arch22",
    "kirinx90": "arch22",
    "mc62": "arch38",
}

# What the repositories' own builds take if no SoC is named.
_DEFAULT_UNIT = "ascend910b"


@dataclass(frozen=True, slots=True, kw_only=True)
class RepositoryParts:
    """What a build of one operator takes from its repository.

    Attributes:
        root: The repository.
        include_dirs: Folders of headers that the sources include.
        sources: Host sources: those of `op_api` next to `op_host`, with their headers; those that
            implement an included header; for an operator without tiling that of the operator whose
            kernel it includes.
        kernel_headers: Headers of other operators' kernels by OPERATOR/NAME. CANN's build copies
            the kernels of all operators into such folders: they include "../OPERATOR/NAME".
        other_dirs: Folders of `op_host` with the tiling of other compute units, which is not
            compiled.
        own_aclnn: Operators, as in file names, of which no aclnn interface is generated: theirs is
            written by hand (ACLNNTYPE aclnn_exclude or aclnn_inner).
        compute_units: The compute units of the build, if the operators are for one that is built
            without a request.
    """

    root: Path
    include_dirs: tuple[Path, ...]
    sources: tuple[Path, ...]
    kernel_headers: Mapping[str, Path]
    other_dirs: tuple[Path, ...]
    own_aclnn: tuple[str, ...]
    compute_units: tuple[str, ...]

    def describe(self) -> str:
        """Return one line for the user: what is tiling_sources from where."""
        lists = (
            ("sources", self.sources),
            ("include folders", [p for p in self.include_dirs if p.is_relative_to(self.root)]),
            ("headers", self.kernel_headers.values()),
            ("not", self.other_dirs),
        )
        parts = [
            f"{kind} {', '.join(str(path.relative_to(self.root)) for path in paths)}"
            for kind, paths in lists
            if paths
        ]
        if self.compute_units:
            parts.append(f"for {', '.join(self.compute_units)}")
        return f"from the repository {self.root}: {'; '.join(parts)}"


def repository_parts(
    op_host: Path,
    host_files: Iterable[Path],
    kernel_files: Iterable[Path],
    toolkit: Path,
    compute_units: tuple[str, ...] = (),
) -> RepositoryParts | None:
    """Return what the operator of `op_host` takes from its repository; None outside of one.

    Args:
        op_host: Folder of the operator's host sources, absolute.
        host_files: The files in it.
        kernel_files: The files of its kernels.
        toolkit: The toolkit, whose headers come first.
        compute_units: Those of the build; empty: ascend910b if the operator is for it.
    """
    root = _repository_root(op_host)
    if root is None:
        return None
    host_files = list(host_files)
    if not compute_units and any(f'"{_DEFAULT_UNIT}"'.encode() in _content(p) for p in host_files):
        compute_units = (_DEFAULT_UNIT,)
    other_dirs = tuple(_tiling_of_other_units(op_host, compute_units))
    search = _IncludeSearch(root, op_host, toolkit)
    search.follow_kernels(kernel_files)
    api_sources = _sources(op_host.parent / _API)
    compiled = [*_outside(other_dirs, host_files), *api_sources]
    tiling_sources = []
    if not any(_TILING.search(_content(path)) for path in compiled):
        tiling_sources = [
            path for other in search.operators for path in _tiling(other, compute_units)
        ]
    compiled += tiling_sources
    sources = dict.fromkeys((*api_sources, *tiling_sources, *search.follow_host(compiled)))
    return RepositoryParts(
        root=root,
        include_dirs=tuple(search.include_dirs),
        sources=tuple(sources),
        kernel_headers=search.kernel_headers,
        other_dirs=other_dirs,
        own_aclnn=tuple(_operators_with_own_aclnn(op_host)),
        compute_units=compute_units,
    )


def _repository_root(op_host: Path) -> Path | None:
    """Return the folder above GROUP/OPERATOR/op_host with headers and the build, or None."""
    for folder in op_host.parents:
        has_headers = any((folder / _COMMON / name).is_dir() for name in _COMMON_HEADERS)
        if has_headers and all((folder / name).is_file() for name in _BUILD):
            return folder if len(op_host.relative_to(folder).parts) > 1 else None
    return None


def _tiling_of_other_units(op_host: Path, units: tuple[str, ...]) -> Iterator[Path]:
    """Yield the folders of `op_host` with the tiling of other compute units.

    The operator's CMake list names them, or they are op_tiling/ARCHITECTURE, and each registers a
    tiling function.
    """
    text = _cmake_text(op_host)
    names = ("SUPPORT_COMPUTE_UNIT", "SUPPORT_TILING_DIR")
    listed, folders = (_words_of_list(text, name) for name in names)
    used = {folder for unit, folder in zip(listed, folders, strict=False) if unit in units}
    for folder in dict.fromkeys(folders):
        if units and folder not in used and (op_host / folder).is_dir():
            yield op_host / folder
    if units and not folders:
        yield from _tiling_of_other_architectures(op_host / _OP_TILING, units)


def _tiling_of_other_architectures(op_tiling: Path, units: tuple[str, ...]) -> Iterator[Path]:
    """Yield the folders that register the operator of a folder of the units' architectures."""
    names = {_ARCHITECTURES.get(unit, unit) for unit in units}
    registered = {
        folder: set().union(*(_REGISTERED.findall(_content(path)) for path in _sources(folder)))
        for folder in sorted(op_tiling.glob("arch[0-9]*"))
    }
    own = set().union(
        *(operators for folder, operators in registered.items() if folder.name in names)
    )
    for folder, operators in registered.items():
        if folder.name not in names and operators & own:
            yield folder


def _words_of_list(text: str, name: str) -> list[str]:
    match = re.search(rf"^[ \t]*set\(\s*{name}\s([^)]*)\)", text, re.MULTILINE)
    return match[1].replace('"', " ").split() if match else []


def _operators_with_own_aclnn(op_host: Path) -> Iterator[str]:
    for match in _ACLNN_TYPES.finditer(_cmake_text(op_host)):
        names, types = match["operators"].split(), match["types"].split()
        for name, kind in zip(names, types, strict=False):
            if kind in {"aclnn_exclude", "aclnn_inner"}:
                yield name


def _cmake_text(op_host: Path) -> str:
    lists = (folder / "CMakeLists.txt" for folder in (op_host.parent, op_host))
    return "\n".join(_content(path).decode("utf-8", "replace") for path in lists)


def _sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES)


def _outside(folders: tuple[Path, ...], files: Iterable[Path]) -> Iterator[Path]:
    return (path for path in files if not any(path.is_relative_to(folder) for folder in folders))


def _tiling(operator: Path, units: tuple[str, ...]) -> Iterator[Path]:
    """Yield the sources of an operator's tiling, for one that has its kernel and no tiling."""
    op_host = operator / _HOST
    other_dirs = (*_tiling_of_other_units(op_host, units), op_host / _API)
    for path in _outside(other_dirs, _sources(op_host)):
        is_tiling = "tiling" in path.stem or _TILING.search(_content(path))
        if path.suffix in HOST_SUFFIXES and is_tiling:
            yield path


class _IncludeSearch:
    """Follows the include directives of an operator's sources through its repository.

    Attributes:
        include_dirs: Folders in which headers were found, in the order of their discovery.
        kernel_headers: As those of `RepositoryParts`.
        operators: The folders of the operators whose kernels' headers these are.
    """

    def __init__(self, root: Path, op_host: Path, toolkit: Path) -> None:
        self._root = root
        self._operator = op_host.parent
        self._own = [self._operator / name for name in (op_host.name, _KERNEL, _API)]
        self._toolkit = toolkit
        self._folders = self._header_folders()
        self.include_dirs: dict[Path, None] = {}
        self.kernel_headers: dict[str, Path] = {}
        self.operators: dict[Path, None] = {}

    def follow_host(self, files: Iterable[Path]) -> list[Path]:
        """Follow host sources; return the sources elsewhere that implement included headers."""
        sources: dict[Path, None] = {}
        waiting = list(files)
        seen: set[Path] = set()
        while waiting:
            for header in self._included(waiting.pop(), seen):
                implementing = list(self._implementing(header))
                sources.update(dict.fromkeys(implementing))
                waiting += [header, *implementing]
        return list(sources)

    def follow_kernels(self, files: Iterable[Path]) -> None:
        """Follow sources of kernels, which are complete with their headers."""
        waiting = list(files)
        seen: set[Path] = set()
        while waiting:
            waiting += self._included(waiting.pop(), seen)

    def _included(self, path: Path, seen: set[Path]) -> Iterator[Path]:
        """Yield the repository's files that `path` includes, unless it was seen before."""
        if path in seen or path.suffix not in _SUFFIXES:
            return
        seen.add(path)
        for name in _INCLUDE.findall(_content(path)):
            header = self._find(path.parent, os.fsdecode(name))
            if header:
                yield header

    def _find(self, including: Path, name: str) -> Path | None:
        """Return the repository's file that an include directive names; note where it is."""
        for folder in (including, *self._own):
            if (folder / name).is_file():
                return self._in_repository(folder / name)
        if (self._toolkit / "include" / name).is_file():
            return None
        for folder in self._folders:
            if (folder / name).is_file():
                self.include_dirs[folder] = None
                return self._in_repository(folder / name)
        return self._of_other_kernel(name)

    def _in_repository(self, path: Path) -> Path | None:
        normal = Path(os.path.normpath(path))
        return normal if normal.is_relative_to(self._root) else None

    def _of_other_kernel(self, name: str) -> Path | None:
        """Return the header "../OPERATOR/NAME" of another operator's kernel, or None."""
        key = _PARENTS.sub("", name)
        operator, _, rest = key.partition("/")
        if key == name or not rest:
            return None
        for group in (self._operator.parent, *sorted(self._root.iterdir())):
            header = group / operator / _KERNEL / rest
            if header.is_file():
                self.kernel_headers[key] = header
                self.operators[group / operator] = None
                return header
        return None

    def _implementing(self, header: Path) -> Iterator[Path]:
        """Yield the sources that implement a header outside of the operator's own folders."""
        if header.suffix not in _HEADERS or header.is_relative_to(self._operator):
            return
        beside = header.with_suffix(".cpp")
        if beside.is_file() and _KERNEL not in header.parts:
            yield beside
        elif header.is_relative_to(self._root / _COMMON):
            yield from sorted((self._root / _COMMON / "src").rglob(f"{header.stem}.cpp"))

    def _header_folders(self) -> tuple[Path, ...]:
        """Return the folders that are searched for headers: the repository's stubs are the last.

        Before them are the folders of the operators that the CMake list calls dependencies.
        """
        groups = [folder for folder in self._operator.parents if folder.is_relative_to(self._root)]
        folders = [self._root, *(self._toolkit / name for name in _TOOLKIT_FOLDERS)]
        stubs = []
        for group in reversed(groups):
            folders.append(group)
            for common in (group / _COMMON, group / _COPIES / _COMMON):
                inner = [Path(folder) for folder, _, _ in os.walk(common)]
                folders += [p for p in inner if not p.is_relative_to(common / _STUB)]
                stubs += [path for path in inner if path.is_relative_to(common / _STUB)]
            folders.append(group / _COPIES)
        names = [
            name
            for match in _DEPENDENCIES.finditer(_cmake_text(self._own[0]))
            for name in match["operators"].split()
        ]
        folders += [self._operator.parent / name / part for name in names for part in (_HOST, _API)]
        return tuple(dict.fromkeys((*folders, *stubs)))


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""  # the compiler says what it cannot read
