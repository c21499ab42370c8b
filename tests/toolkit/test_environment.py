"""The environment scripts, as clients source them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "toolkit/home"

SHOW = (
    'printf "%s\\n" "$ASCEND_HOME_PATH" "$ASCEND_OPP_PATH" "$ASCEND_TOOLKIT_HOME" '
    '"$TOOLCHAIN_HOME" "$LD_LIBRARY_PATH" "$PYTHONPATH" "$PATH"'
)


@pytest.fixture(params=["plain", "sp ace", "quo'te $(touch x)", "ümläut"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Lay out a home with links: its scripts lie elsewhere."""
    root = tmp_path / request.param / "cann"
    for name in ("lib64", "python/site-packages", "opp", "toolkit"):
        (root / name).mkdir(parents=True)
    (root / "bin").symlink_to(SOURCES / "bin")
    (root / "set_env.sh").symlink_to(SOURCES / "set_env.sh")
    return root


def source(commands: str, *arguments: Path, **env: str) -> list[str]:
    """Run commands in bash, strictest settings; return the lines it prints."""
    base = {"PATH": os.environ["PATH"], "HOME": "/"}
    command: list[str | Path] = ["bash", "-euc", commands + SHOW, "bash", *arguments]
    return subprocess.check_output(command, env=base | env, text=True).splitlines()


@pytest.mark.parametrize("script", ["bin/setenv.bash", "set_env.sh"])
def test_names_the_home_and_not_what_it_links_to(root: Path, script: str) -> None:
    assert source('. "$1"; ', root / script) == [
        str(root),
        f"{root}/opp",
        str(root),
        f"{root}/toolkit",
        f"{root}/lib64",
        f"{root}/python/site-packages",
        f"{root}/bin:{os.environ['PATH']}",
    ]


@pytest.mark.parametrize(("given", "seen"), [({}, "0"), ({"TASK_QUEUE_ENABLE": "1"}, "1")])
def test_torch_npu_launches_in_order_unless_told_otherwise(
    root: Path, given: dict[str, str], seen: str
) -> None:
    shown = source('. "$1"; printf "%s\\n" "$TASK_QUEUE_ENABLE"; ', root / "set_env.sh", **given)
    assert shown[0] == seen


@pytest.mark.parametrize("given", [None, "--opt_level=2"])
def test_mindspore_fuses_no_operators_unless_told_otherwise(root: Path, given: str | None) -> None:
    env = {} if given is None else {"MS_DEV_GRAPH_KERNEL_FLAGS": given}
    shown = source(
        '. "$1"; printf "%s\\n" "$MS_DEV_GRAPH_KERNEL_FLAGS"; ', root / "set_env.sh", **env
    )
    assert shown[0] == (given or "--opt_level=0")


def test_sourcing_again_changes_nothing(root: Path) -> None:
    once = source('. "$1"; ', root / "set_env.sh", LD_LIBRARY_PATH="/x", PYTHONPATH="/y")
    twice = source(
        '. "$1"; . "$2"; ',
        root / "bin/setenv.bash",
        root / "set_env.sh",
        LD_LIBRARY_PATH="/x",
        PYTHONPATH="/y",
    )
    assert once == twice
    assert once[4:6] == [f"{root}/lib64:/x", f"{root}/python/site-packages:/y"]


def test_sourced_last_comes_first(root: Path) -> None:
    lines = source('. "$1"; ', root / "set_env.sh", LD_LIBRARY_PATH=f"/a:{root}/lib64:/b")
    assert lines[4] == f"{root}/lib64:/a:/b"


def test_relative_names_work(root: Path) -> None:
    for place, name in ((".", "bin/setenv.bash"), ("bin", "setenv.bash"), (".", "./set_env.sh")):
        assert source(f'cd "$1/{place}"; . {name}; ', root)[0] == str(root)


@pytest.mark.skipif(not shutil.which("zsh"), reason="no zsh")
def test_zsh(root: Path) -> None:
    command: list[str | Path] = ["zsh", "-fc", f'. "$1"; {SHOW}', "zsh", root / "set_env.sh"]
    assert subprocess.check_output(command, text=True).splitlines()[0] == str(root)
