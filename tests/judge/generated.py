"""Projects like those that a program generates: one operator, many kernels."""

from __future__ import annotations

import shutil
from pathlib import Path

_ADD = "AscendC::Add(zLocal, xLocal, yLocal,"


def generate(project: Path, folder: Path, count: int) -> dict[str, str]:
    """Write `count` projects made of one; what each should be called, by its path.

    No two are equal. Of ten, one is wrong, and one does not compile.
    """
    text = (project / "op_kernel" / "add_custom.cpp").read_text()
    assert _ADD in text
    expected = {}
    for number in range(count):
        own = folder / f"kernel{number:03}"
        shutil.copytree(project, own)
        kernel, verdict = f"{text}// variant {number}\n", "right"
        if number % 10 == 1:
            kernel, verdict = kernel.replace(_ADD, "AscendC::Sub(zLocal, xLocal, yLocal,"), "wrong"
        if number % 10 == 2:
            kernel, verdict = kernel.replace(_ADD, "AscendC::Plus(zLocal,"), "does not build"
        (own / "op_kernel" / "add_custom.cpp").write_text(kernel)
        expected[str(own)] = verdict
    return expected
