"""Helpers for tests of the core: kernels given by statements, and descriptions by opc."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from custom_compiler.kernel.toolchain.missing_apis import recorded_lacks
from custom_compiler.kernel.toolchain.soc import Soc
from tests.aicore.harness import Kernel

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np

HEAD = """
using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out) {
"""


def run(
    body: str,
    data: np.ndarray,
    result: np.ndarray,
    blocks: int = 1,
    before: str = "",
    **options: Any,
) -> str:
    """Runs a kernel of parameters `in` and `out` and returns what it printed."""
    return Kernel(f"{before}\n{HEAD}{body}\n}}", "f", 2).run(blocks, data, result, **options)


def records(path: str) -> set[tuple[int, int, int]]:
    """The records of section .ascendc.meta of an ELF file."""
    data = open(path, "rb").read()  # noqa: PTH123, SIM115
    offset, count, names = (
        struct.unpack_from("<Q", data, 40)[0],
        *struct.unpack_from("<HH", data, 60),
    )
    sections = [struct.unpack_from("<IIQQQQ", data, offset + 64 * i) for i in range(count)]
    strings = sections[names][4]
    found = set()
    for section in sections:
        name = data[strings + section[0] :].split(b"\0", 1)[0]
        if name == b".ascendc.meta":
            for start in range(section[4], section[4] + section[5], 24):
                kind, zero, a, b = struct.unpack_from("<IIQQ", data, start)
                assert zero == 0
                found.add((kind, a, b))
    return found


def missing_calls(path: Path, arch: int, unit: str = "") -> set[str]:
    """Return the calls in an object that an architecture lacks, as `Add<bool>`."""
    soc = Soc("", unit, arch, 0, "", split_cores=False)
    lacks = recorded_lacks(path.read_bytes())
    return {lack.call for lack in lacks if lack.is_missing(soc)}
