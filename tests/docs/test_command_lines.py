"""Every command of ours that a page shows is one that the program takes, with these options.

Pages with output are executed besides (the other tests here).
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from custom_compiler.cli.main import make_parser
from tests.corpus.__main__ import _add_common_options
from tests.corpus.registry import SUITES

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


_FRONT = re.compile(r"python -m (benchmarks|tests\.corpus) run ([\w-]+)([^\n#`;|]*)")
_SUITE_ROW = re.compile(r"^\| (`[a-z][^|]*) \| [^|]* \|([^|\n]*)\|$", re.MULTILINE)
_SCRIPT = re.compile(r"python ((?:tests|benchmarks)/\S+\.py)([^\n#`;|]*)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_scripts_have_their_options(page: Path) -> None:
    """Those of long runs: no test can have the checkouts that they work on."""
    text = page.read_text()
    scripts = [(ROOT / name, words) for name, words in _SCRIPT.findall(text)]
    for front, name, words in _FRONT.findall(text):
        if front == "benchmarks" and name != "NAME":
            scripts.append((ROOT / "benchmarks" / f"{name}.py", words))
        elif name != "NAME":
            assert _options(words) <= _suite_options(name), f"{name} {words}"
    for script, words in scripts:
        assert script.is_file(), script
        siblings = "".join(path.read_text() for path in script.parent.glob("*.py"))
        for option in _options(words):
            assert f'"{option}"' in siblings, f"{script.name} {option}"


def test_the_page_of_tests_lists_every_suite_and_benchmark(benchmarks: dict[str, str]) -> None:
    text = (ROOT / "docs" / "testing.md").read_text()
    part = text.partition("### Suites")[2].partition("### Tests with")[0]
    named = set()
    for names, words in _SUITE_ROW.findall(part):
        suites = set(re.findall(r"`([\w-]+)`", names))
        if suites <= SUITES.keys():
            assert _options(words.replace("`", " ")) <= set.union(*map(_suite_options, suites))
            named |= suites
    assert named == SUITES.keys()
    run = {name for front, name, _ in _FRONT.findall(text) if front == "benchmarks"}
    mentioned = {name for name in benchmarks if f"`{name}`" in text}
    assert (run | mentioned) - {"NAME"} == benchmarks.keys()


@pytest.fixture(scope="module")
def benchmarks() -> dict[str, str]:
    """Names and summaries as `python -m benchmarks list` prints them."""
    command = [sys.executable, "-m", "benchmarks", "list"]
    text = subprocess.check_output(command, cwd=ROOT, text=True)
    return dict(re.findall(r"^(\w+) +(\S.*)$", text, re.MULTILINE))


def test_every_program_among_the_benchmarks_is_listed(benchmarks: dict[str, str]) -> None:
    """Programs that measure a part for another one are not listed."""
    programs = {
        path.stem
        for path in (ROOT / "benchmarks").glob("[a-z]*.py")
        if '__name__ == "__main__"' in path.read_text()
    }
    parts = {"asc_torch_npu", "autokernel_core_call", "autokernel_torch"}
    parts |= {"launch_mindspore", "launch_torch", "launch_torch_npu"}
    assert programs - parts == benchmarks.keys()
    assert "Speed of the simulated cores" in benchmarks["simulator"]


def _options(words: str) -> set[str]:
    return set(re.findall(r"(?<!\S)--?[a-zA-Z][\w-]*", re.sub("<[^>]*>", "", words)))


def _suite_options(name: str) -> set[str]:
    parser = argparse.ArgumentParser()
    _add_common_options(parser, SUITES[name])
    SUITES[name].add_options(parser)
    return set(parser._option_string_actions)
