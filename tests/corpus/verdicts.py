"""Hold operators whose verdicts on a real NPU are recorded against the simulated cores.

python tests/corpus/verdicts.py --verdicts CSV --sources GIT --python PYTHON [--op NAME]...

CSV is the table of verdicts; GIT a clone of CenZhihan/LLM4AscendC with all its branches; PYTHON one
with torch_npu, like that of the framework tests. Every operator that CANN compiled is built, its
PyTorch extension too; it is called as the recorded harness did, once as it is and once under
``mssanitizer``, on smaller inputs (``SMALLER``) unless ``--recorded-sizes``. ``--output`` receives
verdicts.jsonl, one line as each ends, and verdicts.csv and verdicts.md. run_verdicts.py builds
those that CANN did not compile, too.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from report import markdown
from verdict_run import SMALLER, Outcome, Runner, Tools
from verdict_sources import Sources, read_verdicts

if TYPE_CHECKING:
    from collections.abc import Iterable

_COLUMNS = (
    "row", "operator", "npu", "built", "here", "checked", "findings", "first_finding",
    "explained", "seconds_release", "seconds_checked", "why_not",
)  # fmt: skip


def main(argv: list[str] | None = None) -> int:
    """Run the script; returns its exit code."""
    args = _parse(argv)
    args.output.mkdir(parents=True, exist_ok=True)
    verdicts = [v for v in read_verdicts(args.verdicts) if v.is_compiled]
    chosen = [v for v in verdicts if not args.op or v.operator in args.op or v.name in args.op]
    if not chosen:
        sys.exit("no operator is chosen by these options")
    results = args.output / "verdicts.jsonl"
    outcomes = _read(results) if args.resume else {}
    results.write_text("".join(json.dumps(asdict(o)) + "\n" for o in outcomes.values()))
    tools = Tools.find(args.python, args.work)
    if args.steps != "build":
        tools.precompile()
    sizes = {} if args.recorded_sizes else SMALLER
    runner = Runner(tools, Sources.at(args.sources), args.steps, args.timeout, sizes)
    with ThreadPoolExecutor(args.jobs) as pool, results.open("a", encoding="utf-8") as file:
        todo = [verdict for verdict in chosen if verdict.name not in outcomes]
        runs = [pool.submit(runner.run, verdict) for verdict in todo]
        if args.steps == "checked":
            called = [v for v in chosen if v not in todo and outcomes[v.name].release]
            unchecked = [v for v in called if not outcomes[v.name].checked]
            runs += [pool.submit(runner.check, v, outcomes[v.name]) for v in unchecked]
        for run in as_completed(runs):
            outcome = run.result()
            outcomes[outcome.name] = outcome
            file.write(json.dumps(asdict(outcome)) + "\n")
            file.flush()
            print(" | ".join(_row(outcome).values()), flush=True)
    kept = [outcomes[verdict.name] for verdict in chosen if verdict.name in outcomes]
    print(_write_tables(args.output, kept))
    return 0


def _parse(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--verdicts", type=Path, required=True, help="table of verdicts on hardware")
    add("--sources", type=Path, required=True, help="git directory of LLM4AscendC")
    add("--python", type=Path, required=True, help="Python with torch_npu")
    add("--op", action="append", default=[], help="operator, or row and operator (007_relu)")
    add("--recorded-sizes", action="store_true", help="inputs as large as on the NPU")
    add("--steps", choices=("build", "release", "checked"), default="checked", help="how far to go")
    add("--work", type=Path, default=Path("verdicts_work"), help="where to build and run")
    add("--output", type=Path, default=Path("verdicts_results"), help="folder of the results")
    add("--jobs", type=int, default=2)
    add("--timeout", type=float, default=600.0, help="seconds for one step")
    add("--resume", action="store_true", help="keep the results of the run before; check the rest")
    args = parser.parse_args(argv)
    args.work, args.output = args.work.resolve(), args.output.resolve()
    return args


def _read(results: Path) -> dict[str, Outcome]:
    lines = results.read_text(encoding="utf-8").splitlines() if results.is_file() else []
    outcomes = [Outcome(**json.loads(line)) for line in lines if line.endswith("}")]
    return {outcome.name: outcome for outcome in outcomes}


def _row(outcome: Outcome) -> dict[str, str]:
    number, _, operator = outcome.name.partition("_")
    values = (
        number, operator, outcome.npu, outcome.built, outcome.release.split(" ")[0],
        outcome.checked.split(" ")[0], " ".join(f"{kind}:{n}" for kind, n in outcome.kinds.items()),
        outcome.first_finding, outcome.explained,
        outcome.seconds.get("release", ""), outcome.seconds.get("checked", ""), outcome.why_not,
    )  # fmt: skip
    return dict(zip(_COLUMNS, map(str, values), strict=True))


def _write_tables(folder: Path, outcomes: Iterable[Outcome]) -> str:
    rows = [_row(outcome) for outcome in sorted(outcomes, key=lambda outcome: outcome.name)]
    with (folder / "verdicts.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    failed = [row for row in rows if row["npu"] != "pass"]
    passed = [row for row in rows if row["npu"] == "pass"]
    causes = Counter(row["explained"] or "not explained" for row in failed)
    right = sum(row["here"] == "pass" for row in passed)
    found = sum(bool(row["findings"]) for row in passed)
    lines = [
        f"{len(failed)} failed on the NPU: " + ", ".join(f"{n} {c}" for c, n in causes.items()),
        f"{len(passed)} passed on the NPU: {right} pass here, {found} with findings",
    ]
    table = "\n".join(markdown(_COLUMNS, rows))
    (folder / "verdicts.md").write_text("\n\n".join([*lines, table]) + "\n", encoding="utf-8")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
