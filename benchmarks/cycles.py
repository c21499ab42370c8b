"""The cycle model held against what was measured on NPUs.

python benchmarks/cycles.py --examples asc-devkit/examples --timings timings.csv [--filter TEXT]...

Builds the public examples that cycle_cases.csv names (observed, for the SoC they were measured on),
runs them with the same shapes and numbers of blocks, and compares what the model says with the rows
of ``--timings``: tables of launches that msprof measured, with the columns source, soc, shape,
block_dim, note, time_us and <pipe>_ratio. Nothing of the examples is kept in this repository.
Inputs are zeros and results are not computed: the time of these kernels does not depend on values.

``--output`` receives cycles.jsonl, one line per launch; ``--resume`` keeps those that are there.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_BEST_PRACTICES = "01_simd_cpp_api/05_best_practices"
_PIPES = ("vec", "scalar", "mte1", "mte2", "mte3", "cube", "fixpipe")
_FEWEST_TO_RANK = 3
_SOCS = {"Ascend910B1": "910B1", "Ascend950PR_9589": "950PR"}


@dataclass(frozen=True)
class Case:
    """A launch of a public example; ``timing`` is a pattern for its row of measured launches."""

    example: str
    arch: str
    soc: str
    timing: str
    defines: tuple[str, ...]
    inputs: tuple[str, ...]

    @property
    def name(self) -> str:
        """Example, SoC and definitions."""
        return " ".join((Path(self.example).name, self.soc, *self.defines))

    def measured(self, rows: Iterable[dict[str, str]]) -> dict[str, str] | None:
        """The first row that is this launch."""
        for row in rows:
            blocks = row["block_dim"].removesuffix(".0")
            # The table of cases separates columns by commas.
            text = f"{row['shape']} {blocks} {row['note']}".replace(",", ";")
            if (
                f"/{self.example}/" in row["source"]
                and _SOCS[self.soc] in row["soc"]
                and re.search(self.timing, text)
            ):
                return row
        return None


@dataclass(frozen=True)
class Comparison:
    """Microseconds, and per pipe the fraction of the cores' time, measured and modelled."""

    name: str
    group: str
    time: float
    model_time: float
    ratios: dict[str, float]
    model_ratios: dict[str, float]

    @property
    def time_error(self) -> float:
        """Relative."""
        return self.model_time / self.time - 1

    def ratio_errors(self) -> list[float]:
        """Absolute, of every pipe that was measured."""
        return [abs(self.model_ratios.get(p, 0) - r) for p, r in self.ratios.items()]


def main(argv: list[str] | None = None) -> int:
    """Run the script; returns its exit code."""
    args = _parse(argv)
    rows = list(csv.DictReader(args.timings.open(encoding="utf-8", newline="")))
    args.output.mkdir(parents=True, exist_ok=True)
    results = args.output / "cycles.jsonl"
    known = {c.name: c for c in _read(results)} if args.resume else {}
    results.write_text("".join(_line(c) for c in known.values()), encoding="utf-8")
    failed = 0
    for case in read_cases():
        row = case.measured(rows)
        if row is None or case.name in known or not _chosen(case.name, args.filter):
            continue
        try:
            profile = run(case, args.examples, args.work)
        except (subprocess.SubprocessError, RuntimeError) as error:
            print(f"{case.name}: {error}", file=sys.stderr)
            failed += 1
            continue
        known[case.name] = compare(case, row, profile)
        print(_text(known[case.name]), flush=True)
        with results.open("a", encoding="utf-8") as file:
            file.write(_line(known[case.name]))
    print(summary(list(known.values())))
    return 1 if failed or not known else 0


def read_cases() -> list[Case]:
    """The launches of cycle_cases.csv."""
    table = Path(__file__).with_name("cycle_cases.csv")
    with table.open(encoding="utf-8", newline="") as stream:
        return [
            Case(
                row["example"], row["arch"], row["soc"], row["timing"],
                tuple(row["defines"].split()), tuple(row["inputs"].split()),
            )
            for row in csv.DictReader(stream)
        ]  # fmt: skip


def run(case: Case, examples: Path, work: Path) -> dict[str, object]:
    """Build and run an example; the profile of its last launch."""
    home = subprocess.run(
        [sys.executable, "-m", "custom_compiler", "home"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    work.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=work) as folder:
        project = Path(folder) / "example"
        shutil.copytree(examples / _BEST_PRACTICES / case.example, project)
        build = project / "build"
        for name in ("input", "output", "profile"):
            (build / name).mkdir(parents=True)
        for name, size in (text.split("=") for text in case.inputs):
            with (build / "input" / name).open("wb") as file:
                file.truncate(int(size))
        defines = " ".join(f"-D{d}" for d in (*case.defines, "CMAKE_ASC_FLAGS=-sanitizer"))
        script = f"""set -e
            source "{home}/set_env.sh"
            cmake .. -DCMAKE_ASC_ARCHITECTURES={case.arch} {defines}
            make
            export ASCEND_SLOG_PRINT_TO_STDOUT=1  # says why a launch failed
            export ASCENDC_OBSERVE=profile ASCENDC_OBSERVE_OUTPUT="$PWD/profile"
            ASCENDC_OBSERVE_OPTIONS=results=0 ./demo"""
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=build, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=os.environ | {"ASCENDC_SOC_VERSION": case.soc},
        )  # fmt: skip
        profiles = list((build / "profile").glob("*.profile.jsonl"))
        if done.returncode != 0 or not profiles:
            message = f"exit code {done.returncode}\n{done.stdout[-2000:]}"
            raise RuntimeError(message)
        lines = profiles[0].read_text(encoding="utf-8").splitlines()
    profile: dict[str, object] = json.loads(lines[-1])
    return profile


def compare(case: Case, row: dict[str, str], profile: dict[str, object]) -> Comparison:
    """The measured row beside the profile. Ratios are means over the cores of a type."""
    cores = profile["cores"]
    assert isinstance(cores, list)
    model_ratios: dict[str, float] = {}
    for core_type in ("aiv", "aic"):  # of MIX launches the AIC columns are what the rows show
        chosen = [core for core in cores if core["type"] == core_type]
        cycles = sum(core["cycles"] for core in chosen)
        for pipe in _PIPES:
            busy = sum(core["pipes"].get(pipe, {"busy": 0})["busy"] for core in chosen)
            if busy > 0:
                model_ratios[pipe] = busy / cycles
    return Comparison(
        case.name,
        f"{Path(case.example).name} {case.soc}",
        float(row["time_us"]),
        float(str(profile["duration_us"])),
        {p: float(row[f"{p}_ratio"]) for p in _PIPES if row[f"{p}_ratio"]},
        model_ratios,
    )


def summary(comparisons: list[Comparison]) -> str:
    """Errors over all rows, and the rank correlation in each group of variants."""
    if not comparisons:
        return "no row was compared"
    times = [abs(c.time_error) for c in comparisons]
    lines = [f"launches {len(comparisons)}", f"total time: {_spread(times, '%')}"]
    for pipe in _PIPES:
        errors = [
            abs(c.model_ratios.get(pipe, 0) - c.ratios[pipe])
            for c in comparisons
            if pipe in c.ratios
        ]
        if errors:
            lines.append(f"{pipe} ratio ({len(errors)}): {_spread(errors, 'points')}")
    groups: dict[str, list[Comparison]] = defaultdict(list)
    for comparison in comparisons:
        groups[comparison.group].append(comparison)
    for name, group in groups.items():
        if len(group) >= _FEWEST_TO_RANK:
            rank = rank_correlation([c.time for c in group], [c.model_time for c in group])
            lines.append(f"rank correlation, {name} ({len(group)}): {rank:.2f}")
    return "\n".join(lines)


def rank_correlation(first: list[float], second: list[float]) -> float:
    """Spearman's, of two lists of the same length without equal numbers in one."""
    ranks = [
        {value: rank for rank, value in enumerate(sorted(values))} for values in (first, second)
    ]
    distance = sum((ranks[0][a] - ranks[1][b]) ** 2 for a, b in zip(first, second, strict=True))
    return 1 - 6 * distance / (len(first) * (len(first) ** 2 - 1))


def _spread(errors: list[float], unit: str) -> str:
    worst = quantiles(errors, n=10, method="inclusive")[-1] if len(errors) > 1 else errors[0]
    return (
        f"median error {100 * median(errors):.1f} {unit}, 90th percentile {100 * worst:.1f} {unit}"
    )


def _text(c: Comparison) -> str:
    ratios = " ".join(f"{p} {c.model_ratios.get(p, 0):.3f}/{r:.3f}" for p, r in c.ratios.items())
    return f"{c.name}: {c.model_time:.1f}/{c.time:.1f} us ({100 * c.time_error:+.0f} %) {ratios}"


def _line(c: Comparison) -> str:
    return json.dumps(c.__dict__) + "\n"


def _read(results: Path) -> list[Comparison]:
    lines = results.read_text(encoding="utf-8").splitlines() if results.is_file() else []
    return [Comparison(**json.loads(line)) for line in lines]


def _chosen(name: str, texts: list[str]) -> bool:
    return not texts or any(text in name for text in texts)


def _parse(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add(
        "--examples", type=Path, required=True, help="folder `examples` of a checkout of asc-devkit"
    )
    add("--timings", type=Path, required=True, help="table of measured launches")
    add("--filter", action="append", default=[], help="only cases whose name has this text")
    add("--work", type=Path, default=Path("cycles_work"), help="where to build and run")
    add("--output", type=Path, default=Path("cycles_results"), help="folder of the results")
    add("--resume", action="store_true", help="keep the rows of the run before")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
