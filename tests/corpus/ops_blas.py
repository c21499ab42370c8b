"""Build and test ops-blas by the commands of its QUICKSTART.

The first case is the QUICKSTART's operator, the second one builds the tests of all operators for
Atlas A2, and the others run a test each.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.corpus.own_commands import Case, Step, command_suite


def ops_blas_cases(repository: Path, options: Namespace) -> Iterator[Case]:
    """Yield the command of its QUICKSTART, the build of all tests for Atlas A2, then each test."""
    variables = "CMAKE_GENERATOR=Ninja"  # cmake --build -j starts all compilers at once with make
    if options.ops_tensor:
        mirror = _ops_tensor(repository, options.ops_tensor, options.work)
        settings = {
            f"url.file://{mirror.resolve()}.insteadOf": "https://gitcode.com/cann/ops-tensor.git",
            "remote.origin.fetch": "+refs/replace/*:refs/replace/*",
        }
        variables += f" {_git_variables(settings)}"
    build = f"{variables} bash build.sh --soc=ascend910b"
    success = "[Success] Case accuracy is verification passed."
    yield Case("quickstart", tested=(Step("ran", f"{build} --ops=scopy --run", success),))
    tests = {path.parent.parent for path in (repository / "test").rglob("arch22/*_test.cpp")}
    # CMake takes no other names: a test like its folder, which differs from the family's folder.
    programs = {
        test.name: f"build/{test.relative_to(repository)}/{test.name}_test"
        for test in sorted(tests)
        if (test / f"arch22/{test.name}_test.cpp").exists() and test.parent.name != test.name
    }
    made = ("out/lib64/libops_blas.so", *programs.values())
    step = Step("built-installed", f"{build} --ops={','.join(programs)}", makes=made)
    yield Case("tests", built=(step,))
    for name, program in programs.items():
        yield Case(name, tested=(Step("ran", f"{program} {Path(program).parent}"),))


def _ops_tensor(repository: Path, source: Path, work: Path) -> Path:
    """Return a mirror of ops-tensor that has the commit of which ops-blas' CMake files ask.

    Without it the newest commit replaces it: only kernels for Ascend 950 include its headers.
    """
    text = (repository / "cmake/third_party/ops-tensor.cmake").read_text(encoding="utf-8")
    commit = re.findall(r"OPTENSOR_TAG_ID (\w+)", text)[0]
    mirror = work / "ops-tensor.git"
    if not mirror.exists():
        work.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["git", "clone", "--quiet", "--mirror", str(source), str(mirror)], check=True
        )
    git = ["git", "-C", str(mirror)]
    has_commit = subprocess.run([*git, "cat-file", "-e", commit], capture_output=True, check=False)
    if has_commit.returncode:
        subprocess.run([*git, "update-ref", f"refs/replace/{commit}", "HEAD"], check=True)
    return mirror


def _git_variables(settings: Mapping[str, str]) -> str:
    """Return assignments of variables with which git has these settings for one command."""
    words = [f"GIT_CONFIG_COUNT={len(settings)}"]
    for number, setting in enumerate(settings.items()):
        key, value = map(shlex.quote, setting)
        words += [f"GIT_CONFIG_KEY_{number}={key}", f"GIT_CONFIG_VALUE_{number}={value}"]
    return " ".join(words)


def _add_ops_tensor(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--ops-tensor",
        type=Path,
        metavar="CHECKOUT",
        help="git repository of cann/ops-tensor, which CMake downloads else",
    )


SUITE = command_suite(
    "ops-blas",
    "ops-blas for Atlas A2 by build.sh; right: the tests of its operators pass",
    ops_blas_cases,
    _add_ops_tensor,
)
