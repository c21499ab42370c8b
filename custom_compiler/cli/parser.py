"""Command lines: options in either spelling, and what was probably meant by a wrong word."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any, NoReturn

from custom_compiler.cli.messages import show_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Of an example: an option and its value, and what is in quotes.
_UNBROKEN = re.compile(r"""(?<!\S)--?[\w-]+ (?!-)("[^"]*"|\S+)|"[^"]*\"""")
_CHOICE = re.compile(r"argument (?P<what>.+): invalid choice: '(?P<given>.*)' \(choose from .*\)")


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the lines of descriptions that fit the terminal, and fills those that do not."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if all(len(indent + line) <= width for line in text.splitlines()):
            return super()._fill_text(text, width, indent)
        return "\n".join(_filled(text.splitlines(), width, indent))


def _filled(lines: Sequence[str], width: int, indent: str) -> Iterable[str]:
    """Yield prose, which has no indentation, by paragraphs, and examples line by line."""
    import textwrap

    prose: list[str] = []
    for line in [*lines, ""]:
        if line and not line[0].isspace():
            prose.append(line)
            continue
        yield from textwrap.wrap(
            " ".join(prose), width, initial_indent=indent, subsequent_indent=indent
        )
        prose.clear()
        margin = indent + line[: len(line) - len(line.lstrip())]
        is_command = line.lstrip().startswith("custom-compiler ")
        parts = textwrap.wrap(
            _UNBROKEN.sub(lambda word: word[0].replace(" ", "\0"), line.strip()),
            width - (2 if is_command else 0),
            initial_indent=margin,
            subsequent_indent=margin + "    ",
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]
        # What is copied to a shell goes on with the next line.
        ends = [" \\" if is_command else ""] * (len(parts) - 1)
        yield from (f"{a}{b}".replace("\0", " ") for a, b in zip(parts, [*ends, ""], strict=True))


class Parser(argparse.ArgumentParser):
    """Takes `--vendor-name` for `--vendor_name` and the other way round; reports misuse as errors.

    Misuse is reported the way every other error is.
    """

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse like argparse; reject an unknown option with a suggestion."""
        words = None if args is None else [*self._respelled(args)]
        arguments, rest = super().parse_known_args(words, namespace)
        unknown = [word for word in rest if word.startswith("-") and len(word) > 1]
        if unknown:
            self._reject_option(unknown[0])
        if rest:
            self._reject_words(rest)
        return arguments, rest

    def _get_option_tuples(self, option_string: str) -> list[Any]:
        """Match abbreviated options like argparse; two spellings of an option count as one."""
        option_tuples: list[Any] = super()._get_option_tuples(option_string)
        return (
            option_tuples[:1]
            if len({id(match[0]) for match in option_tuples}) == 1
            else option_tuples
        )

    def error(self, message: str) -> NoReturn:
        """Print the message, and what to do; exit code 2."""
        match = _CHOICE.fullmatch(message)
        hint = f"{self.prog} --help shows how it is used"
        if match:
            choices = self._choices(match["what"])
            message = f"{match['what']}: there is no '{match['given']}'"
            close = _close(match["given"], choices)
            hint = f"did you mean {close}?" if close else f"choose one of {', '.join(choices)}"
        show_error(f"{self.prog}: {message}", hint)
        self.exit(2)

    def _respelled(self, args: Iterable[str]) -> Iterable[str]:
        """Yield the arguments, with options in their declared spelling."""
        declared = {
            canonical(option): option
            for option in reversed(self._option_string_actions)
            if option.startswith("--")
        }
        is_over = False
        for word in args:
            is_over = is_over or word == "--"
            name, equals, value = word.partition("=")
            is_declared = name in self._option_string_actions or not name.startswith("--")
            if is_over or is_declared or canonical(name) not in declared:
                yield word
            else:
                yield declared[canonical(name)] + equals + value

    def _reject_option(self, word: str) -> NoReturn:
        name = word.partition("=")[0]
        options = [option for option in self._option_string_actions if option.startswith("--")]
        close = _close(name, options)
        if not name.startswith("--"):  # -i: is there one that begins so?
            close = next((option for option in options if option.startswith(f"-{name}")), "")
        hint = f"did you mean {close}?" if close else f"{self.prog} --help shows how it is used"
        show_error(f"{self.prog}: there is no option {name}", hint)
        self.exit(2)

    def _reject_words(self, words: Sequence[str]) -> NoReturn:
        hint = f"{self.prog} --help shows how it is used"
        if "--input" in self._option_string_actions:
            hint = f"files of inputs come after --input: --input {' '.join(words)}"
        show_error(f"{self.prog}: what is {' '.join(words)}?", hint)
        self.exit(2)

    def _choices(self, what: str) -> list[str]:
        for action in self._actions:
            if action.choices and _name_of(action) == what:
                return [str(choice) for choice in action.choices]
        return []


def _name_of(action: argparse.Action) -> str:
    """Return the name of an argument in argparse's messages."""
    if action.option_strings:
        return "/".join(action.option_strings)
    return str(action.metavar or action.dest)


def canonical(option: str) -> str:
    """Return an option in one of its two spellings."""
    return option.replace("_", "-")


def _close(word: str, candidates: Sequence[str]) -> str:
    import difflib

    close_matches: list[Any] = difflib.get_close_matches(word, candidates, n=1)
    return str(close_matches[0]) if close_matches else ""


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of a parser's commands, by name and alias."""
    for action in parser._actions:  # noqa: SLF001  there is no other way to them
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001  the same
            return dict(action.choices)
    return {}


def named_commands(
    parser: argparse.ArgumentParser,
) -> list[tuple[str, argparse.ArgumentParser]]:
    """Return name and parser of each command of a parser, without aliases."""
    names = {id(command): name for name, command in reversed(subcommands(parser).items())}
    return [
        (name, command)
        for name, command in subcommands(parser).items()
        if names[id(command)] == name
    ]
