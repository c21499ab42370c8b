"""The C functions of libraries: bad calls give a code and a message, and never end the process."""

from __future__ import annotations

import ctypes
import shutil
import subprocess

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.classes import scheduled
from custom_compiler.autokernel.host.library import build
from custom_compiler.autokernel.host.lower import Version
from custom_compiler.autokernel.host.targets import find_target
from custom_compiler.errors import BuildError, MisuseError

SOFTMAX = ak.operators.softmax.operator(dtype="float32")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    target = find_target("host")
    version = Version(scheduled(SOFTMAX, None, target), target)
    return build([version], "soft", tmp_path_factory.mktemp("soft"))


def test_bad_calls_from_c(library):
    loaded = ctypes.CDLL(str(library.shared))
    loaded.soft_error.restype = ctypes.c_char_p
    x, y = np.zeros((2, 8), np.float32), np.zeros((2, 8), np.float32)

    def call(source, target, rows, columns):
        pointers = ctypes.c_void_p(source), ctypes.c_void_p(target)
        code = loaded.soft(*pointers, ctypes.c_int64(rows), ctypes.c_int64(columns))
        return code, loaded.soft_error().decode() if code else ""

    source, target = x.ctypes.data, y.ctypes.data
    assert call(source, target, 2, 8) == (0, "")
    for arguments, message in (
        ((None, target, 2, 8), "soft: x is a null pointer"),
        ((source, None, 2, 8), "soft: out is a null pointer"),
        ((source, target + 2, 2, 8), "soft: out is not aligned to 4 bytes"),
        ((source, source + 32, 2, 8), "soft: out overlaps x"),
        ((source, target, -2, 8), "soft: size ... is -2"),
        ((source, target, 1 << 40, 8), f"soft: size ... is {1 << 40}"),
        ((source, target, 1 << 20, 1 << 20), "soft: x: axis columns has 1048576 places, or"),
    ):
        code, text = call(*arguments)
        assert code == -1
        assert text.startswith(message)
    assert call(None, None, 0, 8) == (0, "")


def test_only_the_operator_is_exported(library):
    listed = subprocess.run(
        ["nm", "-D", "--defined-only", str(library.shared)],
        capture_output=True,
        text=True,
        check=True,
    )
    names = {line.split()[-1] for line in listed.stdout.splitlines()}
    assert names == {"soft", "soft_error", "soft_threads"}


@pytest.mark.parametrize("compiler", ["gcc", "g++"])
def test_two_static_libraries_in_one_program(library, tmp_path, compiler):
    if shutil.which(compiler) is None:
        pytest.fail(f"no {compiler}")
    target = find_target("host")
    gelu = ak.operators.gelu.operator(dtype="float32")
    other = build([Version(scheduled(gelu, None, target), target)], "gelu", tmp_path)
    main = tmp_path / "main.c"
    main.write_text(
        '#include "soft.h"\n#include "gelu.h"\n#include <stdio.h>\n'
        "int main(void) { float x[4] = {0}, y[4]; if (soft(x, y, 1, 4) || y[3] != 0.25f) return 1;"
        " if (gelu(y, x, 4) || !gelu(0, x, 4)) return 2;"
        ' return printf("%s", gelu_error()) < 0; }\n'
    )
    folders = [f"-I{one.header.parent}" for one in (library, other)]
    words = [compiler, "-Wall", "-Werror", *folders, str(main)]
    words += ["-x", "none", str(library.static), str(other.static), "-lpthread", "-ldl", "-lm"]
    subprocess.run([*words, "-o", str(tmp_path / "main")], check=True)
    done = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True)
    assert done.stdout == "gelu: x is a null pointer"


def test_a_compiler_that_fails(tmp_path, monkeypatch):
    target = find_target("host")
    version = Version(scheduled(SOFTMAX, None, target), target)
    monkeypatch.setenv("CC", "false")
    with pytest.raises(BuildError, match="CC=false: failed with exit code 1"):
        build([version], "soft", tmp_path)
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(MisuseError, match="CC=no-such-compiler: not found on PATH"):
        build([version], "soft", tmp_path)
