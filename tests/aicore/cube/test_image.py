"""LoadImageToLocal against a model in NumPy: formats, paddings, colours and types."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.harness import AIC_ONLY, AICORE, Kernel, KernelFaultError
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from numpy.typing import NDArray

YUV420SP, XRGB8888, RGB888, YUV400 = 0, 1, 4, 9
CHANNELS = {YUV420SP: 3, XRGB8888: 3, RGB888: 3, YUV400: 1}
FILL = 0x5A

SOURCE = read_source(__file__, "kernels/image.cpp")

FIELDS = """
    type format paddingMode padding:4 swapRb swapUv swapAx singleLine mean:3 min:3 var:3
    channelMode channelValue csc matrix:9 biasIn:3 biasOut:3 size:9 otherType noImage
"""
TYPES: tuple[Any, ...] = (np.uint8, np.int8, np.float16)
SOCS = {"Ascend910B1": AIC_ONLY, "Ascend310P3": AICORE, "Ascend310B1": AICORE}


@cache
def kernel() -> Kernel:
    return Kernel(SOURCE, "image", 4)


def bits_of(value: Any, dtype: Any) -> int:
    return int(np.array(value).astype(dtype).view(np.uint8 if dtype != np.float16 else np.uint16))


def load(
    planes: tuple[NDArray[Any], NDArray[Any]], soc: str = "Ascend310P3", **values: Any
) -> NDArray[np.uint8]:
    """The first 64 KB of L1, which were FILL everywhere before."""
    words: list[int] = []
    for field in FIELDS.split():
        name, _, count = field.partition(":")
        given_values = np.ravel(values.get(name, 0)).astype(np.int64)
        words += [*given_values, *[0] * (int(count or 1) - len(given_values))]
    if values["format"] != YUV420SP:
        words[1] = {XRGB8888: 1, RGB888: 2, YUV400: 3}.get(values["format"], 4)
    dst = np.zeros(65536, np.uint8)
    kernel().run(1, *planes, dst, np.array(words, np.int32), soc=soc, task_type=SOCS[soc])
    return dst


def pixels(
    planes: tuple[NDArray[Any], NDArray[Any]], form: int, row: int, swaps: tuple[int, int, int]
) -> NDArray[Any]:
    """Height x width x channels of the whole image."""
    swap_rb, swap_uv, swap_ax = swaps
    if form == YUV400:
        return planes[0].reshape(-1, row, 1)
    if form == YUV420SP:
        luma = planes[0].reshape(-1, row)
        chroma = planes[1].reshape(-1, row // 2, 2).repeat(2, axis=0).repeat(2, axis=1)
        return np.concatenate([luma[..., None], chroma[..., ::-1] if swap_uv else chroma], axis=2)
    image = planes[0].reshape(-1, row, 4 if form == XRGB8888 else 3)
    if form == XRGB8888:
        image = np.roll(image, -1, axis=2)[..., :3] if swap_ax else image[..., :3]
    return image[..., ::-1] if swap_rb else image


def converted(image: NDArray[Any], dtype: Any, *parameters: NDArray[Any]) -> NDArray[Any]:
    mean, minimum, var = (values[: image.shape[2]] for values in parameters)
    if dtype == np.float16:
        shifted = (image - mean - minimum).astype(np.float32)
        return (shifted * var.astype(np.float32)).astype(np.float16)
    return np.clip(image - mean, -128, 127) if dtype == np.int8 else image


def constant_padded(
    image: NDArray[Any], values: NDArray[Any], channel_value: int, pads: list[int]
) -> NDArray[Any]:
    outside = np.full(image.shape[2], channel_value).astype(image.dtype)
    outside[:4] = values
    sides = [np.broadcast_to(outside, (len(image), pad, len(outside))) for pad in pads]
    return np.concatenate([sides[0], image, sides[1]], axis=1)


def block_padded(
    image: NDArray[Any], mode: int, rows: list[int], columns: list[int]
) -> NDArray[Any]:
    if mode != 2:
        name: Any = "edge" if mode == 1 else "symmetric"
        return np.pad(image, [rows, columns, (0, 0)], mode=name)
    height, width, _ = image.shape
    image = np.concatenate([image[: rows[0]], image, image[height - rows[1] :]], axis=0)
    return np.concatenate([image[:, : columns[0]], image, image[:, width - columns[1] :]], axis=1)


@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_images(data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(sorted(CHANNELS)))
    soc = data.draw(st.sampled_from(sorted(SOCS)))
    kind = data.draw(st.integers(1 if soc == "Ascend910B1" else 0, 2))
    dtype = TYPES[kind]
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    row, rows = 2 * data.draw(st.integers(2, 16)), 2 * data.draw(st.integers(2, 8))
    left = 2 * data.draw(st.integers(0, row // 2 - 1))
    top = 2 * data.draw(st.integers(0, rows // 2 - 1))
    width = data.draw(st.integers(2, row - left))
    height = data.draw(st.integers(2, rows - top))
    single = data.draw(st.booleans())
    mode = data.draw(st.integers(0, 3))
    lines = 1 if single else height
    limit_x, limit_y = (width, lines) if mode >= 2 else (6, 6)
    pads_y = [data.draw(st.integers(0, min(6, limit_y))) if mode else 0 for _ in range(2)]
    pads_x = [data.draw(st.integers(0, min(6, limit_x))) for _ in range(2)]
    size = {YUV420SP: 1, XRGB8888: 4, RGB888: 3, YUV400: 1}[form]
    planes = (
        rng.integers(0, 256, row * rows * size).astype(np.uint8),
        rng.integers(0, 256, row * rows // 2).astype(np.uint8),
    )
    swaps = (
        data.draw(st.integers(0, int(form in {XRGB8888, RGB888}))),
        data.draw(st.integers(0, int(form == YUV420SP))),
        data.draw(st.integers(0, int(form == XRGB8888))),
    )
    csc = data.draw(st.booleans()) and form != YUV400
    matrix = rng.integers(-520, 521, (3, 3))
    bias_in, bias_out = rng.integers(0, 256, 3), rng.integers(0, 256, 3)
    mean = rng.integers(0, 256, 3)
    minimum = np.zeros(3) if soc == "Ascend310B1" else rng.integers(-20, 20, 3) / 4
    var = rng.integers(1, 64, 3) / 64
    channel_mode = data.draw(st.integers(0, 1))
    padding = rng.integers(0, 100, 4)
    channel_value = int(rng.integers(0, 100))
    result = load(
        planes, soc, type=kind, format=form, paddingMode=mode,
        padding=[bits_of(v, dtype) for v in padding], swapRb=swaps[0], swapUv=swaps[1],
        swapAx=swaps[2], singleLine=single, mean=mean,
        min=[bits_of(v, np.float16) for v in minimum], var=[bits_of(v, np.float16) for v in var],
        channelMode=channel_mode, channelValue=bits_of(channel_value, dtype), csc=csc,
        matrix=matrix, biasIn=bias_in, biasOut=bias_out,
        size=[width, height, left, top, row, *pads_y, *pads_x],
    )  # fmt: skip

    image = pixels(planes, form, row, swaps)[top : top + lines, left : left + width].astype(int)
    if csc and form == YUV420SP:
        image = np.clip(((image - bias_in) @ matrix.T) >> 8, 0, 255)
    elif csc:
        image = np.clip(((image @ matrix.T) >> 8) + bias_out, 0, 255)
    expected = np.full(
        (lines, width, 4 if channel_mode else 32 // np.dtype(dtype).itemsize), channel_value
    )
    expected = expected.astype(dtype)
    expected[..., : image.shape[2]] = converted(image, dtype, mean, minimum, var)
    if mode:
        expected = block_padded(expected, mode, pads_y, pads_x)
    else:
        expected = constant_padded(expected, padding, channel_value, pads_x)
    written = np.ascontiguousarray(expected).view(np.uint8).reshape(-1)
    np.testing.assert_array_equal(result[: written.size], written)
    assert (result[written.size :] == FILL).all()


def test_yuv_becomes_rgb_as_bt601_says() -> None:
    """White, black and the primary colours in narrow BT.601, with the matrix that ATC's manual gives."""
    yuv = np.array([[235, 128, 128], [16, 128, 128], [81, 90, 240], [145, 54, 34], [41, 240, 110]])
    luma = np.repeat(yuv[:, 0], 2)
    planes = (np.tile(luma, 2).astype(np.uint8), yuv[:, 1:].reshape(-1).astype(np.uint8))
    result = load(
        planes, type=0, format=YUV420SP, channelMode=1, csc=1,
        matrix=[298, 0, 409, 298, -100, -208, 298, 516, 0], biasIn=[16, 128, 128],
        size=[10, 2, 0, 0, 10],
    )  # fmt: skip
    rgb = result[:80].reshape(2, 10, 4)[0, ::2, :3].astype(int)
    colours = [[255, 255, 255], [0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255]]
    assert np.abs(rgb - colours).max() <= 2


PLANES = (np.zeros(4096, np.uint8), np.zeros(2048, np.uint8))
GOOD: dict[str, Any] = {"type": 1, "format": RGB888, "size": [8, 8, 0, 0, 16]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"noImage": 1}, "SetAippFunctions did not set"),
        ({"format": 3}, "unknown AippInputFormat"),
        ({"otherType": 1}, "not that of AippParams"),
        ({"size": [1, 8, 0, 0, 16]}, "are 2 to 4095"),
        ({"size": [8, 8, 1, 0, 16]}, "horizStartPos is even"),
        ({"format": YUV420SP, "size": [8, 8, 0, 1, 16]}, "horizStartPos is even"),
        ({"size": [8, 8, 10, 0, 16]}, "not within the rows"),
        ({"paddingMode": 1, "size": [8, 8, 0, 0, 16, 33]}, "paddings are 0 to 32"),
        ({"size": [8, 8, 0, 0, 16, 1]}, "left and right only"),
        ({"paddingMode": 3, "size": [8, 8, 0, 0, 16, 0, 0, 9]}, "not larger than the part"),
        ({"format": YUV400, "csc": 1}, "no colours to convert"),
        ({"size": [512, 512, 0, 0, 512]}, "larger than L1"),
    ],
)
def test_wrong_use_ends_the_launch(change: dict[str, Any], message: str) -> None:
    with pytest.raises(KernelFaultError, match=message):
        load(PLANES, **{**GOOD, **change})


def test_types_that_a_core_lacks() -> None:
    with pytest.raises(KernelFaultError, match="LoadImageToLocal"):
        load(PLANES, "Ascend910B1", **{**GOOD, "type": 0})
    with pytest.raises(KernelFaultError, match="310B has no dtcMin"):
        load(PLANES, "Ascend310B1", **{**GOOD, "min": [bits_of(1, np.float16)]})


UNZIP = r"""
#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void unzip(GM_ADDR src, uint64_t index) {
    GlobalTensor<int8_t> weights;
    weights.SetGlobalBuffer((__gm__ int8_t*)src);
    if (index) LoadUnzipIndex(weights, 1);
    else LoadDataUnzip(LocalTensor<int8_t>(TPosition::B1, 0, 1024), weights);
}
"""


@pytest.mark.parametrize("index", [0, 1])
def test_compressed_weights_end_the_launch(index: int) -> None:
    unzip = Kernel(UNZIP, "unzip", 2, arch=200)
    with pytest.raises(KernelFaultError, match="how weights are compressed is not documented"):
        unzip.run(1, PLANES[0], index, task_type=AICORE, soc="Ascend310P3")
