"""The program as a whole: help, misuse, errors, and the small commands."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from custom_compiler.cli.main import main
from tests.utils.cpu_time import cpu_seconds

COMMANDS = (
    "build",
    "bridge",
    "run",
    "profile",
    "install",
    "uninstall",
    "list",
    "home",
    "env",
    "cache",
    "autokernel",
)


def cli(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a separate process, no toolkit in its environment."""
    base = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}
    command = [sys.executable, "-m", "custom_compiler", *words]
    return subprocess.run(command, env=base | env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert caught.value.code == 0
    assert "usage: custom-compiler" in capsys.readouterr().out


def test_help_is_instant() -> None:
    code = (
        "import sys; from custom_compiler.cli.main import make_parser; make_parser().format_help();"
        "heavy = {'dataclasses', 'json', 'numpy', 'platformdirs', 'rich', 'subprocess'};"
        "heavy &= set(sys.modules);"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    start = cpu_seconds()
    subprocess.run([sys.executable, "-c", code], check=True)
    assert cpu_seconds() - start < 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "COMMAND"),
        (("bild",), "bild"),
        (("build", "--jobs", "0"), "not a positive number: 0"),
        (("build",), "--op_host_path is missing"),
        (("build", "-o", "op_host"), "--op_kernel_path is missing"),
        (("install", "/no/such.run"), "/no/such.run"),
        (("uninstall", "../x"), "not a vendor name: '../x'"),
        (("run", "Nothing"), "no installed package has an operator 'Nothing'"),
        (("run", "Nothing", "--output-shape", "a"), "not a shape: a"),
        (("cache", "limit", "much"), "limit: 'much' is no size"),
        (("env", "--ascend_cann_package_path", "/no/cann"), "/no/cann"),
    ],
)
def test_misuse_is_one_line_and_what_to_do(
    words: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    result = cli(*words, CUSTOM_COMPILER_HOME=str(tmp_path))
    assert result.returncode == 2, result.stderr
    first, *rest = result.stderr.splitlines()
    assert first.startswith("error: ")
    assert says in first
    assert len(rest) <= 1
    assert "Traceback" not in result.stderr


def test_colour_only_on_a_terminal() -> None:
    assert "\x1b" not in cli("bild").stderr


def test_home_prints_the_root_only(tmp_path: Path) -> None:
    result = cli("home", CUSTOM_COMPILER_HOME=str(tmp_path))
    assert result.stdout == f"{tmp_path}/cann\n"
    assert (tmp_path / "cann/toolkit/tools/opbuild/op_build").is_file()


def test_unwritable_home_is_a_failure_that_says_what_to_do() -> None:
    result = cli("home", CUSTOM_COMPILER_HOME="/proc/nowhere")
    assert result.returncode == 1
    assert "CUSTOM_COMPILER_HOME" in result.stderr.splitlines()[-1]


def test_env_sets_a_shell_up_like_the_script(tmp_path: Path) -> None:
    home = tmp_path / "it's a home"
    show = (
        'printf "%s\\n" "$ASCEND_HOME_PATH" "$ASCEND_OPP_PATH" "$LD_LIBRARY_PATH"; command -v opc'
    )
    env = {"CUSTOM_COMPILER_HOME": str(home), "PATH": os.environ["PATH"]}
    exports = cli("env", **env).stdout
    evaluated, sourced = (
        subprocess.check_output(["bash", "-euc", text + show, "bash", *more], env=env, text=True)
        for text, *more in ((exports,), ('. "$1"; ', f"{home}/cann/set_env.sh"))
    )
    assert evaluated == sourced
    assert evaluated.splitlines()[0] == f"{home}/cann"


def test_list_shows_search_order(tmp_path: Path) -> None:
    for place, operator in (("a/vendors/one", "AddCustom"), ("opp/vendors/two", "MulCustom")):
        info = (
            tmp_path / place / "op_impl/ai_core/tbe/config/ascend910b/aic-ascend910b-ops-info.json"
        )
        info.parent.mkdir(parents=True)
        info.write_text(f'{{"{operator}": {{}}}}')
    (tmp_path / "opp/vendors/config.ini").write_text("load_priority=missing,two\n")
    result = cli(
        "list",
        ASCEND_CUSTOM_OPP_PATH=f"{tmp_path}/a/vendors/one:/no/such",
        ASCEND_OPP_PATH=f"{tmp_path}/opp",
    )
    found = [line.split()[0] for line in result.stdout.splitlines() if not line.startswith(" ")]
    assert found == ["one", "two"]
    assert "operator  AddCustom  (ascend910b)" in result.stdout
