"""Folders of vLLM's and SGLang's repositories whose kernels an extension of PyTorch launches.

Each repository is configured as its own scripts do (sgl-kernel-npu: build.sh -a kernels, with
catlass; vllm-ascend: setup.py), in a copy, with `ascendc_library` of an embedded home and a Python
with torch_npu. One build makes all objects that can be made. A folder builds if all objects of its
sources, kernels and host code, are there; `folders` says whose those are.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sysconfig
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from tests.corpus.judge_multikernelbench import environment
from tests.corpus.sandbox import Outcome, first_error, run_logged

if TYPE_CHECKING:
    from collections.abc import Iterator

# Sources of vllm-ascend's extension that include the host code of the folders launched directly.
_EXTENSION = ("torch_binding.cpp", "aclnn_torch_adapter")
_REQUIRED_TORCH = re.compile(r'(VERSION_EQUAL ")([\d.]+)(")')
_STEP = re.compile(r"^\[\d+/\d+\] ", re.MULTILINE)
_FAILED = re.compile(r"^FAILED: (?:\[code=\d+\] )?(\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Repository:
    """Build parameters of one repository."""

    name: str
    target: str  # the extension
    soc: str


SGL = Repository("sgl-kernel-npu", "sgl_kernel_npu", "Ascend910_9382")
VLLM = Repository("vllm-ascend", "vllm_ascend_C", "ascend910b1")


def folders(repository: Repository, csrc: Path) -> list[str]:
    """The folders below `csrc` that hold kernels launched directly, or host code for such."""
    if repository == VLLM:
        return ["batch_matmul_transpose", "kernels", "mla_preprocess"]
    others = {"attentions", "deepep", "utils"}
    found = [path for path in csrc.iterdir() if path.is_dir() and path.name not in others]
    return sorted(path.name for path in found)


class DirectBuild:
    """A repository's own CMake project, configured and built in `work`."""

    def __init__(self, repository: Repository, checkout: Path, work: Path, python: Path) -> None:
        self.repository = repository
        self.source = work / "source"
        self.build = work / "build"
        self._checkout, self._work, self._python = checkout, work, python

    def run(self, timeout: float, wanted: set[str]) -> Iterator[Outcome]:
        """Build what belongs to the `wanted` folders; an outcome for each of them."""
        self._copy()
        log = self._work / "configure.log"
        with log.open("wb") as stream:
            code = run_logged(self._configure(), self._work, self.environment(), stream, timeout)
        if code:
            why = f"configure: {first_error(log)}"
            yield from (Outcome(folder, why_not=why) for folder in sorted(wanted))
            return
        objects = {folder: self._objects(folder) for folder in wanted}
        needed = sorted({path for paths in objects.values() for path in paths})
        log = self._work / "build.log"
        with log.open("wb") as stream:
            command = ["ninja", "-k", "0", "-j", "2", *needed]
            run_logged(command, self.build, self.environment(), stream, timeout)
        failures = dict(_failures(log.read_text(errors="replace")))
        for folder in sorted(wanted):
            missing = [path for path in objects[folder] if not (self.build / path).is_file()]
            why = failures.get(missing[0], "not reached") if missing else ""
            why = why or ("" if objects[folder] else "its CMake builds nothing of it")
            yield Outcome(folder, built=not why, why_not=why)

    def environment(self) -> dict[str, str]:
        """Variables as after `source set_env.sh` of the toolkit."""
        return environment(self._home, self._python, self._work) | {"OMP_NUM_THREADS": "1"}

    @property
    def _home(self) -> Path:
        return self._work / "home" / "cann"

    def _copy(self) -> None:
        """The repository without its history; its build writes into it."""
        shutil.rmtree(self._work, ignore_errors=True)
        shutil.copytree(self._checkout, self.source, ignore=shutil.ignore_patterns(".git"))
        cmake = self.source / "CMakeLists.txt"
        asked = _REQUIRED_TORCH.search(cmake.read_text())
        has = self._ask("import torch; print(torch.__version__.partition('+')[0])")
        if asked and asked[2] != has:
            # The one change: its wheels for CPUs are not everywhere.
            print(f"{self.repository.name} asks for torch {asked[2]} and is built with {has}")
            cmake.write_text(_REQUIRED_TORCH.sub(rf"\g<1>{has}\g<3>", cmake.read_text()))

    def _configure(self) -> list[str]:
        home, python = self._home, self._python
        own = [f"-DASCEND_HOME_PATH={home}", f"-DSOC_VERSION={self.repository.soc}"]
        if self.repository == SGL:
            own += [
                f"-DASCEND_INCLUDE_DIR={home}/{platform.machine()}-linux/include",
                "-DBUILD_DEEPEP_MODULE=OFF", "-DBUILD_KERNELS_MODULE=ON",
                "-DBUILD_CATLASS_MODULE=ON",
            ]  # fmt: skip
        else:
            torch_npu = self._ask("import torch_npu; print(torch_npu.__path__[0])")
            pybind11 = self._ask("import pybind11; print(pybind11.get_cmake_dir())")
            own += [
                "-DCMAKE_BUILD_TYPE=Release",
                f"-DPYTHON_EXECUTABLE={python}",
                f"-DPYTHON_INCLUDE_PATH={sysconfig.get_paths()['include']}",
                f"-DCMAKE_PREFIX_PATH={pybind11}",
                f"-DTORCH_NPU_PATH={torch_npu}",
            ]
        return [
            "cmake", "-G", "Ninja", "-S", str(self.source), "-B", str(self.build),
            f"-DCMAKE_INSTALL_PREFIX={self._work / 'installed'}",
            "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *own,
        ]  # fmt: skip

    def _ask(self, program: str) -> str:
        command = [str(self._python), "-c", program]
        done = subprocess.run(command, env=self.environment(), check=True, stdout=subprocess.PIPE)
        return done.stdout.decode().strip().splitlines()[-1]

    def _objects(self, folder: str) -> list[str]:
        """The objects of a folder's sources, below the build folder."""
        csrc = self.source / "csrc"
        places = [csrc / folder]
        if self.repository == VLLM:
            places += [csrc / name for name in _EXTENSION]
        commands = json.loads((self.build / "compile_commands.json").read_text())
        # Some versions of CMake tell absolute paths, which Ninja does not know.
        files = [
            (Path(command["file"]), os.path.relpath(self.build / command["output"], self.build))
            for command in commands
        ]
        return [
            output for file, output in files if any(p == file or p in file.parents for p in places)
        ]


def _failures(log: str) -> Iterator[tuple[str, str]]:
    """Objects that ninja could not make, and why not."""
    starts = [match.start() for match in _STEP.finditer(log)]
    for begin, end in pairwise([*starts, len(log)]):
        text = log[begin:end]
        failed = _FAILED.search(text)
        if failed:
            errors = [line for line in text.splitlines() if re.search(r"\berror\b", line)]
            yield failed[1], (errors or ["it failed without a word"])[0].strip()[:240]
