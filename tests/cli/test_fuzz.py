"""Whatever is typed or lies in a file: an exit code and a line, never a traceback."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from custom_compiler.cli.main import COMMANDS, main
from custom_compiler.errors import MisuseError, PackageError
from custom_compiler.package import find_packages
from custom_compiler.support.vendor_names import check_vendor_name
from tests.utils.vendor_package import SCRIPTS, clean_environment

# No path that leads anywhere, since a build walks the folders it is given; no NUL, as in any argv.
ODD_TEXT = st.text("abZ019_-=;,:$()'\"`\\ \n\t\u00e4\u2028\udc80{}%[]*", max_size=8)
OPTIONS = (
    *("-o", "-k", "-i", "-c", "-j", "-v", "-I", "--op_host_path", "--op_kernel_path", "--json"),
    *("--vendor_name", "--soc_version", "--install_path", "--build-type", "--work-dir", "--force"),
    *("--input", "--output", "--attr", "--output-shape", "--output-dtype", "--version"),
    "--ascend_cann_package_path",
)
WORDS = st.one_of(
    st.sampled_from(OPTIONS),
    ODD_TEXT,
    st.builds("{}={}".format, st.sampled_from(OPTIONS), ODD_TEXT),
)
FAST = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def _lonely(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty current directory and an environment that leads nowhere else."""
    for name in ("ASCEND_HOME_PATH", "ASCEND_CUSTOM_OPP_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ASCEND_OPP_PATH", str(tmp_path / "opp"))
    monkeypatch.setenv("CUSTOM_COMPILER_HOME", str(tmp_path / "home"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


BEGINNINGS = [[command.NAME] for command in COMMANDS] + [["build", "-o"], ["run", "X", "--input"]]


@pytest.mark.usefixtures("_lonely")
@FAST
@given(st.sampled_from(BEGINNINGS), st.lists(WORDS, max_size=6))
def test_any_command_line(beginning: list[str], words: list[str]) -> None:
    # What is printed stays here: pytest-xdist cannot pass on every text that a terminal can show.
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            code: object = main([*beginning, *words])
        except SystemExit as end:
            code = end.code
    assert code in {0, 1, 2}
    assert "Traceback" not in printed.getvalue()


@FAST
@given(st.text(max_size=70) | ODD_TEXT)
def test_any_vendor_name(name: str) -> None:
    if re.fullmatch(r"(?a:[A-Za-z_]\w{0,63})", name):
        check_vendor_name(name)
    else:
        with pytest.raises(MisuseError) as caught:
            check_vendor_name(name)
        assert len(caught.value.message.splitlines()) == 1


CONFIG = st.one_of(
    st.binary(max_size=40),
    st.builds("load_priority={}\n".format, st.text(max_size=30)).map(
        lambda text: text.encode("utf-8", "surrogatepass")
    ),
)


@FAST
@given(CONFIG)
def test_any_config_is_listed(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "vendors").mkdir(exist_ok=True)
    (tmp_path / "vendors/config.ini").write_bytes(content)
    with contextlib.suppress(PackageError):
        find_packages({"ASCEND_OPP_PATH": str(tmp_path)})


@settings(parent=FAST, max_examples=15)
@given(CONFIG)
def test_uninstall_with_any_config_keeps_the_others(tmp_path: Path, content: bytes) -> None:
    vendors = tmp_path / "vendors"
    for name in ("acme", "other"):
        (vendors / name).mkdir(parents=True, exist_ok=True)
    (vendors / "config.ini").write_bytes(content)
    command: list[str | Path] = ["sh", SCRIPTS / "install.sh", "--uninstall", "--vendor=acme"]
    result = subprocess.run(
        [*command, f"--install-path={tmp_path}"],
        env=clean_environment(ASCEND_OPP_PATH=str(tmp_path)),
        capture_output=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert {path.name for path in vendors.iterdir()} - {"config.ini"} == {"other"}
