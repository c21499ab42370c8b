"""`custom-compiler autokernel tune OP -o DIR -k DIR`: an operator's annotated sources."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.cli.arguments import scheduler_of
from custom_compiler.cli.call_arguments import add_call_arguments

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from custom_compiler.autokernel.marks.sources import MarkedSources
    from custom_compiler.autokernel.marks.trial import SourceBench
    from custom_compiler.cli.arguments import TakesArguments
    from custom_compiler.search.page import Searched
    from custom_compiler.search.trial import Trial

_DEFAULT_SOC = "Ascend910B3"


_TRIALS = 200


def add_arguments(parser: TakesArguments) -> None:
    """Take the sources, the call, the values to try, and where results go."""
    add_call_arguments(parser, installed=False)
    add = parser.add_argument
    add("-o", "--op_host_path", metavar="DIR", help="folder of host sources")
    add("-k", "--op_kernel_path", metavar="DIR", help="folder of kernel sources")
    add("-I", "--include", type=Path, action="append", default=[], metavar="DIR", help="as build's")
    add(
        "--set",
        action="append",
        default=[],
        metavar="NAME=V,V",
        help="values of an annotated line, before those that it lists (// tunable in V, V)",
    )
    add("--values", type=Path, metavar="FILE", help='the same in JSON: {"NAME": ["V", "V"]}')
    add(
        "--soc",
        default="",
        metavar="SOC",
        help=f"part (default: $ASCENDC_SOC_VERSION, {_DEFAULT_SOC})",
    )
    add(
        "--tolerance",
        type=float,
        default=0.0,
        metavar="T",
        help="outputs may differ by this part of the untouched ones (default: equal bit for bit)",
    )
    add("--patch", metavar="FILE", help="unified diff (default: OP.patch)")
    add("--table", metavar="FILE", help="all that was tried, as CSV")


def execute(args: argparse.Namespace) -> int:
    """Tune; print what was found."""
    import tempfile

    from custom_compiler.autokernel.marks.tune import SearchEffort, tune
    from custom_compiler.errors import BuildError
    from custom_compiler.kernel.jobs.cluster import cluster_workers
    from custom_compiler.kernel.jobs.job import JobLimits
    from custom_compiler.kernel.jobs.local import local_workers
    from custom_compiler.kernel.op_compiler.tuning.search import TrialWorkers
    from custom_compiler.search.samplers import sampler_for

    _check_numbers(args)
    trials = args.trials or _TRIALS
    with tempfile.TemporaryDirectory(prefix="autokernel-tune-") as folder:
        bench, sources = _bench(args, folder)
        sampler = args.sampler or sampler_for(sources.space, trials)
        seconds = None if args.time is None else args.time * 60
        total = min(trials, sources.space.size)
        limits, scheduler = JobLimits(seconds=3600.0), scheduler_of(args)
        with ExitStack() as stack:
            crew = here = stack.enter_context(local_workers(args.jobs, limits))
            if scheduler:
                root = str(bench.toolkit.root)
                crew = stack.enter_context(cluster_workers(scheduler, limits, root))
            on_trial = stack.enter_context(_progress(args.operator, total))
            how = SearchEffort(sampler, args.seed, trials, seconds, on_trial)
            result = tune(bench, sources, how, TrialWorkers(here, crew))
    _report(args, sources, result)
    if all(trial.cost is None for trial in result.trials if trial.setting != sources.untouched):
        problems = [str(trial.note.get("problem")) for trial in result.trials if trial.note]
        message = f"none of the {len(problems)} settings that were tried can be used"
        raise BuildError(message, problems[0] if problems else "")
    return 0


def _check_numbers(args: argparse.Namespace) -> None:
    from custom_compiler.errors import MisuseError

    if args.tolerance < 0:
        raise MisuseError(f"--tolerance {args.tolerance}: less than 0", "give a larger number")
    for name in ("op_host_path", "op_kernel_path"):
        if getattr(args, name) is None:
            message = f"--{name} is missing: both folders of sources are needed"
            raise MisuseError(message, "give -o op_host -k op_kernel")


def _bench(args: argparse.Namespace, folder: str) -> tuple[SourceBench, MarkedSources]:
    from custom_compiler.autokernel.marks.sources import marked_sources
    from custom_compiler.autokernel.marks.trial import CallOf, SourceBench
    from custom_compiler.call.arrays import canonical, read_npy
    from custom_compiler.project import ProjectSpec
    from custom_compiler.support.user_paths import user_path
    from custom_compiler.toolkit import compute_units, find_toolkit

    toolkit = find_toolkit(args.ascend_cann_package_path)
    soc = args.soc or os.environ.get("ASCENDC_SOC_VERSION") or _DEFAULT_SOC
    (unit,) = compute_units(soc, toolkit.platform_config)
    spec = ProjectSpec(
        op_host=Path(args.op_host_path),
        op_kernel=Path(args.op_kernel_path),
        toolkit=toolkit,
        include_dirs=tuple(args.include),
    )
    sources = marked_sources(spec.host_files, spec.kernel_files, _values(args))
    pairs = [_named(text) for text in args.input]
    call = CallOf(
        operator=args.operator,
        inputs=[(name, read_npy(user_path(file))) for name, file in pairs],
        attributes=dict(_pair(text, "--attr") for text in args.attr),
        output_shapes=args.output_shape,
        output_dtypes=[canonical(name) for name in args.output_dtype],
        timeout=args.timeout,
    )
    bench = SourceBench(
        toolkit=toolkit,
        soc=soc,
        unit=unit,
        host=str(spec.op_host),
        kernel=str(spec.op_kernel),
        includes=spec.include_dirs,
        files=sources.files,
        call=call,
        tolerance=args.tolerance,
        folder=folder,
    )
    return bench, sources


def _values(args: argparse.Namespace) -> dict[str, tuple[str, ...]]:
    """Return the values to try by name: of the file, then of --set."""
    import json

    from custom_compiler.autokernel.marks.lines import split_values
    from custom_compiler.errors import MisuseError

    values: dict[str, tuple[str, ...]] = {}
    if args.values is not None:
        hint = 'write {"NAME": ["64", "128"]}'
        try:
            read = json.loads(args.values.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise MisuseError(f"--values {args.values}: {error}", hint) from error
        if not isinstance(read, dict) or not all(isinstance(v, list) for v in read.values()):
            raise MisuseError(f"--values {args.values}: not lists by names", hint)
        values = {name: tuple(map(str, listed)) for name, listed in read.items()}
    for text in args.set:
        name, listed = _pair(text, "--set")
        values[name] = split_values(listed)
    for name, texts in values.items():
        if not texts:
            raise MisuseError(f"no value is given for {name}", f"give --set {name}=1,2,4")
    return values


def _pair(text: str, option: str) -> tuple[str, str]:
    from custom_compiler.errors import MisuseError

    name, equals, value = text.partition("=")
    if not equals:
        raise MisuseError(f"{option} {text}: not NAME=VALUE", f"give {option} NAME=VALUE")
    return name, value


def _named(text: str) -> tuple[str, str]:
    """Name and file of an input; an existing file's own name may have a `=`."""
    name, equals, file = text.partition("=")
    return (
        (name, file) if equals and name.isidentifier() and not Path(text).exists() else ("", text)
    )


@contextmanager
def _progress(operator: str, total: int) -> Iterator[Callable[[Trial, float], None]]:
    """Yield what to call with each trial, and the cost of the untouched operator."""
    from custom_compiler.cli.progress import show_progress
    from custom_compiler.project import BuildEvent

    done, best = 0, float("inf")
    with show_progress(verbose=False) as show:

        def on_trial(trial: Trial, untouched: float) -> None:
            nonlocal done, best
            done += 1
            best = min(best, untouched, trial.cost or best)
            what = "unusable" if trial.cost is None else f"{trial.cost:.0f}"
            text = f"{_shown(trial.setting)}: {what}, best {best:.0f} cycles"
            show(BuildEvent("tune", text, done, max(total, done)))

        show(BuildEvent("wait", f"building {operator} unmodified"))
        yield on_trial


def _shown(setting: Any) -> str:
    return ", ".join(f"{name} {value}" for name, value in setting.items())


def _report(args: argparse.Namespace, sources: MarkedSources, search: Searched) -> None:
    from custom_compiler.search.page import page
    from custom_compiler.support.files import write_named
    from custom_compiler.support.user_paths import user_path

    (start, before), (best, after) = search.untuned, search.best
    changed = [f"{n} {start[n]} -> {value}" for n, value in best.items() if value != start[n]]
    gain = f"{100 * (after / before - 1):+.1f} %"
    what = ", ".join(changed) or "nothing is faster"
    print(
        f"{search.title}: {before:.0f} cycles -> {after:.0f} cycles ({gain}, of the model), ",
        end="",
    )
    print(f"{len(search.trials)} trials: {what}")
    for setting, words in search.refused:
        print(f"the sanitizer rejects {_shown(setting)}: {words}", file=sys.stderr)
    outputs = [(args.table, "table", _table(search)), (args.page, "page", page([search]))]
    if changed or args.patch:
        patch = args.patch or f"{args.operator}.patch"
        outputs.insert(0, (patch, "patch", sources.patch(best)))
    for name, kind, text in outputs:
        if name:
            path = user_path(name)
            write_named(str(path), text.encode())
            print(f"{kind}: {name}" + (f" (patch -p0 < {name})" if kind == "patch" else ""))


def _table(search: Searched) -> str:
    import csv
    import io

    text = io.StringIO(newline="")
    writer = csv.writer(text)
    names = [knob.name for knob in search.space.knobs]
    writer.writerow(["trial", *names, "cycles", "problem"])
    for trial in search.trials:
        cost = "" if trial.cost is None else f"{trial.cost:.0f}"
        values = [trial.setting[name] for name in names]
        writer.writerow([trial.number, *values, cost, trial.note.get("problem", "")])
    return text.getvalue()
