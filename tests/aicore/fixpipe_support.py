"""A kernel around the ways out of L0C, shared by their tests."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.aicore.cube_support import BF16
from tests.aicore.harness import AIC_ONLY, Kernel
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from numpy.typing import NDArray

NONE, F16, REQ8, VREQ8, VDEQF16, DEQF16, BF16_MODE, VQ8, Q8 = 0, 1, 9, 8, 10, 11, 16, 23, 24

WAYS_OUT = read_source(__file__, "kernels/fixpipe_ways_out.cpp")

TYPES: dict[str, Any] = {
    "float": np.float32,
    "half": np.float16,
    "bfloat16_t": BF16,
    "int32_t": np.int32,
    "int8_t": np.int8,
    "uint8_t": np.uint8,
}


@cache
def out_kernel(src: str, dst: str) -> Kernel:
    head = f'#include "kernel_operator.h"\nusing S = {src};\nusing D = {dst};\n'
    return Kernel(head + WAYS_OUT, "out", 4)


def run_out(src: str, dst: str, image: NDArray[Any], gm: NDArray[Any], **call: Any) -> None:
    """Changes `gm`. `scales`: one scale word per column."""
    scales = np.zeros(256, np.uint64)
    given_scales = call.pop("scales", None)
    if given_scales is not None:
        scales[: len(given_scales)] = given_scales
    names = [
        "form",
        "layout",
        "n",
        "m",
        "src_stride",
        "dst_stride",
        "mode",
        "relu",
        "nd_num",
        "src_nd",
        "dst_nd",
        "split",
        "atomic",
        "to_l1",
    ]
    words = np.array([call.pop(name, 1 if name == "nd_num" else 0) for name in names], np.uint32)
    scale = np.array([call.pop("scale", 0)], np.uint64)
    assert not call
    raw = np.zeros(131072, np.uint8)
    flat = np.ascontiguousarray(image).view(np.uint8).reshape(-1)
    raw[: flat.size] = flat
    out_kernel(src, dst).run(
        1, raw, gm, scales, np.concatenate([words, scale.view(np.uint32)]), task_type=AIC_ONLY
    )
