"""Hold builds here against what CANN's compilers said to the same operators.

python tests/corpus/run_verdicts.py --checkout PATH --verdicts CSV [--op NAME]...

CSV is the table of verdicts; PATH a checkout or git directory of CenZhihan/LLM4AscendC with the
commits that it names. Every row is built. ``--output`` receives builds.jsonl, one line as each
ends, and builds.md: how often the verdicts agree and each disagreement, with its reason where
verdict_differences.csv has one.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from report import markdown
from verdict_build import BuildOutcome, build, read_outcomes
from verdict_sources import Sources, read_verdicts

if TYPE_CHECKING:
    from collections.abc import Sequence

_REASONS = Path(__file__).with_name("verdict_differences.csv")


def main(argv: list[str] | None = None) -> int:
    """Run the script; returns 0 if every disagreement has its reason, 1 otherwise."""
    args = _parse(argv)
    args.output.mkdir(parents=True, exist_ok=True)
    verdicts = read_verdicts(args.verdicts)
    chosen = [v for v in verdicts if not args.op or v.operator in args.op or v.name in args.op]
    if not chosen:
        sys.exit("no operator is chosen by these options")
    results = args.output / "builds.jsonl"
    outcomes = read_outcomes(results) if args.resume else {}
    results.write_text("".join(json.dumps(asdict(o)) + "\n" for o in outcomes.values()))
    sources = Sources.at(args.checkout)
    with ThreadPoolExecutor(args.jobs) as pool, results.open("a", encoding="utf-8") as file:
        todo = [verdict for verdict in chosen if verdict.name not in outcomes]
        builds = [pool.submit(build, v, sources, args.work, args.timeout) for v in todo]
        for done in as_completed(builds):
            outcome = done.result()
            outcomes[outcome.name] = outcome
            file.write(json.dumps(asdict(outcome)) + "\n")
            file.flush()
            print("   " if outcome.agrees else "!! ", outcome.name, outcome.error, flush=True)
    kept = [outcomes[verdict.name] for verdict in chosen]
    reasons = _read_reasons()
    paths = {verdict.name: verdict.path for verdict in chosen}
    unexplained = [o for o in kept if not o.agrees and paths[o.name] not in reasons]
    text = _table(kept, {name: reasons.get(path, "") for name, path in paths.items()})
    (args.output / "builds.md").write_text(text + "\n", encoding="utf-8")
    print(text)
    return 1 if unexplained else 0


def _parse(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--verdicts", type=Path, required=True, help="table of verdicts on hardware")
    add("--checkout", type=Path, required=True, help="checkout or git directory of LLM4AscendC")
    add("--op", action="append", default=[], help="operator, or row and operator (007_relu)")
    add("--work", type=Path, default=Path("verdicts_work"), help="where to build")
    add("--output", type=Path, default=Path("verdicts_results"), help="folder of the results")
    add("--jobs", type=int, default=2)
    add("--timeout", type=float, default=600.0, help="seconds for one build")
    add("--resume", action="store_true", help="keep the results of the run before")
    args = parser.parse_args(argv)
    args.work, args.output = args.work.resolve(), args.output.resolve()
    return args


def _read_reasons() -> dict[str, str]:
    with _REASONS.open(encoding="utf-8", newline="") as file:
        return {row["path"]: row["reason"] for row in csv.DictReader(file)}


def _table(outcomes: Sequence[BuildOutcome], reasons: dict[str, str]) -> str:
    clean = [outcome for outcome in outcomes if outcome.is_clean]
    accepted = [outcome for outcome in outcomes if outcome.npu_compiled]
    differing = [outcome for outcome in outcomes if not outcome.agrees]
    rows = [
        {
            "row": outcome.name,
            "clean": "yes" if outcome.is_clean else "no",
            "npu": outcome.npu_error or outcome.npu,
            "here": outcome.error or "compiled",
            "reason": reasons[outcome.name],
        }
        for outcome in differing
    ]
    agreed = f"{_agreement(outcomes)} rows agree, {_agreement(clean)} of the clean ones"
    lines = [f"{agreed}; {_agreement(accepted)} that CANN compiled are compiled here"]
    if rows:
        lines += ["", *markdown(("row", "clean", "npu", "here", "reason"), rows)]
    return "\n".join(lines)


def _agreement(outcomes: Sequence[BuildOutcome]) -> str:
    return f"{sum(outcome.agrees for outcome in outcomes)} of {len(outcomes)}"


if __name__ == "__main__":
    sys.exit(main())
