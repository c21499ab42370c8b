"""Build and run op-plugin's examples of extensions of torch_npu as their pages say, unmodified.

Each of examples/{cpp_extension*,framwork_cpp_extension,kernel_extension_aclgraph} is copied, and
`build_and_run.sh`, or where there is none what its README.md says, is run in a shell that sourced
set_env.sh of an embedded toolkit, in an environment over `--python` with `wheel` and `expecttest`,
which torch_npu's own class of tests imports. Nothing of the copy is changed. A program of `test/`
is right when unittest says OK. `--work` has a log of each example.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tests.corpus.judge_multikernelbench import environment
from tests.corpus.results import Result
from tests.corpus.suite import Suite, Unit, is_chosen, python_with_torch_npu

_PATTERNS = ("cpp_extension*", "framwork_cpp_extension", "kernel_extension_aclgraph")
_RESULT = re.compile(r"^(OK|FAILED)\b", re.MULTILINE)
_CAUSE = re.compile(r"^.*(?:\berror:|Error\b).*$", re.MULTILINE)
_MARK = "=== "
_SECONDS = 3600
# What a README without a script says: build, install, and the programs of test/.
_README = """\
python setup.py bdist_wheel
pip install dist/*.whl --force-reinstall
cd test
"""


def examples(checkout: Path) -> list[Path]:
    """The folders with a setup.py."""
    folders = []
    for pattern in _PATTERNS:
        for folder in sorted((checkout / "examples").glob(pattern)):
            folders += sorted(path.parent for path in folder.rglob("setup.py"))
    return folders


def layered(python: str, folder: Path) -> Path:
    """An environment over `python`, so that what examples install stays out of that one."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    own = folder / "bin" / "python"
    place = "import sysconfig; print(sysconfig.get_path('purelib'))"
    below, here = (
        subprocess.check_output([one, "-c", place], text=True).strip() for one in (python, own)
    )
    (Path(here) / "below.pth").write_text(f"{below}\n")
    subprocess.run([own, "-m", "pip", "install", "-q", "wheel", "expecttest"], check=True)
    return own


def script_of(example: Path) -> str:
    """Return the commands of a user in the folder, each program after a line with its name."""
    programs = sorted(path.name for path in (example / "test").glob("*.py"))
    script = example / "build_and_run.sh"
    if script.is_file():
        # It runs its programs itself, one after the other.
        return "bash build_and_run.sh\n"
    runs = "".join(f"echo '{_MARK}{name}'\npython {name}\n" for name in programs)
    return _README + runs


def programs_of(example: Path) -> list[str]:
    """In the order in which they run."""
    script = example / "build_and_run.sh"
    if script.is_file():
        return re.findall(
            r"^python3? (test_\w+\.py|\w+_test\.py)$", script.read_text(), re.MULTILINE
        )
    return sorted(path.name for path in (example / "test").glob("*.py"))


def results_of(name: str, programs: list[str], log: str) -> list[Result]:
    """A result per program from what was written: unittest ends each that started."""
    parts = _parts(log, programs)
    results = []
    for program in programs:
        text = parts.get(program, log)
        verdicts = _RESULT.findall(text)
        passes = bool(verdicts) and verdicts[-1] == "OK" and program in parts
        causes = [] if passes else _CAUSE.findall(text) or ["no result"]
        reason = causes[0].strip() if causes else ""
        steps = "built" if program in parts else ""
        verdict = "right" if passes else "wrong" if steps else "rejected"
        results.append(Result(f"{name}/{program}", verdict, steps, reason[:300]))
    return results


def _parts(log: str, programs: list[str]) -> dict[str, str]:
    """Return the output of each program, the build with the first; {} if none was reached."""
    marked = re.split(rf"^{_MARK}(\w+\.py)$", log, flags=re.MULTILINE)
    if len(marked) > 1:
        return dict(zip(marked[1::2], marked[2::2], strict=True))
    # build_and_run.sh says how each ended, some of a failure that it was a success, too.
    ends: dict[str, int] = {}
    for end in re.finditer(r"^\[(?:ERROR|INFO)\]: Run (\w+) test", log, re.MULTILINE):
        ends[end[1]] = end.end()
    starts = [0, *ends.values()]
    texts = [log[start:end] for start, end in zip(starts, ends.values(), strict=False)]
    return dict(zip(programs, texts, strict=False))


def run(example: Path, name: str, work: Path, python: str) -> str:
    """Run an example in a copy; what was written."""
    box = work / name.replace("/", "-")
    shutil.rmtree(box, ignore_errors=True)
    copy = box / "example"
    shutil.copytree(example, copy)
    own = layered(python, box / "python")
    variables = environment(work / "home" / "cann", own, box)
    log = work / f"{box.name}.log"
    died = ""
    with log.open("wb") as stream:
        try:
            subprocess.run(
                ["bash", "-c", script_of(copy)], cwd=copy, env=variables,
                stdout=stream, stderr=subprocess.STDOUT, check=False, timeout=_SECONDS,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            died = f"\nerror: no end after {_SECONDS} s\n"
    return log.read_text(errors="replace") + died


def _units(options: Namespace) -> Iterator[Unit]:
    root = options.checkout / "examples"
    folders = examples(options.checkout)
    if not folders:
        sys.exit(f"error: --checkout {options.checkout}: no example of extensions, not op-plugin")
    python = python_with_torch_npu(options)
    options.work.mkdir(parents=True, exist_ok=True)
    for folder in folders:
        name = str(folder.relative_to(root))
        if is_chosen(name, options.filter):
            yield Unit(name, partial(_try_example, folder, name, options.work, python))


def _try_example(folder: Path, name: str, work: Path, python: str) -> list[Result]:
    log = run(folder, name, work, python)
    return results_of(name, programs_of(folder), log)


SUITE = Suite(
    "op-plugin",
    "Ascend/op-plugin",
    "examples of torch_npu extensions, unmodified; right: unittest says OK",
    _units,
)
