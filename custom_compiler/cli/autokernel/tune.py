"""`custom-compiler autokernel tune`: of a description, or of a user's annotated sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.cli.arguments import Group, add_scheduler, positive
from custom_compiler.cli.autokernel import tune_described, tune_marked

if TYPE_CHECKING:
    import argparse

NAME = "tune"
HELP = "find what is fastest for an operator, from a description or in annotated sources"
DESCRIPTION = """\
From a description (a shipped operator, or FILE.py[:NAME]): the schedule or tiling that is fastest
at some sizes, on this machine by CPU time of one thread, on AI cores by cycles of the model.
Candidates equal the reference on random, extreme and special numbers. The default is tried first,
so the result is never worse; results stay in the cache, and the same command goes on where it was
killed.

With -o and -k: values for lines that are marked // tunable (the value after `=`) or
// tunable: Alias (the whole line) in the sources of an operator, each tried on the same call, and a
patch with the fastest. Cost are cycles of the model. Whatever is tried gives the values of the
untouched operator, and the patch has no sanitizer report that the untouched operator
does not have.

examples:
  %(prog)s softmax --size ...=512,columns=1000
  %(prog)s my_operator.py:scaled --size rows=64,columns=64 --dtype float16 --page tuned.html
  %(prog)s AddCustom -o op_host -k op_kernel --input x.npy y.npy --set TILE=64,128,256
  %(prog)s AddCustom -o op_host -k op_kernel --input x.npy y.npy --values values.json --page t.html
  patch -p0 < AddCustom.patch
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the operator, how much to search, and what the two kinds of operators need."""
    marked = Group(parser, "sources with tunable annotations")
    tune_marked.add_arguments(marked)
    described = Group(parser, "descriptions")
    tune_described.add_arguments(described)
    add = parser.add_argument
    add("--trials", type=positive, metavar="N", help="settings at most (default 64; marked: 200)")
    add("--time", type=_minutes, metavar="MINUTES", help="at most, for each search")
    add("--seed", type=_seed, default=1, metavar="N", help="the same gives the same trials")
    add("--sampler", metavar="NAME", help="as in docs/search.md (default: what fits the settings)")
    add("-j", "--jobs", type=positive, metavar="N", help="at a time (default: one per CPU)")
    add_scheduler(parser, "try candidates for AI cores")
    add("--page", metavar="FILE", help="convergence and importance, as HTML")
    # Options of one kind are rejected for the other.
    parser.set_defaults(of_marked=marked.options, of_described=described.options)


def execute(args: argparse.Namespace) -> int:
    """Tune the one or the other."""
    from custom_compiler.errors import MisuseError
    from custom_compiler.search.samplers import SAMPLERS

    if args.sampler is not None and args.sampler not in SAMPLERS:
        message = f"--sampler {args.sampler}: there is no such sampler"
        raise MisuseError(message, f"it is one of {', '.join(SAMPLERS)}")
    is_marked = args.op_host_path is not None or args.op_kernel_path is not None
    others = args.of_described if is_marked else args.of_marked
    for name, (option, default) in others.items():
        if getattr(args, name) != default:
            which = "descriptions, not for sources" if is_marked else "sources (-o, -k)"
            raise MisuseError(f"{option} is for {which}", "leave it out")
    return tune_marked.execute(args) if is_marked else tune_described.execute(args)


def _minutes(text: str) -> float:
    import argparse

    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not 0 < minutes < float("inf"):
        raise argparse.ArgumentTypeError(f"not a number of minutes: {text}")
    return minutes


def _seed(text: str) -> int:
    import argparse

    if text.isascii() and text.isdigit():
        return int(text)
    raise argparse.ArgumentTypeError(f"not a number from 0: {text}")
