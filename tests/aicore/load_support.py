"""A kernel around the loads of L0A and L0B, and windows of feature maps in NumPy, shared by tests."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.aicore.harness import AIC_ONLY, AICORE, Kernel
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from numpy.typing import NDArray

L1_BYTES, L0_BYTES = 128 * 1024, 64 * 1024

LOADS = read_source(__file__, "kernels/load.cpp")

TYPES = {"int8_t": np.int8, "half": np.int16, "bfloat16_t": np.int16, "float": np.int32}


@cache
def load_kernel(dtype: str, arch: int = 220) -> Kernel:
    integers = int(dtype == "int8_t")
    source = f'#include "kernel_operator.h"\n#define INTEGERS {integers}\nusing T = {dtype};\n'
    return Kernel(source + LOADS, "load", 3, arch=arch)


def run_load(
    dtype: str, l1: NDArray[Any], op: int, target: int, parameters: list[int], *, arch: int = 220
) -> NDArray[np.uint8]:
    """The image of the target memory, which was 0x5A everywhere before."""
    l1_image = np.zeros(L1_BYTES, np.uint8)
    raw = np.ascontiguousarray(l1).view(np.uint8).reshape(-1)
    l1_image[: raw.size] = raw
    l0_image = np.full(L0_BYTES, 0x5A, np.uint8)
    call = np.zeros(32, np.int32)
    call[0], call[1] = op, target
    call[2 : 2 + len(parameters)] = parameters
    load_kernel(dtype, arch).run(
        1,
        l1_image,
        l0_image,
        call,
        task_type=AIC_ONLY if arch == 220 else AICORE,
        soc="Ascend910B1" if arch == 220 else "Ascend310P3",
    )
    return l0_image


@dataclass
class Windows:
    """Parameters of a load of windows, in the order of LoadData3DParamsV2."""

    pads: tuple[int, ...]  # left, right, top, bottom
    pad_value: int
    height: int
    width: int
    channels: int
    k: int
    m: int
    k_start: int
    m_start: int
    stride_w: int
    stride_h: int
    filter_w: int
    filter_h: int
    dilation_w: int
    dilation_h: int

    def parameters(self, *, transpose: bool) -> list[int]:
        rest = [int(v) for v in astuple(self)[1:]]
        return [*self.pads, *rest, int(transpose)]

    def matrix(self, feature_map: NDArray[Any]) -> NDArray[Any]:
        """All windows as rows; `feature_map` is height x width x channels."""
        left, right, top, bottom = self.pads
        padded = np.pad(
            feature_map, ((top, bottom), (left, right), (0, 0)), constant_values=self.pad_value
        )
        c0 = 32 // feature_map.itemsize
        rows = []
        reach_h = (self.filter_h - 1) * self.dilation_h + 1
        reach_w = (self.filter_w - 1) * self.dilation_w + 1
        for y in range(0, padded.shape[0] - reach_h + 1, self.stride_h):
            for x in range(0, padded.shape[1] - reach_w + 1, self.stride_w):
                window = padded[
                    y : y + reach_h : self.dilation_h, x : x + reach_w : self.dilation_w
                ]
                parts = [window[..., c : c + c0].reshape(-1) for c in range(0, self.channels, c0)]
                rows.append(np.concatenate(parts))
        return np.array(rows)


def in_l1(feature_map: NDArray[Any]) -> NDArray[Any]:
    """C1 x height x width x C0, the last part without padding."""
    c0 = 32 // feature_map.itemsize
    channels = feature_map.shape[2]
    return np.concatenate(
        [feature_map[..., c : c + c0].reshape(-1) for c in range(0, channels, c0)]
    )
