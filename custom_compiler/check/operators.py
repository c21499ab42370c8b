"""Operators with everything that belongs to them: of a package, or of source folders."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.check.cpp_text import without_comments
from custom_compiler.check.declarations import (
    Combination,
    DeclaredAttribute,
    DeclaredParameter,
    OperatorDeclaration,
    SourceLocation,
    line_of,
)
from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.package.files import PackageFiles
from custom_compiler.support.host_compiler import find_compiler
from custom_compiler.support.operator_information import attributes, parse_information, ports, value
from custom_compiler.support.processes import run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from custom_compiler.toolkit import Toolkit

_SOURCES = (".cpp", ".cc", ".cxx")


@dataclass(frozen=True)
class CheckedOperator:
    """An operator's prototype and its other files.

    Attributes:
        prototype: What its definition says.
        interface: Name of the kernel function.
        header: Text of the aclnn header and its place; ("", None) if there is none.
        kernels: Kernel sources that may hold the function.
    """

    prototype: OperatorDeclaration
    interface: str
    header: tuple[str, SourceLocation | None]
    kernels: tuple[Path, ...]


def packaged_operators(package: Path) -> dict[str, CheckedOperator]:
    """Return the operators of a vendor package (`.../vendors/<vendor>`)."""
    files = PackageFiles(package)
    information_files = files.operator_information()
    if not information_files:
        raise MisuseError(
            f"--package: {package} is no vendor package: it has no aic-<unit>-ops-info.json",
            "give the folder .../vendors/<vendor>",
        )
    headers = {path: _read(path) for path in sorted(files.api_headers.glob("*.h"))}
    kernels = tuple(files.kernel_sources())
    operators: dict[str, CheckedOperator] = {}
    for path in information_files.values():
        text = _read(path)
        for name, values in parse_information(text, path).items():
            if name not in operators:
                finder = _JsonLines(path, text, name)
                operators[name] = _operator(name, values, finder, headers, kernels)
    return operators


def described_operators(
    op_host: Path, op_kernel: Path | None, toolkit: Toolkit
) -> dict[str, CheckedOperator]:
    """Return the operators that sources of `op_host` define, described by op_build."""
    sources = [path for path in sorted(op_host.rglob("*")) if path.suffix in _SOURCES]
    sources = [path for path in sources if path.parent.name != "op_api"]
    if not sources:
        raise MisuseError(f"--op_host_path: {op_host} has no C++ source", "give the op_host folder")
    kernels = tuple(
        path
        for path in (sorted(op_kernel.rglob("*")) if op_kernel else [])
        if path.suffix in (*_SOURCES, ".h", ".hpp")
    )
    operators: dict[str, CheckedOperator] = {}
    with tempfile.TemporaryDirectory(prefix="custom-compiler-check-") as name:
        folder = Path(name)
        _run_op_build(sources, [op_host, *([op_kernel] if op_kernel else [])], toolkit, folder)
        headers = {path: _read(path) for path in sorted(folder.glob("aclnn_*.h"))}
        for path in sorted(folder.glob("aic-*-ops-info.ini")):
            for op_type, values in _sections(_read(path)).items():
                if op_type not in operators:
                    finder = _SourceLines(sources, op_type)
                    operators[op_type] = _operator(op_type, values, finder, headers, kernels)
    return operators


def _run_op_build(
    sources: Sequence[Path], includes: Sequence[Path], toolkit: Toolkit, folder: Path
) -> None:
    library = str(folder / "libascend_all_ops.so")
    compiler = find_compiler()
    compiler.identity()
    errors = compiler.compile_shared(
        [str(path) for path in sources],
        library,
        ["-O0", f"-I{toolkit.root}/include", *(f"-I{path}" for path in includes)],
        [f"-L{toolkit.root}/lib64", "-lexe_graph", "-lregister", "-ltiling_api"],
    )
    if errors:
        raise BuildError("the host sources do not compile", details=errors)
    ended = run(
        [str(toolkit.op_build), library, str(folder)], env=toolkit.environment(), is_merged=True
    )
    if ended.code:
        raise BuildError("op_build rejects the definitions", details=ended.output_text.strip())


def _sections(text: str) -> dict[str, dict[str, dict[str, str]]]:
    """Return `[Op]` and `input0.name=x` lines in the shape of the json file."""
    sections: dict[str, dict[str, dict[str, str]]] = {}
    values: dict[str, dict[str, str]] = {}
    for line in text.splitlines():
        if line.startswith("["):
            values = sections.setdefault(line.strip("[] "), {})
        elif "=" in line:
            key, _, value = line.partition("=")
            group, _, name = key.partition(".")
            values.setdefault(group, {})[name] = value
    return sections


class _JsonLines:
    """Places in an operator information file."""

    def __init__(self, path: Path, text: str, op_type: str) -> None:
        self._path = path
        self._text = text
        self._start = max(text.find(f'"{op_type}"'), 0)

    def operator(self) -> SourceLocation:
        return SourceLocation(self._path, line_of(self._text, self._start))

    def item(self, key: str, _name: str) -> SourceLocation:
        position = self._text.find(f'"{key}"', self._start)
        return SourceLocation(self._path, line_of(self._text, max(position, self._start)))


class _SourceLines:
    """Places in the sources that define an operator."""

    def __init__(self, sources: Sequence[Path], op_type: str) -> None:
        self._path = sources[0]
        self._text = ""
        self._start = 0
        self._line = 0
        for path in sources:
            text = without_comments(_read(path))
            match = re.search(rf"\bclass\s+{re.escape(op_type)}\b[^;{{]*\{{", text)
            if match:
                self._path, self._text, self._start = path, text, match.start()
                self._line = line_of(text, match.start())
                return

    def operator(self) -> SourceLocation:
        return SourceLocation(self._path, self._line)

    def item(self, key: str, name: str) -> SourceLocation:
        call = {"i": "Input", "o": "Output"}.get(key[0], "Attr")
        pattern = re.compile(rf'\b{call}\s*\(\s*"{re.escape(name)}"')
        match = pattern.search(self._text, self._start)
        if match is None:  # declared in a loop over names
            match = re.compile(rf'"{re.escape(name)}"').search(self._text, self._start)
        line = line_of(self._text, match.start()) if match else self._line
        return SourceLocation(self._path, line)


def _operator(
    op_type: str,
    values: dict[str, Any],
    places: _JsonLines | _SourceLines,
    headers: dict[Path, str],
    kernels: tuple[Path, ...],
) -> CheckedOperator:
    inputs = tuple(_ports(values, "input", places))
    outputs = tuple(_ports(values, "output", places))
    declared = tuple(
        DeclaredAttribute(
            name, entry["type"], entry["paramType"] == "required",
            places.item(f"attr_{name}", name),
        )
        for name, entry in attributes(values)
    )  # fmt: skip
    prototype = OperatorDeclaration(
        op_type, inputs, outputs, declared,
        tuple(_combinations(values, places.operator())), places.operator(),
    )  # fmt: skip
    function = re.compile(rf"\baclnn{re.escape(op_type)}GetWorkspaceSize\s*\(")
    header = next(
        ((text, SourceLocation(path)) for path, text in headers.items() if function.search(text)),
        None,
    )
    return CheckedOperator(prototype, value(values, "opInterface"), header or ("", None), kernels)


def _ports(
    values: dict[str, Any], group: str, places: _JsonLines | _SourceLines
) -> Iterator[DeclaredParameter]:
    for key, port in ports(values, group):
        yield DeclaredParameter(port["name"], port["paramType"], places.item(key, port["name"]))


def _combinations(values: dict[str, Any], location: SourceLocation) -> Iterator[Combination]:
    """Yield the columns of all parameters; a parameter without data types makes them unknown."""
    declared = [port for group in ("input", "output") for _, port in ports(values, group)]
    columns = [port.get("dtype", "").split(",") for port in declared]
    formats = [(port.get("format") or "").split(",") for port in declared]
    if not columns or any(column == [""] for column in columns):
        return
    for number in range(max(map(len, columns))):
        yield Combination(
            tuple(column[min(number, len(column) - 1)].strip() for column in columns),
            tuple(column[min(number, len(column) - 1)].strip() for column in formats),
            location,
        )


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")
