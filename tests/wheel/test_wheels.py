"""Operators shipped as wheels: made by setuptools and scikit-build-core, found where installed."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import sys
import zipfile
from email import message_from_string
from pathlib import Path

import pytest
from packaging.tags import sys_tags
from packaging.utils import parse_wheel_filename

from custom_compiler.wheel.contents import install_vendor
from custom_compiler.wheel.tags import platform_tag
from tests.wheel.conftest import Wheels


def _files(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def _glibc(folder: Path) -> tuple[int, ...]:
    """The newest glibc that binutils finds in the files below a folder."""
    newest: tuple[int, ...] = (2, 0)
    for path in folder.rglob("*.so"):
        said = subprocess.run(
            ["readelf", "-V", path], capture_output=True, text=True, check=True
        ).stdout
        found = re.findall(r"\bGLIBC_([0-9.]+)", said)
        newest = max([newest, *(tuple(map(int, version.split("."))) for version in found)])
    return newest


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wheel", "package", "vendor"),
    [("by_keyword", "acme_ops", "acme"), ("by_cmake", "zeta_ops", "zeta")],
)
def test_the_package_is_in_the_wheel(wheels: Wheels, wheel: str, package: str, vendor: str) -> None:
    files = _files(getattr(wheels, wheel))
    root = f"{package}/vendors/{vendor}"
    assert f"{package}/ascend_operators.py" in files
    assert f"{root}/op_api/lib/libcust_opapi.so" in files
    assert f"{root}/op_api/include/aclnn_add_custom.h" in files
    assert any(
        re.match(rf"{root}/op_impl/ai_core/tbe/kernel/ascend910b/add_custom/\w+\.o$", name)
        for name in files
    )
    assert any(name.endswith("libcust_opsproto_rt2.0.so") for name in files)


@pytest.mark.slow
def test_wheels_fit_any_python_of_this_platform(wheels: Wheels) -> None:
    for wheel in (wheels.by_keyword, wheels.by_cmake):
        tags = parse_wheel_filename(wheel.name)[3]
        assert {(tag.interpreter, tag.abi) for tag in tags} == {("py3", "none")}
        assert tags & set(sys_tags())
        with zipfile.ZipFile(wheel) as archive:
            (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/WHEEL")]
            assert message_from_string(archive.read(name).decode())["Root-Is-Purelib"] == "false"


@pytest.mark.slow
def test_the_platform_is_what_the_files_ask_for(wheels: Wheels) -> None:
    (tag,) = parse_wheel_filename(wheels.by_keyword.name)[3]
    match = re.fullmatch(r"manylinux_2_(\d+)_(x86_64|aarch64)", tag.platform)
    assert match, tag.platform
    assert (2, int(match[1])) >= _glibc(wheels.installed / "acme_ops")


@pytest.mark.slow
def test_tools_find_both_vendors_without_an_import(wheels: Wheels) -> None:
    done = wheels.python("-m", "custom_compiler", "list", "--json")
    assert done.returncode == 0, done.stderr
    found = {entry["vendor"]: entry for entry in json.loads(done.stdout)}
    assert found["acme"]["path"] == str(wheels.installed / "acme_ops/vendors/acme")
    assert found["zeta"]["path"] == str(wheels.installed / "zeta_ops/vendors/zeta")
    assert found["acme"]["found_by"] == "an installed wheel"


@pytest.mark.slow
def test_the_shell_environment_names_both(wheels: Wheels) -> None:
    done = wheels.python("-m", "custom_compiler", "env")
    (line,) = [row for row in done.stdout.splitlines() if "ASCEND_CUSTOM_OPP_PATH" in row]
    assert line.partition("=")[2].split(":") == [
        str(wheels.installed / "acme_ops/vendors/acme"),
        str(wheels.installed / "zeta_ops/vendors/zeta"),
    ]


@pytest.mark.slow
def test_an_import_announces_a_vendor_once_and_first(wheels: Wheels) -> None:
    code = (
        "import os; os.environ['ASCEND_CUSTOM_OPP_PATH'] = '/elsewhere';"
        "import acme_ops, zeta_ops; acme_ops.ascend_operators.announce();"
        "print(os.environ['ASCEND_CUSTOM_OPP_PATH'])"
    )
    paths = wheels.python("-c", code).stdout.strip().split(":")
    assert paths == [
        str(wheels.installed / "zeta_ops/vendors/zeta"),
        str(wheels.installed / "acme_ops/vendors/acme"),
        "/elsewhere",
    ]


@pytest.mark.slow
def test_operators_of_wheels_run(wheels: Wheels, tmp_path: Path) -> None:
    code = (
        "import numpy, subprocess, sys;"
        "x = numpy.arange(16384, dtype=numpy.float16).reshape(8, 2048) / 64;"
        f"numpy.save({str(tmp_path / 'x.npy')!r}, x)"
    )
    assert wheels.python("-c", code).returncode == 0
    x, z = str(tmp_path / "x.npy"), str(tmp_path / "z.npy")
    done = wheels.python(
        *("-m", "custom_compiler", "run", "AddCustom", "--input", x, x, "--output", z)
    )
    assert done.returncode == 0, done.stdout + done.stderr
    check = f"import numpy as n; a = n.load({x!r}); assert (n.load({z!r}) == a + a).all()"
    subprocess.run([sys.executable, "-c", check], check=True)


def test_an_earlier_vendor_goes_and_what_is_the_users_stays(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "version.info").write_text(name)
    target = tmp_path / "package"
    (target / "vendors/mine").mkdir(parents=True)
    install_vendor(tmp_path / "first", target)
    install_vendor(tmp_path / "second", target)
    assert sorted(path.name for path in (target / "vendors").iterdir()) == ["mine", "second"]
    assert "/ 'second'" in (target / "ascend_operators.py").read_text()


@pytest.mark.parametrize(
    ("machines", "tag"),
    [((), "linux_x86_64"), ((183,), "linux_aarch64"), ((62, 183), "linux_x86_64")],
)
def test_without_auditwheel_the_tag_names_the_files_cpu(
    machines: tuple[int, ...], tag: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "auditwheel.architecture", None)
    (tmp_path / "kernel.json").write_text("{}")
    for machine in machines:  # e_machine is at byte 18 of the header
        header = b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + struct.pack("<HH", 3, machine)
        (tmp_path / f"lib{machine}.so").write_bytes(header)
    assert platform_tag([tmp_path], "linux_x86_64") == tag
