"""Build and test repositories by the commands that their authors give.

Each suite clones the checkout, so that it is as its authors committed it, and executes commands
from their documentation and scripts there, with the environment of an embedded toolkit
(`set_env.sh`). The commands of a suite's first case set up what the other cases test.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from custom_compiler.toolkit import ensure_home
from tests.corpus.catlass import first_complaint
from tests.corpus.results import Result
from tests.corpus.suite import Suite, Unit, is_chosen
from tests.corpus.toolkit_shell import run_in_toolkit


@dataclass(frozen=True)
class Step:
    """A command of the authors.

    Attributes:
        name: The word for it in results.
        command: For bash, in the root of the repository.
        expected: Text in its output that says that it succeeded, next to its exit code.
        makes: Files that it makes, as patterns in the repository.
        explain: Makes the reason of its output if it fails.
    """

    name: str
    command: str
    expected: str = ""
    makes: tuple[str, ...] = ()
    explain: Callable[[str], str] = first_complaint


@dataclass(frozen=True)
class Case:
    """Steps with one verdict: without the `built` ones it is rejected, without others wrong.

    Attributes:
        name: The name of the case.
        built: Steps that build or install.
        tested: Steps that run.
        optional: A module of Python. Where it is missing, the case is skipped.
    """

    name: str
    built: tuple[Step, ...] = ()
    tested: tuple[Step, ...] = ()
    optional: str = ""


def run_case(repository: Path, home: Path, seconds: float, case: Case) -> Result:
    """Execute the steps of a case in order, each for at most `seconds`, up to one that fails."""
    begin, done = time.monotonic(), []
    for step in (*case.built, *case.tested):
        reason = _failure(repository, home, seconds, step, case.optional)
        if reason:
            verdict = "rejected" if step in case.built else "wrong"
            if reason.startswith(_SEVERAL_RANKS):
                verdict = "skipped"
            if case.optional and reason.startswith(_missing(case.optional)):
                verdict = "skipped"
            took = time.monotonic() - begin
            return Result(case.name, verdict, " ".join(done), f"{step.name}: {reason}", took)
        done.append(step.name)
    return Result(case.name, "right", " ".join(done), seconds=time.monotonic() - begin)


def failed_tests(output: str) -> str:
    """Return the tests of GoogleTest that failed, and whether they need several ranks."""
    names = sorted(set(re.findall(r"\[  FAILED  \] (\w+\.[\w/]+)", output)))
    if not names:
        return first_complaint(output)
    if set(names) <= _OF_SEVERAL_RANKS:
        return f"{_SEVERAL_RANKS}: {', '.join(names)}"
    others = [
        f"{name} ({_CAUSES[name]})" if name in _CAUSES else name
        for name in names
        if name not in _OF_SEVERAL_RANKS
    ]
    note = "" if len(others) == len(names) else ", without those for several ranks"
    return f"{len(names)} tests fail{note}: {', '.join(others)}"


def _missing(module: str) -> str:
    """Return what Python says of a module, or a part of it, that is not installed."""
    return f"No module named '{module}"


def _failure(repository: Path, home: Path, seconds: float, step: Step, optional: str) -> str:
    """Execute a step; return what went wrong, first of all that `optional` is missing."""
    try:
        done = run_in_toolkit(home, step.command, repository, seconds)
    except subprocess.TimeoutExpired:
        return f"no end after {seconds:.0f} s"
    if done.returncode:
        missing_module = re.search(rf"{_missing(optional)}(\.\w+)*'", done.stdout)
        if optional and missing_module:
            return missing_module[0]
        return step.explain(done.stdout).replace(f"{repository}/", "")
    if step.expected not in done.stdout:
        return f"the output has no {step.expected!r}"
    missing = [pattern for pattern in step.makes if not any(repository.glob(pattern))]
    return f"it made no {', '.join(missing)}" if missing else ""


def _atvoss(repository: Path, _: Namespace) -> Iterator[Case]:
    """Yield its examples, which are the folders with a source of their name."""
    for folder in sorted((repository / "examples").iterdir()):
        if (folder / f"{folder.name}.cpp").exists():
            command = f"cd examples && bash run_examples.sh {folder.name}"
            step = Step("ran", command, expected=f"Sample {folder.name} passed!")
            yield Case(folder.name, tested=(step,))


_SEVERAL_RANKS = "needs several ranks"
# What they expect cannot happen with one rank.
_OF_SEVERAL_RANKS = {
    "ShareMemoryManagerTest.allocate_asymmetric_alloc_failed",
    "TestInitAPI.TestShmemMultiInstanceMalloc",
}
# Why tests of shmem fail, where it is not the toolkit's fault.
_CAUSES = {
    "ShareMemoryManagerTest.calloc_full_space_success": "copies the heap into a buffer of 64 bytes",
}
# Unit tests for Ascend 950 only.
_OTHER_FOLDERS = {"topo", "simt_rma"}
_GROUP = re.compile(r"^TEST(?:_F|_P)?\((\w+),", re.MULTILINE)  # of GoogleTest
VLLM_THIRD_PARTY = "csrc/third_party"
VLLM_LIBRARIES = f"catlass, json, makeself and pkg/*.tar.gz for {VLLM_THIRD_PARTY}, else downloaded"
_PLUGIN = "Samples/0_Introduction/99_system/custom_op_in_graph/onnx_plugin"


def _cann_samples(repository: Path, options: Namespace) -> Iterator[Case]:
    """Yield what it builds for Atlas A2, then the samples of its functional tests."""
    if options.json:
        target = repository / "build" / _PLUGIN / "third_party/json/include/nlohmann"
        shutil.copytree(options.json, target, dirs_exist_ok=True)
    configure = Step("configured", "cmake -S . -B build -DNPU_ARCH=dav-2201")
    build = Step("built", "cmake --build build --parallel 2")
    install = Step("installed", "cmake --install build --prefix ./build_out")
    yield Case("dav-2201", built=(configure, build, install))
    runner = "python3 .ci/run_ci_functional.py --manifest tests/ci_functional_test.yaml"
    test = Step("ran", f"{runner} --sample vector_add", expected="[PASSED] vector_add")
    yield Case("vector_add", tested=(test,))
    c_api = "cd build_out/0_Introduction/vector_add_c_api && ./vector_add_c_api"
    success = "Vector add completed successfully!"
    yield Case("vector_add_c_api", tested=(Step("ran", c_api, expected=success),))


def _add_json(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--json",
        type=Path,
        metavar="FOLDER",
        help="headers of nlohmann/json (Debian: /usr/include/nlohmann), which CMake downloads else",
    )


def _shmem(repository: Path, options: Namespace) -> Iterator[Case]:
    """Yield its library, each group of its unit tests with one rank, then its examples."""
    copy_third_party(options, repository / "3rdparty")
    made = ("install/shmem/lib/libshmem.so", "install/*/SHMEM_*.run")
    yield Case("library", built=(Step("built", "bash scripts/build.sh", makes=made),))
    program = ("build/bin/aclshmem_unittest",)
    command = "bash scripts/build.sh -uttests"
    yield Case("tests", built=(Step("built", command, makes=program),))
    paths = (repository / "tests/unittest/host").rglob("*.cpp")
    sources = [path for path in paths if not _OTHER_FOLDERS & set(path.parts)]
    groups = {group for path in sources for group in _GROUP.findall(path.read_text("utf-8"))}
    for group in sorted(groups):
        command = f"bash scripts/run.sh -ranks 1 -test_filter {group}."
        step = Step("ran", command, expected="[  PASSED  ]", explain=failed_tests)
        yield Case(group, tested=(step,))
    command = "bash scripts/build.sh -uttests -examples"
    yield Case("examples", built=(Step("built", command, makes=("build/bin/allgather",)),))


def _vllm_ascend(repository: Path, options: Namespace) -> Iterator[Case]:
    """Yield the package of one operator, then the package of all operators for Atlas A2."""
    copy_third_party(options, repository / VLLM_THIRD_PARTY)
    one = "add_rms_norm_bias"
    build = f"cd csrc && bash build.sh --pkg --ops={one} --soc=ascend910b"
    made = ("csrc/build/cann-ops-transformer*.run",)
    # Without CANN's patch, makeself wants "--" before the arguments of the script in the package.
    install = "bash csrc/build/cann-ops-transformer*.run -- --install-path=$PWD/installed"
    yield Case(
        one,
        built=(Step("built", build, makes=made), Step("installed", install)),
        tested=(Step("ran", _run_add_rms_norm_bias(), expected="AddRmsNormBias: right"),),
    )
    build = "bash csrc/build_aclnn.sh $PWD ascend910b1"
    installed = "vllm_ascend/_cann_ops_custom/vendors/*/op_impl"
    step = Step("built-installed", build, makes=(*made, installed))
    yield Case("package", built=(step,))


def _run_add_rms_norm_bias() -> str:
    """Return the command that compares the operator of the installed package with NumPy."""
    program = Path(__file__).with_name("add_rms_norm_bias.py")
    variable = "ASCEND_CUSTOM_OPP_PATH=$(echo $PWD/installed/vendors/*)"
    return f"{variable} {sys.executable} {program}"


def copy_third_party(options: Namespace, folder: Path) -> None:
    """Copy `--third-party`, if it is given, to where a repository looks for its libraries."""
    if options.third_party:
        shutil.copytree(options.third_party, folder, symlinks=True, dirs_exist_ok=True)


def add_third_party(help_text: str, parser: ArgumentParser) -> None:
    """Add the option of a folder of libraries that the build downloads else."""
    parser.add_argument("--third-party", type=Path, metavar="FOLDER", help=help_text)


def command_suite(
    name: str,
    summary: str,
    cases: Callable[[Path, Namespace], Iterator[Case]],
    add_options: Callable[[ArgumentParser], None] = lambda _parser: None,
    repository_path: str = "",
) -> Suite:
    """Return a suite of a repository, OWNER/NAME (hicann's `name` if none is given)."""

    def units(options: Namespace) -> Iterator[Unit]:
        repository = options.work / name
        if not repository.exists():
            repository.parent.mkdir(parents=True, exist_ok=True)
            command = ["git", "clone", "--quiet", str(options.checkout), str(repository)]
            subprocess.run(command, check=True)
        home = ensure_home()
        for case in cases(repository, options):
            if is_chosen(case.name, options.filter):
                run = partial(run_case, repository, home, options.timeout, case)
                yield Unit.of_case(case.name, run)

    path = repository_path or f"hicann/{name}"
    return Suite(name, path, summary, units, add_options, seconds=3600)


SUITES: Sequence[Suite] = (
    command_suite(
        "atvoss",
        "ATVOSS' examples by examples/run_examples.sh; right: the script says that they passed",
        _atvoss,
    ),
    command_suite(
        "cann-samples",
        "cann-samples for Atlas A2 by CMake; right: its functional tests pass",
        _cann_samples,
        _add_json,
    ),
    command_suite(
        "shmem",
        "shmem by scripts/build.sh, and its unit tests with one rank by scripts/run.sh; right: they"
        " are built and pass",
        _shmem,
        partial(
            add_third_party, "catlass and googletest (include, lib) for 3rdparty, else downloaded"
        ),
    ),
    command_suite(
        "vllm-ascend-package",
        "vllm-ascend's custom operators by its build scripts; right: they are installed, and one of"
        " them computes as NumPy",
        _vllm_ascend,
        partial(add_third_party, VLLM_LIBRARIES),
        "vllm-project/vllm-ascend",
    ),
)
