"""Build the operator folders of vllm-ascend and sgl-kernel-npu, as their csrc is written.

Checkouts need their submodules (catlass, pto-isa). Of each folder with a definition (`*_def.cpp`),
`custom-compiler build` makes a package: host library, kernels and aclnn interface, with the folders
and options of the repository's own CMake (`csrc_operators.py`). Folders of direct launches are
built by that CMake itself (`csrc_direct.py`), with `--python` or the one of tests/clients, which
has torch_npu. Cases are named aclnn/folder and direct/folder. `csrc_extension.py` calls the
operators that lie in `--work` afterwards.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from tests.corpus.csrc_direct import SGL, VLLM, DirectBuild, Repository, folders
from tests.corpus.csrc_operators import AclnnFolder, find_aclnn_folders
from tests.corpus.op_plugin import layered
from tests.corpus.results import Result
from tests.corpus.sandbox import Outcome, Sandbox, Settings
from tests.corpus.suite import Suite, Unit, is_chosen, python_with_torch_npu


class FolderSandbox(Sandbox):
    """Builds an operator with the options that its repository gives its kernels."""

    @property
    def corpus(self) -> Path:
        """The folder csrc of the checkout."""
        return self.operator.root.parents[len(Path(self.operator.name).parts) - 1]

    def _stage(self, folder: str, files: list[Path]) -> None:
        super()._stage(folder, files)
        if folder == "op_kernel" and isinstance(self.operator, AclnnFolder):
            options = " ".join(f'"{option}"' for option in self.operator.kernel_options())
            cmake = self.root / "op_kernel" / "CMakeLists.txt"
            cmake.write_text(f"add_ops_compile_options(ALL OPTIONS {options})\n")


def result_of(kind: str, outcome: Outcome, places: Iterable[Path]) -> Result:
    """Return the result of a folder. Paths in `places` are named from there."""
    reason = "" if outcome.built else outcome.why_not
    for folder in places:
        reason = reason.replace(f"{folder}/", "")
    case, seconds = f"{kind}/{outcome.operator}", outcome.seconds.get("build", 0.0)
    if outcome.built:
        return Result(case, "right", "built", seconds=seconds)
    return Result(case, "rejected", "", reason, seconds)


def units(repository: Repository, options: Namespace) -> Iterator[Unit]:
    """Yield a unit per folder with an aclnn interface, and one for all direct launches."""
    csrc = options.checkout / "csrc"
    operators = list(find_aclnn_folders(csrc))
    if not operators:
        sys.exit(
            f"error: --checkout {options.checkout}: no csrc with folders op_host and op_kernel"
        )
    for operator in operators if options.kind in {"", "aclnn"} else ():
        name = f"aclnn/{operator.name}"
        if is_chosen(name, options.filter):
            yield Unit.of_case(name, partial(_aclnn, FolderSandbox(operator, _settings(options))))
    if options.kind in {"", "direct"}:
        names = folders(repository, csrc)
        wanted = {name for name in names if is_chosen(f"direct/{name}", options.filter)}
        if wanted:
            yield Unit("direct", partial(_direct, repository, wanted, options))


def _aclnn(box: FolderSandbox) -> Result:
    return result_of("aclnn", box.run(), (box.settings.work, box.corpus))


def _direct(repository: Repository, wanted: set[str], options: Namespace) -> Iterator[Result]:
    work = options.work / "direct"
    python = layered(python_with_torch_npu(options), options.work / "python")
    subprocess.run([python, "-m", "pip", "install", "-q", "pybind11"], check=True)
    build = DirectBuild(repository, options.checkout, work, python)
    for outcome in build.run(options.timeout, wanted):
        yield result_of("direct", outcome, (build.source / "csrc", work))


def _settings(options: Namespace) -> Settings:
    return Settings(
        work=options.work / "packages",
        python=Path(sys.executable),
        soc=None,
        timeout=options.timeout,
        build_only=True,
    )


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--kind", choices=("aclnn", "direct"), default="", help="only this kind")


def _suite(repository: Repository, owner: str) -> Suite:
    return Suite(
        repository.name,
        f"{owner}/{repository.name}",
        "builds of the operators in csrc; right: they build",
        partial(units, repository),
        _add_options,
        seconds=3600,
        is_concurrent=True,
        checkout="checkout of the repository with its submodules",
    )


SUITES = (_suite(VLLM, "vllm-project"), _suite(SGL, "sgl-project"))
