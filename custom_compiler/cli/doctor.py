"""`custom-compiler doctor`: what programs find here, and what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

NAME = "doctor"
HELP = "report toolkit, compilers, paths and packages, and what is wrong with them"
DESCRIPTION = """\
Report the toolkit that is used, its SoC, the compilers, the environment, and the installed
packages with conflicts between them. Exit code 1 if something is wrong.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the toolkit and the output format."""
    parser.add_argument("--ascend_cann_package_path", metavar="DIR", help="toolkit root")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def execute(args: argparse.Namespace) -> int:
    """Print the facts; 1 if one is a problem."""
    from dataclasses import asdict

    from custom_compiler.cli.messages import filled
    from custom_compiler.doctor import diagnose

    facts = diagnose(args.ascend_cann_package_path)
    problems = sum(bool(fact.problem) for fact in facts)
    if args.json:
        import json

        print(json.dumps([asdict(fact) for fact in facts], indent=2))
        return 1 if problems else 0
    width = max(len(fact.topic) for fact in facts)
    for fact in facts:
        print(_shown(fact.topic, fact.value, width))
        if fact.problem:
            print(filled(f"{'':{width}}  problem: {fact.problem}", width + 2))
    print(f"{problems} problem{'s' * (problems > 1)}" if problems else "no problems found")
    return 1 if problems else 0


def _shown(topic: str, value: str, width: int) -> str:
    """Return a fact; on a terminal, folders of a long list have separate lines."""
    from custom_compiler.cli.messages import filled

    line = filled(f"{topic:{width}}  {value}", width + 2)
    if "\n" in line and topic.endswith("PATH"):
        return "\n".join([topic, *(f"    {folder}" for folder in value.split(":"))])
    return line
