"""Run the tests of PyAsc (hicann/pyasc) on `asc`, from a checkout that stays unmodified.

Sets: kernels, generalization, tutorials, unit (these by default); torch_npu: generalization
unmodified, on tensors of torch_npu with the embedded toolkit. All run in a separate folder with an
empty cache, since the checkout's `python/` would shadow our package, by a Python that has torch
(by default the environment of tests/clients), with this one's packages after its own.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import sysconfig
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.corpus.results import Result
from tests.corpus.suite import Suite, Unit, is_chosen, python_with_torch_npu

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
_VERDICTS = {"failure": "wrong", "error": "wrong", "skipped": "skipped"}


@dataclass(frozen=True)
class Surroundings:
    """Checkout, Python and folder of the cases."""

    checkout: Path
    python: str
    folder: Path
    jobs: int

    def command(self, code: str, *arguments: str) -> list[str]:
        """A command of the Python with torch, this one's packages after its own."""
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


def _pytest_cases(name: str, at: Surroundings) -> Iterator[Result]:
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
        yield _result(f"{name}/{file}::{element.get('name')}", element)


def _result(case: str, element: ET.Element) -> Result:
    seconds = float(element.get("time", "0"))
    for kind, verdict in _VERDICTS.items():
        found = element.find(kind)
        if found is not None:
            reason = str(found.get("message")).strip().partition("\n")[0]
            return Result(case, verdict, reason=reason, seconds=seconds)
    return Result(case, "right", seconds=seconds)


def _tutorials(at: Surroundings) -> Iterator[Result]:
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
            yield Result(label, "wrong", reason=f"no end after {_TUTORIAL_SECONDS} s")
            continue
        if done.returncode == 0:
            yield Result(label, "right")
        else:
            lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
            yield Result(label, "wrong", reason=lines[-1])


def _state(checkout: Path) -> str:
    """Return a hash of the checkout's files."""
    digest = hashlib.sha256()
    for path in sorted(checkout.rglob("*")):
        if path.is_file() and ".git" not in path.relative_to(checkout).parts:
            digest.update(f"{path}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def _run(name: str, options: Namespace) -> Iterator[Result]:
    """Run a set; a last result tells whether the checkout stayed unmodified."""
    before = _state(options.checkout)
    with tempfile.TemporaryDirectory() as folder:
        python = python_with_torch_npu(options)
        at = Surroundings(options.checkout, python, Path(folder), options.jobs)
        finder = at.folder / "FileCheck"
        text = f'#!/bin/sh\nexec "{sys.executable}" -m filecheck "$@"\n'
        finder.write_text(text, encoding="utf-8")
        finder.chmod(0o755)
        cases = _tutorials(at) if name == "tutorials" else _pytest_cases(name, at)
        yield from (case for case in cases if is_chosen(case.case, options.filter))
    if _state(options.checkout) != before:
        yield Result(f"{name}/checkout", "wrong", reason="files of the checkout were changed")


def _units(options: Namespace) -> list[Unit]:
    checkout = options.checkout
    if not (checkout / "python" / "test").is_dir():
        sys.exit(f"error: --checkout {checkout}: it has no python/test, so it is not hicann/pyasc")
    return [Unit(name, partial(_run, name, options)) for name in options.sets or _DEFAULT]


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--set", action="append", choices=[*_SETS, "tutorials"], dest="sets",
                        help=f"repeatable; by default {', '.join(_DEFAULT)}")  # fmt: skip


SUITE = Suite(
    "pyasc",
    "hicann/pyasc",
    "tests and tutorials of PyAsc with `asc`; right: they pass",
    _units,
    _add_options,
    records_exceptions=True,
)
