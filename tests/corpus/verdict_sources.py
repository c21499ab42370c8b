"""Operators of LLM4AscendC whose verdicts on hardware are recorded, laid out to be built."""

from __future__ import annotations

import csv
import re
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_BLOCK = re.compile(r"^(\w+_src)\s*=\s*('''|\"\"\")(.*?)\2", re.DOTALL | re.MULTILINE)
_KERNEL = re.compile(r"__global__\s+__aicore__\s+void\s+(\w+)\s*\(")
_HELPER = "tools/pybind_template/csrc/pytorch_npu_helper.hpp"
_REFERENCES = "vendor/mkb/reference"
# For projects, whose model is not recorded: the extension's function.
_MODEL = """\
import custom_ops_lib
import torch

class ModelNew(torch.nn.Module):
    def __init__(self, *_):
        super().__init__()

    def forward(self, *inputs):
        (name,) = [name for name in dir(custom_ops_lib) if name.endswith("_custom")]
        return getattr(custom_ops_lib, name)(*inputs)
"""


@dataclass(frozen=True)
class Verdict:
    """One attempt at an operator, and what CANN and the NPU said to it."""

    number: int  # row of the table, counted from 0
    operator: str
    commit: str
    path: str
    kind: str  # "txt": one text with everything; "project": an operator project
    is_compiled: bool
    error_class: str  # "pass", "value_mismatch", "rt_507035", ...
    error: str

    @property
    def name(self) -> str:
        """The number and the operator."""
        return f"{self.number:03d}_{self.operator}"

    @property
    def passed(self) -> bool:
        """Return whether the NPU's values were right."""
        return self.error_class == "pass"


def read_verdicts(table: Path) -> list[Verdict]:
    """The rows of verdicts.csv."""
    with table.open(encoding="utf-8") as file:
        return [
            Verdict(
                number,
                row["op"],
                re.split(r"[@ ]", row["ref"])[-1],
                row["path"],
                row["kind"],
                row["verdict_compiled"] == "yes",
                row["error_class"],
                row["error"],
            )
            for number, row in enumerate(csv.DictReader(file))
        ]


@dataclass(frozen=True)
class Sources:
    """A git directory of LLM4AscendC."""

    repository: Path

    @classmethod
    def at(cls, place: Path) -> Sources:
        """The sources of a checkout, of a git directory, or of a folder that holds one."""
        inside = place / "repo"
        return cls(inside if (inside / "HEAD").is_file() else place)

    def project_json(self, verdict: Verdict) -> str:
        """Return msopgen's input; empty for projects, of which only the output exists."""
        return self._blocks(verdict)["project_json_src"] if verdict.kind == "txt" else ""

    def lay_out(self, verdict: Verdict, folder: Path) -> None:
        """Write op_host and op_kernel into `folder`.

        Of operators that CANN compiled csrc, model_new.py and reference.py, too. Raises LookupError
        if the repository does not hold them.
        """
        is_text = verdict.kind == "txt"
        files = self._of_text(verdict) if is_text else self._of_project(verdict)
        if verdict.is_compiled:
            files |= self._caller_of_text(verdict) if is_text else self._caller_of_project(verdict)
            files["csrc/pytorch_npu_helper.hpp"] = self._show(verdict.commit, _HELPER)
            files["reference.py"] = self._reference(verdict)
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def _of_text(self, verdict: Verdict) -> dict[str, str]:
        blocks = self._blocks(verdict)
        kernel = _KERNEL.search(blocks["kernel_src"])
        if kernel is None:
            raise LookupError("its kernel source has no kernel")
        stem = kernel[1]  # the recorded harness names the files so
        return {
            f"op_host/{stem}_tiling.h": blocks["host_tiling_src"],
            f"op_host/{stem}.cpp": blocks["host_operator_src"],
            f"op_kernel/{stem}.cpp": blocks["kernel_src"],
        }

    def _caller_of_text(self, verdict: Verdict) -> dict[str, str]:
        blocks = self._blocks(verdict)
        return {"csrc/op.cpp": blocks["python_bind_src"], "model_new.py": blocks["model_src"]}

    def _blocks(self, verdict: Verdict) -> dict[str, str]:
        text = self._show(verdict.commit, verdict.path)
        return {match[1]: match[3] for match in _BLOCK.finditer(text)}

    def _of_project(self, verdict: Verdict) -> dict[str, str]:
        listed = self._git("ls-tree", "-r", "--name-only", verdict.commit, f"{verdict.path}/")
        names = [line.removeprefix(f"{verdict.path}/") for line in listed.splitlines()]
        return {
            name: self._show(verdict.commit, f"{verdict.path}/{name}")
            for name in names
            if re.fullmatch(r"op_(host|kernel)/\w+\.(cpp|h)", name)
        }

    def _caller_of_project(self, verdict: Verdict) -> dict[str, str]:
        binding = f"{verdict.path.split('/workspace/')[0]}/pybind/csrc/op.cpp"
        return {"csrc/op.cpp": self._show(verdict.commit, binding), "model_new.py": _MODEL}

    def _reference(self, verdict: Verdict) -> str:
        listed = self._git("ls-tree", "-r", "--name-only", verdict.commit, f"{_REFERENCES}/")
        path = next(
            (line for line in listed.splitlines() if line.endswith(f"/{verdict.operator}.py")), ""
        )
        if not path:
            raise LookupError(f"{_REFERENCES} of {verdict.commit} has no {verdict.operator}.py")
        return self._show(verdict.commit, path)

    def _show(self, commit: str, path: str) -> str:
        return self._git("show", f"{commit}:{path}")

    def _place(self) -> list[str]:
        has_folder = (self.repository / ".git").exists()
        return ["-C" if has_folder else "--git-dir", str(self.repository)]

    def _git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", *self._place(), *words], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise LookupError(done.stderr.strip())
        return done.stdout
