"""Host kernels of operators from descriptions against libraries, autoschedulers and the peak.

python benchmarks/autokernel.py [--only gemm|NAME] [--turns N] [--rounds N] [--torch PYTHON]
                                [--target NAME] [--setting JSON] [--trials N]
                                [--threads N]

Everything that is compared runs in one process, torch in another one that runs when its turn comes,
each subject once in each of some shuffled rounds: by the CPU time of one thread, or with
`--threads` by the clock, in rounds in which others leave the machine alone. A turn is such a set of
rounds; what is printed is the median of the turns' ratios, with the lowest and the highest. Ours
are the settings that operators have without search, `--setting`, or what a search of `--trials`
finds, for known sizes, and in lines of `any size` the version for all. A line in which others are
faster says why, as far as that is known; memory is a reason where copying as many bytes takes long.

`gemm` is the product of two matrices of 640 rows and columns: ours, OpenBLAS (NumPy's), the seven
steps of AutoKernel's tutorial and the autoschedulers next to the processor's peak; also matrices of
512, where the autoschedulers are compared. With `--target x86-64-avx2` OpenBLAS uses its kernels of
that instruction set, too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

_THREADS = ("OPENBLAS_NUM_THREADS", "HL_NUM_THREADS")
_MOVED = "copy"
_CORE_TYPES = {"x86-64-avx2": "Haswell", "x86-64": "Nehalem"}

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from autokernel_cases import Case
    from autokernel_rounds import Subject
    from autokernel_subjects import Bench


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", metavar="NAME", help="gemm, or a shipped operator")
    parser.add_argument("--turns", type=int, default=3, help="sets of rounds (3)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of a set (7)")
    parser.add_argument("--torch", metavar="PYTHON", help="one with torch, to compare with it")
    parser.add_argument("--target", default="host", help="instruction set (what this machine has)")
    parser.add_argument("--setting", type=json.loads, help="knobs that differ from the default")
    parser.add_argument("--threads", type=int, default=1, help="of each subject (1)")
    parser.add_argument("--trials", type=int, help="search first for the best setting")
    args = parser.parse_args()
    wanted = dict.fromkeys(_THREADS, str(args.threads))
    if args.target in _CORE_TYPES:
        wanted["OPENBLAS_CORETYPE"] = _CORE_TYPES[args.target]
    if any(os.environ.get(name) != value for name, value in wanted.items()):
        # Libraries read these when they are loaded.
        return subprocess.call([sys.executable, *sys.argv], env=os.environ | wanted)
    from autokernel_cases import CASES

    with tempfile.TemporaryDirectory() as folder:
        if args.only in {None, "gemm"}:
            _gemm(args, Path(folder, "gemm"))
        chosen = [case for case in CASES if args.only in {None, case.operator}]
        if chosen:
            _operators(chosen, args, Path(folder, "operators"))
    return 0


def _gemm(args: argparse.Namespace, folder: Path) -> None:
    """Time the tutorial's product of matrices, and ours."""
    import halide as hl
    import numpy as np
    from autokernel_cases import Case
    from autokernel_rounds import Call, aligned
    from autokernel_subjects import Bench, autoscheduled, ours
    from autokernel_tutorial import STEPS, peak, product

    from custom_compiler.autokernel.host.targets import find_target

    target = find_target(args.target)
    size = 640
    case = Case("matmul", ((size, size), (size, size)))
    a, b, out = (aligned((size, size)) for _ in range(3))
    bench = Bench(case, [a, b], target, args.threads, folder)
    subjects: dict[str, Subject] = {"ours": ours(bench, _setting(bench, args))}
    subjects["OpenBLAS"] = Call(lambda: np.dot(a, b, out=out), args.threads)
    fastest, operations = peak(target.lanes("float32"), hl.Target(target.halide))
    count, operands = 2 * size**3 // operations // args.threads, aligned((operations // 2,))
    subjects["peak"] = Call(lambda: fastest(count, 0.999, 0.001, operands))
    for step in range(1, len(STEPS) + 1):
        kernel = product(size, step, hl.Target(target.halide))
        subjects[f"step {step}"] = Call(lambda kernel=kernel: kernel(a, b, out), args.threads)  # type: ignore[misc]
    subjects |= autoscheduled(bench)
    turns = list(_turns(subjects, args))
    if not turns:
        print(f"matmul {size}: no round counts")
        return
    print(f"matmul {size}, float32, {target.name}, threads: {args.threads}")
    _say("ours against OpenBLAS", [turn["OpenBLAS"] / turn["ours"] for turn in turns])
    _say("ours of the peak", [turn["peak"] / turn["ours"] for turn in turns])
    _say("OpenBLAS of the peak", [turn["peak"] / turn["OpenBLAS"] for turn in turns])
    for name in subjects:
        if name not in {"peak", "step 1"}:
            text = STEPS[int(name[5:]) - 1] if name.startswith("step") else ""
            speedups = [turn["step 1"] / turn[name] for turn in turns]
            _say(f"{name} against step 1 {text and f'({text})'}", speedups)


def _operators(cases: list[Case], args: argparse.Namespace, folder: Path) -> None:
    """Compare the shipped operators, each at its shapes."""
    from autokernel_cases import ANY_SIZE, by_numpy
    from autokernel_rounds import Call, aligned
    from autokernel_subjects import (
        Bench,
        Torch,
        autoscheduled,
        for_any_size,
        moved,
        ours,
    )

    from custom_compiler.autokernel.host.targets import find_target

    target = find_target(args.target)
    ratios: dict[str, list[float]] = {}
    for number, case in enumerate(cases):
        arrays = [aligned(shape) for shape in case.shapes]
        bench = Bench(case, arrays, target, args.threads, folder / str(number))
        subjects: dict[str, Subject] = {"ours": ours(bench, _setting(bench, args))}
        subjects[ANY_SIZE] = for_any_size(bench)
        subjects[_MOVED] = moved(bench)
        subjects["NumPy"] = Call(by_numpy(case, arrays), args.threads)
        torch = Torch(args.torch, bench) if args.torch else None
        if torch:
            subjects["torch"] = torch
        others = autoscheduled(bench)
        turns = list(_turns(subjects | others, args, torch.begin if torch else None))
        if torch:
            torch.close()
        if not turns:
            print(f"{case}: no round counts")
            continue
        print(f"{case}: {median(turn['ours'] for turn in turns) * 1e3:.3f} ms")
        best = min(others, key=lambda name: median(turn[name] for turn in turns), default=None)
        rivals = [name for name in ("NumPy", "torch", best) if name and name in turns[0]]
        for name in rivals:
            ratios.setdefault(name, []).append(_compare(case, turns, "ours", name))
        for name in rivals[1:2]:
            _compare(case, turns, ANY_SIZE, name)
    if "torch" in ratios:
        print(f"median against torch: {median(ratios['torch']):.2f}")


def _compare(case: Case, turns: list[Mapping[str, float]], own: str, other: str) -> float:
    """Print what of a subject's time one of ours takes, and why it is not less."""
    from autokernel_cases import reason

    ratios = [turn[other] / turn[own] for turn in turns]
    whose = "" if own == "ours" else f"{own}, "
    _say(f"{whose}against {other}", ratios)
    if median(ratios) < 1:
        part = median(turn[_MOVED] / turn[own] for turn in turns)
        print(f"    {reason(case, f'{whose}{other}', part)}", flush=True)
    return median(ratios)


def _setting(bench: Bench, args: argparse.Namespace) -> Mapping[str, int] | None:
    """Return the knobs that are asked for, or the best of a search."""
    from autokernel_subjects import tuned

    setting: Mapping[str, int] | None = args.setting
    return tuned(bench, args.trials) if args.trials else setting


def _turns(
    subjects: Mapping[str, Subject],
    args: argparse.Namespace,
    begin: Callable[[], None] | None = None,
) -> Iterator[Mapping[str, float]]:
    from autokernel_rounds import rounds

    for turn in range(args.turns):
        if begin:
            begin()
        measured = rounds(subjects, args.rounds, turn, args.threads)
        if args.threads > 1:
            print(f"  {measured.counted} of {measured.tried} rounds count")
        if measured.medians:
            yield measured.medians


def _say(what: str, ratios: list[float]) -> None:
    spread = f"({min(ratios):.2f} to {max(ratios):.2f})"
    print(f"  {what:<44}{median(ratios):>8.2f}  {spread}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
