"""Libraries for 64-bit Arm, called from C and run by qemu."""

from __future__ import annotations

import shutil
import subprocess

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.classes import scheduled
from custom_compiler.autokernel.describe.reference import evaluate, numpy_dtype
from custom_compiler.autokernel.describe.sizes import evaluate as size_of
from custom_compiler.autokernel.host.library import build
from custom_compiler.autokernel.host.lower import Version
from custom_compiler.autokernel.host.shim import C_TYPES, symbols
from custom_compiler.autokernel.host.targets import find_target
from tests.utils.sources import read_source

pytestmark = pytest.mark.slow

COMPILER, EMULATOR = "aarch64-linux-gnu-gcc", "qemu-aarch64"
MAIN = read_source(__file__, "sources/arm_client.cpp")
POOL = {"kernel": (3, 3), "strides": (2, 2), "pads": (1, 1, 1, 1)}
IMAGE = {"n": 1, "c_in": 3, "h": 9, "w": 12, "o": 5, "kh": 3, "kw": 3}


@pytest.mark.parametrize(
    ("name", "dtype", "constants", "sizes", "tolerance"),
    [
        ("softmax", "float32", {}, {"...": 15, "columns": 203}, 1e-5),
        ("softmax", "float16", {}, {"...": 5, "columns": 64}, 2e-3),
        ("max_pool", "float32", POOL, {"n": 1, "c": 3, "h": 31, "w": 33}, 0),
        ("gelu", "float32", {}, {"...": 1001}, 2e-6),
        ("reduce_max", "float32", {}, {"...": 3, "columns": 100}, 0),
        ("matmul", "float32", {}, {"m": 13, "n": 37, "k": 29}, 1e-5),
        ("fully_connected", "float32", {"relu": True}, {"...": 5, "n": 18, "k": 32}, 1e-5),
        ("convolution", "float32", {"pads": (1, 1, 1, 1)}, IMAGE, 1e-5),
    ],
)
@pytest.mark.parametrize("known", [False, True])
def test_arm_computes_the_same(tmp_path, name, dtype, constants, sizes, tolerance, known):
    for tool in (COMPILER, EMULATOR):
        if shutil.which(tool) is None:
            pytest.fail(f"no {tool}: install Debian's gcc-aarch64-linux-gnu and qemu-user")
    operator = getattr(ak.operators, name).operator(dtype=dtype, **constants)
    target = find_target("arm-64")
    lowered = scheduled(operator, sizes if known else None, target)
    library = build([Version(lowered, target)], name, tmp_path)
    numbers = np.random.default_rng(2)
    arrays = {
        one.name: numbers.normal(size=[size_of(axis.size, sizes) for axis in one.axes]).astype(
            numpy_dtype(one.dtype)
        )
        for one in operator.inputs
    }
    expected = evaluate(operator, arrays, wide=True)[0]
    program = compiled(operator, arrays, [sizes[each] for each in symbols(operator)], library)
    run = [EMULATOR, "-L", "/usr/aarch64-linux-gnu", str(program)]
    given = b"".join(array.tobytes() for array in arrays.values())
    done = subprocess.run(run, input=given, capture_output=True, check=True)
    stored = numpy_dtype(operator.outputs[0].dtype)
    found = np.frombuffer(done.stdout, stored).reshape(expected.shape).astype(expected.dtype)
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


def compiled(operator, arrays, sizes, library):
    """A program that reads the inputs, calls the library and writes its output."""
    (output,) = operator.outputs
    (expected,) = evaluate(operator, arrays)
    kinds = {one.name: C_TYPES[one.dtype] for one in operator.inputs}
    values = {
        "INPUTS": "\n".join(
            f"static {kinds[each]} {each}[{array.size}];" for each, array in arrays.items()
        ),
        "READ": "\n".join(
            f"  if (fread({each}, sizeof *{each}, {array.size}, stdin) != {array.size}) return 1;"
            for each, array in arrays.items()
        ),
        "ARGUMENTS": ", ".join([*arrays, "output", *map(str, sizes)]),
        "COUNT": str(np.size(expected)),
        "OUTPUT": C_TYPES[output.dtype],
        "NAME": library.name,
    }
    text = MAIN
    for word, value in values.items():
        text = text.replace(word, value)
    main, program = library.header.with_name("main.c"), library.header.with_name("program")
    main.write_text(text)
    link = [str(library.static), "-lpthread", "-ldl", "-lm"]
    subprocess.run([COMPILER, str(main), "-o", str(program), *link], check=True)
    return program
