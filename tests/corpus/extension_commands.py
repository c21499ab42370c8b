"""Build and test repositories of extensions for torch_npu by the commands of their authors.

As own_commands.py, in an environment over `--python`, which has torch_npu: `python3` and `pip` are
that environment's. The repositories fetch their submodules: without a network, let git read
mirrors (docs/repositories.md).
"""

from __future__ import annotations

import shutil
import subprocess
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from tests.corpus.op_plugin import layered
from tests.corpus.own_commands import (
    VLLM_LIBRARIES,
    VLLM_THIRD_PARTY,
    Case,
    Step,
    add_third_party,
    command_suite,
    copy_third_party,
)
from tests.corpus.suite import Suite, python_with_torch_npu

_SUBMODULES = Step("submodules", "git submodule update --init --recursive")


class Environment:
    """A Python with torch_npu and what a repository needs besides."""

    def __init__(self, options: Namespace, *packages: str) -> None:
        folder = options.work / "python"
        self._folder = folder
        if not folder.exists():
            python = layered(python_with_torch_npu(options), folder)
            subprocess.run([python, "-m", "pip", "install", "-q", *packages], check=True)

    def case(self, case: Case) -> Case:
        """Return the case with its commands in this environment."""

        def inside(steps: Sequence[Step]) -> tuple[Step, ...]:
            activate = f"source {self._folder}/bin/activate\n"
            return tuple(replace(step, command=activate + step.command) for step in steps)

        return replace(case, built=inside(case.built), tested=inside(case.tested))


def run_of_test(test: Path) -> str:
    """Return the command of sgl-kernel-npu's scripts/run_kernel_tests.sh for a test."""
    text = test.read_text(encoding="utf-8")
    if "__main__" not in text and "def test_" in text:
        return f"python3 -m pytest {test.name} -q -x"
    return f"python3 {test.name}"


def _sgl_kernel_npu(repository: Path, options: Namespace) -> Iterator[Case]:
    """Yield its wheel of kernels for Atlas A3, then each of its tests of one card."""
    environment = Environment(options, "pybind11", "einops", "pytest", "packaging", "wheel")
    wheel = "output/sgl_kernel_npu*.whl"
    build = Step("built", "BUILD_CATLASS_MODULE=ON bash build.sh -a kernels", makes=(wheel,))
    install = f"pip install {wheel} --no-cache-dir --force-reinstall --no-deps"
    steps = (_SUBMODULES, build, Step("installed", install))
    yield environment.case(Case("kernels", built=steps))
    folder = repository / "tests/python/sgl_kernel_npu"
    for test in sorted(folder.glob("test_*.py")):
        enter = f"cd {folder.relative_to(repository)}"
        precise = "export ACL_OP_SELECT_IMPL_MODE=high_precision"
        step = Step("ran", f"{enter}\n{precise}\n{run_of_test(test)}")
        yield environment.case(Case(test.stem, tested=(step,), optional="triton"))


def _flash_attention_npu(_repository: Path, options: Namespace) -> Iterator[Case]:
    """Yield its extension of version 2 for Atlas A2 and A3, then its tests of that."""
    environment = Environment(options, "packaging", "psutil", "pytest", "setuptools>=70.1")
    chosen = "export FLASH_ATTN_BUILD_VERSION=v2 FLASH_ATTN_BUILD_NPU=910"
    fetch = replace(_SUBMODULES, command="git submodule update --init csrc/catlass")
    build = Step("built", f"{chosen}\npython3 setup.py build_ext --inplace", makes=("*/*.so",))
    yield environment.case(Case("v2", built=(fetch, build)))
    sample = f"--random-sample={options.sample}"
    for test in ("test_flash_attn_npu_v2", "test_flash_attn_npu_v2_bwd"):
        step = Step("ran", f"python3 -m pytest -q tests/{test}.py {sample}", expected=" passed")
        yield environment.case(Case(test, tested=(step,)))


def _vllm_ascend(repository: Path, options: Namespace) -> Iterator[Case]:
    """Yield its installation for Atlas A2, then each of its tests of single operators.

    The tests run in a copy: from the repository they would import what is not installed.
    """
    copy_third_party(options, repository / VLLM_THIRD_PARTY)
    environment = Environment(options, "pytest")
    install = "export SOC_VERSION=ascend910b1\npip install --no-build-isolation --no-deps ."
    yield environment.case(Case("installed", built=(Step("installed", install),)))
    folder = repository / "tests/e2e/nightly/single_node/ops/singlecard_ops"
    copy = options.work / folder.name
    if not copy.exists():
        shutil.copytree(folder, copy)
    for test in sorted(copy.glob("test_*.py")):
        if not test.stem.endswith("_310"):
            command = f"cd ../{copy.name}\npython3 -m pytest -q {test.name}"
            step = Step("ran", command, expected=" passed")
            yield environment.case(Case(test.stem, tested=(step,), optional="vllm"))


def _add_sample(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--sample",
        type=int,
        default=2,
        metavar="N",
        help="cases of each test function that the repository's own sampling chooses"
        " (default: %(default)s)",
    )


SUITES: Sequence[Suite] = (
    command_suite(
        "sgl-kernel-npu-wheel",
        "sgl-kernel-npu's wheel by build.sh, and its own tests of kernels in Ascend C; right: the"
        " wheel is installed, and the tests pass",
        _sgl_kernel_npu,
        repository_path="sgl-project/sgl-kernel-npu",
    ),
    command_suite(
        "flash-attention-npu",
        "flash-attention-npu's extension by setup.py, and its own tests; right: they pass",
        _flash_attention_npu,
        _add_sample,
        "MinghuasLab/flash-attention-npu",
    ),
    command_suite(
        "vllm-ascend-wheel",
        "vllm-ascend by pip, and its tests of single operators of one card; right: they pass",
        _vllm_ascend,
        partial(add_third_party, VLLM_LIBRARIES),
        "vllm-project/vllm-ascend",
    ),
)
