"""Build, run and check the operators of a public corpus against their own golden data.

python tests/corpus/run.py --corpus PATH [--op NAME]... [--list FILE] [--jobs N] [--output TABLE.md]

Every operator is built by ``custom-compiler build``, its package is installed into a home of its
own, its ``examples/AclNNInvocationNaive`` client is compiled and run unmodified, and the output
files are compared with the golden files both by the corpus' script and by ours (``judge.py``).
The table says: built / ran / right / why not. Exit code 0 when every operator asked for is right.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

from operators import Operator, find_operators
from sandbox import Outcome, Sandbox, Settings


def main(argv: list[str] | None = None) -> int:
    """Run the script; returns its exit code."""
    args = _parse(argv)
    operators = _select(args)
    settings = Settings(
        work=args.work.resolve(),
        python=args.python,
        soc=args.soc_version,
        includes=tuple(path.resolve() for path in args.include),
        timeout=args.timeout,
    )
    outcomes = []
    with ThreadPoolExecutor(args.jobs) as pool:
        for outcome in pool.map(lambda op: Sandbox(op, settings).run(), operators):
            print(_line(outcome), flush=True)
            outcomes.append(outcome)
    _write_table(args.output, outcomes)
    right = sum(outcome.right for outcome in outcomes)
    built = sum(outcome.built for outcome in outcomes)
    print(f"{len(outcomes)} operators: {built} built, {right} right; table in {args.output}")
    return 0 if right == len(outcomes) else 1


def _parse(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, required=True, help="checkout of the corpus")
    parser.add_argument("--op", action="append", default=[], help="operator folder name")
    parser.add_argument("--list", type=Path, help="file with one operator folder name a line")
    parser.add_argument("--soc_version", help="compute unit (default: ascend910b if registered)")
    parser.add_argument("-I", "--include", type=Path, action="append", default=[])
    parser.add_argument(
        "--python",
        type=Path,
        default=Path(sys.executable),
        help="Python for the corpus' data scripts (needs numpy, mostly torch)",
    )
    parser.add_argument("--work", type=Path, default=Path("corpus_work"))
    parser.add_argument("--output", type=Path, default=Path("corpus_table.md"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=900.0, help="seconds for one step")
    return parser.parse_args(argv)


def _select(args: argparse.Namespace) -> list[Operator]:
    names = list(args.op)
    if args.list:
        lines = args.list.read_text().splitlines()
        names += [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    found = list(find_operators(args.corpus))
    if not found:
        sys.exit(f"--corpus: {args.corpus} holds no folder with op_host and op_kernel")
    unknown = set(names) - {op.name for op in found}
    if unknown:
        sys.exit(f"--op: no operator named {', '.join(sorted(unknown))} below {args.corpus}")
    return [op for op in found if not names or op.name in names]


def _line(outcome: Outcome) -> str:
    steps = "".join(
        letter if done else "-"
        for letter, done in zip("BRC", (outcome.built, outcome.ran, outcome.right), strict=True)
    )
    return f"{steps} {outcome.operator:40} {outcome.unit:12} {outcome.why_not}"


def _write_table(path: Path, outcomes: list[Outcome]) -> None:
    yes = {True: "yes", False: "no"}
    rows = ["| operator | unit | built | ran | right | why not |", "|---|---|---|---|---|---|"]
    for o in outcomes:
        why = o.why_not.replace("|", "\\|")
        rows.append(
            f"| {o.operator} | {o.unit} | {yes[o.built]} | {yes[o.ran]} | {yes[o.right]} | {why} |"
        )
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    path.with_suffix(".json").write_text(json.dumps([asdict(o) for o in outcomes], indent=1))


if __name__ == "__main__":
    sys.exit(main())
