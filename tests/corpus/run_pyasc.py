"""Runs the tests of PyAsc (hicann/pyasc) on `asc`, from a checkout that stays as it is.

python tests/corpus/run_pyasc.py --checkout PATH [--set NAME]... [--python PYTHON] [--jobs N]

Sets: kernels, generalization, tutorials, unit (these by default); torch_npu: generalization as it
is, on tensors of torch_npu on the embedded toolkit. Everything runs in a folder of its own with an
empty cache, since the checkout's `python/` would shadow our package, by a Python that has torch (by
default the environment of tests/clients) with this one's packages behind its own.
``--output`` receives table.csv, a row per case. Exit code 1 if a case fails that is not in
known_pyasc_faults.csv, or if the checkout was changed.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from report import markdown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_HERE = Path(__file__).resolve().parent
_PACKAGES = "import site, sys; site.addsitedir(sys.argv.pop(1)); "
# torch_npu would want a sourced set_env.sh; tutorials do without if it is not there.
_BEHIND = f"{_PACKAGES}sys.modules['torch_npu'] = None; "
_PYTEST = f"{_BEHIND}import pytest; sys.exit(pytest.main())"
_PYTEST_NPU = f"{_PACKAGES}import pytest, torch_npu; sys.exit(pytest.main())"
_SCRIPT = (
    f"{_BEHIND}import runpy; sys.argv.pop(0); runpy.run_path(sys.argv[0], run_name='__main__')"
)
_TUTORIAL_SECONDS = 600
_SETS = {
    "kernels": ("python/test/kernels", "--import-mode=importlib"),
    "generalization": ("python/test/generalization", "-p", "pyasc_on_model"),
    "unit": ("python/test/unit", "python/test/test_import.py"),
    "torch_npu": ("python/test/generalization",),
}
_DEFAULT = ("kernels", "generalization", "unit", "tutorials")
_COLUMNS = ("set", "cases", "passed", "skipped", "known", "failed")


@dataclass(frozen=True)
class Case:
    """Result of one case."""

    set: str
    name: str
    outcome: str  # passed, skipped, known, failed
    seconds: float = 0.0
    why: str = ""


@dataclass(frozen=True)
class Surroundings:
    """Checkout, Python and folder of the cases."""

    checkout: Path
    python: str
    folder: Path
    jobs: int

    def command(self, code: str, *arguments: str) -> list[str]:
        """A command of the Python with torch, this one's packages behind its own."""
        return [self.python, "-c", code, sysconfig.get_path("purelib"), *arguments]

    def pytest(self, name: str, *arguments: str) -> list[str]:
        """The command that runs pytest for a set."""
        if name != "torch_npu":
            return self.command(_PYTEST, *arguments)
        from custom_compiler.toolkit import ensure_home

        script = 'source "$0/set_env.sh" && unset TORCH_DEVICE_BACKEND_AUTOLOAD && exec "$@"'
        command = self.command(_PYTEST_NPU, *arguments)
        return ["bash", "-c", script, str(ensure_home()), *command]

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of another toolkit or cache; `FileCheck` is found."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PY"))}
        return kept | {
            "PATH": os.pathsep.join([str(self.folder), kept.get("PATH", os.defpath)]),
            "PYASC_HOME": str(self.folder),
            "PYASC_CACHE_DIR": str(self.folder / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(_HERE),
            "TORCH_DEVICE_BACKEND_AUTOLOAD": "0",
        }


def _pytest_cases(name: str, at: Surroundings) -> Iterator[Case]:
    """The cases of a set that pytest runs; a crash is one case's outcome."""
    report = at.folder / f"{name}.xml"
    (at.folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    arguments = [
        str(at.checkout / argument) if argument.startswith("python/") else argument
        for argument in _SETS[name]
    ]
    fixed = ["-q", "-p", "no:cacheprovider", "-c", str(at.folder / "pytest.ini"), "--timeout=600"]
    subprocess.run(
        at.pytest(name, *fixed, f"-n{at.jobs}", f"--junit-xml={report}", *arguments),
        cwd=at.folder, env=at.environment, check=False,
    )  # fmt: skip
    for element in ET.parse(report).iter("testcase"):
        file = str(element.get("classname")).removeprefix("python.test.")
        yield _case(name, f"{file}::{element.get('name')}", element)


def _case(name: str, label: str, element: ET.Element) -> Case:
    seconds = float(element.get("time", "0"))
    for kind in ("failure", "error", "skipped"):
        found = element.find(kind)
        if found is not None:
            outcome = "skipped" if kind == "skipped" else "failed"
            why = str(found.get("message")).strip().partition("\n")[0]
            return Case(name, label, outcome, seconds, why)
    return Case(name, label, "passed", seconds)


def _tutorials(at: Surroundings) -> Iterator[Case]:
    """The tutorials, each a program that compares its own results."""
    for script in sorted(at.checkout.glob("python/tutorials/*/*.py")):
        label = script.relative_to(at.checkout / "python").as_posix()
        command = at.command(_SCRIPT, str(script), "-r", "Model")
        try:
            done = subprocess.run(
                command, cwd=at.folder, env=at.environment, capture_output=True, text=True,
                check=False, timeout=_TUTORIAL_SECONDS,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            yield Case("tutorials", label, "failed", why=f"no end after {_TUTORIAL_SECONDS} s")
            continue
        if done.returncode == 0:
            yield Case("tutorials", label, "passed")
        else:
            lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
            yield Case("tutorials", label, "failed", why=lines[-1])


def _known(cases: list[Case]) -> list[Case]:
    """Failures that are the checkout's own fault, proved in the table's words, are known."""
    with (_HERE / "known_pyasc_faults.csv").open(encoding="utf-8") as file:
        evidence = {row["case"]: row["evidence"] for row in csv.DictReader(file)}
    return [
        Case(case.set, case.name, "known", case.seconds, evidence[case.name])
        if case.outcome == "failed" and case.name in evidence
        else case
        for case in cases
    ]


def _summary(cases: list[Case]) -> str:
    rows = []
    for name in [*dict.fromkeys(case.set for case in cases), "all"]:
        count = Counter(case.outcome for case in cases if name in {"all", case.set})
        numbers = {column: str(count[column]) for column in _COLUMNS[2:]}
        rows.append({"set": name, "cases": str(sum(count.values())), **numbers})
    return "\n".join(markdown(_COLUMNS, rows))


def _state(checkout: Path) -> str:
    """Return a hash of the checkout's files."""
    digest = hashlib.sha256()
    for path in sorted(checkout.rglob("*")):
        if path.is_file() and ".git" not in path.relative_to(checkout).parts:
            digest.update(f"{path}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def _python_with_torch() -> str:
    sys.path.append(str(_HERE.parent / "clients"))
    from venvs import python_with  # type: ignore[import-not-found]

    return str(python_with("torch_npu"))


def _run(names: Sequence[str], at: Surroundings) -> list[Case]:
    finder = at.folder / "FileCheck"
    finder.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m filecheck "$@"\n', encoding="utf-8")
    finder.chmod(0o755)
    cases: list[Case] = []
    for name in names:
        cases += _tutorials(at) if name == "tutorials" else _pytest_cases(name, at)
    return _known(cases)


def main() -> int:
    """Runs the sets and prints how many cases did what."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--checkout", type=Path, required=True, help="a checkout of hicann/pyasc")
    parser.add_argument("--set", action="append", choices=[*_SETS, "tutorials"], dest="sets")
    parser.add_argument("--python", help="one with torch; by default that of tests/clients")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--output", type=Path, default=Path("pyasc_report"))
    options = parser.parse_args()
    checkout = options.checkout.resolve()
    if not (checkout / "python" / "test").is_dir():
        parser.error(f"{checkout}: no checkout of hicann/pyasc: it has no python/test")
    options.output.mkdir(parents=True, exist_ok=True)
    before = _state(checkout)
    with tempfile.TemporaryDirectory() as folder:
        python = options.python or _python_with_torch()
        at = Surroundings(checkout, python, Path(folder), options.jobs)
        cases = _run(options.sets or _DEFAULT, at)
    with (options.output / "table.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*Case.__annotations__])
        writer.writeheader()
        writer.writerows(asdict(case) for case in cases)
    failed = [case for case in cases if case.outcome == "failed"]
    print(*(f"{case.set}: {case.name}: {case.why}" for case in failed), sep="\n")
    print(_summary(cases))
    unchanged = _state(checkout) == before
    if not unchanged:
        print(f"{checkout}: files were changed", file=sys.stderr)
    return int(bool(failed) or not unchanged)


if __name__ == "__main__":
    sys.exit(main())
