"""The back end of MultiKernelBench that judges, in a folder with the modules that it asks for.

tests/clients/test_multikernelbench.py has it judge in MultiKernelBench itself.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.utils.judged_sample import REPOSITORY, write_sample

_BACKEND = REPOSITORY / "examples" / "multikernelbench" / "ascendc_judge_backend.py"
_MODULES = {
    "config.py": "ascendc_device = 'ai_core-Ascend910B2'\n",
    "utils/utils.py": "def get_ref_src_path(op): return f'reference/{op}.py'\n",
    "backends/backend_registry.py": """
BACKEND_REGISTRY = {}
def register_backend(name):
    def decorator(cls):
        BACKEND_REGISTRY[name] = cls()
        return cls
    return decorator
class Backend:
    pass
""",
    "reference/add.py": """
INPUTS = {"x": ("float16", (8, 2048)), "y": ("float16", (8, 2048))}
def reference(x, y): return x + y
""",
    # What the benchmark does with a response.
    "evaluate.py": """
import json, sys
import backends.ascendc_judge_backend
from backends.backend_registry import BACKEND_REGISTRY
backend = BACKEND_REGISTRY["ascendc_judge"]
response = open(sys.argv[1]).read()
said = {"compiled": backend.compile(response, "add")}
if said["compiled"][0]:
    said["correct"] = backend.correctness_execution("")
    said["times"] = backend.time_execution()
said["cheating"] = backend.detect_cheating(response)
print(json.dumps(said))
""",
}


def response(project: Path, old: str = "", new: str = "") -> str:
    """Return a language model's response: a module of texts."""
    sources = {
        "host_tiling_src": "op_host/add_custom_tiling.h",
        "host_operator_src": "op_host/add_custom.cpp",
        "kernel_src": "op_kernel/add_custom.cpp",
    }
    texts = {name: (project / path).read_text() for name, path in sources.items()}
    assert old in texts["kernel_src"]
    texts["kernel_src"] = texts["kernel_src"].replace(old, new) if old else texts["kernel_src"]
    return "\n".join(f"{name} = {text!r}" for name, text in texts.items())


@pytest.mark.slow
def test_responses_are_judged(tmp_path: Path) -> None:
    project = write_sample(tmp_path / "project")
    bench = tmp_path / "bench"
    for name, text in _MODULES.items():
        path = bench / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (bench / "backends" / _BACKEND.name).write_text(_BACKEND.read_text())

    def evaluate(text: str) -> dict[str, list[object]]:
        (bench / "response.py").write_text(text)
        command = [sys.executable, "evaluate.py", "response.py"]
        done = subprocess.run(command, cwd=bench, capture_output=True, text=True, check=True)
        said: dict[str, list[object]] = json.loads(done.stdout)
        return said

    right = evaluate(response(project))
    assert right["compiled"] == [True, None]
    assert right["correct"] == [True, ""]
    (time,) = right["times"]
    assert isinstance(time, float)
    assert 0 < time < 1  # milliseconds, of the model
    assert right["cheating"] == [False, None]
    broken = evaluate(response(project, "AscendC::Add(zLocal", "AscendC::Plus(zLocal"))
    assert broken["compiled"][0] is False
    assert "Plus" in str(broken["compiled"][1])
    assert evaluate("no response")["compiled"][0] is False
