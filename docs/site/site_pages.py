"""Pages that the program writes about itself: its commands, and the errors that it explains."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


_LENGTH = len("EZ3003")


def commands_page() -> str:
    """Return every command with its help, as a terminal of 100 columns shows it."""
    from custom_compiler.cli.main import make_parser

    parser = make_parser()
    lines = [
        "# Commands",
        "",
        "Exit codes: 0 done, 1 the work failed, 2 the command was used wrongly.",
        "",
    ]
    for command, sub in _commands(parser, parser.prog):
        depth = command.count(" ") + 1
        lines += [f"{'#' * min(depth, 4)} {command}", "", "```text", _help(sub), "```", ""]
    return "\n".join(lines)


def _commands(
    parser: argparse.ArgumentParser, name: str
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:  # noqa: SLF001  argparse has no other way
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001  likewise
            seen: list[argparse.ArgumentParser] = []
            for word, sub in action.choices.items():
                if sub not in seen:
                    seen.append(sub)
                    yield f"{name} {word}", sub
                    yield from _commands(sub, f"{name} {word}")


def _help(parser: argparse.ArgumentParser) -> str:
    parser.formatter_class = _wide(parser.formatter_class)
    return parser.format_help().rstrip()


def _wide(base: Any) -> type[argparse.HelpFormatter]:
    class Wide(base):
        def __init__(self, prog: str, **options: object) -> None:
            super().__init__(prog, **{**options, "width": 100})

    return Wide


def errors_page() -> str:
    """Return the texts and codes that `custom-compiler explain` knows, with cause and remedy."""
    from custom_compiler.explain import code_names, known_codes, known_names
    from custom_compiler.explain.failures import FAILURES

    lines = [
        "# Errors",
        "",
        "`custom-compiler explain LOG` finds these in logs, `custom-compiler explain CODE` says",
        "what a code of `acl` or `aclnn` means.",
        "",
        "| A log with | means | way out |",
        "|---|---|---|",
    ]
    for failure in FAILURES:
        shown = failure.shown or _plain(failure.pattern.pattern)
        cells = (f"`{shown}`", failure.cause, failure.remedy)
        lines.append("| " + " | ".join(_cell(cell) for cell in cells) + " |")
    names = code_names(Path(__file__).parents[2] / "toolkit/include")
    lines += ["", "## Numbers", "", "What functions of `acl` and `aclnn` return.", ""]
    lines += ["| code | name | means | way out |", "|---|---|---|---|"]
    for number, (cause, remedy) in sorted(known_codes().items()):
        row = (str(number), f"`{names[number]}`", cause, remedy)
        lines.append("| " + " | ".join(_cell(cell) for cell in row) + " |")
    lines += ["", "## Letters and numbers", ""]
    lines += ["CANN puts them before its messages. `EZ…` is any other that begins so.", ""]
    lines += ["| code | means | way out |", "|---|---|---|"]
    for name, (cause, remedy) in sorted(known_names().items()):
        code = name if len(name) == _LENGTH else f"{name}…"
        meant = (f"`{code}`", cause, remedy)
        lines.append("| " + " | ".join(_cell(cell) for cell in meant) + " |")
    return "\n".join(lines) + "\n"


def _plain(pattern: str) -> str:
    """Return a regular expression as text for readers: groups are `…`."""
    text = re.sub(r"\(\?:", "(", pattern.replace(r"\b", ""))
    text = re.sub(r"\((\w+(?:\|\w+)*)\)(?![?*+])", lambda match: match[1].replace("|", "/"), text)
    while (shorter := re.sub(r"\([^()]*\)[?*+]?", "…", text)) != text:
        text = shorter
    text = re.sub(r"\[[^\]]*\][*+?]?|\\[wdsS][*+?]?|\.[*+]\??", "…", text)
    text = re.sub(r"\\(.)|[?^$]", lambda match: match[1] or "", text)
    return re.sub(r"…+", "…", text)


def _cell(text: str) -> str:
    return re.sub(r"\{\d\}", "…", text).replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")
