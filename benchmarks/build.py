"""Build time of operator packages against CANN's template flow and a lower bound.

python benchmarks/build.py --peer-template DIR [--operators 1,10,50] [--units 1,5] [--output FILE]

For each number of operators and compute units: a cold build (empty caches), one kernel edited,
nothing changed. *ours* is ``custom-compiler build``; *template* is ``build.sh`` of the given
`customize` operator project template (for example CANN 8.1's) on the same home; the *lower bound*
is the CPU time of the distinct compiler calls of our cold build divided by the number of cores.
All are measured in this run, each flow with separate folders and caches and one job per core;
what takes less than 15 s is measured three times and the median taken. Only the ratios mean
something, and those only on a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import stat
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from build_sources import UNITS, edit_kernel, write_operators

_WRAPPER = """\
#!{python} -IS
import json, os, sys, time
compiler, log = {compiler!r}, {log!r}
pid = os.spawnvp(os.P_NOWAIT, compiler, [compiler, *sys.argv[1:]])
_, status, usage = os.wait4(pid, 0)
line = json.dumps([sys.argv[1:], usage.ru_utime + usage.ru_stime]) + "\\n"
fd = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
os.write(fd, line.encode())
sys.exit(os.waitstatus_to_exitcode(status))
"""


CORES = len(os.sched_getaffinity(0))
REPETITIONS = 3
LONG = 15.0  # seconds; what takes longer is measured once

Build = Callable[[Path, dict[str, str]], None]


@dataclass(frozen=True)
class Row:
    """Wall-clock seconds of one configuration; None where the peer was not given."""

    operators: int
    units: int
    cold: float
    edit: float
    nothing: float
    lower_bound: float
    template_cold: float | None = None
    template_edit: float | None = None
    template_nothing: float | None = None


class Bench:
    """Runs both flows for one configuration in temporary folders."""

    def __init__(self, root: Path, operators: int, units: int, template: Path | None) -> None:
        self.root = root
        self.operators = operators
        self.units = UNITS[:units]
        self.template = template
        self.log = root / "commands.log"

    def run(self) -> Row:
        """Measure all columns."""
        cold, edit, nothing = self._three("ours", self._ours)
        peer: tuple[float | None, ...] = (None, None, None)
        if self.template:
            peer = self._three("template", self._template)
        return Row(self.operators, len(self.units), cold, edit, nothing, self._lower_bound(), *peer)

    def _three(self, name: str, build: Build) -> tuple[float, float, float]:
        def folder(number: int) -> Path:
            return self.root / f"{name}{number}"

        environments: dict[int, dict[str, str]] = {}

        def write(number: int) -> None:
            write_operators(folder(number) / "sources", self.operators, self.units)
            environments[number] = self._environment(folder(number))

        def run(number: int) -> None:
            build(folder(number) / "sources", environments[number])

        # The later builds take place in the folder of the first.
        cold = self._median(f"{name}, cold", write, run)
        edit = self._median(
            f"{name}, one kernel edited",
            lambda number: edit_kernel(folder(0) / "sources", number),
            lambda _: run(0),
        )
        nothing = self._median(f"{name}, nothing changed", lambda _: None, lambda _: run(0))
        return cold, edit, nothing

    def _median(
        self, what: str, prepare: Callable[[int], None], run: Callable[[int], None]
    ) -> float:
        seconds: list[float] = []
        while len(seconds) < REPETITIONS:
            prepare(len(seconds))
            start = time.perf_counter()
            run(len(seconds))
            seconds.append(time.perf_counter() - start)
            if seconds[0] > LONG:
                break
        times = ", ".join(f"{value:.2f}" for value in seconds)
        say(f"{self.operators} x {len(self.units)}: {what}: {times} s")
        return statistics.median(seconds)

    def _ours(self, sources: Path, env: dict[str, str]) -> None:
        self._call(
            [sys.executable, "-m", "custom_compiler", "build", "-j", str(CORES),
             "-o", str(sources / "op_host"), "-k", str(sources / "op_kernel"),
             "--soc_version", ";".join(self.units), "--work-dir", str(sources.parent / "work")],
            env,
        )  # fmt: skip

    def _template(self, sources: Path, env: dict[str, str]) -> None:
        assert self.template is not None
        project = sources.parent / "project"
        if not project.exists():
            shutil.copytree(self.template, project)
            for script in project.rglob("*.sh"):  # stored copies have lost the execute bits
                script.chmod(0o755)
            presets = project / "CMakePresets.json"
            data = json.loads(presets.read_text())
            values = data["configurePresets"][0]["cacheVariables"]
            values["ASCEND_COMPUTE_UNIT"]["value"] = ";".join(self.units)
            values["ASCEND_CANN_PACKAGE_PATH"]["value"] = env["ASCEND_HOME_PATH"]
            presets.write_text(json.dumps(data))
        for name in ("op_host", "op_kernel"):
            shutil.copytree(sources / name, project / name, dirs_exist_ok=True)
        build = 'source "$ASCEND_HOME_PATH/bin/setenv.bash" && bash build.sh'
        self._call(["bash", "-c", build], env, cwd=project)
        if not list((project / "build_out").glob("*.run")):
            sys.exit(f"the template flow made no package; see {self.log}")

    def _lower_bound(self) -> float:
        """Return the CPU seconds of the distinct compiler calls of a cold build, per core."""
        log = self.root / "compiler_calls.jsonl"
        wrapper = self.root / "bin" / "g++"
        wrapper.parent.mkdir()
        compiler = shutil.which(os.environ.get("CXX", "g++"))
        wrapper.write_text(_WRAPPER.format(python=sys.executable, compiler=compiler, log=str(log)))
        wrapper.chmod(wrapper.stat().st_mode | stat.S_IXUSR)
        sources = self.root / "bound" / "sources"
        write_operators(sources, self.operators, self.units)
        self._ours(sources, self._environment(sources.parent) | {"CXX": str(wrapper)})
        calls: dict[str, float] = {}
        for line in log.read_text().splitlines():
            arguments, seconds = json.loads(line)
            calls[json.dumps(arguments)] = seconds
        total = sum(calls.values())
        say(f"{self.operators} x {len(self.units)}: {len(calls)} compiler calls, {total:.2f} s")
        return total / CORES

    def _environment(self, folder: Path) -> dict[str, str]:
        env = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND_")}
        env["CUSTOM_COMPILER_CACHE"] = str(folder / "cache")
        home = subprocess.run(
            [sys.executable, "-m", "custom_compiler", "home"],
            env=env, check=True, capture_output=True, text=True,
        ).stdout.strip()  # fmt: skip
        env["ASCEND_HOME_PATH"] = home
        return env

    def _call(self, command: list[str], env: dict[str, str], cwd: Path | None = None) -> None:
        with self.log.open("ab") as log:
            code = subprocess.run(
                command, env=env, cwd=cwd or self.root, stdout=log, stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL, check=False,
            ).returncode  # fmt: skip
        if code != 0:
            sys.exit(f"{command[0]} failed with code {code}; see {self.log}")


def say(text: str) -> None:
    """Print progress, for the one who waits."""
    print(text, file=sys.stderr, flush=True)


def main(argv: list[str] | None = None) -> int:
    """Run the benchmark; returns its exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer-template", type=Path, help="folder of a `customize` template")
    parser.add_argument("--operators", default="1,10,50", help="numbers of operators")
    parser.add_argument("--units", default="1,5", help="numbers of compute units, at most 5")
    parser.add_argument("--output", type=Path, help="also write the table as JSON")
    parser.add_argument("--keep", type=Path, help="work in this folder and keep it")
    args = parser.parse_args(argv)
    template = args.peer_template.resolve() if args.peer_template else None
    if template and not (template / "build.sh").is_file():
        parser.error(f"--peer-template: {template} has no build.sh")
    root = args.keep or Path(tempfile.mkdtemp(prefix="bench-build-"))
    rows = []
    for count in map(int, args.operators.split(",")):
        for units in map(int, args.units.split(",")):
            folder = root / f"{count}x{units}"
            folder.mkdir(parents=True)
            rows.append(Bench(folder.resolve(), count, units, template).run())
            print(_format(rows[-1]), flush=True)
    if args.output:
        args.output.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    if not args.keep:
        shutil.rmtree(root)
    return 0


def _format(row: Row) -> str:
    share = row.lower_bound / row.cold
    text = (
        f"{row.operators:3} operators x {row.units} units: cold {row.cold:7.2f} s "
        f"({share:4.0%} of the lower bound's speed), edit {row.edit:6.2f} s, "
        f"nothing {row.nothing:5.2f} s"
    )
    if row.template_cold and row.template_edit and row.template_nothing:
        text += (
            f"; template / ours: cold {row.template_cold / row.cold:5.1f}, "
            f"edit {row.template_edit / row.edit:5.1f}, "
            f"nothing {row.template_nothing / row.nothing:6.1f}"
        )
    return text


if __name__ == "__main__":
    sys.exit(main())
