"""`custom-compiler judge`: operators of others, built and run in a sandbox, held to a reference."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from custom_compiler.cli.arguments import add_scheduler, scheduler_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NAME = "judge"
HELP = "judge operator projects against a reference, in a sandbox"
DESCRIPTION = """\
Build each project, a folder with op_host and op_kernel, and call its operator with random, edge
and adversarial inputs; a function in Python says what it should give. All of it happens in a
sandbox: without network, with a separate file system and limits of time, memory, disk and
processes, so that the project may be anybody's. What is right without its kernels is not right.

A reference file:
  INPUTS = [{"x": ("float16", (8, 2048)), "y": ("float16", (8, 2048))}]
  def reference(x, y):
      return x + y

examples:
  custom-compiler judge generated/* --reference add.py --jobs 4
  custom-compiler judge generated/* --reference add.py --json --journal verdicts.jsonl

The exit code is 1 if a project is not right, or could not be judged.
"""

_GIB = 1 << 30
_WEAKER = {
    "landlock": "no namespaces here: projects are held by Landlock and limits; they see the "
    "machine's processes and may send datagrams",
    "limits": "neither namespaces nor Landlock here: projects are held by limits only, and can "
    "read and write what you can",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the projects and how they are judged."""
    add = parser.add_argument
    add("projects", nargs="+", metavar="PROJECT", help="folder with op_host and op_kernel")
    add("--reference", required=True, metavar="FILE", help="what the operator should compute")
    add("--json", action="store_true", help="print a line of JSON per project")
    add("--jobs", type=_count, default=0, metavar="N", help="at once (default: one per CPU)")
    add_scheduler(parser, "judge")
    add("--journal", metavar="FILE", help="keep verdicts, and take those that it has")
    add("--unit", action="append", default=[], metavar="UNIT", help="build for this one only")
    add("--quick", action="store_true", help="no sanitizer run and no estimated cycles")
    add("--sandbox", default="", choices=("namespaces", "landlock", "limits"), help="what holds "
        "projects (default: the first of these that this machine has)")  # fmt: skip
    add("--seed", type=int, default=1, metavar="N", help="of the random inputs (default 1)")
    add("--timeout", type=_count, default=300, metavar="SECONDS", help="for a build, and for "
        "all calls of a project (default 300)")  # fmt: skip
    add("--memory", type=_count, default=8, metavar="GIB", help="for a project (default 8)")


def execute(args: argparse.Namespace) -> int:
    """Judge; print a line per project."""
    from custom_compiler.errors import MisuseError
    from custom_compiler.judge import sandbox
    from custom_compiler.judge.inside import NAMESPACES
    from custom_compiler.judge.journal import VerdictJournal
    from custom_compiler.judge.judging import JudgeSettings
    from custom_compiler.judge.reference import prepare, read_reference
    from custom_compiler.judge.report import judge_all, judges_here
    from custom_compiler.judge.surroundings import surroundings
    from custom_compiler.judge.verdict import RIGHT
    from custom_compiler.support.user_paths import user_path

    projects = [user_path(project) for project in args.projects]
    for project in projects:
        if not os.path.isdir(project):  # noqa: PTH112 - false, too, where one may not look
            raise MisuseError(f"{project}: there is no such folder", "give a project's folder")
    prepared = prepare(read_reference(user_path(args.reference)), args.seed)
    scheduler = scheduler_of(args)
    jobs = args.jobs or len(os.sched_getaffinity(0))
    settings = JudgeSettings(
        limits=sandbox.SandboxLimits(seconds=args.timeout, memory_bytes=args.memory * _GIB),
        units=tuple(args.unit),
        observed=not args.quick,
        jobs=1 if scheduler else max(1, jobs // len(projects)),
        # Workers of a cluster choose theirs.
        sandbox=args.sandbox if scheduler else sandbox.choose(args.sandbox),
    )
    if settings.sandbox != NAMESPACES and not scheduler:
        print(f"warning: {_WEAKER[settings.sandbox]}", file=sys.stderr)
    journal = VerdictJournal(user_path(args.journal)) if args.journal else None
    if scheduler:
        from custom_compiler.judge.cluster import judges_there

        judges = judges_there(prepared, settings, args.sandbox, scheduler)
    else:
        judges = judges_here(prepared, settings, surroundings(observed=settings.observed), jobs)
    is_right, is_warned = True, False
    with _bar(len(projects), is_shown=not args.json and sys.stdout.isatty()) as advance:
        for verdict in judge_all(projects, prepared, settings, judges, journal):
            is_right = is_right and verdict.verdict == RIGHT
            print(verdict.json() if args.json else verdict.line(), flush=True)
            if not args.json:
                for line in verdict.more_lines():
                    print(f"    {line}")
            advance(verdict.verdict)
            if journal and journal.problem and not is_warned:
                print(f"warning: --journal {args.journal}: {journal.problem}: it lacks verdicts "
                    "that are printed here", file=sys.stderr)  # fmt: skip
                is_warned = True
    return 0 if is_right else 1


@contextmanager
def _bar(projects: int, *, is_shown: bool) -> Iterator[Callable[[str], None]]:
    """Show a progress bar below the verdicts, if `is_shown`."""
    if not is_shown:
        yield lambda _: None
        return
    from custom_compiler.support.progress import progress

    with progress("[judge]", projects) as advance:
        yield advance


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"no number above 0: {text}")
    return int(text)
