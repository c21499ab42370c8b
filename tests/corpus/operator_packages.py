"""Build, install, run and test operators of CANN's repositories by their `build.sh`.

A case is an operator for ascend910b: its package is built and installed, its examples run with the
package, and its unit tests of host code and kernels run. Those of interfaces (`op_api`) do not:
they replace classes of CANN's libnnopbase.so. `--sample` takes some operators, the same ones for
the same `--seed`.
"""

from __future__ import annotations

import re
import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from tests.corpus.operator_folders import add_sample_options, chosen_folders
from tests.corpus.own_commands import Case, Step, add_third_party, command_suite, failed_tests
from tests.corpus.suite import Suite

_GROUPS = {"ops-cv": "cv", "ops-math": "math", "ops-nn": "nn", "ops-transformer": "transformer"}
_EXAMPLE_PASSED = {"nn": "Run test_aclnn_{} success."}
_KERNEL_TESTS = re.compile(r"^\s*AddOps?TestCase\(([^)]*)", re.MULTILINE)


def cases(group: str, repository: Path, options: Namespace) -> Iterator[Case]:
    """Yield the operators that the options choose."""
    folder = ""
    if options.third_party:
        folder = f" --cann_3rd_lib_path={shlex.quote(str(options.third_party.resolve()))}"
    for name in chosen_folders(repository, options):
        operator = Path(name).name
        yield Case(
            name,
            built=tuple(_packaged(group, operator, folder)),
            tested=tuple(_tested(group, repository / name, folder)),
        )


def _packaged(group: str, operator: str, folder: str) -> Iterator[Step]:
    package = f"build_out/cann-ops-{group}-custom*.run"
    # A build in the folder of another operator's takes that one's tiling library for its kernels.
    clean = f"rm -rf build {package} installed"
    build = f"{clean} && bash build.sh --pkg --soc=ascend910b --ops={operator}"
    yield Step("packaged", f"{build} -j2{folder}", makes=(package,))
    install = f"bash {package} --quiet --install-path=$PWD/installed"
    yield Step("installed", install, makes=(f"installed/vendors/custom_{group}",))


def _tested(group: str, operator: Path, folder: str) -> Iterator[Step]:
    if list(operator.glob("examples/test_aclnn_*.cpp")):
        variable = f"ASCEND_CUSTOM_OPP_PATH=$PWD/installed/vendors/custom_{group}"
        example = f"bash build.sh --run_example {operator.name} eager cust --vendor_name=custom"
        expected = _EXAMPLE_PASSED.get(group, "run test_aclnn_{}, execute samples success")
        yield Step("example", f"{variable} {example}{folder}", expected.format(operator.name))
    for option in _unit_tests(operator / "tests/ut"):
        command = f"bash build.sh -u --{option} --ops={operator.name} --soc=ascend910b -j2"
        yield Step(option, f"{command}{folder}", expected="[  PASSED  ]", explain=failed_tests)


def _unit_tests(folder: Path) -> Iterator[str]:
    """Yield the options of the unit tests that there are."""
    if any((folder / "op_host").rglob("test_*.cpp")):
        yield "ophost"
    lists = (path.read_text(errors="replace") for path in folder.glob("op_kernel/CMakeLists.txt"))
    if any(
        "ascend910b" in words.lower() for text in lists for words in _KERNEL_TESTS.findall(text)
    ):
        yield "opkernel"


def _add_options(parser: ArgumentParser) -> None:
    help_text = "the folder of --cann_3rd_lib_path, see docs/repositories.md (default: downloads)"
    add_third_party(help_text, parser)
    add_sample_options(parser)


SUITES: Sequence[Suite] = tuple(
    command_suite(
        f"{name}-packages",
        f"operators of {name} by build.sh; right: installed, and examples and unit tests pass",
        partial(cases, group),
        _add_options,
        f"mirror-cann/{name}",
    )
    for name, group in _GROUPS.items()
)
