"""Plans the kernels: writes their parameters, implementations and information, and `plan.cmake`.

    plan_kernels.py SETTINGS

SETTINGS holds `name=value` lines (written by kernels.cmake). All follows from what op_build wrote
and from the names of the kernel sources, rarely from what they hold (`plan_read.cmake`), so it is
done while configuring; compiling is the build's work.
"""

from __future__ import annotations

import glob
import json
import os
import re
import sys
from typing import TYPE_CHECKING

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from compile_options import KernelOptions, unit_of
from copy_sources import copy_sources
from failures import SourceError, exit_code
from files import cmake_quoted, remove_others, without_future, write_changed
from implementation import implementation_text
from kernel_params import kernel_params
from known_units import known_units, unknown_unit_message
from op_info import InfoError, RegisteredOperator, read_operators, read_sections
from op_info_json import info_json
from source_files import source_files

if TYPE_CHECKING:
    from collections.abc import Iterator

_EXTENSIONS = (".cpp", ".cc", ".cxx")
_HEADERS = (".h", ".hh", ".hpp")
_TUNABLE = b"@tunable"
_MOST_IN_BATCH = 4
_EDGES_PER_CPU = 4


class KernelPlan:
    """Everything that is planned, for one run."""

    def __init__(self, path: str) -> None:
        settings = dict(_read_settings(path))
        self.autogen = settings["autogen"]
        self.kernel_dir = settings["kernel_dir"]
        self.host_dir = settings["host_dir"]
        self.output = settings["output"]
        self.toolkit = settings["toolkit"]
        self.options_file = settings["options"]
        self.requested = [unit_of(unit) for unit in settings["units"].split(";") if unit]
        self.units: dict[str, dict[str, RegisteredOperator]] = {}
        self.lines: list[str] = []
        self.kernel_count = 0
        self.read: set[str] = set()  # sources whose text the plan follows from

    def make(self) -> None:
        """Write all files; InfoError if the operators cannot be planned."""
        self._read_units()
        try:
            sources = self._find_sources()
        finally:
            read = "".join(f" {cmake_quoted(path)}" for path in without_future(self.read))
            write_changed(os.path.join(self.output, "plan_read.cmake"), f"set(PLAN_READ{read})\n")
        self._write_info()
        implementations = self._write_implementations(sources)
        self._write_kernels(sources)
        self._copy_sources(implementations)
        self._write_version()
        write_changed(os.path.join(self.output, "plan.cmake"), "\n".join(self.lines) + "\n")

    def _read_units(self) -> None:
        registered = {}
        for path in sorted(
            glob.glob(os.path.join(glob.escape(self.autogen), "aic-*-ops-info.ini"))
        ):
            unit = os.path.basename(path)[len("aic-") : -len("-ops-info.ini")]
            registered[unit] = read_operators(path)
        self._report_missing(registered)
        units_of_toolkit = known_units(self.toolkit)
        for unit in self.requested or sorted(registered):
            operators = registered.get(unit)
            if operators is None:
                continue
            unknown = unknown_unit_message(unit, units_of_toolkit, self.toolkit)
            if unknown:
                raise InfoError(f"operator {min(operators)}: {unknown}")
            self.units[unit] = operators
        self.lines.append(f"set(PLAN_UNITS {';'.join(self.units)})")

    def _report_missing(self, registered: dict[str, dict[str, RegisteredOperator]]) -> None:
        """Print which requested units have no operator, or not all; InfoError if one has none."""
        units_of: dict[str, list[str]] = {}
        for unit, operators in registered.items():
            for name in operators:
                units_of.setdefault(name, []).append(unit)
        for name, units in sorted(units_of.items()):
            if self.requested and not set(units) & set(self.requested):
                raise InfoError(
                    f"operator {name} has no AddConfig for {', '.join(self.requested)}: it has one"
                    f" for {', '.join(units)}; add the unit in op_host or build for one of these"
                )
        skipped = [unit for unit in self.requested if unit not in registered]
        if skipped:
            print(f"note: no operator has an AddConfig for {', '.join(skipped)}: not built for it")
        for unit in self.requested:
            others = sorted(units_of.keys() - registered.get(unit, units_of).keys())
            if others:
                print(f"note: without {', '.join(others)} for {unit}: no AddConfig for it")

    def _find_sources(self) -> dict[str, str]:
        """Return the kernel source of each operator, relative to the kernel folder."""
        paths_by_stem: dict[str, list[str]] = {}
        for path in source_files(self.kernel_dir):
            stem, extension = os.path.splitext(os.path.basename(path))
            if extension in _EXTENSIONS:
                paths_by_stem.setdefault(stem, []).append(path)
        sources = {}
        for operator in self._operators().values():
            candidates = paths_by_stem.get(operator.file) or self._defining(
                operator.interface, paths_by_stem
            )
            if not candidates:
                raise InfoError(
                    f"operator {operator.op_type} has no kernel file: {operator.file}.cpp is not in"
                    f" {self.kernel_dir}, and no other source there defines the kernel"
                    f" {operator.interface}"
                )
            own = [path for path in candidates if self._is_own(path, operator)]
            if len(candidates) > 1 and not own:
                raise InfoError(
                    f"operator {operator.op_type} has several kernel files: {', '.join(candidates)}"
                )
            sources[operator.op_type] = (own or candidates)[0]
        return sources

    @staticmethod
    def _is_own(path: str, operator: RegisteredOperator) -> bool:
        """Return whether a source is where CANN looks for the kernel of this operator."""
        folder, name = os.path.split(path)
        return os.path.splitext(name)[0] == operator.file and folder in {"", operator.file}

    def _defining(self, kernel: str, sources: dict[str, list[str]]) -> list[str]:
        """Return the sources, of any name, that contain the kernel function `kernel`."""
        definition = re.compile(rf"\b__global__\b[^;{{}}]*\b{re.escape(kernel)}\s*\(")
        defining = []
        for path in sorted(path for paths in sources.values() for path in paths):
            self.read.add(os.path.join(self.kernel_dir, path))
            with open(
                os.path.join(self.kernel_dir, path), encoding="utf-8", errors="replace"
            ) as file:
                if definition.search(file.read()):
                    defining.append(path)
        return defining

    def _operators(self) -> dict[str, RegisteredOperator]:
        """Return every operator once, as the first unit describes it."""
        operators: dict[str, RegisteredOperator] = {}
        for unit_operators in self.units.values():
            for name, operator in unit_operators.items():
                operators.setdefault(name, operator)
        return operators

    def _write_info(self) -> None:
        supported = {}
        for unit in self.units:
            sections = read_sections(os.path.join(self.autogen, f"aic-{unit}-ops-info.ini"))
            text = info_json(sections)
            name = os.path.join(unit, f"aic-{unit}-ops-info.json")
            info_dir = os.path.join(self.output, "tbe", "op_info_cfg", "ai_core")
            write_changed(os.path.join(info_dir, name), text, 0o640)
            write_changed(os.path.join(self._opp_dir("config"), name), text)
            supported.update({op_type: {"isGray": False, "isHeavy": False} for op_type in sections})
        path = os.path.join(self.output, "tbe", "op_info_cfg", "ai_core", "npu_supported_ops.json")
        write_changed(path, json.dumps(supported, indent=2) + "\n", 0o640)

    def _opp_dir(self, name: str) -> str:
        """Return a folder of the vendor tree for opc."""
        return os.path.join(self.output, "opp", "op_impl", "ai_core", "tbe", name)

    def _write_implementations(self, sources: dict[str, str]) -> set[str]:
        names = set()
        for op_type, operator in self._operators().items():
            options = KernelOptions(op_type, self.options_file)
            text = implementation_text(operator, sources[op_type], options)
            # opc imports the module by operator type; packages hold it by file name.
            write_changed(self._implementation(op_type), text)
            name = operator.file + ".py"
            write_changed(os.path.join(self.output, "binary", "dynamic", name), text)
            names.add(name)
        return names

    def _implementation(self, op_type: str) -> str:
        return os.path.join(self.output, "work", op_type, "dynamic", op_type + ".py")

    def _write_kernels(self, sources: dict[str, str]) -> None:
        files_by_unit: dict[str, set[str]] = {unit: set() for unit in self.units}
        kernels_of: dict[str, dict[str, list[str]]] = {}
        for op_type in self._operators():
            kernels = kernels_of.setdefault(op_type, {})
            folder = os.path.join(self.output, "work", op_type)
            for unit, operators in self.units.items():
                if op_type in operators:
                    for name, text in kernel_params(operators[op_type]):
                        write_changed(os.path.join(folder, name + "_param.json"), text)
                        kernels.setdefault(name, []).append(unit)
                        file = operators[op_type].file
                        files_by_unit[unit].update(
                            f"{file}/{name}{suffix}" for suffix in (".o", ".json")
                        )
        self.kernel_count = sum(map(len, kernels_of.values()))
        for op_type, kernels in kernels_of.items():
            self._plan_operator(op_type, sources[op_type], kernels)
        for unit, files in files_by_unit.items():
            # Kernels of operators or data types that are gone must not get into the package.
            remove_others(os.path.join(self.output, "binary", unit), files)

    def _batches(self, kernels: dict[str, list[str]]) -> list[tuple[list[str], list[str]]]:
        """Return the kernels of one operator that one process compiles, with their units.

        Where all CPUs are busy anyway, starting fewer processes is faster.
        """
        cpus = len(os.sched_getaffinity(0))
        size = min(_MOST_IN_BATCH, max(1, self.kernel_count // (_EDGES_PER_CPU * cpus)))
        by_units: dict[tuple[str, ...], list[str]] = {}
        for name, units in kernels.items():
            by_units.setdefault(tuple(units), []).append(name)
        return [
            (names[start : start + size], list(units))
            for units, names in by_units.items()
            for start in range(0, len(names), size)
        ]

    def _plan_operator(self, op_type: str, source: str, kernels: dict[str, list[str]]) -> None:
        operator = self._operators()[op_type]
        options = KernelOptions(op_type, self.options_file)
        folders = " ".join(cmake_quoted(folder) for folder in options.include_dirs())
        self.lines.append(f"set(KERNEL_INCLUDES_{op_type} {folders})")
        for names, units in self._batches(kernels):
            self.lines.append(
                f"add_kernel({op_type} {cmake_quoted(';'.join(names))} {operator.file}"
                f" {operator.interface} {cmake_quoted(source)} {' '.join(units)})"
            )
            for unit in units:
                words = options.opc_arguments(unit)
                if words:
                    quoted = " ".join(cmake_quoted(word) for word in words)
                    self.lines.insert(1, f"set(OPC_ARGUMENTS_{op_type}_{unit} {quoted})")

    def _copy_sources(self, implementations: set[str]) -> None:
        target = os.path.join(self.output, "binary", "dynamic")
        copied = implementations | copy_sources(self.kernel_dir, target)
        for path, text in self._tunable_headers():
            write_changed(os.path.join(target, "op_host", path), text)
            copied.add(os.path.join("op_host", path))
        remove_others(target, copied)

    def _tunable_headers(self) -> Iterator[tuple[str, bytes]]:
        """Yield headers of the host's sources that declare tunables: packages contain them, too."""
        for name in source_files(self.host_dir):
            path = os.path.join(self.host_dir, name)
            if not name.endswith(_HEADERS + _EXTENSIONS) or not os.path.isfile(path):
                continue
            with open(path, "rb") as file:
                text = file.read()
            if _TUNABLE in text and name.endswith(_HEADERS):
                yield name, text
            elif _TUNABLE in text:
                print(f"warning: {path}: @tunable is read in headers and in kernel sources")

    def _write_version(self) -> None:
        version = ""
        try:
            with open(
                os.path.join(self.toolkit, "compiler", "version.info"), encoding="utf-8"
            ) as file:
                for line in file:
                    name, _, value = line.strip().partition("=")
                    version = value if name == "Version" else version
        except OSError:
            print("warning: the toolkit does not tell its version (compiler/version.info)")
        path = os.path.join(self.output, "version.info")
        write_changed(path, f"custom_opp_compiler_version={version}\n")


def _read_settings(path: str) -> list[tuple[str, str]]:
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return [(name, value) for name, _, value in (line[:-1].partition("=") for line in file)]


def main(path: str) -> int:
    """Plan the kernels; the exit code."""
    try:
        KernelPlan(path).make()
    except InfoError as error:
        raise SourceError(f"error: {error}") from error
    return 0


if __name__ == "__main__":
    sys.exit(exit_code(lambda: main(sys.argv[1])))
