"""Output on terminals of 80 and of 200 columns: nothing wider, and kernels by name."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

from custom_compiler.cli.main import make_parser
from custom_compiler.cli.parser import subcommands
from custom_compiler.toolkit import ensure_home
from tests.utils.caches import cache_with_headers

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.utils.installed_sample import InstalledSample

_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_WIDTHS = pytest.mark.parametrize("width", [80, 200])
_SEARCH = """
from custom_compiler.support.progress import progress
with progress("[op_compiler] tune MatmulLeakyreluCustom", 200) as advance:
    for trial in range(200):
        advance(f"best {trial} cycles (-23.5 %), tileLength 512, block_dim 40, options -DFAST -O3")
"""


def _shown(
    command: list[str], width: int, folder: Path, environment: Mapping[str, str]
) -> list[str]:
    """The lines that a terminal of that width gets, with those that it later overwrites."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    dropped = {"COLUMNS", "LINES", "CI", "NO_COLOR", "GITHUB_ACTIONS"}
    plain = {name: value for name, value in environment.items() if name not in dropped}
    process = subprocess.Popen(
        command, cwd=folder, env=plain | {"TERM": "xterm"}, stdin=theirs, stdout=theirs,
        stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the last one that wrote to it has ended
            break
        said += part
    os.close(ours)
    text = _ESCAPE.sub("", said.decode())
    assert process.wait() == 0, text
    return [line.rstrip() for line in re.split(r"[\r\n]+", text)]


@pytest.mark.slow
def test_build(tmp_path: Path, cann_home: Path, request: pytest.FixtureRequest) -> None:
    for name in ("op_host", "op_kernel"):
        shutil.copytree(request.config.rootpath / name, tmp_path / name)
    words = ["build", "-o", "op_host", "-k", "op_kernel", "--soc_version", "ascend910b"]
    environment = os.environ | {"ASCEND_HOME_PATH": str(cann_home)}
    # Kernels that are compiled take long enough to be seen.
    environment["CUSTOM_COMPILER_CACHE"] = cache_with_headers(tmp_path / "cache")
    command = [sys.executable, "-m", "custom_compiler", *words]
    for width in (80, 200):
        lines = _shown(command, width, tmp_path, environment)
        text = "\n".join(lines)
        if width == 80:
            assert re.search(r"Kernel AddCustom (float16|float32|int32) \(ascend910b\)", text)
            assert re.search(r"(Compiling|Linking) \w+\.(cpp|cc|so)", text)
        assert not re.search(r"[0-9a-f]{32}", text)
        # Commands to copy, and what names files in the test's long folder, are not cut.
        progress = [line for line in lines if "/" not in line or "build  " in line]
        assert [line for line in progress if cell_len(line) > width] == []
        assert "  operators  AddCustom" in lines
        shutil.rmtree(tmp_path / "CustomProject")


@_WIDTHS
def test_what_is_measured_and_found(
    width: int, tmp_path: Path, installed_sample: InstalledSample
) -> None:
    """Sentences are broken between words, and lists of folders at their ends."""
    program = [sys.executable, "-m", "custom_compiler"]
    variables = os.environ | installed_sample.environment(tmp_path)
    words = ["profile", "AddCustom", "--random", "8x2048:fp16", "8x2048:fp16"]
    lines = _shown([*program, *words], width, tmp_path, variables)
    told = [line for line in lines if "/" not in line]
    assert max(map(cell_len, told)) <= width
    assert any(line.startswith("    ") for line in told) == (width == 80)
    folders = [str(tmp_path / ("long" * 40)), str(tmp_path / "other")]
    variables |= {"LD_LIBRARY_PATH": ":".join(folders)}
    lines = _shown([*program, "list"], width, tmp_path, variables)
    assert max(cell_len(line) for line in lines if "operator" in line) <= width
    # What other tests installed into their common toolkit may be a problem, here reported as one.
    variables |= {"ASCEND_HOME_PATH": str(ensure_home({"CUSTOM_COMPILER_HOME": str(tmp_path)}))}
    lines = _shown([*program, "doctor"], width, tmp_path, variables)
    assert [f"    {folder}" for folder in folders] == [
        line for line in lines if line.strip() in folders
    ]


@_WIDTHS
def test_search(width: int, tmp_path: Path) -> None:
    lines = _shown([sys.executable, "-c", _SEARCH], width, tmp_path, os.environ)
    shown = [line for line in lines if "tune MatmulLeakyreluCustom" in line]
    assert shown
    assert max(cell_len(line) for line in lines) <= width
    assert all("best" in line for line in shown if "0/200" not in line)
    assert ("-O3" in shown[-1]) == (width == 200)


@_WIDTHS
def test_help(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for parser in _parsers(make_parser()):
        lines = parser.format_help().splitlines()
        assert [line for line in lines if len(line) > width] == [], parser.prog


def test_examples_that_do_not_fit_can_be_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = subcommands(make_parser())["gdb"].format_help()
    assert """ --block 3 \\\n      --ex "break add_custom.cpp:52"\n""" in text
    monkeypatch.setenv("COLUMNS", "120")
    text = subcommands(make_parser())["gdb"].format_help()
    assert """ --block 3 --ex "break add_custom.cpp:52"\n""" in text


def _parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for inner in subcommands(parser).values():
        yield from _parsers(inner)
