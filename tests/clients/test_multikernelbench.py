"""MultiKernelBench, unmodified but for its settings, judges its own example kernels."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.venvs import python_with
from tests.corpus.judge_multikernelbench import Example, examples, prepare
from tests.utils.checkouts import checkout

_BACKEND = Path(__file__).parents[2] / "examples/multikernelbench/ascendc_judge_backend.py"
_ROOT = Path(__file__).parents[2]


@pytest.fixture
def benchmark() -> Path:
    return checkout("CUSTOM_COMPILER_MULTIKERNELBENCH", "checkout of wzzll123/MultiKernelBench")


@pytest.mark.corpus
@pytest.mark.frameworks
@pytest.mark.timeout(4 * 3600)
def test_example_kernels_are_judged(benchmark: Path, tmp_path: Path) -> None:
    """All eight: compiled, correct, timed."""
    work = tmp_path / "work"
    command = [sys.executable, "-m", "tests.corpus", "run", "multikernelbench-kernels"]
    command += ["--checkout", str(benchmark), "--work", str(work), "--output", str(tmp_path)]
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = re.findall(r"^\| ascendc\w*/.*$", done.stdout, re.MULTILINE)
    assert len(rows) == len(examples(benchmark)) == 8
    assert all("| True | True |" in row for row in rows)  # compiled, correct


@pytest.mark.corpus
@pytest.mark.frameworks
@pytest.mark.timeout(3600)
def test_the_back_end_that_judges(benchmark: Path, tmp_path: Path) -> None:
    """The benchmark's runner with it, as docs/judge_kernels.md has it; no NPU, no extension."""
    copy = tmp_path / "MultiKernelBench"
    prepare(benchmark, copy)
    module = copy / "reference" / "shown_examples" / "add.py"
    module.write_text(module.read_text().replace("17, 393216", "1, 393216"))
    shutil.copy(_BACKEND, copy / "backends")
    (tmp_path / "unused").mkdir()
    (tmp_path / "unused" / "openai.py").write_text("OpenAI = None\n")
    place = "import sysconfig; print(sysconfig.get_path('purelib'))"
    torch = subprocess.check_output([python_with("torch_npu"), "-c", place], text=True).strip()
    paths = {"PYTHONPATH": os.pathsep.join([str(tmp_path / "unused"), torch])}
    words = ["--input", "prompts/ascendc_new_model_add.py", "--op", "add"]
    command = [sys.executable, "eval_single_runner.py", *words, "--language", "ascendc_judge"]
    subprocess.run(
        [*command, "--result", "add.json"], cwd=copy, check=True,
        env=os.environ | paths | {"TORCH_DEVICE_BACKEND_AUTOLOAD": "0"},
    )  # fmt: skip
    result = json.loads((copy / "add.json").read_text())
    assert (result["compiled"], result["correctness"], result["cheating"]) == (True, True, False)
    assert result["performance"]["min"] > 0


def test_only_settings_are_changed(tmp_path: Path) -> None:
    """In the copy that judges; the modules shown next to the kernels become tasks."""
    source = tmp_path / "source"
    files = {
        "config.py": "import os\nnum_perf_trials = 100\nseed_num=1024\n",
        "eval_single_runner.py": "runner\n",
        "prompts/ascendc_new_model_add.py": "kernel\n",
        "prompts/ascendc_direct_launch_model_relu.json": "{}\n",
        "prompts/cuda_model_add.py": "a = torch.randn(4096, 393216)\n",
        "reference/activation/relu.py": "batch_size = 4096\n",
    }
    for name, text in files.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    copy = tmp_path / "copy"
    prepare(source, copy)
    named = [Example("ascendc", "add", "prompts/ascendc_new_model_add.py")]
    assert examples(source)[:1] == named
    shown = copy / "reference" / "shown_examples"
    assert (shown / "add.py").read_text() == "a = torch.randn(17, 393216)\n"
    assert (shown / "relu.py").read_text() == "batch_size = 17\n"
    assert "num_perf_trials = 10\n" in (copy / "config.py").read_text()
    for name in set(files) - {"config.py"}:
        assert (copy / name).read_text() == files[name]
