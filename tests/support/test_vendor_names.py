"""Names of vendors: one rule in Python, in CMake and in the install script."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.support.vendor_names import check_vendor_name
from tests.utils.vendor_package import SCRIPTS, TEMPLATE, clean_environment

GOOD = ["customize", "_a", "A1", "x" * 64]
BAD = ["1a", "a/b", "../a", "$(x)", "a b", "ä", "a-b", "x" * 65]


@pytest.mark.parametrize("name", GOOD)
def test_vendor_names(name: str) -> None:
    assert check_vendor_name(name) == name


@pytest.mark.parametrize("name", ["", "a\n", *BAD])
def test_bad_vendor_names(name: str) -> None:
    with pytest.raises(MisuseError, match="not a vendor name: "):
        check_vendor_name(name)
    with pytest.raises(MisuseError, match=r"--vendor_name=.* is not a vendor name"):
        check_vendor_name(name, "--vendor_name")


@pytest.mark.parametrize("name", [*GOOD, *BAD])
def test_copies_without_python_agree(name: str, tmp_path: Path) -> None:
    cmake = ["cmake", f"-Dvendor_name={name}", "-DASCEND_CANN_PACKAGE_PATH=/no/such"]
    script = ["sh", str(SCRIPTS / "install.sh"), "--uninstall", f"--vendor={name}"]
    commands = {
        "vendor_name=": [*cmake, "-P", str(TEMPLATE / "cmake/config.cmake")],
        "not a vendor name": [*script, f"--install-path={tmp_path}"],
    }
    for complaint, command in commands.items():
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, env=clean_environment()
        )
        assert done.returncode != 0  # there is no toolkit, nothing to uninstall
        assert (complaint in done.stderr) == (name in BAD), done.stderr
