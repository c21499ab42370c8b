"""The marks of the second circle, and what each of them needs on the machine."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.clients import venvs

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Program:
    """A program, and Debian's package that has it."""

    name: str
    package: str

    def is_missing(self) -> bool:
        """Tell whether tests fail or are skipped for want of it."""
        return shutil.which(self.name) is None

    @property
    def remedy(self) -> str:
        """Remedy in one line."""
        return f"apt-get install {self.package}"


@dataclass(frozen=True)
class Checkout:
    """A folder that a variable names."""

    name: str
    content: str

    def is_missing(self) -> bool:
        """Tell whether tests fail or are skipped for want of it."""
        return not Path(os.environ.get(self.name) or "/nonexistent").exists()

    @property
    def remedy(self) -> str:
        """Remedy in one line."""
        return f"{self.name}=<{self.content}>"


@dataclass(frozen=True)
class Framework:
    """A Python with a framework; the first test that needs it installs it."""

    name: str

    def is_missing(self) -> bool:
        """Tell whether a test has to install it first, which needs a package registry."""
        return not venvs.is_ready(self.name)

    @property
    def remedy(self) -> str:
        """Remedy in one line."""
        variable = venvs.FRAMEWORKS[self.name].variable
        return f"the first test installs it; or {variable}=<Python with it>"


@dataclass(frozen=True)
class Mark:
    """One mark of pyproject.toml.

    Attributes:
        name: Of the mark.
        limit_hours: After which the run of the mark is stopped; the next one goes on.
        needs: What its tests need besides the environment of the quick tests.
    """

    name: str
    limit_hours: float
    needs: Sequence[Program | Checkout | Framework] = ()

    @property
    def expression(self) -> str:
        """The expression for `pytest -m`: a test with several marks belongs to the last one."""
        later = [mark.name for mark in MARKS[MARKS.index(self) + 1 :]]
        return " and ".join([self.name, *(f"not {name}" for name in later)])


# The cheap ones first.
MARKS: tuple[Mark, ...] = (
    Mark("debugger", 0.5, [Program("gdb", "gdb")]),
    Mark("torture", 2),
    Mark(
        "slow",
        6,
        [
            Program("aarch64-linux-gnu-g++", "g++-aarch64-linux-gnu"),
            Program("qemu-aarch64", "qemu-user"),
            Program("clang++", "clang"),
            Program("clangd", "clangd"),
            Program("fish", "fish"),
            Program("groff", "groff"),
            Program("mlir-opt-19", "mlir-19-tools"),
            Program("zsh", "zsh"),
        ],
    ),
    Mark("frameworks", 4, [Framework(name) for name in venvs.FRAMEWORKS]),
    Mark(
        "corpus",
        4,
        [
            Checkout("CUSTOM_COMPILER_CANN_TEMPLATE", "folder customize of CANN 8.1"),
            Checkout("CUSTOM_COMPILER_MINDSPORE", "checkout of mindspore"),
            Checkout(
                "CUSTOM_COMPILER_PYACL_PROGRAMS",
                "folder with checkouts of catlass, ge, runtime, flashattention_Ascendc",
            ),
            Checkout("CUSTOM_COMPILER_MULTIKERNELBENCH", "checkout of wzzll123/MultiKernelBench"),
            Checkout(
                "CUSTOM_COMPILER_MSSANITIZER_EXAMPLES",
                "folder example of a checkout of Ascend/mssanitizer",
            ),
            Checkout("CUSTOM_COMPILER_CASES", "folder with cases of reviews"),
            Checkout(
                "CUSTOM_COMPILER_TILELANG",
                "checkout of tile-ai/tilelang-ascend, with submodules",
            ),
        ],
    ),
)
