"""Build, run and check the operators of a public corpus against their own golden data.

python tests/corpus/run.py --corpus PATH [--op NAME]... [--class ABC] [--jobs N] [--resume]

Both corpora of CANN's public operators are known: cann-ops, and ops-math with its newer layout
(``arch_operators.py``). Every operator is built by ``custom-compiler build``, its package is
installed into a home of its own, its ``examples/AclNNInvocationNaive`` client is compiled and run
unmodified, and the output files are compared with the golden files (``judge.py``). The run goes on
after failures and time limits, and prints the rates by class. ``--output`` receives results.jsonl,
one line as each operator ends, and table.csv, table.md, table.html. Exit code 0 when every operator
asked for is right, or built with ``--build-only``. With ``--checked``, clients that are right, or
run and have no golden files, run once more under ``mssanitizer``, also those of a run before that
``--resume`` keeps: findings.csv has what it reports, and the summary what it costs. ``--build-only
--checked`` compiles all kernels for checked runs and executes none. With ``--timing`` they run
once more with the cycle model, as msprof runs programs, and the summary says what that costs. With
``--static`` they run again with kernels that ``op_compiler`` makes of their own shapes:
static.jsonl has which calls took these, and if not, why.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path

from arch_operators import find_arch_operators, has_arch_layout
from checked_clients import write_findings
from operators import Operator, find_operators
from report import read_facts, write_report
from sandbox import Outcome, Sandbox, Settings
from static_clients import write_static
from timed_clients import describe_timed


def main(argv: list[str] | None = None) -> int:
    """Run the script; returns its exit code."""
    args = _parse(argv)
    operators = _select(args)
    args.output.mkdir(parents=True, exist_ok=True)
    results = args.output / "results.jsonl"
    outcomes = _read(results) if args.resume else {}
    if args.resume == "failed":
        outcomes = {name: o for name, o in outcomes.items() if _succeeded(o, args)}
    _write(results, outcomes)
    todo = [op for op in operators if op.name not in outcomes]
    kept = [op for op in operators if op not in todo]
    with ThreadPoolExecutor(args.jobs) as pool, results.open("a", encoding="utf-8") as file:
        runs = [pool.submit(Sandbox(op, _settings(args)).run) for op in todo]
        sandboxes = [(Sandbox(op, _settings(args)), outcomes[op.name]) for op in kept]
        runs += [
            pool.submit(box.observe, outcome)
            for box, outcome in sandboxes
            if box.is_unobserved(outcome)
        ]
        for run in as_completed(runs):
            outcome = run.result()
            outcomes[outcome.operator] = outcome
            file.write(json.dumps(asdict(outcome)) + "\n")
            file.flush()
            print(_line(outcome), flush=True)
    print(write_report(args.output, outcomes.values(), operators[0].facts_table))
    print(write_findings(args.output, outcomes.values()), end="\n" if args.checked else "")
    print(describe_timed(outcomes.values()), end="\n" if args.timing else "")
    asked = [outcomes[op.name] for op in operators]
    if args.static:
        right = [op for op in operators if outcomes[op.name].right]
        if not write_static(args.output, (Sandbox(op, _settings(args)) for op in right)):
            return 1
    return 0 if all(_succeeded(outcome, args) for outcome in asked) else 1


def _parse(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    corpus = "folder of the operators: src of a checkout of cann-ops, a checkout of ops-math"
    add("--corpus", type=Path, required=True, help=corpus)
    add("--op", action="append", default=[], help="operator: its folder, or group/folder")
    add("--list", type=Path, help="file with one operator a line, in the order to take them")
    add("--class", dest="classes", default="",
        help="classes of cann_ops.csv, like ABC; of ops_math.csv: classic")  # fmt: skip
    add("--soc", "--soc_version", help="compute unit (default: ascend910b if registered)")
    add("-I", "--include", type=Path, action="append", default=[])
    add("--build-only", action="store_true", help="do not run the clients")
    add("--checked", action="store_true", help="run right clients once more under mssanitizer")
    add("--timing", action="store_true", help="run right clients again under the cycle model")
    add("--measured", dest="timing", action="store_true", help=argparse.SUPPRESS)  # former name
    add("--static", action="store_true", help="run right clients once more with static kernels")
    resume = "keep the results of the run before; with `failed`, only those of successes"
    add("--resume", nargs="?", const="all", choices=("all", "failed"), default="", help=resume)
    add("--python", type=Path, default=Path(sys.executable),
        help="Python for the corpus' data scripts (numpy, torch, scipy, ml_dtypes)")  # fmt: skip
    add("--work", type=Path, default=Path("corpus_work"), help="where to build and run")
    add("--output", type=Path, default=Path("corpus_results"), help="folder of the results")
    add("--jobs", type=int, default=2)
    add("--timeout", type=float, default=900.0, help="seconds for one step")
    return parser.parse_args(argv)


def _settings(args: argparse.Namespace) -> Settings:
    return Settings(
        work=args.work.resolve(),
        python=args.python,
        soc=args.soc,
        includes=tuple(path.resolve() for path in args.include),
        timeout=args.timeout,
        build_only=args.build_only,
        is_checked=args.checked,
        is_timed=args.timing,
    )


def _select(args: argparse.Namespace) -> list[Operator]:
    listed: list[str] = []
    if args.list:
        lines = [line.strip() for line in args.list.read_text().splitlines()]
        listed = [line for line in lines if line and not line.startswith("#")]
    names = {*args.op, *listed}
    corpus = args.corpus.resolve()
    has_arches = has_arch_layout(corpus)
    found = list(find_arch_operators(corpus) if has_arches else find_operators(corpus))
    if not found:
        sys.exit(f"--corpus: {args.corpus} holds no folder with op_host and op_kernel")
    unknown = names - {op.name for op in found} - {op.root.name for op in found}
    if unknown:
        sys.exit(f"--op: no operator named {', '.join(sorted(unknown))} below {args.corpus}")
    if names:
        found = [op for op in found if op.name in names or op.root.name in names]
        order = {name: place for place, name in enumerate(listed)}
        found.sort(key=lambda op: order.get(op.name, len(order)))
    if args.classes:
        facts = read_facts(found[0].facts_table) if found else {}
        found = [op for op in found if facts[op.name]["class"] in args.classes]
    if not found:
        sys.exit("no operator is chosen by these options")
    return found


def _read(results: Path) -> dict[str, Outcome]:
    lines = results.read_text(encoding="utf-8").splitlines() if results.is_file() else []
    outcomes = [Outcome(**json.loads(line)) for line in lines if line.endswith("}")]
    return {outcome.operator: outcome for outcome in outcomes}


def _write(results: Path, outcomes: dict[str, Outcome]) -> None:
    lines = [json.dumps(asdict(outcome)) + "\n" for outcome in outcomes.values()]
    results.write_text("".join(lines), encoding="utf-8")


def _succeeded(outcome: Outcome, args: argparse.Namespace) -> bool:
    if args.build_only and args.checked:
        return outcome.built and outcome.observed == outcome.kernels
    return outcome.built if args.build_only else outcome.right


def _line(outcome: Outcome) -> str:
    done = (outcome.host, outcome.built, outcome.ran, outcome.right)
    steps = "".join(
        letter if is_done else "-" for letter, is_done in zip("HBRC", done, strict=True)
    )
    kernels = f"{outcome.kernels}/{outcome.kernels_planned}"
    return f"{steps} {outcome.operator:45} {outcome.unit:10} {kernels:>7} {outcome.why_not}"


if __name__ == "__main__":
    sys.exit(main())
