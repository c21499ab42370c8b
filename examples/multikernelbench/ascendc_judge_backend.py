"""A back end of MultiKernelBench: responses for `ascendc`, judged by `custom-compiler judge`.

Copy it into MultiKernelBench's folder `backends` and name the language `ascendc_judge`. It needs
no NPU, no torch_npu and no C++ extension: the operator of a response is built and called in a
sandbox, and the task's module is the reference. Python needs torch and custom_compiler.

What counts is the operator. A response's extension and its `ModelNew`, which mostly pass tensors
on, are not used; where a module does more than that around its operator, take `ascendc`.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from backends.backend_registry import (  # type: ignore[import-not-found]
    Backend,
    register_backend,
)
from config import ascendc_device  # type: ignore[import-not-found]
from utils.utils import get_ref_src_path  # type: ignore[import-not-found]

# What a response must define, and where it goes in a project; `{op}` is the task's name.
_SOURCES = {
    "host_tiling_src": "op_host/{op}_custom_tiling.h",
    "host_operator_src": "op_host/{op}_custom.cpp",
    "kernel_src": "op_kernel/{op}_custom.cpp",
}
_SECONDS = 600


def write_project(response: str, op: str, folder: Path) -> None:
    """Write the sources of a response's operator; raise what its own code raises."""
    # It only has texts; `exec` is how MultiKernelBench reads it, too.
    names: dict[str, str] = {}
    exec(compile(response, "<response>", "exec"), names)  # noqa: S102
    for name, place in _SOURCES.items():
        path = folder / place.format(op=op)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(names[name], encoding="utf-8")


@register_backend("ascendc_judge")
class JudgeBackend(Backend):
    """Judges in `compile`; what comes after tells what was found."""

    def __init__(self) -> None:
        self._verdict: dict[str, object] = {}

    def get_device(self) -> str:
        """Return the device of modules, which is this machine."""
        return "cpu"

    def get_hardware_name(self) -> str:
        """Return the hardware that kernels are for."""
        return str(ascendc_device)

    def compile(self, generated_code: str, op: str) -> tuple[bool, str | None]:
        """Judge the response; whether it builds, and what compilers said."""
        with tempfile.TemporaryDirectory() as folder:
            project = Path(folder) / "project"
            try:
                write_project(generated_code, op, project)
            except Exception as error:  # noqa: BLE001 - anybody's code
                return False, f"the response: {error!r}"
            command = [sys.executable, "-m", "custom_compiler", "judge", str(project), "--json"]
            command += ["--reference", get_ref_src_path(op), "--timeout", str(_SECONDS)]
            if os.environ.get("JUDGE_QUICK"):  # without the times of the cycle model
                command.append("--quick")
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        if not done.stdout:
            raise RuntimeError(done.stderr)  # the command itself failed, not the response
        self._verdict = json.loads(done.stdout)
        if self._verdict["verdict"] == "not judged":
            raise RuntimeError(self._verdict["reason"])  # this machine failed, not the response
        if self._verdict["verdict"] in {"does not build", "no project"}:
            return False, "\n".join([str(self._verdict["reason"]), *self._details()])
        return True, None

    def _details(self) -> list[str]:
        details = self._verdict["details"]
        return [str(line) for line in details] if isinstance(details, list) else []

    def correctness_execution(self, ref_src: str) -> tuple[bool, str]:
        """Return whether the response is right, else its error; the reference ran before."""
        del ref_src
        is_right = self._verdict["verdict"] == "right"
        words = ("verdict", "case", "reason")
        return is_right, "" if is_right else ": ".join(str(self._verdict[word]) for word in words)

    def time_execution(self, eval_target: str = "ModelNew") -> list[float]:
        """Milliseconds of a call: those of a model of the cores, not of hardware."""
        del eval_target
        launches = self._verdict["model"]
        if not isinstance(launches, list) or not launches:
            return [0.0]
        return [sum(launch["microseconds"] for launch in launches) / 1000]

    def detect_cheating(self, generated_code: str) -> tuple[bool, str | None]:
        """Return whether results came from elsewhere than the kernel."""
        del generated_code
        is_cheating = self._verdict.get("verdict") == "not the kernel's work"
        return is_cheating, str(self._verdict["reason"]) if is_cheating else None
