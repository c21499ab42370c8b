"""Modules of MultiKernelBench (wzzll123/MultiKernelBench) as operators, from their source alone.

python tests/corpus/run_multikernelbench.py --checkout PATH [--category NAME]... [--python PYTHON]

Each module is traced by a Python with torch (by default the environment of tests/clients), with
sizes cut as multikernelbench_modules.py says. A *tree* is counted where the reference gives what
the module gives, *host* and *aicore* where a kernel was built for this machine or for simulated AI
cores and gives that, too: differences of at most 1e-4 of 1 and the number. ``--output`` receives
table.csv, a row per module.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import resource
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from report import markdown

if TYPE_CHECKING:
    from collections.abc import Iterator

_HERE = Path(__file__).resolve().parent
# Those of the published comparisons, then the two that take longest.
CATEGORIES = (
    "activation", "broadcast", "loss", "matmul", "normalization", "optimizer", "pooling", "reduce",
    "convolution", "fuse",
)  # fmt: skip
_BACK_ENDS = ("host", "aicore")
_COUNTED = ("modules", "tree", *_BACK_ENDS)
_MOST = 1e-4
_SECONDS = 300
_BYTES = 12 << 30


@dataclass(frozen=True)
class Row:
    """Result of one module."""

    category: str
    name: str
    tree: bool
    host: bool
    aicore: bool
    by: str  # the class of operators, or the autoscheduler on this machine
    why: str  # of the tree, or the kernels that are not right


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))


def _lines(command: list[str], seconds: int) -> Iterator[dict[str, Any]]:
    """Yield the lines of a program until it ends, crashes or takes too long."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PY"))}
    environment = {**kept, "TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True,
            check=False, timeout=seconds, preexec_fn=_limited,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        yield {"why": f"no end after {seconds} s"}
        return
    yield from map(json.loads, done.stdout.splitlines())
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        yield {"why": f"ended with {done.returncode}: {last}"}


def _rows(category: str, files: list[Path], python: str, folder: Path) -> Iterator[Row]:
    for file in files:
        script = [python, str(_HERE / "multikernelbench_modules.py")]
        command = [*script, sysconfig.get_path("purelib"), str(folder), str(file)]
        traced = next(_lines(command, _SECONDS))
        pickled = folder / f"{file.stem}.pickle"
        built: dict[str, dict[str, Any]] = {name: {} for name in _BACK_ENDS}
        if pickled.exists():
            kernel = [sys.executable, str(_HERE / "multikernelbench_kernel.py"), str(pickled)]
            for name in _BACK_ENDS:
                built[name] = next(_lines([*kernel, name], _SECONDS))
            pickled.unlink()
        reasons = [_why(traced, "tree"), *(_why(built[name], name) for name in _BACK_ENDS)]
        yield Row(
            category,
            file.stem,
            traced.get("error", 1.0) <= _MOST,
            built["host"].get("error", 1.0) <= _MOST,
            built["aicore"].get("error", 1.0) <= _MOST,
            built["host"].get("by", ""),
            "; ".join(reason for reason in reasons if reason),
        )


def _why(outcome: dict[str, Any], what: str) -> str:
    if outcome.get("error", 0.0) > _MOST:
        return f"{what} differs by {outcome['error']:.1e}"
    return f"{what}: {outcome['why']}" if "why" in outcome else ""


def _summary(rows: list[Row]) -> str:
    names = [*dict.fromkeys(row.category for row in rows), "all"]
    table = []
    for name in names:
        count: Counter[str] = Counter()
        for row in rows:
            if name in {"all", row.category}:
                count.update(modules=1, tree=row.tree, host=row.host, aicore=row.aicore)
        table.append({"category": name, **{column: str(count[column]) for column in _COUNTED}})
    return "\n".join(markdown(("category", *_COUNTED), table))


def _python_with_torch() -> str:
    sys.path.append(str(_HERE.parent / "clients"))
    from venvs import python_with  # type: ignore[import-not-found]

    return str(python_with("torch_npu"))


def main() -> int:
    """Runs the categories and prints how many modules did what."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--checkout", type=Path, required=True, help="one of MultiKernelBench")
    parser.add_argument("--category", action="append", choices=CATEGORIES, dest="categories")
    parser.add_argument("--python", help="one with torch; by default that of tests/clients")
    parser.add_argument("--output", type=Path, default=Path("multikernelbench_report"))
    options = parser.parse_args()
    reference = options.checkout.resolve() / "reference"
    if not reference.is_dir():
        parser.error(f"{options.checkout}: no checkout of MultiKernelBench: it has no reference")
    options.output.mkdir(parents=True, exist_ok=True)
    python = options.python or _python_with_torch()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for category in options.categories or CATEGORIES:
            files = sorted((reference / category).glob("*.py"))
            for row in _rows(category, files, python, Path(folder)):
                rows.append(row)
                done = f"tree {row.tree}, host {row.host}, aicore {row.aicore} {row.by} {row.why}"
                print(f"{category}/{row.name}: {done}".rstrip(), flush=True)
    with (options.output / "table.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*Row.__annotations__])
        writer.writeheader()
        writer.writerows(asdict(row) for row in rows)
    print(_summary(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
