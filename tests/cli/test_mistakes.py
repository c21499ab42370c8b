"""Forty mistakes of a first day: what is said, the exit code, and no word that leads astray.

Each row is an edit of the sample's sources, or a call of the sample, and what the user reads: the
thing with its place, and the way out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from installed_sample import InstalledSample

REPOSITORY = Path(__file__).parents[2]
MISUSE, FAILED = 2, 1
KERNEL, HOST = "op_kernel/add_custom.cpp", "op_host/add_custom.cpp"
ADD = "AscendC::Add(zLocal, xLocal, yLocal, static_cast<int32_t>(count));"

Edit = Callable[[Path], None]


@dataclass(frozen=True)
class Mistake:
    """What is done, and what is said of it."""

    name: str
    edit: Edit
    code: int
    says: tuple[str, ...]


def replace(file: str, old: str, new: str) -> Edit:
    """An edit that must find its place."""

    def edit(folder: Path) -> None:
        text = (folder / file).read_text()
        assert old in text
        (folder / file).write_text(text.replace(old, new))

    return edit


def before_add(statement: str) -> Edit:
    """A statement in the middle of the kernel."""
    return replace(KERNEL, ADD, f"{statement} {ADD}")


BUILDS = [
    Mistake(
        "a semicolon is missing in the kernel",
        replace(KERNEL, ADD, ADD.removesuffix(";")),
        FAILED,
        ("op_kernel/add_custom.cpp:51:9: error: expected ';'",),
    ),
    Mistake(
        "a function that Ascend C does not have",
        replace(KERNEL, "AscendC::Add(", "AscendC::Adds2("),
        FAILED,
        ("op_kernel/add_custom.cpp:50:18", "did you mean 'Adds'?"),
    ),
    Mistake(
        "a misspelt type",
        replace(KERNEL, "AscendC::TPipe", "AscendC::TPpie"),
        FAILED,
        ("op_kernel/add_custom.cpp:104:14", "did you mean 'TPipe'?"),
    ),
    Mistake(
        "a misspelt kernel function",
        replace(KERNEL, "void add_custom(", "void add_costum("),
        MISUSE,
        ("op_kernel/add_custom.cpp defines no kernel function add_custom",),
    ),
    Mistake(
        "a parameter of the kernel is missing",
        replace(
            KERNEL,
            "GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace",
            "GM_ADDR x, GM_ADDR z, GM_ADDR workspace",
        ),
        MISUSE,
        ("has 4 parameters, its operator has 5: x, y, z, workspace, tiling",),
    ),
    Mistake(
        "a function of the kernel without __aicore__",
        replace(KERNEL, "__aicore__ inline void Compute", "inline void Compute"),
        FAILED,
        ("op_kernel/add_custom.cpp:31:13: error: Compute: a function without __aicore__",),
    ),
    Mistake(
        "threads as in CUDA",
        before_add("int i = threadIdx.x;"),
        FAILED,
        ("op_kernel/add_custom.cpp:50:17", "AscendC::GetBlockIdx()"),
    ),
    Mistake(
        "a barrier as in CUDA",
        before_add("__syncthreads();"),
        FAILED,
        ("op_kernel/add_custom.cpp:50:9", "AscendC::SyncAll()"),
    ),
    Mistake(
        "printing by a stream",
        before_add("std::cout << 1;"),
        FAILED,
        ("op_kernel/add_custom.cpp:50:14", "AscendC::printf"),
    ),
    Mistake(
        "memory from new",
        before_add("int* p = new int[4];"),
        FAILED,
        ("op_kernel/add_custom.cpp:50:18: error: new: an AI core has no memory to allocate",),
    ),
    Mistake(
        "double",
        before_add("double q = 1.0;"),
        FAILED,
        ("op_kernel/add_custom.cpp:50:16: error: q: double: an AI core has no double",),
    ),
    Mistake(
        "a container of the host",
        before_add("std::vector<int> v;"),
        FAILED,
        ("op_kernel/add_custom.cpp:50:14", "AscendC::LocalTensor"),
    ),
    Mistake(
        "a header that is not there",
        lambda folder: (folder / "op_host/add_custom_tiling.h").unlink(),
        FAILED,
        ("op_host/add_custom.cpp:2:10", "put add_custom_tiling.h into the host sources"),
    ),
    Mistake(
        "a misspelt header of the toolkit",
        replace(KERNEL, "kernel_operator.h", "kernel_operater.h"),
        FAILED,
        ("op_kernel/add_custom.cpp:3:10", "did you mean kernel_operator.h?"),
    ),
    Mistake(
        "a semicolon is missing in the host code",
        replace(HOST, "*z = *x;", "*z = *x"),
        FAILED,
        ("op_host/add_custom.cpp:66:12: error: expected ';'",),
    ),
    Mistake(
        "a misspelt member in the host code",
        replace(
            HOST,
            "GetInputShape(0);\n    const gert::CompileTime",
            "GetInputShapes(0);\n    const gert::CompileTime",
        ),
        FAILED,
        ("op_host/add_custom.cpp:21:48", "did you mean 'GetInputShape'?"),
    ),
    Mistake(
        "another name of the tiling structure",
        replace(HOST, "AddCustomTilingData tiling", "AddTilingData tiling"),
        FAILED,
        ("op_host/add_custom.cpp:45:5: error: 'AddTilingData' was not declared",),
    ),
    Mistake(
        "no OP_ADD",
        replace(HOST, "OP_ADD(AddCustom);", ""),
        MISUSE,
        ("op_host registers no operator (OP_ADD)",),
    ),
    Mistake(
        "no AddConfig",
        replace(HOST, "this->AICore().AddConfig(unit);", "(void)unit;"),
        MISUSE,
        ("op_host registers no operator for any compute unit", "AICore().AddConfig"),
    ),
    Mistake(
        "a unit that does not exist",
        replace(HOST, '"ascend910b"', '"ascend910z"'),
        MISUSE,
        ('AddCustom: AddConfig("ascend910z")', "no such compute unit; did you mean ascend910?"),
    ),
    Mistake(
        "lists of different lengths",
        replace(HOST, ".Format({ge::FORMAT_ND, ", ".Format({ge::FORMAT_ND, ge::FORMAT_ND, "),
        MISUSE,
        ("AddCustom: x: Format has 4 entries but x has 3",),
    ),
]

# Words of `custom-compiler`, exit code, and what it says.
CALLS: list[tuple[str, int, tuple[str, ...]]] = [
    ("build -o op_host", MISUSE, ("--op_kernel_path is missing",)),
    ("build -o nowhere -k op_kernel", MISUSE, ("nowhere: there is no such folder",)),
    ("build -o op_kernel -k op_host", MISUSE, ("are the two folders swapped?",)),
    ("build -o op_host -k empty", MISUSE, ("empty: the folder is empty",)),
    (
        "build -o op_host -k op_kernel --vendor_name my-vendor",
        MISUSE,
        ("'my-vendor' is not a vendor name",),
    ),
    (
        "build -o op_host -k op_kernel --soc_version ascend910d",
        MISUSE,
        ("--soc_version: unknown SoC version 'ascend910d'", "did you mean ascend910"),
    ),
    ("biuld -o op_host -k op_kernel", MISUSE, ("biuld", "build")),
    (
        "run AddCustm --input x.npy x.npy --output z.npy",
        MISUSE,
        ("no installed package has an operator 'AddCustm'", "did you mean AddCustom?"),
    ),
    (
        "run AddCustom --input x.npy --output z.npy",
        MISUSE,
        ("AddCustom: input 'y' needs one array, got 0",),
    ),
    (
        "run AddCustom --input x.npy x.npy x.npy --output z.npy",
        MISUSE,
        ("AddCustom has no input left for x.npy", "inputs: x, y"),
    ),
    (
        "run AddCustom --input x.npy nope.npy --output z.npy",
        MISUSE,
        ("nope.npy: No such file or directory",),
    ),
    (
        "run AddCustom --input x.npy text.txt --output z.npy",
        MISUSE,
        ("text.txt: it is no .npy file", "numpy.save"),
    ),
    (
        "run AddCustom --input d.npy d.npy --output z.npy",
        MISUSE,
        (
            "these dtypes are not supported: x: double, y: double",
            "supported: x: float16, y: float16",
        ),
    ),
    (
        "run AddCustom --input x.npy f.npy --output z.npy",
        MISUSE,
        ("these dtypes are not supported: x: float16, y: float32",),
    ),
    (
        "run AddCustom --input x.npy x.npy --output no/z.npy",
        MISUSE,
        ("--output", "there is no folder"),
    ),
    (
        "run AddCustom --input a=x.npy y=x.npy --output z.npy",
        MISUSE,
        ("AddCustom has no input a", "inputs: x, y"),
    ),
    (
        "run AddCustom --input x.npy x.npy --attr alpha=1 --output z.npy",
        MISUSE,
        ("there is no attribute 'alpha'",),
    ),
    (
        "run AddCustom --input x.npy s.npy --output z.npy",
        FAILED,
        ("507035", "add_custom.cpp:69", "parameter 2 (y)"),
    ),
    ("install nothing.run", MISUSE, ("no such package file: nothing.run",)),
    ("uninstall nobody", FAILED, ("vendor nobody is not installed",)),
    ("explain nofile.log", MISUSE, ("cannot read nofile.log: No such file or directory",)),
]

# What a user reads and follows in vain.
ASTRAY = re.compile(
    r"Traceback|#include <(?:iostream|vector)>|allow_pickle|pickled|\[Errno|is the toolkit complete"
)


def say(folder: Path, words: list[str], **variables: str) -> subprocess.CompletedProcess[str]:
    """What the program says in a folder."""
    base = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    done = subprocess.run(
        [sys.executable, "-m", "custom_compiler", *words],
        cwd=folder,
        env=base | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    done.stderr = re.sub("[\u2018\u2019]", "'", done.stderr)  # g++'s quotes go by the locale
    return done


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for side in ("op_host", "op_kernel"):
        shutil.copytree(REPOSITORY / side, tmp_path / side)
    return tmp_path


def test_the_table_has_forty_rows() -> None:
    assert len(BUILDS) + len(CALLS) >= 40


@pytest.mark.slow
@pytest.mark.parametrize("mistake", BUILDS, ids=lambda mistake: mistake.name)
def test_mistakes_in_sources(mistake: Mistake, project: Path, cann_home: Path) -> None:
    mistake.edit(project)
    words = ["build", "-o", "op_host", "-k", "op_kernel", f"--ascend_cann_package_path={cann_home}"]
    done = say(project, words)
    assert done.returncode == mistake.code, done.stderr
    told = [line for line in done.stderr.splitlines() if not line.startswith("[")]
    # The last lines are the tool's own: the error, the way out, the log.
    own = "\n".join(told[-3:])
    for text in mistake.says:
        assert text in own
    assert not ASTRAY.search(own)


@pytest.mark.parametrize(("words", "code", "says"), CALLS, ids=[row[0] for row in CALLS])
def test_mistakes_in_calls(
    words: str,
    code: int,
    says: tuple[str, ...],
    project: Path,
    installed_sample: InstalledSample,
) -> None:
    (project / "empty").mkdir()
    (project / "text.txt").write_text("1 2 3\n")
    arrays: dict[str, np.ndarray[Any, Any]] = {
        "x": np.ones((8, 2048), np.float16),
        "f": np.ones((8, 2048), np.float32),
        "d": np.ones((8, 2048)),
        "s": np.ones((8, 1024), np.float16),
    }
    for name, array in arrays.items():
        np.save(project / f"{name}.npy", array)
    done = say(
        project,
        words.split(),
        ASCEND_HOME_PATH=str(installed_sample.home),
        ASCEND_CUSTOM_OPP_PATH=str(installed_sample.vendor),
    )
    assert done.returncode == code, done.stderr
    for text in says:
        assert text in done.stderr
    assert not ASTRAY.search(done.stderr)
