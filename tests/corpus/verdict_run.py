"""One recorded operator built, called unmodified, and called under `mssanitizer`."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.corpus.sandbox import first_error, run_logged
from tests.corpus.verdict_build import build_command

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.corpus.verdict_sources import Sources, Verdict

_SOC = "Ascend910B2"
_JUDGE = Path(__file__).with_name("verdict_judge.py")
_RUNTIME_ERROR = re.compile(r"\b(5070\d\d|5610\d\d|1610\d\d)\b")
# Sizes of the references for which one simulated run takes seconds. Rows keep their length, and
# there are enough of them for every core and the longest tiles that host functions choose.
SMALLER: dict[str, dict[str, int]] = {
    "elu": {"batch_size": 8},
    "leaky_relu": {"batch_size": 8},
    "selu": {"batch_size": 8},
    "hardtanh": {"batch_size": 8},
    "relu": {"batch_size": 32},
    "sigmoid": {"batch_size": 32},
    "softmax": {"batch_size": 4},
    "log_softmax": {"batch_size": 4},
    "mean_reduction_over_a_dimension": {"batch_size": 1},
    "matrix_scalar_multiplication": {"M": 128},
    "cumprod": {"batch_size": 64},
    "matmul_for_symmetric_matrices": {"N": 256},
    "matmul_for_upper_triangular_matrices": {"N": 256},
    "matmul_with_transposed_both": {"M": 128, "K": 512, "N": 256},
    "rms_norm": {"batch_size": 1, "dim1": 128, "dim2": 128},
    "gemm_bias_add_hardtanh_mish_group_norm":
        {"batch_size": 1},
    "softplus": {"batch_size": 8},
    "swish": {"batch_size": 8},
    "hardsigmoid": {"batch_size": 8},
    "softsign": {"batch_size": 8},
    "vanilla_rnn_hidden": {"T": 4},
    "gelu": {"batch_size": 32},
    "tanh": {"batch_size": 32},
    "min_gpt_new_gelu": {"batch_size": 256},
    "cumsum": {"batch_size": 64},
    "cumsum_exclusive": {"batch_size": 64},
    "cumsum_reverse": {"batch_size": 64},
    "masked_cumsum": {"batch_size": 64},
    "argmax_over_a_dimension": {"batch_size": 1},
    "layer_norm": {"batch_size": 1},
    "matmul_for_lower_triangular_matrices": {"M": 256},
    "matmul_with_small_k_dimension": {"M": 512, "N": 512},
    "matmul_divide_gelu": {"batch_size": 64, "output_size": 512},
    "gemm_sigmoid_scaling_residual_add": {"batch_size": 64, "hidden_size": 512},
    "matmul_sum_max_avg_pool_log_sum_exp_log_sum_exp": {"batch_size": 64, "out_features": 512},
    "max_pooling_3d": {"batch_size": 1, "channels": 2, "dim1": 32, "dim2": 32, "dim3": 128},
}  # fmt: skip
_PREPARE = """
import sysconfig, torch, torch_npu, pathlib, torch.utils.cpp_extension as extension
npu = pathlib.Path(torch_npu.__file__).parent
folders = [*extension.include_paths(), npu / "include", npu / "include/third_party/acl/inc",
           npu / "include/third_party/hccl/inc", sysconfig.get_paths()["include"]]
print("\\n".join(f"-I{folder}" for folder in folders))
print(f"-L{npu / 'lib'}")
print("\\n".join(f"-L{folder}" for folder in extension.library_paths()))
"""


@dataclass
class Outcome:
    """Progress of one recorded operator."""

    name: str
    npu: str
    built: bool = False
    release: str = ""
    checked: str = ""
    kinds: dict[str, int] = field(default_factory=dict)  # reports, warnings and errors
    first_finding: str = ""
    why_not: str = ""
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def explained(self) -> str:
        """Source of the cause of a failure on the NPU; empty if there is none, or it passed."""
        if self.npu == "pass":
            return ""
        if self.kinds:
            return "finding"
        if self.release and not self.release.startswith("pass"):
            return "same verdict" if self.release.startswith(self.npu) else "fails here too"
        return ""


@dataclass(frozen=True)
class Tools:
    """The toolkit and the Python with torch_npu, the same for every operator."""

    python: Path
    work: Path
    home: Path
    environment: dict[str, str]
    options: tuple[str, ...]  # of the host compiler, for extensions

    @classmethod
    def find(cls, python: Path, work: Path) -> Tools:
        """Create the toolkit root, ask PyTorch for its folders."""
        from custom_compiler.toolkit import ensure_home

        work.mkdir(parents=True, exist_ok=True)
        home = ensure_home({"CUSTOM_COMPILER_HOME": str(work / "home")})
        environment = _environment_of(home)
        asked = subprocess.run(
            [python, "-c", _PREPARE], env=environment, capture_output=True, text=True, check=True
        )
        options = ("-std=c++20", "-fPIC", "-w", "-DTORCH_EXTENSION_NAME=custom_ops_lib")
        return cls(python, work, home, environment, (*options, *asked.stdout.split()))

    def precompile(self) -> None:
        """PyTorch's headers, which take most of the time of a small extension."""
        header = self.work / "headers" / "torch_headers.h"
        if header.with_suffix(".h.gch").exists():
            return
        header.parent.mkdir(exist_ok=True)
        header.write_text("#include <torch/library.h>\n#include <torch/extension.h>\n")
        output = f"{header}.gch"
        command = ["g++", *self.options, "-x", "c++-header", str(header), "-o", f"{output}.new"]
        subprocess.run(command, check=True)
        Path(f"{output}.new").rename(output)

    def extension(self, source: Path) -> list[str]:
        """Words of the command that makes custom_ops_lib.so in the folder above the source's."""
        target = source.parent.parent / "custom_ops_lib.so"
        libraries = ("torch", "torch_cpu", "c10", "torch_python", "torch_npu")
        return [
            "g++", "-include", str(self.work / "headers/torch_headers.h"), *self.options,
            "-shared", str(source), "-o", str(target), *(f"-l{name}" for name in libraries),
        ]  # fmt: skip


@dataclass(frozen=True)
class Runner:
    """Runs recorded operators as far as `steps` says: build, release or checked."""

    tools: Tools
    sources: Sources
    steps: str
    timeout: float
    sizes: Mapping[str, Mapping[str, int]]  # for the references, by operator

    def run(self, verdict: Verdict) -> Outcome:
        """Never raises for a failing operator."""
        outcome = Outcome(verdict.name, verdict.error_class)
        folder = self.tools.work / verdict.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            self.sources.lay_out(verdict, folder)
            self._build(verdict, folder, outcome)
            if outcome.built and self.steps != "build":
                self._extend(folder, outcome)
                outcome.release = self._call(verdict, folder, outcome, "release", [])
                if self.steps == "checked":
                    self.check(verdict, outcome)
        except (LookupError, _StepError) as error:
            outcome.why_not = str(error)
        return outcome

    def _build(self, verdict: Verdict, folder: Path, outcome: Outcome) -> None:
        self._step("build", build_command(verdict, folder), folder, outcome)
        outcome.built = True

    def _extend(self, folder: Path, outcome: Outcome) -> None:
        source = folder / "csrc" / "op.cpp"
        digest = hashlib.sha256(source.read_bytes()).hexdigest()[:16]
        kept = self.tools.work / "extensions" / f"{digest}.so"
        if not kept.exists():
            self._step("extension", self.tools.extension(source), folder, outcome)
            kept.parent.mkdir(exist_ok=True)
            (folder / "custom_ops_lib.so").rename(kept)
        shutil.copyfile(kept, folder / "custom_ops_lib.so")

    def _call(
        self, verdict: Verdict, folder: Path, outcome: Outcome, name: str, prefix: list[str]
    ) -> str:
        """The verdict here, as verdict_judge.py prints it, runtime errors by their number."""
        sizes = [f"{key}={size}" for key, size in self.sizes.get(verdict.operator, {}).items()]
        command = [*prefix, str(self.tools.python), str(_JUDGE), str(folder), *sizes]
        try:
            self._step(name, command, folder, outcome)
        except _StepError as error:
            return f"error {error}"
        text = (folder / f"{name}.log").read_text(errors="replace")
        told: list[str] = re.findall(r"^verdict: (.*)$", text, re.MULTILINE)
        if not told:
            return "error no verdict"
        if not told[-1].startswith("error"):
            return told[-1]
        if "error call aclnn" in told[-1]:
            return f"aclnn_call_failed {told[-1]}"
        found = _RUNTIME_ERROR.search(text)
        return f"rt_{found[1]} {told[-1]}" if found else told[-1]

    def check(self, verdict: Verdict, outcome: Outcome) -> Outcome:
        """Call an operator that was called before once more, under mssanitizer."""
        folder = self.tools.work / verdict.name
        report = folder / "findings.json"
        report.unlink(missing_ok=True)
        prefix = [str(self.tools.home / "bin/mssanitizer"), f"--json={report}", "--"]
        outcome.checked = self._call(verdict, folder, outcome, "checked", prefix)
        if not report.is_file():
            outcome.why_not = "no report of the sanitizer run"
            return outcome
        launches = json.loads(report.read_text())["launches"]
        found = [finding for launch in launches for finding in launch["findings"]]
        serious = [finding for finding in found if finding["severity"] != "info"]
        outcome.kinds = dict(Counter(str(finding["kind"]) for finding in serious))
        outcome.first_finding = _summary(serious[0]) if serious else ""
        return outcome

    def _step(self, name: str, command: list[str], folder: Path, outcome: Outcome) -> None:
        """Run a command with its output in `<name>.log`; raises _StepError if it fails."""
        start = time.monotonic()
        log = folder / f"{name}.log"
        try:
            with log.open("wb") as stream:
                code = run_logged(command, folder, self._environment(folder), stream, self.timeout)
        except subprocess.TimeoutExpired:
            raise _StepError(f"{name}: no end after {self.timeout:.0f} s") from None
        finally:
            outcome.seconds[name] = round(time.monotonic() - start, 2)
        if code != 0:
            raise _StepError(f"{name}: {first_error(log)}")

    def _environment(self, folder: Path) -> dict[str, str]:
        vendors = folder.glob("CustomProject/build_out/_CPack_Packages/*/*/*/packages/vendors/row*")
        return {
            **self.tools.environment,
            "ASCEND_CUSTOM_OPP_PATH": ":".join(map(str, vendors)),
            "ASCENDC_SOC_VERSION": _SOC,
            "ASCENDC_TIMEOUT": f"{self.timeout / 2:.0f}",  # of a launch
        }


class _StepError(Exception):
    """A step of an operator failed."""


def _summary(finding: Mapping[str, Any]) -> str:
    frame = next(iter(finding["frames"]), {"file": "", "line": 0})
    place = f"{Path(str(frame['file'])).name}:{frame['line']}"
    return f"{place} {finding['kind']} {finding['api']} {finding['message']}"


def _environment_of(home: Path) -> dict[str, str]:
    """The environment after set_env.sh of the toolkit."""
    words = ["bash", "-c", 'source "$1/set_env.sh" && env -0', "bash", str(home)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return dict(line.split("=", 1) for line in done.stdout.split("\0") if "=" in line)
