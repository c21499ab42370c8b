"""Generated operators on AI cores against those of cann-ops, in cycles of the model.

    python benchmarks/autokernel_core.py --corpus <checkout of cann-ops>/src
    python benchmarks/autokernel_core.py --tuned 24   # trials each: what tuning gains

First: both are built as packages for ascend910b and called through aclnn with the same arrays.
Products are also compared with the tiling that CANN's library computes (LibraryProduct).
With `--tuned` the default settings of all shipped operators are compared with tuned ones instead.
Cycles are those of the whole launch, and the same in each run. `--only` chooses rows.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

# The script's own folder would be searched for `asc` first.
HERE = Path(__file__).resolve().parent
sys.path[:] = [path for path in sys.path if Path(path).resolve() != HERE] + [str(HERE)]

import autokernel_core_library  # noqa: E402
import numpy as np  # noqa: E402
from autokernel_core_cases import CASES, Case, Other  # noqa: E402
from autokernel_core_tuned import print_tuned  # noqa: E402

from custom_compiler.autokernel.aicore import package  # noqa: E402
from custom_compiler.autokernel.classes import packaged  # noqa: E402
from custom_compiler.errors import BuildError  # noqa: E402
from custom_compiler.kernel.op_compiler.tuning.observed import modelled_cycles  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = HERE.parent
_SAID = 90  # letters of why a call failed


class Row(NamedTuple):
    """One line of the table, before it is measured."""

    case: Case
    other: Other
    dtype: str
    shape: tuple[int, ...]

    def __str__(self) -> str:
        size = " x ".join(map(str, self.shape))
        note = f" ({self.other.note})" if self.other.note else ""
        return f"{self.case.name} | {self.dtype} | {size} | {self.other.name}{note}"


def main() -> None:
    """Build both, measure all cases, print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--tuned", type=int, metavar="TRIALS")
    parser.add_argument("--only", default="", metavar="REGEX")
    parser.add_argument("--work", type=Path)
    args = parser.parse_args()
    if args.tuned:
        print_tuned(args.tuned, args.only)
        return
    if args.corpus is None:
        parser.error("--corpus or --tuned is needed")
    with tempfile.TemporaryDirectory() as temporary:
        work = (args.work or Path(temporary)).resolve()
        work.mkdir(parents=True, exist_ok=True)
        compare(rows(args.only), args.corpus.resolve(), work)


def rows(only: str) -> list[Row]:
    """Return all lines, or those that match."""
    all_rows = [
        Row(case, other, dtype, shape)
        for case in CASES
        for other in case.others
        for dtype in case.dtypes
        for shape in case.shapes
    ]
    return [row for row in all_rows if re.search(only, str(row))]


def compare(chosen: list[Row], corpus: Path, work: Path) -> None:
    """Build what is needed, and print the table."""
    ours, library = build_ours(
        [case for case in CASES if any(row.case is case for row in chosen)], work
    )
    folders = sorted({row.other.folder for row in chosen if row.other.folder})
    public = build_theirs(corpus, folders, work / "theirs") if folders else []
    print("| operator | type | shape | other | ours | other's | ratio |\n|" + "---|" * 7)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for line in pool.map(lambda row: measured(row, [ours], [library, *public]), chosen):
            print(line, flush=True)


def build_ours(cases: list[Case], work: Path) -> tuple[Path, Path]:
    """Build the packages of the generated operators, and of the library's product."""
    folder = work / "ours"
    for case in cases:
        variants = [case.operator(dtype) for dtype in case.dtypes]
        package.write(variants, folder, op=case.name, packaged=packaged(variants))
    autokernel_core_library.export(work / "library")
    return build(folder, "ours"), build(work / "library", "library")


def build(folder: Path, vendor: str) -> Path:
    """Build a folder's sources."""
    command = ["build", "-o", "op_host", "-k", "op_kernel", "--soc_version", "ascend910b"]
    run([sys.executable, "-m", "custom_compiler", *command, "--vendor_name", vendor], folder)
    return next(folder.glob(f"build_out/_CPack_Packages/*/*/*/packages/vendors/{vendor}"))


def build_theirs(corpus: Path, folders: list[str], work: Path) -> list[Path]:
    """Build the packages of the public operators."""
    words = [word for name in folders for word in ("--op", name)]
    command = [sys.executable, "-m", "tests.corpus", "run", "cann-ops", "--checkout", str(corpus)]
    command += words
    run([*command, "--build-only", "--work", str(work), "--output", str(work)], ROOT)
    pattern = "*/*/CustomProject/build_out/_CPack_Packages/*/*/*/packages/vendors/*"
    return sorted(work.glob(pattern))


def run(command: list[str], folder: Path) -> str:
    """Run a program; SystemExit with its words if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stdout[-2000:] + done.stderr[-2000:])
    return done.stdout


def measured(row: Row, own: list[Path], others: list[Path]) -> str:
    """Return one line of the table."""
    arrays = row.case.arrays(row.shape, row.dtype, np.random.default_rng(1))
    names = tuple(port.name for port in row.case.operator(row.dtype).inputs)
    with tempfile.TemporaryDirectory() as folder:
        for name, array in arrays.items():
            np.save(Path(folder) / f"{name}.npy", array)
        ours = cycles(Other(row.case.name, names), own, folder, "ours")
        outputs = row.other.outputs(arrays) if row.other.outputs else []
        theirs = cycles(row.other, others, folder, "theirs", outputs)
    ratio = "" if isinstance(ours, str) or isinstance(theirs, str) else f"{ours / theirs:.2f}"
    own_text, wanted = (each if isinstance(each, str) else f"{each:.0f}" for each in (ours, theirs))
    return f"| {row} | {own_text} | {wanted} | {ratio} |"


def cycles(
    call: Other,
    packages: list[Path],
    folder: str,
    kernel: str,
    outputs: Sequence[tuple[tuple[int, ...], str]] = (),
) -> float | str:
    """Return the cycles of a call, or its first error message; `kernel` is a new folder."""
    variables = {
        "ASCENDC_OBSERVE": "profile",
        "ASCENDC_OBSERVE_OUTPUT": f"{folder}/{kernel}",
        "ASCENDC_OBSERVE_OPTIONS": "timeline=off,results=0",
        "ASCEND_CUSTOM_OPP_PATH": ":".join(map(str, packages)),
    }
    Path(folder, kernel).mkdir()
    files = [f"{each}.npy" for each in call.inputs]
    command = [sys.executable, "-m", "custom_compiler", "run", call.name, "--input", *files]
    command += ["--attr", *call.attributes] if call.attributes else []
    if outputs:
        by_type: dict[str, Any] = {
            "name": call.name,
            "inputs": files,
            "attributes": call.attributes,
        }
        by_type |= {"outputs": outputs, "constant": call.constant}
        command = [sys.executable, str(HERE / "autokernel_core_call.py"), json.dumps(by_type)]
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, check=False
    )
    try:
        if done.returncode == 0:
            return modelled_cycles(f"{folder}/{kernel}")
    except BuildError as error:
        return f"not measured: {error.message}"
    reason = (done.stderr.strip().splitlines() or [""])[0]
    return f"fails: {reason[:_SAID]}"


if __name__ == "__main__":
    main()
