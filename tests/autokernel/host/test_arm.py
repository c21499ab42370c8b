"""Libraries for 64-bit Arm, called from C and run by qemu."""

from __future__ import annotations

import shutil
import subprocess

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.classes import scheduled
from custom_compiler.autokernel.describe.reference import evaluate, numpy_dtype
from custom_compiler.autokernel.host.library import Version, build
from custom_compiler.autokernel.host.shim import C_TYPES
from custom_compiler.autokernel.host.targets import find_target

pytestmark = pytest.mark.slow

COMPILER, EMULATOR = "aarch64-linux-gnu-gcc", "qemu-aarch64"
MAIN = """\
#include <stdio.h>
#include "NAME.h"

static INPUT input[INPUTS];
static OUTPUT output[OUTPUTS];

int main(void) {
  if (fread(input, sizeof *input, INPUTS, stdin) != INPUTS)
    return 1;
  if (NAME(input, output, SIZES)) {
    fputs(NAME_error(), stderr);
    return 2;
  }
  return fwrite(output, sizeof *output, OUTPUTS, stdout) != OUTPUTS;
}
"""
POOL = {"kernel": (3, 3), "strides": (2, 2), "pads": (1, 1, 1, 1)}


@pytest.mark.parametrize(
    ("name", "dtype", "constants", "shape", "tolerance"),
    [
        ("softmax", "float32", {}, (5, 203), 1e-5),
        ("softmax", "float16", {}, (5, 64), 2e-3),
        ("max_pool", "float32", POOL, (1, 3, 31, 33), 0),
        ("gelu", "float32", {}, (1001,), 2e-6),
        ("reduce_max", "float32", {}, (3, 100), 0),
    ],
)
def test_arm_computes_the_same(tmp_path, name, dtype, constants, shape, tolerance):
    for tool in (COMPILER, EMULATOR):
        if shutil.which(tool) is None:
            pytest.fail(f"no {tool}: install Debian's gcc-aarch64-linux-gnu and qemu-user")
    operator = getattr(ak.operators, name).operator(dtype=dtype, **constants)
    target = find_target("arm-64")
    library = build([Version(scheduled(operator, None, target), target)], name, tmp_path)
    x = np.random.default_rng(2).normal(size=shape).astype(numpy_dtype(dtype))
    expected = evaluate(operator, {"x": x}, wide=True)[0]
    stored = numpy_dtype(operator.outputs[0].dtype)
    values = {
        "INPUTS": str(x.size),
        "OUTPUTS": str(expected.size),
        "INPUT": C_TYPES[dtype],
        "OUTPUT": C_TYPES[operator.outputs[0].dtype],
        "SIZES": ", ".join(map(str, shape)),
        "NAME": name,
    }
    text = MAIN
    for word, value in values.items():
        text = text.replace(word, value)
    main, program = tmp_path / "main.c", tmp_path / "program"
    main.write_text(text)
    link = [str(library.static), "-lpthread", "-ldl", "-lm"]
    subprocess.run([COMPILER, str(main), "-o", str(program), *link], check=True)
    run = [EMULATOR, "-L", "/usr/aarch64-linux-gnu", str(program)]
    done = subprocess.run(run, input=x.tobytes(), capture_output=True, check=True)
    found = np.frombuffer(done.stdout, stored).reshape(expected.shape).astype(expected.dtype)
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)
