"""`custom-compiler completion`: words that a shell offers when Tab is pressed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

NAME = "completion"
HELP = "print the completion of a shell"
DESCRIPTION = """\
Print what makes a shell complete commands, options, their values, operators and compute units.

  bash: eval "$(custom-compiler completion bash)"             # in ~/.bashrc
  zsh:  eval "$(custom-compiler completion zsh)"              # in ~/.zshrc, after compinit
  fish: custom-compiler completion fish > ~/.config/fish/completions/custom-compiler.fish
"""

_SCRIPTS = {
    "bash": """\
_custom_compiler() {
    local IFS=$'\\n'
    COMPREPLY=($(custom-compiler completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _custom_compiler custom-compiler
""",
    "zsh": """\
_custom_compiler() {
    local -a found
    found=("${(@f)$(custom-compiler completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n "${found[1]}" ]]; then compadd -- "${found[@]}"; else _files; fi
}
compdef _custom_compiler custom-compiler
""",
    "fish": """\
function __custom_compiler_words
    set -l before (commandline -opc)
    set -l found (custom-compiler completion words -- $before[2..-1] (commandline -ct) 2>/dev/null)
    if test -n "$found[1]"
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c custom-compiler -f -a '(__custom_compiler_words)'
""",
}
_OPERATOR_COMMANDS = frozenset({"run", "profile", "gdb"})
_UNIT_OPTIONS = frozenset({"--soc_version", "--soc-version", "--soc"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the shell; or, from its script, the words so far."""
    parser.add_argument("shell", choices=(*_SCRIPTS, "words"), help="the shell; words: for scripts")
    parser.add_argument("line", nargs="*", metavar="WORD", help="for words: the command line")


def execute(args: argparse.Namespace) -> int:
    """Print the script, or the words that may come next."""
    from custom_compiler.cli.main import make_parser

    if args.shell == "words":
        print("\n".join(candidates(make_parser(), args.line or [""])))
    else:
        print(_SCRIPTS[args.shell], end="")
    return 0


def candidates(parser: argparse.ArgumentParser, words: Sequence[str]) -> list[str]:
    """Return the completions of the last word, which may be empty; none for file names."""
    from custom_compiler.cli.parser import canonical, subcommands

    *before, last = words
    if "=" in words:  # bash takes words apart there
        before = [word for word in before if word != "="]
        last = "" if last == "=" else last
    elif last.startswith("--") and "=" in last:
        option, _, value = last.partition("=")
        return [f"{option}={word}" for word in candidates(parser, [*before, option, value])]
    path = []
    while before and before[0] in subcommands(parser):
        path.append(before[0])
        parser = subcommands(parser)[before.pop(0)]
    options = parser._option_string_actions  # noqa: SLF001  argparse has no other list of them
    previous = before[-1] if before else ""
    if previous not in options:  # perhaps in the other spelling
        same = [option for option in options if canonical(option) == canonical(previous)]
        previous = same[0] if same else previous
    if last.startswith("-"):
        # In the spelling that was begun.
        has_hyphens = "-" in last[2:] and "_" not in last
        spelled = [o.replace("_", "-") if has_hyphens else o for o in options]
        offered = sorted(dict.fromkeys(spelled))
    elif previous in _UNIT_OPTIONS:
        offered = _units()
    elif previous in options and options[previous].choices:
        offered = [str(choice) for choice in options[previous].choices or ()]
    elif not before and subcommands(parser):
        offered = list(subcommands(parser))
    elif not before and path and path[0] in _OPERATOR_COMMANDS:
        offered = _operators()
    else:
        listed = [action.choices for action in parser._actions  # noqa: SLF001  as above
                  if action.choices and not action.option_strings]  # fmt: skip
        offered = [str(choice) for choice in listed[0] or ()] if listed and not before else []
    return [word for word in offered if word.startswith(last)]


def _operators() -> list[str]:
    from custom_compiler.cli.install import with_opp_path
    from custom_compiler.package import find_packages

    packages = find_packages(with_opp_path(os.environ))
    return sorted({name for package in packages for name in package.operators})


def _units() -> list[str]:
    from custom_compiler.toolkit import find_toolkit
    from custom_compiler.toolkit.soc import known_socs

    units_by_soc = known_socs(find_toolkit().platform_config)
    return sorted({*units_by_soc, *units_by_soc.values()})
