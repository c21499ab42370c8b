"""Paddings, interpolation, transposes, region proposals and newer names, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.core_support import run
from tests.aicore.harness import KernelFaultError
from tests.aicore.vector_support import Form, Image, Lanes, assert_same, call
from tests.utils.sources import read_source

DST, SRC, THIRD, TMP = 0, 16384, 32768, 40960
PROPOSALS = "Ascend310P3"  # sorts region proposals, as later cores do not

BODY = read_source(__file__, "kernels/shapes.cpp")


def _noise(seed: int) -> Image:
    return Image(np.random.default_rng(seed).integers(0, 256, 65536, dtype=np.uint8))


def _padding(block: np.ndarray, mode: int, side: bool) -> np.ndarray:
    """Return the elements that continue a row beyond one end."""
    if mode == 0:
        return np.full_like(block, block[-1 if side else 0])
    if mode == 1:
        return block[::-1]
    zero = block[:1] * 0
    return (
        np.concatenate([block[:-1][::-1], zero])
        if side
        else np.concatenate([zero, block[1:][::-1]])
    )


@pytest.mark.parametrize("dtype", [np.uint16, np.uint32])
@settings(max_examples=40, deadline=None)
@given(
    mode=st.integers(0, 2),
    side=st.booleans(),
    form=st.sampled_from([Form.COUNT, Form.LANES, Form.BITS]),
    mask=st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1)),
    count=st.integers(0, 600),
    blk=st.integers(1, 2),
    seed=st.integers(0, 2**32),
)
def test_vector_padding(
    dtype: type,
    mode: int,
    side: bool,
    form: Form,
    mask: tuple[int, int],
    count: int,
    blk: int,
    seed: int,
) -> None:
    size = np.dtype(dtype).itemsize
    width, per_block = 256 // size, 32 // size
    if form == Form.LANES:
        mask = (mask[0] % (width + 1), 0)
    lanes = Lanes(form, count=count, repeat=3, mask=mask, blk=(blk, 1, 1), rep=(16, 8, 8))
    image = _noise(seed)
    expected = image.copy()
    for repeat, chosen in enumerate(lanes.selected(width)):
        blocks = image.gather(
            SRC + lanes.offsets(1, repeat, np.arange(width), width, size), dtype
        ).reshape(-1, per_block)
        padded = np.concatenate([_padding(block, mode, side) for block in blocks])
        expected.scatter(DST + lanes.offsets(0, repeat, chosen, width, size), padded[chosen])
    got = call(BODY, image, op=int(size == 4), lanes=lanes, at=(DST, SRC), extra=(mode, side))
    assert_same(got, expected, f"{mode} {side} {lanes}")


@pytest.mark.parametrize("op", [2, 3, 4, 5])
def test_region_proposals_are_of_older_cores(op: int) -> None:
    with pytest.raises(KernelFaultError, match="this SoC has it not"):
        call(BODY, Image(), op=op, lanes=Lanes(repeat=1), at=(DST, SRC))


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_region_proposals(dtype: type) -> None:
    """16 proposals of 8 values per repeat; they sort by value 4, stably and descending."""
    rng = np.random.default_rng(3)
    proposals = rng.integers(-9, 9, (64, 8)).astype(dtype)
    kind = int(dtype == np.float32)
    image = Image()
    image.put(SRC, proposals)
    for field in range(6):
        got = call(
            BODY,
            image,
            op=3,
            type_index=kind,
            lanes=Lanes(repeat=4),
            at=(DST, SRC),
            extra=(field,),
            soc=PROPOSALS,
        )
        np.testing.assert_array_equal(got.get(DST, dtype, 64), proposals[:, field])
        plain = Image()
        plain.put(SRC, proposals[:, field])
        plain.put(DST, proposals * 0 + 1)
        got = call(
            BODY,
            plain,
            op=2,
            type_index=kind,
            lanes=Lanes(repeat=4),
            at=(DST, SRC),
            extra=(field,),
            soc=PROPOSALS,
        )
        want = proposals * 0 + 1
        want[:, field] = proposals[:, field]
        np.testing.assert_array_equal(got.get(DST, dtype, 512).reshape(64, 8), want)
    got = call(
        BODY, image, op=4, type_index=kind, lanes=Lanes(repeat=4), at=(DST, SRC), soc=PROPOSALS
    )
    groups = [g[np.argsort(-g[:, 4], kind="stable")] for g in proposals.reshape(4, 16, 8)]
    np.testing.assert_array_equal(got.get(DST, dtype, 512).reshape(4, 16, 8), groups)
    sorted_image = Image()
    sorted_image.put(SRC, np.concatenate(groups))
    got = call(BODY, sorted_image, op=5, type_index=kind, at=(DST, SRC), soc=PROPOSALS)
    merged = np.concatenate(groups)
    np.testing.assert_array_equal(
        got.get(DST, dtype, 512).reshape(64, 8), merged[np.argsort(-merged[:, 4], kind="stable")]
    )


@pytest.mark.parametrize(("kind", "order"), [(11, (0, 2, 3, 1)), (12, (0, 3, 1, 2))])
def test_transposes_of_images(kind: int, order: tuple[int, ...]) -> None:
    n, c, h, w = 2, 3, 4, 16
    image = _noise(4)
    shape = (n, c, h, w) if kind == 11 else (n, h, w, c)
    source = image.get(SRC, np.uint16, n * c * h * w).reshape(shape)
    expected = image.copy()
    expected.put(DST, source.transpose(order))
    got = call(BODY, image, op=6, at=(DST, SRC, THIRD, TMP), extra=(kind, n, c, h, w))
    assert_same(got, expected, str(kind))


def test_transpose_of_a_square() -> None:
    image = _noise(5)
    expected = image.copy()
    expected.put(DST, image.get(SRC, np.uint16, 256).reshape(16, 16).T)
    assert_same(call(BODY, image, op=7, at=(DST, SRC)), expected, "16x16")


@pytest.mark.parametrize("to_high", [False, True])
@pytest.mark.parametrize("from_high", [False, True])
@pytest.mark.parametrize("repeat", [1, 3])
def test_bytes_are_transposed_by_halves_of_blocks(
    to_high: bool, from_high: bool, repeat: int
) -> None:
    image = _noise(6)
    expected = image.copy()
    for r in range(repeat):
        base = r * 512
        source = image.data[SRC + base : SRC + base + 512].reshape(16, 32)
        half = source[:, 16:] if from_high else source[:, :16]
        target = expected.data[DST + base : DST + base + 512].reshape(16, 32)
        target[:, slice(16, 32) if to_high else slice(0, 16)] = half.T
    got = call(
        BODY, image, op=8, lanes=Lanes(repeat=repeat), at=(DST, SRC), extra=(to_high, from_high)
    )
    assert_same(got, expected, "b8")


def _tree(values: np.ndarray) -> np.float32:
    """Sum of neighbours, of neighbours' sums, and so on."""
    while values.size > 1:
        values = values[0::2] + values[1::2]
    return values[0]


@pytest.mark.parametrize("which", range(5))
def test_newer_names_of_reductions(which: int) -> None:
    rows = np.random.default_rng(7).standard_normal((4, 64)).astype(np.float32)
    image = Image()
    image.put(SRC, rows)
    got = call(BODY, image, op=9, at=(DST, SRC), extra=(which,))
    masked = rows.copy()
    masked[:, 50:] = 0
    want = [
        np.array([_tree(row) for row in masked]),
        rows[:, :50].max(1),
        rows[:, :50].min(1),
        np.array([_tree(block) for block in rows.reshape(32, 8)]),
        (rows[:, 0::2] + rows[:, 1::2]).ravel(),
    ][which]
    np.testing.assert_array_equal(got.get(DST, np.float32, want.size), want)


@settings(max_examples=20, deadline=None)
@given(
    h=st.integers(1, 4), v=st.integers(1, 3), per_block=st.booleans(), seed=st.integers(0, 2**32)
)
def test_bilinear_interpolation(h: int, v: int, per_block: bool, seed: int) -> None:
    rng = np.random.default_rng(seed)
    source = rng.integers(0, 8, 2048).astype(np.float16)
    offsets = (rng.integers(0, 128, h * v * 8) * 32).astype(np.uint32)
    weights = rng.integers(0, 4, 128).astype(np.float16)
    image = Image()
    image.put(SRC, source)
    image.put(THIRD, offsets)
    image.put(THIRD + 2048, weights)
    got = call(BODY, image, op=10, at=(DST, SRC, THIRD, TMP), extra=(h, per_block, v))
    blocks = source.reshape(128, 16)[offsets // 32].reshape(v, h, 8, 16)
    used = (
        weights[: h * v * 8].reshape(v, h, 8, 1)
        if per_block
        else weights[: h * v].reshape(v, h, 1, 1)
    )
    want = (blocks * used).sum(1, dtype=np.float32).astype(np.float16).ravel()
    np.testing.assert_array_equal(got.get(DST, np.float16, v * 128), want)


@pytest.mark.parametrize(
    ("h", "v", "pitch"),
    [(32, 2, 128), (2, 2, 4096), (2, 128, 128), (255, 1, 128)],
    ids=["long-rows", "far-rows", "many-rows", "longest-row"],
)
@pytest.mark.parametrize("per_block", [False, True])
def test_bilinear_interpolation_takes_its_documented_counts(
    h: int, v: int, pitch: int, per_block: bool
) -> None:
    """Repeats of up to 255, rows up to 65534 elements apart (BilinearInterpolation.md)."""
    count = -(-h * v * 8 // 16) * 16  # whole blocks are copied
    weights = np.random.default_rng(9).integers(0, 3, count).astype(np.float16)
    body = read_source(
        __file__,
        "kernels/shapes_bilinear.inc",
        COUNT=weights.size,
        H=h,
        V=v,
        PITCH=pitch,
        PER_BLOCK=int(per_block),
    )
    got = np.zeros(18432, np.float16)
    # 310P has it, too, by a separate instruction: Gatherb it has not.
    run(body, weights, got, soc="Ascend310P3" if pitch == 4096 else "Ascend910B3")
    taken = weights[: h * v * 8].reshape(v, h, 8, 1)
    used = taken if per_block else weights[: h * v].reshape(v, h, 1, 1)
    want = np.full(18432, -1, np.float16)
    for row in range(v):
        sums = np.broadcast_to(used[row], (h, 8, 16)).sum(0, dtype=np.float32)
        want[row * pitch : row * pitch + 128] = sums.ravel()
    np.testing.assert_array_equal(got, want)


def test_registers_keep_the_last_result() -> None:
    rows = np.random.default_rng(8).standard_normal((3, 64)).astype(np.float32)
    image = Image()
    image.put(SRC, rows)
    got = call(BODY, image, op=11, at=(DST, SRC))
    value, index, least, total = got.get(DST + 64, np.float32, 4)
    # Of all repeats of the instruction (GetReduceRepeatMaxMinSpr.md).
    assert value == rows.max()
    assert index.view(np.uint32) == rows.argmax()
    assert least == rows.min()
    masked = rows[2].copy()
    masked[60:] = 0
    assert total == _tree(masked)
