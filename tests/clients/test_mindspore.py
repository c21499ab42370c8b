"""MindSpore's unmodified wheel runs the tutorial's network, set up by our set_env.sh alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.conftest import REPOSITORY, Built

PROGRAM = Path(__file__).parent / "mindspore/add_custom_net.py"
AFFINE_NET = PROGRAM.with_name("affine_net.py")
MODES = ["pynative", "O0", "O1"]


@pytest.mark.frameworks
@pytest.mark.parametrize("found_by", ["exported", "installed"])
@pytest.mark.parametrize("infer", ["python", "cpp"])
@pytest.mark.parametrize("mode", MODES)
def test_add_custom_net_on_ascend(
    mindspore_python: Path,
    built: Built,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    mode: str,
    infer: str,
    found_by: str,
) -> None:
    vendor = built.vendor if found_by == "exported" else None
    if vendor is None:
        request.getfixturevalue("installed_vendor")
    shutil.copytree(REPOSITORY / "infer_file", tmp_path / "infer_file")
    func = {"python": "AddCustom", "cpp": "./infer_file/add_custom_infer.cc:AddCustom"}[infer]
    run(mindspore_python, built.cann_home, vendor, tmp_path, "Ascend", mode, infer, func)


@pytest.mark.frameworks
@pytest.mark.parametrize("infer", ["python", "cpp"])
@pytest.mark.parametrize("mode", ["pynative", "O0"])
def test_add_custom_net_on_the_cpu(
    mindspore_python: Path, built: Built, tmp_path: Path, mode: str, infer: str
) -> None:
    func = f"{built.folder / 'build_out/libmy_aot.so'}:AddCustom"
    words = ("CPU", mode, infer, func)
    run(mindspore_python, built.cann_home, None, tmp_path, *words)


@pytest.mark.frameworks
@pytest.mark.parametrize("mode", ["pynative", "O0"])
@pytest.mark.parametrize("device", ["Ascend", "CPU"])
def test_custom_op_needs_only_the_name(
    mindspore_python: Path, built: Built, tmp_path: Path, device: str, mode: str
) -> None:
    words = (device, mode, "cpp", "custom_op")
    run(mindspore_python, built.cann_home, built.vendor, tmp_path, *words)


@pytest.fixture(scope="module")
def affine_vendor(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package with Affine, and AffineSteps, which has one attribute more."""
    folder = tmp_path_factory.mktemp("affine")
    shutil.copytree(AFFINE_NET.with_name("affine"), folder, dirs_exist_ok=True)
    for source in [*folder.glob("op_*/*.cpp"), *folder.glob("op_*/*.h")]:
        text = source.read_text().replace("Affine", "AffineSteps").replace("affine", "affine_steps")
        attribute = 'this->Attr("steps").AttrType(OPTIONAL).ListInt({1, 2});'
        text = text.replace("this->SetInferShape", f"{attribute} this->SetInferShape")
        (source.parent / source.name.replace("affine", "affine_steps")).write_text(text)
    subprocess.run(
        [sys.executable, "-m", "custom_compiler", "build", "-o", "op_host", "-k", "op_kernel",
         "--vendor_name", "affine", "--soc_version", "ascend910b",
         "--ascend_cann_package_path", str(cann_home)],
        cwd=folder, check=True,
        env={k: v for k, v in os.environ.items() if not k.startswith("ASCEND")},
    )  # fmt: skip
    return next(folder.glob("build_out/_CPack_Packages/*/*/*.run/packages/vendors/affine"))


@pytest.mark.frameworks
@pytest.mark.parametrize(
    ("device", "mode"), [("CPU", "pynative"), ("CPU", "O0"), ("Ascend", "O0"), ("Ascend", "O1")]
)
def test_attributes_and_several_outputs(
    mindspore_python: Path,
    affine_vendor: Path,
    cann_home: Path,
    tmp_path: Path,
    device: str,
    mode: str,
) -> None:
    words = (device, mode)
    run(mindspore_python, cann_home, affine_vendor, tmp_path, *words, program=AFFINE_NET)


@pytest.mark.frameworks
@pytest.mark.parametrize("mode", ["pynative", "O0"])
def test_calls_after_a_fault(
    mindspore_python: Path, faulty_vendor: Path, cann_home: Path, tmp_path: Path, mode: str
) -> None:
    """Each synchronisation raises the device's error."""
    program = PROGRAM.with_name("after_a_fault.py")
    run(mindspore_python, cann_home, faulty_vendor, tmp_path, mode, program=program)


def run(
    python: Path,
    cann_home: Path,
    vendor: Path | None,
    folder: Path,
    *words: str,
    program: Path = PROGRAM,
) -> None:
    """Run the program in a shell that sourced set_env.sh, and nothing else of CANN."""
    script = 'source "$1/set_env.sh"; [ -z "$2" ] || export ASCEND_CUSTOM_OPP_PATH="$2"; '
    script += 'shift 2; exec "$@"'
    done = subprocess.run(
        ["bash", "-c", script, "bash", cann_home, vendor or "", python, program, *words],
        cwd=folder, capture_output=True, text=True, check=False, timeout=600,
        env={k: v for k, v in os.environ.items() if not k.startswith("ASCEND")},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "passed"
