"""setuptools' keyword `ascend_operators`: source distributions, editable installs, errors."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.wheel.conftest import pip, sources

_SETUP = """\
from setuptools import setup
from custom_compiler.wheel import AscendOperators
setup(name="x", version="1", packages=["acme_ops"], ascend_operators={value})
"""


def _setup(
    project: Path, value: str, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    (project / "pyproject.toml").unlink(missing_ok=True)
    (project / "setup.py").write_text(_SETUP.format(value=value))
    return subprocess.run(
        [sys.executable, "setup.py", "-q", "build"],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("['acme']", "ascend_operators: 'acme' is no custom_compiler.wheel.AscendOperators"),
        ("7", "ascend_operators: 7 is no custom_compiler.wheel.AscendOperators"),
        (
            "[AscendOperators('a b', 'op_host', 'op_kernel')]",
            "ascend_operators: package 'a b' is no name of a Python package",
        ),
        (
            "[AscendOperators('acme_ops', 'op_host', 'op_kernel', vendor_name='../x')]",
            "'../x' is not a vendor name",
        ),
        (
            "[AscendOperators('acme_ops', 'op_hots', 'op_kernel')]",
            "there is no such folder",
        ),
        (
            "[AscendOperators(p, 'op_host', 'op_kernel') for p in ('acme_ops', 'other')]",
            "ascend_operators: the vendor 'customize' is there twice",
        ),
        (
            "[AscendOperators('acme_ops', 'op_host', 'op_kernel', vendor_name=v) for v in 'ab']",
            "ascend_operators: the package 'acme_ops' is there twice",
        ),
    ],
)
def test_what_cannot_be_is_said(
    value: str, said: str, environment: dict[str, str], tmp_path: Path
) -> None:
    done = _setup(sources("by_keyword", tmp_path), value, environment)
    assert done.returncode
    assert said in done.stderr


def test_a_compiler_error_reaches_the_user(environment: dict[str, str], tmp_path: Path) -> None:
    project = sources("by_keyword", tmp_path)
    kernel = project / "op_kernel" / "add_custom.cpp"
    kernel.write_text(kernel.read_text() + "\nint broken = ;\n")
    done = _setup(project, "[AscendOperators('acme_ops', 'op_host', 'op_kernel')]", environment)
    assert done.returncode
    assert "add_custom.cpp" in done.stderr
    assert "expected primary-expression" in done.stderr


def test_what_is_the_users_is_not_replaced(environment: dict[str, str], tmp_path: Path) -> None:
    project = sources("by_keyword", tmp_path)
    own = project / "acme_ops" / "ascend_operators.py"
    own.write_text("MINE = 1\n")
    done = _setup(project, "[AscendOperators('acme_ops', 'op_host', 'op_kernel')]", environment)
    assert done.returncode
    assert "was not made by a build of ascend_operators" in done.stderr
    assert own.read_text() == "MINE = 1\n"


def test_source_distributions_have_the_sources(environment: dict[str, str], tmp_path: Path) -> None:
    project = sources("by_keyword", tmp_path)
    code = "from setuptools.build_meta import build_sdist; build_sdist('dist')"
    subprocess.run(
        [sys.executable, "-c", code], cwd=project, env=environment, check=True, stdout=-3
    )
    (archive,) = (project / "dist").iterdir()
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    every = {
        str(path.relative_to(project))
        for side in ("op_host", "op_kernel")
        for path in (project / side).rglob("*")
        if path.is_file()
    }
    assert every <= names


@pytest.mark.slow
def test_editable_installs_find_the_operators(environment: dict[str, str], tmp_path: Path) -> None:
    project = sources("by_keyword", tmp_path)
    target = tmp_path / "installed"
    options = ("--no-build-isolation", "--no-deps", "--no-index", "--target", str(target))
    done = pip("install", *options, "-e", str(project), environment=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    code = (
        f"import site; site.addsitedir({str(target)!r}); import acme_ops;"
        "print(acme_ops.ascend_operators.VENDOR)"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout
    vendor = Path(said.strip())
    assert vendor == project / "acme_ops/vendors/acme"
    assert (vendor / "op_api/lib/libcust_opapi.so").is_file()
