"""Every command of ours that a page shows is one that the program takes, with these options.

Pages with output are executed besides (the other tests here).
"""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

import pytest

from custom_compiler.cli.main import make_parser

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^ *```(?:sh|console|bash)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"(?<![\w/.-])custom-compiler (?=[a-z])([^|;&#)`]*)")
# What docs/extending.md tells to make.
NOT_HERE = {"custom-compiler arch"}


def _commands(page: Path) -> list[str]:
    """The commands in blocks, without what a shell does around them."""
    found = []
    for block in _BLOCK.findall(page.read_text()):
        for line in block.replace("\\\n", " ").splitlines():
            text = re.sub(r"""("[^"$]*"|'[^']*')""", lambda part: part[0].translate(_HIDE), line)
            found += [match[0].translate(_SHOW).strip() for match in _COMMAND.finditer(text)]
    return [re.sub(r" \d?>.*", "", command) for command in found]


# In quotes, what would end a command does not.
_HIDE = str.maketrans("|;&#)`", "\ue000\ue001\ue002\ue003\ue004\ue005")
_SHOW = str.maketrans("\ue000\ue001\ue002\ue003\ue004\ue005", "|;&#)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_are_taken(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parser = make_parser()
    refused = [one for one in _commands(page) if not _is_taken(parser, one)]
    assert set(refused) <= NOT_HERE, capsys.readouterr().err


def _is_taken(parser: argparse.ArgumentParser, command: str) -> bool:
    try:
        parser.parse_args(shlex.split(command)[1:])
    except SystemExit as stop:
        return not stop.code
    return True


def test_commands_are_found() -> None:
    assert sum(len(_commands(page)) for page in PAGES) > 80
    assert _commands(ROOT / "docs/scale.md")[0].endswith("--scheduler tcp://127.0.0.1:8786")


_SCRIPT = re.compile(r"python ((?:tests|benchmarks)/\S+\.py)([^\n#`;|]*)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_scripts_have_their_options(page: Path) -> None:
    """Those of long runs: no test can have the checkouts that they work on."""
    for name, words in _SCRIPT.findall(page.read_text()):
        script = ROOT / name
        assert script.is_file(), name
        beside = "".join(path.read_text() for path in script.parent.glob("*.py"))
        for option in re.findall(r"(?<!\S)--?[a-z][\w-]*", re.sub("<[^>]*>", "", words)):
            written = f'"{option}"'
            assert written in script.read_text() or written in beside, f"{name} {option}"
