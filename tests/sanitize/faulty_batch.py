"""Compiles faulty kernels together with their repaired forms, and launches them in one process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tests.sanitize.faulty_cases import Array, Case

KERNELS = Path(__file__).parent / "kernels"
_KERNEL = re.compile(r"^(?:MIX_|CUBE_|BARRIER_)?KERNEL\((\w+)\)", re.MULTILINE)
_MARK = re.compile(r"// FAULT: (\w+)")
_VALUES = ("--check-nan=yes", "--check-half-sums=yes")
_SYNCHRONISATION = ("--tool=synccheck",)
_FORMS = {
    "faulty": ("__VA_ARGS__", ""),
    "repaired": ("", "__VA_ARGS__"),
}


@dataclass(frozen=True)
class Mark:
    """The line of a file of kernels that is at fault, and how."""

    kind: str
    file: str
    line: int


@dataclass(frozen=True)
class Launch:
    """One form of a case, launched: `error` is the stream's status."""

    case: Case
    form: str
    error: int
    z: Array


def marks(case: Case) -> set[Mark]:
    """Return the reports that a sanitizer run of the faulty form must give, from the source."""
    file = KERNELS / f"{case.group}.h"
    lines = file.read_text().splitlines()
    found: set[Mark] = set()
    kernel = ""
    for number, line in enumerate(lines, 1):
        named = _KERNEL.match(line)
        kernel = named[1] if named else kernel
        mark = _MARK.search(line)
        if mark and kernel == case.name:
            found.add(Mark(mark[1], file.name, number))
    return found


def write_source(cases: Iterable[Case], path: Path) -> None:
    """Write a program that launches both forms of the cases by name."""
    groups = sorted({case.group for case in cases})
    lines = [f'#include "{KERNELS.parent}/driver.h"', f'#include "{KERNELS}/common.h"']
    table = []
    for form, (faulty, repaired) in _FORMS.items():
        lines += [
            f"#define FAULTY(...) {faulty}",
            f"#define REPAIRED(...) {repaired}",
            *(_macro(prefix, kind, form) for prefix, kind in _KINDS),
            *(f'#include "{KERNELS}/{group}.h"' for group in groups),
            "#undef FAULTY",
            "#undef REPAIRED",
            *(f"#undef {prefix}KERNEL" for prefix, _ in _KINDS),
        ]
        table += [
            f'  {{"{form}/{name}", [](uint32_t blocks, aclrtStream stream, uint8_t* x, uint8_t* y,'
            " uint8_t* z, uint8_t* w) {"
            f" {name}_{form}<<<blocks, nullptr, stream>>>(x, y, z, w); }}}},"
            for group in groups
            for name in _KERNEL.findall((KERNELS / f"{group}.h").read_text())
        ]
    lines += ["int main() { return driver::Run({", *table, "}); }", ""]
    path.write_text("\n".join(lines))


_KINDS = [
    ("", "__vector__"),
    ("CUBE_", "__cube__"),
    ("MIX_", "__mix__(1, 2)"),
    ("BARRIER_", "__mix__(0, 1)"),
]


def _macro(prefix: str, kind: str, form: str) -> str:
    return (
        f"#define {prefix}KERNEL(name) __global__ {kind} __aicore__ void name##_{form}"
        "(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR w)"
    )


@dataclass(frozen=True)
class Program:
    """A compiled batch of kernels of one architecture."""

    path: Path
    cann_home: Path

    @classmethod
    def build(cls, cases: Iterable[Case], arch: str, folder: Path, cann_home: Path) -> Program:
        """Compile all groups of the cases for `arch` (dav-2201); raises AssertionError."""
        source = folder / "kernels.asc"
        write_source(cases, source)
        _run(
            [
                cann_home / "bin/bisheng",
                f"--npu-arch={arch}",
                "-g",
                "--cce-enable-sanitizer",
                str(source),
                "-o",
                str(folder / "kernels"),
            ],
            {},
        )
        return cls(folder / "kernels", cann_home)

    def launch(self, cases: list[Case], form: str, soc: str, folder: Path) -> list[Launch]:
        """Launch the cases in their order in one process."""
        output = self._start([self.path], cases, form, soc, folder)
        statuses = dict(line.split() for line in output.splitlines() if line.startswith(form))
        return [
            Launch(
                case,
                form,
                int(statuses[f"{form}/{case.name}"]),
                case.read(folder / case.name / "z.bin"),
            )
            for case in cases
        ]

    def _start(
        self, command: list[str | Path], cases: list[Case], form: str, soc: str, folder: Path
    ) -> str:
        lines = []
        for case in cases:
            place = folder / case.name
            place.mkdir(parents=True, exist_ok=True)
            case.x.tofile(place / "x.bin")
            case.y.tofile(place / "y.bin")
            (place / "w.bin").write_bytes(bytes(case.workspace if case.is_cleared else 0))
            sizes = f"{case.z.nbytes} {case.workspace}"
            lines.append(f"{form}/{case.name} {case.blocks} {place} {sizes}\n")
        return _run(command, {"ASCENDC_SOC_VERSION": soc}, "".join(lines))

    def check(
        self, cases: list[Case], form: str, soc: str, folder: Path
    ) -> dict[str, list[set[Mark]]]:
        """Return the result of `findings`, with the options that each case needs."""
        groups: dict[tuple[str, ...], list[Case]] = {}
        for case in cases:
            groups.setdefault(_options_of(case), []).append(case)
        return {
            name: found
            for options, group in groups.items()
            for name, found in self.findings(group, form, soc, folder, options).items()
        }

    def findings(
        self,
        cases: list[Case],
        form: str,
        soc: str,
        folder: Path,
        options: tuple[str, ...],
    ) -> dict[str, list[set[Mark]]]:
        """Reports of a sanitizer run of each case by name: the places that each one names.

        A report about two accesses names both. `options` are those of mssanitizer.
        """
        report = folder / f"{form}.json"
        command: list[str | Path] = [
            self.cann_home / "bin/mssanitizer",
            *options,
            f"--json={report}",
        ]
        self._start([*command, "--", self.path], cases, form, soc, folder)
        launches = json.loads(report.read_text())["launches"]
        assert len(launches) == len(cases), "a launch was not checked"
        return {
            case.name: [
                _places(finding)
                for launch in launches
                if launch["number"] == number
                for finding in launch["findings"]
                if finding["severity"] != "info"
            ]
            for number, case in enumerate(cases)
        }


def _options_of(case: Case) -> tuple[str, ...]:
    """Return the options that make mssanitizer report the fault of a case."""
    if case.group == "values":
        return _VALUES
    return _SYNCHRONISATION if case.name == "flag_repeated" else ()


def _places(finding: dict[str, Any]) -> set[Mark]:
    accesses = [finding, finding["other"]] if finding["other"] else [finding]
    frames = (
        next((frame for frame in access["frames"] if Path(frame["file"]).parent == KERNELS), None)
        for access in accesses
    )
    return {
        Mark(finding["kind"], Path(frame["file"]).name, frame["line"])
        for frame in frames
        if frame is not None
    }


def _run(command: list[str | Path], env: Mapping[str, str], text: str = "") -> str:
    done = subprocess.run(
        command,
        input=text,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-8000:]
    sys.stderr.write(done.stderr)
    return done.stdout
