"""Helpers for tests of Matmul: kernels around one object, their tilings, and their operands."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from string import Template
from typing import TYPE_CHECKING

import ml_dtypes
import numpy as np

from tests.aicore.harness import AIC_ONLY, MIX_AIC_1_2, Kernel
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIELDS = re.findall(
    r"\w+",
    """
    usedCoreNum M N Ka Kb singleCoreM singleCoreN singleCoreK baseM baseN baseK depthA1 depthB1
    stepM stepN isBias transLength iterateOrder shareMode shareL1Size shareL0CSize shareUbSize
    batchM batchN singleBatchM singleBatchN stepKa stepKb depthAL1CacheUB depthBL1CacheUB dbL0A
    dbL0B dbL0C ALayoutInfoB ALayoutInfoS ALayoutInfoN ALayoutInfoG ALayoutInfoD BLayoutInfoB
    BLayoutInfoS BLayoutInfoN BLayoutInfoG BLayoutInfoD CLayoutInfoB CLayoutInfoS1 CLayoutInfoN
    CLayoutInfoG CLayoutInfoS2 BatchNum mxTypePara
    """,
)

NUMPY = {
    "half": np.float16,
    "bfloat16_t": ml_dtypes.bfloat16,
    "float": np.float32,
    "int8_t": np.int8,
    "int32_t": np.int32,
}
SYSTEM_WORKSPACE = 16 << 20

TRANSPOSED = [(False, False), (True, False), (False, True), (True, True)]

# Bits of `flags`.
TRANS_A, TRANS_B, BIAS, PARTS, SEQUENTIAL, ASYNC, HF32, SCALE, SCALES, TAIL, SCALAR = (
    1 << i for i in range(11)
)


FORM = Template(read_source(__file__, "kernels/matmul_form.cpp"))

ENTRY = """
extern "C" __global__ __aicore__ void mm(GM_ADDR a, GM_ADDR b, GM_ADDR bias, GM_ADDR scales, GM_ADDR c,
                                         GM_ADDR ws, GM_ADDR request) {{
    Request r = *(__gm__ Request*)request;
    switch (r.form) {{
        {cases}
    }}
}}
"""

PLAIN = read_source(__file__, "kernels/matmul_plain.inc")


@dataclass(frozen=True)
class Form:
    """Declaration of the object, as C++ text."""

    a: str = "half"
    b: str = "half"
    c: str = "float"
    bias: str = "float"
    a_format: str = "ND"
    b_format: str = "ND"
    c_format: str = "ND"
    a_position: str = "GM"
    b_position: str = "GM"
    c_position: str = "GM"
    layout: str = "NONE"
    c_layout: str = "NONE"
    config: str = "GetNormalConfig()"
    callback: str = ""
    b_type: str = ""
    extra: str = ""
    body: str = PLAIN


def _text(index: int, form: Form) -> str:
    b_type = form.b_type or (
        f"MatmulType<TPosition::{form.b_position}, CubeFormat::{form.b_format}, {form.b}, true, "
        f"LayoutMode::{form.layout}>"
    )
    text = FORM.substitute({**vars(form), "b_type": b_type})
    return f"namespace form{index} {{\n{text}}}\n"


class Family:
    """Forms that are compiled together, so that what they share is compiled once."""

    def __init__(self, *forms: Form, cube_only: bool = True) -> None:
        """Take `forms`; `cube_only`: for the cube cores alone, else for vector cores (MIX)."""
        self._forms = list(forms)
        self._cube_only = cube_only
        self._kernels: dict[int, Kernel] = {}

    def kernel(self, arch: int = 220) -> Kernel:
        """The kernel that contains them all."""
        if arch not in self._kernels:
            define = {"ASCENDC_CUBE_ONLY": ""} if self._cube_only else {}
            bodies = "".join(_text(index, form) for index, form in enumerate(self._forms))
            cases = " ".join(
                f"case {i}: form{i}::Run(a, b, bias, scales, c, ws, r); break;"
                for i in range(len(self._forms))
            )
            head = read_source(__file__, "kernels/matmul_head.cpp", **define)
            text = head + bodies + ENTRY.format(cases=cases)
            self._kernels[arch] = Kernel(text, "mm", 7, arch=arch)
        return self._kernels[arch]

    def run(
        self,
        form: Form,
        request: Request,
        a: NDArray | None,
        b: NDArray | None,
        c: NDArray,
        bias: NDArray | None = None,
        scales: NDArray | None = None,
        workspace: NDArray | None = None,
        soc: str = "Ascend910B1",
    ) -> None:
        """Run a form; on vector cores (MIX) unless the family is for cube cores only."""
        coupled = soc.startswith("Ascend310P")
        alone = self._cube_only or coupled
        cores = request.tiling["usedCoreNum"]
        self.kernel(200 if coupled else 220).run(
            cores if alone else -(-cores // 2),
            a,
            b,
            bias,
            scales,
            c,
            workspace,
            tiling=request.pack(self._forms.index(form)),
            soc=soc,
            task_type=AIC_ONLY if alone else MIX_AIC_1_2,
            sys_workspace=None if alone else np.zeros(SYSTEM_WORKSPACE, np.uint8),
        )


def round_up(value: int, unit: int) -> int:
    """The next multiple of `unit`."""
    return -(-value // unit) * unit


def tiling(
    m: int,
    n: int,
    k: int,
    base: tuple[int, int, int],
    single: tuple[int, int, int] | None = None,
    **fields: int,
) -> dict[str, int]:
    """A tiling of one core, or of as many as parts of size `single` need."""
    single_m, single_n, single_k = single or (m, n, k)
    values = dict.fromkeys(FIELDS, 0)
    values.update(
        usedCoreNum=-(-m // single_m) * -(-n // single_n),
        M=m,
        N=n,
        Ka=k,
        Kb=k,
        singleCoreM=single_m,
        singleCoreN=single_n,
        singleCoreK=single_k,
        baseM=base[0],
        baseN=base[1],
        baseK=base[2],
        depthA1=1,
        depthB1=1,
        stepM=1,
        stepN=1,
        stepKa=1,
        stepKb=1,
        dbL0A=1,
        dbL0B=1,
        dbL0C=1,
    )
    values.update(fields)
    return values


@dataclass(frozen=True)
class Request:
    """The last argument of the kernel."""

    tiling: dict[str, int]
    flags: int = 0
    atomic: int = 0
    tail: tuple[int, int, int] = (0, 0, 0)
    batch: tuple[int, int] = (0, 0)
    scale: int = 0

    def pack(self, form: int) -> bytes:
        """Its bytes, for the form with this number."""
        head = struct.pack("<50i", *(self.tiling[name] for name in FIELDS))
        rest = (form, self.flags, self.atomic, *self.tail, *self.batch, self.scale)
        return head + struct.pack("<3I3i2IQ", *rest)


def numbers(rng: np.random.Generator, kind: str, *shape: int) -> NDArray:
    """Small random numbers of a C++ type."""
    if kind.startswith("int8"):
        return rng.integers(-20, 20, shape).astype(np.int8)
    return rng.standard_normal(shape).astype(NUMPY[kind])


def to_nz(matrix: NDArray, group: int | None = None) -> NDArray:
    """A matrix as column groups of 32 bytes (or `group` elements) per row; rows padded to 16."""
    width = group or 32 // matrix.itemsize
    rows, columns = round_up(matrix.shape[0], 16), round_up(matrix.shape[1], width)
    padded = np.zeros((rows, columns), matrix.dtype)
    padded[: matrix.shape[0], : matrix.shape[1]] = matrix
    return np.ascontiguousarray(padded.reshape(rows, columns // width, width).transpose(1, 0, 2))


def from_nz(groups: NDArray, m: int, n: int) -> NDArray:
    """The first m x n elements of what to_nz makes."""
    count, rows, width = groups.shape
    return groups.transpose(1, 0, 2).reshape(rows, count * width)[:m, :n]


def product(a: NDArray, b: NDArray, bias: NDArray | None = None) -> NDArray:
    """a @ b + bias in float64."""
    result = a.astype(np.float64) @ b.astype(np.float64)
    return result if bias is None else result + bias.astype(np.float64)


def pack_nibbles(values: NDArray) -> NDArray:
    """int4 values, two in a byte, the first in the low half."""
    low, high = values[..., 0::2].astype(np.uint8) & 15, values[..., 1::2].astype(np.uint8) & 15
    return np.ascontiguousarray(low | high << 4)


def stored(matrix: NDArray, transposed: bool, nz: bool) -> NDArray:
    """The matrix as it lies in memory."""
    matrix = np.ascontiguousarray(matrix.T if transposed else matrix)
    return to_nz(matrix) if nz else matrix
