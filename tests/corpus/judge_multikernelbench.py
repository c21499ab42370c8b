"""MultiKernelBench evaluates its own example kernels on simulated AI cores.

The checkout (wzzll123/MultiKernelBench) is copied, and nothing of the copy is changed but
config.py: fewer trials. Each response is evaluated by `eval_single_runner.py`: it uses msopgen,
build.sh, the package and torch_npu's extensions, in a separate embedded toolkit. A kernel is right
when it is compiled, correct and timed.

Modules are those that the repository shows with the kernels (prompts/cuda_model_<op>.py), as
tasks in the folder `reference`. _CHANGES has what cannot be evaluated unmodified.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tests.corpus.report import markdown
from tests.corpus.results import Result
from tests.corpus.suite import Suite, Unit, is_chosen, python_with_torch_npu

_ASCENDC, _DIRECT = "ascendc", "ascendc_direct_launch"
_SECONDS = 1800
# Arrays of 6 GB each: the rows of add and relu are cut. The kernel of matmul_add is registered for
# float only and so rejects, here and on NPUs, the half that the module next to it has.
_CHANGES = {
    "add": ("4096, 393216", "17, 393216"),
    "relu": ("batch_size = 4096", "batch_size = 17"),
    "matmul_add": (", dtype=torch.float16", ""),
}
_SETTINGS = {
    "num_correct_trials": "3",
    "num_perf_trials": "10",
    "num_warmup": "1",
}
_COLUMNS = ("response", "compiled", "correct", "mean (ms)", "min (ms)", "seconds", "why not")


@dataclass(frozen=True)
class Example:
    """A response of the repository's own."""

    language: str
    op: str
    path: str

    @property
    def name(self) -> str:
        """Name for users."""
        return f"{self.language}/{self.op}"


@dataclass(frozen=True)
class Verdict:
    """Result of the runner for a response, and its duration in seconds."""

    example: Example
    result: dict[str, Any]
    seconds: float

    def is_judged(self) -> bool:
        """Return whether it was compiled, right and timed."""
        performance = self.result.get("performance") or {}
        is_right = self.result.get("compiled") and self.result.get("correctness")
        return bool(is_right and performance.get("min", 0) > 0)

    def why_not(self) -> str:
        """The line that most likely says what went wrong, or ""."""
        if self.is_judged():
            return ""
        keys = ("compile_info", "correctness_info", "died")
        text = next((str(self.result[key]) for key in keys if self.result.get(key)), "no time")
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        return next((one for one in lines if "error" in one.lower()), lines[-1])[:300]


def examples(checkout: Path) -> list[Example]:
    """Its example kernels for both back ends."""
    found = []
    patterns = {_ASCENDC: "ascendc_new_model_*.py", _DIRECT: f"{_DIRECT}_model_*.json"}
    for language, pattern in patterns.items():
        for path in sorted((checkout / "prompts").glob(pattern)):
            op = path.stem.partition("_model_")[2]
            found.append(Example(language, op, str(path.relative_to(checkout))))
    return found


def prepare(checkout: Path, copy: Path) -> None:
    """Copy the checkout, with the settings of this machine and the modules of the examples."""
    shutil.copytree(checkout, copy, ignore=shutil.ignore_patterns(".git", "*.pdf"))
    config = copy / "config.py"
    lines = [
        f"{name} = {_SETTINGS[name]}" if name in _SETTINGS else line
        for line in config.read_text().splitlines()
        for name in [line.partition("=")[0].strip()]
    ]
    config.write_text("\n".join(lines) + "\n")
    # The last of the categories, whose modules count where another one has the same name.
    shown = copy / "reference" / "shown_examples"
    shown.mkdir()
    for example in examples(checkout):
        of_example = checkout / "prompts" / f"cuda_model_{example.op}.py"
        known = [*(checkout / "reference").glob(f"*/{example.op}.py")]
        text = (of_example if of_example.exists() else known[0]).read_text()
        old, new = _CHANGES.get(example.op, ("", ""))
        (shown / f"{example.op}.py").write_text(text.replace(old, new) if old else text)


def layered(python: str, folder: Path) -> Path:
    """An environment over `python`, so that what the benchmark installs stays out of that one.

    openai is imported by the benchmark's judging and not used there; where it is missing there is
    a module of its name. pybind11 is asked for by direct launches and installed where missing.
    """
    subprocess.run([python, "-m", "venv", folder], check=True)
    own = str(folder / "bin" / "python")
    place = "import sysconfig; print(sysconfig.get_path('purelib'))"
    below, here = (
        subprocess.check_output([one, "-c", place], text=True).strip() for one in (python, own)
    )
    (Path(here) / "below.pth").write_text(f"{below}\n")
    # Older than what makes wheels, and in front of the one below.
    subprocess.run([own, "-m", "pip", "uninstall", "-q", "-y", "setuptools"], check=True)
    if not _imports(own, "openai"):
        (Path(here) / "openai.py").write_text('"""Not used."""\n\nOpenAI = None\n')
    if not _imports(own, "pybind11"):
        subprocess.run([own, "-m", "pip", "install", "-q", "pybind11"], check=True)
    return Path(own)


def _imports(python: str, module: str) -> bool:
    command = [python, "-c", f"import {module}"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def environment(home: Path, python: Path, work: Path) -> dict[str, str]:
    """Variables as after `source set_env.sh` of an embedded home, with `python` as python3."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PYTHON"))}
    kept |= {
        "CUSTOM_COMPILER_HOME": str(home),
        "VIRTUAL_ENV": str(python.parent.parent),
        "TMPDIR": str(work),
        "LD_LIBRARY_PATH": "",
    }
    programs = [str(python.parent), str(Path(sys.executable).parent), kept.get("PATH", os.defpath)]
    kept["PATH"] = os.pathsep.join(programs)
    command = [sys.executable, "-m", "custom_compiler", "home"]
    subprocess.run(command, env=kept, check=True, stdout=subprocess.DEVNULL)
    script = f'source "{home}/set_env.sh" && env -0'
    found = subprocess.run(["bash", "-c", script], env=kept, capture_output=True, check=True).stdout
    return dict(pair.split("=", 1) for pair in found.decode().split("\0") if "=" in pair)


def judge(example: Example, copy: Path, variables: dict[str, str], python: Path) -> Verdict:
    """Have the repository's runner judge one response."""
    result = copy / f"result_{example.language}_{example.op}.json"
    command = [
        str(python), "eval_single_runner.py", "--input", example.path, "--op", example.op,
        "--language", example.language, "--result", str(result),
    ]  # fmt: skip
    start = time.monotonic()
    log = result.with_suffix(".log")
    died = ""
    with log.open("wb") as stream:
        try:
            done = subprocess.run(
                command, cwd=copy, env=variables, stdout=stream, stderr=subprocess.STDOUT,
                check=False, timeout=_SECONDS,
            )  # fmt: skip
            died = f"ended with {done.returncode}" if done.returncode else ""
        except subprocess.TimeoutExpired:
            died = f"no end after {_SECONDS} s"
    seconds = time.monotonic() - start
    if result.is_file():
        return Verdict(example, json.loads(result.read_text()), seconds)
    tail = log.read_text(errors="replace").strip()[-2000:]
    return Verdict(example, {"died": f"{tail}\n{died}"}, seconds)


def _row(verdict: Verdict) -> dict[str, str]:
    performance = verdict.result.get("performance") or {}
    values = (
        verdict.example.name,
        str(bool(verdict.result.get("compiled"))),
        str(bool(verdict.result.get("correctness"))),
        str(performance.get("mean", "")),
        str(performance.get("min", "")),
        f"{verdict.seconds:.0f}",
        verdict.why_not(),
    )
    return dict(zip(_COLUMNS, values, strict=True))


def _units(options: Namespace) -> list[Unit]:
    checkout, work = options.checkout, options.work
    if not (checkout / "eval_single_runner.py").is_file():
        sys.exit(f"error: --checkout {checkout}: no eval_single_runner.py, no MultiKernelBench")
    chosen = [each for each in examples(checkout) if is_chosen(each.name, options.filter)]
    if not chosen:
        names = ", ".join(example.name for example in examples(checkout))
        sys.exit(f"error: --filter: there are {names}")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    copy = work / "MultiKernelBench"
    prepare(checkout, copy)
    python = layered(python_with_torch_npu(options), work / "python")
    variables = environment(work / "home" / "cann", python, work)
    return [
        Unit.of_case(each.name, partial(_evaluate, each, copy, variables, python))
        for each in chosen
    ]


def _evaluate(example: Example, copy: Path, variables: dict[str, str], python: Path) -> Result:
    verdict = judge(example, copy, variables, python)
    done = [step for step in ("compiled", "correctness") if verdict.result.get(step)]
    steps = " ".join([*done, "timed"] if verdict.is_judged() else done)
    word = "right" if verdict.is_judged() else "wrong" if done else "rejected"
    seconds = round(verdict.seconds, 1)
    return Result(example.name, word, steps, verdict.why_not(), seconds, details=_row(verdict))


def _conclude(_options: Namespace, results: Sequence[Result]) -> str:
    return "\n".join(markdown(_COLUMNS, [result.details for result in results]))


SUITE = Suite(
    "multikernelbench-kernels",
    "wzzll123/MultiKernelBench",
    "the repository's evaluation of its example kernels; right: compiled, correct and timed",
    _units,
    conclude=_conclude,
)
