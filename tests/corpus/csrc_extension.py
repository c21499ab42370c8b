"""Call operators of vLLM's and SGLang's extensions from torch_npu; compare them with PyTorch.

`--built` is the folder in which `csrc.py` built the extension's objects and the packages. The
objects are linked here as the repository's CMake does, since a folder that does not build would
prevent that from linking: its launches give an error. The extension looks for functions of
operators with an aclnn interface in the folders that ASCEND_CUSTOM_OPP_PATH names, and reports that
they are "not in libopapi.so" if no folder has them. Each of the calls of csrc_calls.py is a
process.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tests.corpus.csrc_direct import SGL, VLLM, Repository
from tests.corpus.judge_multikernelbench import environment
from tests.corpus.results import Result, read_recorded
from tests.corpus.suite import Suite, Unit, is_chosen

_HERE = Path(__file__).resolve().parent
_LIBRARIES = (
    *("torch_npu", "torch", "torch_cpu", "torch_python", "c10", "ascendcl", "ascendc_aicore"),
    *("tiling_api", "register", "platform", "ascendalog", "opapi", "nnopbase", "dl"),
)
_SECONDS = 600


def link(repository: Repository, work: Path, packages: Path) -> Path:
    """The extension of the objects that were built; launches of others give 1."""
    objects = [path for path in sorted((work / "build").rglob("*.o")) if "deepep" not in path.parts]
    if not objects:
        sys.exit(
            f"error: {work}: there are no objects\n"
            f"hint: python -m tests.corpus run {repository.name} --kind direct"
        )
    asked, defined = (_launches(objects, option) for option in ("-u", "--defined-only"))
    stubs = work / "left_out.c"
    stubs.write_text("".join(f"int {name}() {{ return 1; }}\n" for name in sorted(asked - defined)))
    library = work / f"lib{repository.target}_linked.so"
    folders = [packages / "torch/lib", packages / "torch_npu/lib", work / "home/cann/lib64"]
    command = ["g++", "-shared", "-fPIC", "-fopenmp", *map(str, objects), "-o", str(library)]
    command += ["-x", "c", str(stubs)]
    command += [f"-L{folder}" for folder in folders] + [f"-l{name}" for name in _LIBRARIES]
    subprocess.run([*command, f"-Wl,-rpath,{':'.join(map(str, folders))}"], check=True)
    return library


def _launches(objects: list[Path], option: str) -> set[str]:
    """Names of functions that launch, undefined or defined in objects."""
    command = ["nm", option, *map(str, objects)]
    text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    words = (line.split()[-1] for line in text.splitlines() if " " in line)
    return {word for word in words if word.startswith("aclrtlaunch_")}


def _units(repository: Repository, options: Namespace) -> Iterator[Unit]:
    built = (options.built or Path("corpus_work") / repository.name).resolve()
    work, python = built / "direct", built / "python" / "bin" / "python"
    packages = installed(built / "packages")
    variables = environment(work / "home" / "cann", python, work) | {"OMP_NUM_THREADS": "1"}
    variables["ASCEND_CUSTOM_OPP_PATH"] = os.pathsep.join(map(str, packages.values()))
    torch = subprocess.run(
        [str(python), "-c", "import torch; print(torch.__path__[0])"],
        env=variables, capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    library = link(repository, work, Path(torch).parent)
    aclnn = {result.case for result in read_recorded(repository.name).results}
    for name, path in _cases(python, variables):
        owner, _, folder = path.partition("/")
        if owner == repository.name and is_chosen(name, options.filter):
            case = partial(call, name, library, python, variables)
            if f"aclnn/{folder}" in aclnn and folder not in packages:
                case = partial(_without_package, repository, folder, name)
            yield Unit.of_case(name, case)


def _without_package(repository: Repository, folder: str, name: str) -> Result:
    command = f"python -m tests.corpus run {repository.name} --kind aclnn --filter {folder}"
    return Result(name, "rejected", reason=f"no package below --built; {command} makes it")


def call(name: str, library: Path, python: Path, variables: dict[str, str]) -> Result:
    """Return the result of one operator, with its difference or why it has none."""
    command = [str(python), str(_HERE / "csrc_calls.py"), name, str(library)]
    try:
        done = subprocess.run(
            command, env=variables, capture_output=True, text=True, check=False, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        return Result(name, "wrong", "built", f"no end after {_SECONDS} s")
    last = (done.stdout.strip().splitlines() or [""])[-1]
    if last.startswith("difference "):
        if done.returncode:
            return Result(name, "wrong", "built called", f"{last} is too large")
        return Result(name, "right", "built called", last)
    lines = done.stderr.splitlines() or ["it ended without a message"]
    reasons = [
        [line for line in lines if re.match(how, line)] for how in (r"\[\d+\] ", r"\w*Error: ")
    ]
    return Result(name, "wrong", "built", [*reasons[0], *reasons[1], lines[-1]][0][:200])


def installed(top: Path) -> dict[str, Path]:
    """Return the folders of the packages that csrc.py installed, by folder below csrc."""
    suffix = Path("home/cann/opp/vendors/customize")
    depths = ("*", "*/*", "*/*/*", "*/*/*/*")  # k2q_csr's and SGLang's attentions lie deeper
    paths = [path for depth in depths for path in top.glob(f"{depth}/{suffix}")]
    roots = ((path.parents[len(suffix.parts) - 1], path) for path in sorted(paths))
    return {root.relative_to(top).as_posix(): path for root, path in roots}


def _cases(python: Path, variables: dict[str, str]) -> list[tuple[str, str]]:
    """Names of the calls, and their folders."""
    program = (
        "import runpy\n"
        f"cases = runpy.run_path({str(_HERE / 'csrc_calls.py')!r})['CASES']\n"
        "print(*(f'{name}\\t{case.folder}' for name, case in cases.items()), sep='\\n')"
    )
    command = [str(python), "-c", program]
    done = subprocess.run(command, env=variables, stdout=subprocess.PIPE, text=True, check=True)
    pairs = (line.split("\t") for line in done.stdout.splitlines() if "\t" in line)
    return [(name, folder) for name, folder in pairs]


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--built", type=Path, help="--work of the suite that built the extension")


def _suite(repository: Repository, owner: str) -> Suite:
    return Suite(
        f"{repository.name}-calls",
        f"{owner}/{repository.name}",
        "calls of the extension's operators from torch_npu; right: as PyTorch on the CPU",
        partial(_units, repository),
        _add_options,
        checkout="",
    )


SUITES = (_suite(VLLM, "vllm-project"), _suite(SGL, "sgl-project"))
