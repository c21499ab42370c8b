"""MultiKernelBench, unmodified but for its settings, judges its own example kernels."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from judge_multikernelbench import Example, examples, prepare

_SCRIPT = Path(__file__).parents[1] / "corpus" / "judge_multikernelbench.py"


@pytest.fixture
def checkout() -> Path:
    """The folder that CUSTOM_COMPILER_MULTIKERNELBENCH names."""
    given = os.environ.get("CUSTOM_COMPILER_MULTIKERNELBENCH")
    if not given:
        pytest.skip("CUSTOM_COMPILER_MULTIKERNELBENCH names no checkout of MultiKernelBench")
    return Path(given)


@pytest.mark.corpus
@pytest.mark.frameworks
@pytest.mark.timeout(4 * 3600)
def test_example_kernels_are_judged(checkout: Path, tmp_path: Path) -> None:
    """All eight: compiled, correct, timed."""
    work = tmp_path / "work"
    command = [sys.executable, str(_SCRIPT), "--checkout", str(checkout), "--work", str(work)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line for line in done.stdout.splitlines() if line.startswith("| ascendc")]
    assert len(rows) == len(examples(checkout)) == 8


def test_only_settings_are_changed(tmp_path: Path) -> None:
    """In the copy that judges; the modules shown beside the kernels become tasks."""
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
