"""`custom-compiler autokernel tune OPERATOR --size ...`: an operator from a description."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.cli.arguments import scheduler_of

if TYPE_CHECKING:
    import argparse

    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.autokernel.tune.driver import Effort
    from custom_compiler.autokernel.tune.result import TuningResult
    from custom_compiler.cli.arguments import TakesArguments

_TRIALS = 64


def add_arguments(parser: TakesArguments) -> None:
    """Take the sizes, what the tree is made for, and what is said of the search."""
    add = parser.add_argument
    add(
        "--size",
        action="append",
        default=[],
        metavar="columns=1024,...",
        help="all sizes of the operator (...=512 for its leading dimensions); repeatable",
    )
    add("--dtype", metavar="TYPE", help="of all inputs (default: the description's first)")
    add("--constant", action="append", default=[], metavar="NAME=VALUE", help="of the description")
    add(
        "--attribute",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="of calls, where the description has no default; repeatable",
    )
    add(
        "--target",
        default="host",
        metavar="NAME",
        help="host (default), an instruction set of this machine, or a SoC",
    )
    add(
        "--lessons",
        action="store_true",
        help="learn from earlier searches in the cache, on which the result then depends",
    )
    add("--again", action="store_true", help="pass over what the cache knows")
    add("--log", type=Path, metavar="FILE", help="add a line for each trial to a file")
    add("--json", action="store_true", help="print results as lines of JSON")


def execute(args: argparse.Namespace) -> int:
    """Search, and say what was found."""
    import json

    from custom_compiler.autokernel.operators.named import described
    from custom_compiler.autokernel.tune.page import page_of
    from custom_compiler.cli.arguments import constant_of
    from custom_compiler.support.files import write_named
    from custom_compiler.support.user_paths import user_path

    description = described(args.operator)
    operator = description.operator(dtype=args.dtype, **dict(map(constant_of, args.constant)))
    results = [_tuned(args, operator, text) for text in args.size or [""]]
    for tuned in results:
        print(json.dumps(tuned.fields()) if args.json else _line(tuned))
        if not args.json:
            for each in tuned.refused:
                print(f"not taken: {dict(each.setting)}: {each.why}")
    if args.page:
        write_named(str(user_path(args.page)), page_of(results).encode())
    return 0


def _tuned(args: argparse.Namespace, operator: Operator, text: str) -> TuningResult:
    from custom_compiler.autokernel.tune.driver import tune
    from custom_compiler.autokernel.tune.watch import watching
    from custom_compiler.cli.arguments import named_numbers, sizes_of

    with watching(operator.name, args.log, quiet=args.json) as watcher:
        return tune(
            operator,
            sizes_of(text) if text else {},
            args.target,
            attributes=named_numbers(args.attribute, "--attribute"),
            effort=_effort(args),
            watcher=watcher,
        )


def _effort(args: argparse.Namespace) -> Effort:
    from custom_compiler.autokernel.tune.driver import Effort

    return Effort(
        trials=args.trials or _TRIALS,
        seconds=None if args.time is None else 60 * args.time,
        seed=args.seed,
        sampler=args.sampler or "",
        jobs=args.jobs,
        again=args.again,
        lessons=args.lessons,
        scheduler=scheduler_of(args),
    )


def _line(tuned: TuningResult) -> str:
    changed = [
        f"{name} {tuned.default[name]} -> {value}"
        for name, value in tuned.setting.items()
        if value != tuned.default[name]
    ]
    sizes = ",".join(f"{name}={size}" for name, size in tuned.sizes.items())
    if tuned.least != tuned.most:
        changed.append(f"for {','.join(map(tuned.range_of, tuned.sizes))}")
    return (
        f"{tuned.operator} {sizes} on {tuned.target}: {_cost(tuned.cost)} {tuned.unit}"
        f" (default {_cost(tuned.default_cost)}), {len(tuned.trials)} trials"
        f"{', known' if tuned.is_cached else ''}: {', '.join(changed) or 'nothing is faster'}"
    )


def _cost(cost: float) -> str:
    return f"{cost:.3f}" if cost < 10 else f"{cost:.0f}"  # noqa: PLR2004 - parts, or cycles
