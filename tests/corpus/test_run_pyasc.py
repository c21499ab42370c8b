"""run_pyasc.py, on a checkout of a few files."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent

FILES = {
    "kernels/test_one.py": """
        def test_adds(): assert 1 + 1 == 2
        def test_is_wrong(): assert 1 + 1 == 3
    """,
    "generalization/basic/test_two.py": """
        import pytest
        from asc.runtime.config import Backend
        @pytest.mark.parametrize("backend", [Backend.NPU])
        def test_backend(backend): assert backend is Backend.Model
    """,
    "unit/runtime/test_compiler.py": """
        def test_kernel_type_mix(): import asc; asc._C
    """,
    "test_import.py": """
        import subprocess
        def test_filecheck(): subprocess.run(["FileCheck", "--version"], check=True)
    """,
}
TUTORIAL = "import sys\nassert sys.argv[1:] == ['-r', 'Model']\n"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("pyasc")
    for name, text in FILES.items():
        path = root / "python" / "test" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("\n        ", "\n"), encoding="utf-8")
    tutorial = root / "python" / "tutorials" / "01_add" / "add.py"
    tutorial.parent.mkdir(parents=True)
    tutorial.write_text(TUTORIAL, encoding="utf-8")
    return root


def _run(checkout: Path, output: Path, *arguments: str) -> tuple[int, dict[str, str], str]:
    options = (
        "--checkout",
        checkout,
        "--output",
        output,
        "--python",
        sys.executable,
        "--jobs",
        "1",
    )
    done = subprocess.run(
        [sys.executable, HERE / "run_pyasc.py", *options, *arguments],
        capture_output=True, text=True, check=False, cwd=output.parent,
    )  # fmt: skip
    with (output / "table.csv").open(encoding="utf-8") as file:
        outcomes = {row["name"].rpartition("::")[2]: row["outcome"] for row in csv.DictReader(file)}
    return done.returncode, outcomes, done.stdout


@pytest.mark.slow
def test_cases_and_exit_code(checkout: Path, tmp_path: Path) -> None:
    code, outcomes, text = _run(checkout, tmp_path / "report")
    assert outcomes == {
        "test_adds": "passed",
        "test_is_wrong": "failed",
        "test_backend[Backend.NPU]": "passed",
        "test_kernel_type_mix": "known",
        "test_filecheck": "passed",
        "tutorials/01_add/add.py": "passed",
    }
    assert code == 1
    assert text.splitlines()[-1] == "| all | 6 | 4 | 0 | 1 | 1 |"


def test_known_faults_are_no_failure(checkout: Path, tmp_path: Path) -> None:
    code, _, text = _run(checkout, tmp_path / "report", "--set", "unit", "--set", "tutorials")
    assert code == 0, text


@pytest.mark.frameworks
def test_generalization_on_the_device(tmp_path: Path) -> None:
    test = tmp_path / "pyasc/python/test/generalization/test_device.py"
    test.parent.mkdir(parents=True)
    test.write_text(
        "import pytest, torch\n"
        "from asc.runtime import config\n"
        "@pytest.mark.parametrize('backend', [config.Backend.NPU])\n"
        "def test_sum(backend):\n"
        "    assert backend is config.Backend.NPU\n"
        "    assert (torch.ones(3, device='npu') + 1).sum().item() == 6\n"
    )
    done = subprocess.run(
        [sys.executable, HERE / "run_pyasc.py", "--checkout", tmp_path / "pyasc", "--jobs", "1",
         "--set", "torch_npu"],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert done.stdout.endswith("| all | 1 | 1 | 0 | 0 | 0 |\n"), done.stdout + done.stderr
