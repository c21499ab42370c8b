"""Command lines as C's getopt_long reads them: abbreviated, before and after other words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class OptionError(Exception):
    """A word is no option that there is, or its value is missing; the text says so."""


@dataclass(frozen=True)
class Words:
    """A command line, taken apart.

    Attributes:
        options: (long name, value) in order; "" where none is taken.
        remaining: What is no option: the program and its arguments.
    """

    options: tuple[tuple[str, str], ...]
    remaining: tuple[str, ...]


def take_apart(words: Sequence[str], names: Mapping[str, bool], short: Mapping[str, str]) -> Words:
    """Split `words` into options and the program with its arguments.

    The program's own options follow it and are left to it. Options of ours may also follow the
    program directly, unless `--` is used: those up to the first word that we do not know.

    Args:
        words: The command line.
        names: Long names without `--`, and whether each takes a value.
        short: Letters and the long names that they stand for.

    Raises:
        OptionError: Before the program, a word begins with `-` and is unknown or ambiguous.
    """
    options: list[tuple[str, str]] = []
    position = 0
    while position < len(words) and words[position].startswith("-") and words[position] != "-":
        if words[position] == "--":
            return Words(tuple(options), tuple(words[position + 1 :]))
        name, value, used = _option(words, position, names, short)
        options.append((name, value))
        position += used
    program, after = list(words[position : position + 1]), position + 1
    while after < len(words):
        try:
            name, value, used = _option(words, after, names, short)
        except OptionError:
            break
        options.append((name, value))
        after += used
    return Words(tuple(options), (*program, *words[after:]))


def _option(
    words: Sequence[str], position: int, names: Mapping[str, bool], short: Mapping[str, str]
) -> tuple[str, str, int]:
    """Return the option at `position`: its long name, its value, and its number of words."""
    word = words[position]
    if word.startswith("--"):
        word_name, equals, value = word[2:].partition("=")
        name = _long_name(word_name, names)
    elif word[1:2] in short and word[0] == "-":
        name, value = short[word[1]], word[2:]
        equals = value
        if value and not names[name]:
            raise OptionError(f"invalid option -- '{word[1:]}'")
    else:
        raise OptionError(f"unrecognized option '{word}'")
    if not names[name]:
        if equals:
            raise OptionError(f"option '--{name}' doesn't allow an argument")
        return name, "", 1
    if equals:
        return name, value, 1
    if position + 1 == len(words):
        raise OptionError(f"option '{word}' requires an argument")
    return name, words[position + 1], 2


def _long_name(prefix: str, names: Mapping[str, bool]) -> str:
    if prefix in names:
        return prefix
    matches = [name for name in names if prefix and name.startswith(prefix)]
    if not matches:
        raise OptionError(f"unrecognized option '--{prefix}'")
    if len(matches) > 1:
        raise OptionError(
            f"option '--{prefix}' is ambiguous: {' '.join(f'--{n}' for n in matches)}"
        )
    return matches[0]
