"""The suite pyasc, on a checkout of a few files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.corpus.results import read_results

HERE = Path(__file__).parent

FILES = {
    "kernels/test_one.py": """
        def test_adds(): assert 1 + 1 == 2
        def test_is_wrong(): assert 1 + 1 == 3
    """,
    "generalization/basic/test_two.py": """
        import pytest

from tests.corpus.results import read_results
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
    options = ("--checkout", checkout, "--output", output, "--work", output, "--jobs", "1")
    done = subprocess.run(
        [sys.executable, "-m", "tests.corpus", "run", "pyasc", *options, *arguments],
        capture_output=True, text=True, check=False, cwd=HERE.parents[1],
    )  # fmt: skip
    results = read_results(output / "results.csv")
    verdicts = {result.case.rpartition("::")[2]: result.verdict for result in results}
    return done.returncode, verdicts, done.stdout + done.stderr


@pytest.mark.slow
def test_cases_and_exit_code(checkout: Path, tmp_path: Path) -> None:
    code, verdicts, text = _run(checkout, tmp_path / "report", "--python", sys.executable)
    assert verdicts == {
        "test_adds": "right",
        "test_is_wrong": "wrong",
        "test_backend[Backend.NPU]": "right",
        "test_kernel_type_mix": "wrong",
        "test_filecheck": "right",
        "tutorials/01_add/add.py": "right",
    }
    assert code == 1
    assert "| all | 6 | 4 | 2 | 0 | 0 |" in text


def test_recorded_faults_are_no_failure(checkout: Path, tmp_path: Path) -> None:
    sets = ("--set", "unit", "--set", "tutorials", "--python", sys.executable)
    code, verdicts, text = _run(checkout, tmp_path / "report", *sets)
    assert code == 0, text
    assert verdicts["test_kernel_type_mix"] == "wrong"


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
    code, verdicts, text = _run(tmp_path / "pyasc", tmp_path / "out", "--set", "torch_npu")
    assert code == 0, text
    assert set(verdicts.values()) == {"right"}
