"""Words of command lines: spellings, what was probably meant, help, completion, environments."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from custom_compiler.cli.completion import candidates
from custom_compiler.cli.main import COMMANDS, main, make_parser
from tests.utils.forks import run_command


def cli(*words: str, cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a separate process, no toolkit in its environment."""
    base = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}
    return run_command(cwd or Path.cwd(), words, base | env)


@pytest.mark.parametrize(
    "words",
    [
        ("--op-host-path", "h", "--op-kernel-path=k", "--vendor-name", "acme"),
        ("--op_host_path", "h", "--op_kernel_path", "k", "--vendor_name=acme"),
        ("--op-host_path=h", "-k", "k", "--vendor-name=acme", "--build_type", "Debug"),
    ],
)
def test_either_spelling(words: tuple[str, ...]) -> None:
    args = make_parser().parse_args(["build", *words, "--work_dir", "w_o-r-k"])
    assert (args.op_host_path, args.op_kernel_path, args.vendor_name) == ("h", "k", "acme")
    assert args.work_dir == Path("w_o-r-k")  # values stay unmodified


@pytest.mark.parametrize(
    ("words", "says", "hint"),
    [
        (("bild",), "there is no 'bild'", "did you mean build?"),
        (("cache", "claer"), "there is no 'claer'", "did you mean clear?"),
        (("build", "--vendr-name", "x"), "no option --vendr-name", "did you mean --vendor_name?"),
        (("run", "X", "--inptu=x.npy"), "no option --inptu", "did you mean --input?"),
        (("build", "--zzz"), "no option --zzz", "custom-compiler build --help"),
        (("build", "--build-type", "debug"), "there is no 'debug'", "did you mean Debug?"),
        (("help", "bild"), "no command 'bild'", "did you mean build?"),
        (("help", "home", "x"), "custom-compiler home has no command 'x'", "it has no commands"),
        (("clean", "/no/such"), "/no/such: there is no such folder", "check the path"),
    ],
)
def test_what_was_meant(
    words: tuple[str, ...], says: str, hint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(words)
    except SystemExit as stop:
        code = int(stop.code or 0)
    first, second = capfd.readouterr().err.splitlines()
    assert code == 2
    assert first.startswith("error: ")
    assert says in first
    assert hint in second


def test_help_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "cache", "limit"]) == 0
    assert "usage: custom-compiler cache limit" in capsys.readouterr().out
    assert main(["help"]) == 0
    listed = capsys.readouterr().out
    assert all(f"    {command.NAME}" in listed for command in COMMANDS)


def test_lint_is_the_same_command_as_check(capsys: pytest.CaptureFixture[str]) -> None:
    helps = []
    for name in ("check", "lint"):
        assert main(["help", name]) == 0
        helps.append(capsys.readouterr().out)
    assert helps[0] == helps[1]
    assert "custom-compiler check" in helps[0]
    assert "mssanitizer" in helps[0]  # names the other check
    assert cli("help", "--man").stdout.count("usage: custom\\-compiler check") == 1
    assert candidates(make_parser(), ["lint", "--pack"]) == ["--package"]


def test_the_manual_page_has_every_command() -> None:
    page = cli("help", "--man").stdout
    assert page.startswith(".TH CUSTOM-COMPILER 1")
    for command in COMMANDS:
        assert f".SS {command.NAME}\n" in page
    # No line of text begins with what roff takes for a request.
    requests = {".TH", ".SH", ".SS", ".nf", ".fi", ".B", ".I"}
    assert {line.split()[0] for line in page.splitlines() if line[:1] == "."} == requests
    if shutil.which("groff"):
        done = subprocess.run(
            ["groff", "-man", "-ww", "-Tutf8"], input=page, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        assert not done.stderr


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["bu"], ["build"]),
        (["cache", "c"], ["clear"]),
        (["build", "--vend"], ["--vendor_name"]),
        (["build", "--vendor-n"], ["--vendor-name"]),
        (["build", "--build_type=Deb"], ["--build_type=Debug"]),
        (["build", "--build_type", "=", "Deb"], ["Debug"]),  # as bash has it
        (["build", "--build_type", "="], ["Release", "Debug", "RelWithDebInfo", "MinSizeRel"]),
        (["build", "--build-type", ""], ["Release", "Debug", "RelWithDebInfo", "MinSizeRel"]),
        (["help", "x"], []),
        (["env", "--shell", ""], ["sh", "fish"]),
        (["completion", "z"], ["zsh"]),
        (["build", "-o", ""], []),  # a folder: the shell's own completion
    ],
)
def test_completion(words: list[str], offered: list[str]) -> None:
    assert candidates(make_parser(), words) == offered


def test_units_are_completed() -> None:
    found = candidates(make_parser(), ["build", "--soc_version", "ascend910"])
    assert {"ascend910b", "ascend910_93"} <= set(found)


def test_bash_completes(tmp_path: Path) -> None:
    (tmp_path / "custom-compiler").write_text(
        f'#!/bin/sh\nexec {sys.executable} -m custom_compiler "$@"\n'
    )
    (tmp_path / "custom-compiler").chmod(0o755)
    script = (
        'eval "$(custom-compiler completion bash)"; COMP_WORDS=(custom-compiler build --vend);'
        'COMP_CWORD=2; _custom_compiler; echo "${COMPREPLY[@]}"; complete -p custom-compiler'
    )
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script], env=os.environ | {"PATH": path}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == [
        "--vendor_name",
        "complete -o default -F _custom_compiler custom-compiler",
    ]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_are_of_their_shell(shell: str) -> None:
    script = cli("completion", shell).stdout
    assert "custom-compiler completion words -- " in script
    if shutil.which(shell):
        subprocess.run([shell, "-n", "-c", script], check=True)


def test_environment_for_fish(tmp_path: Path) -> None:
    home = tmp_path / "it's a \\home"
    done = cli("env", "--shell", "fish", CUSTOM_COMPILER_HOME=str(home))
    assert done.returncode == 0, done.stderr
    quoted = str(home / "cann").replace("\\", "\\\\").replace("'", "\\'")
    assert f"set -gx ASCEND_HOME_PATH '{quoted}'" in done.stdout.splitlines()
    assert "export" not in done.stdout


def test_clean_says_that_there_is_nothing(tmp_path: Path) -> None:
    done = cli("clean", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"nothing to remove in {tmp_path}\n")
