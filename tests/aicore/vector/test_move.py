"""Fills, copies, gathers, sorts and transposes against NumPy."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.core_support import run
from tests.aicore.harness import KernelFaultError
from tests.aicore.vector_support import TYPES, Form, Image, Lanes, assert_same, call
from tests.utils.sources import read_source

DST, SRC, OFFSETS = 0, 16384, 32768
OPS = [
    "duplicate", "index", "progression", "copy", "brcb", "gather", "gatherb", "scatter", "gather_mask", "sort32",
    "sort", "merge", "extract", "to5hd", "broadcast", "cumsum",
]  # fmt: skip
MOVABLE = ["half", "float", "int32_t", "uint16_t"]

BODY = read_source(__file__, "kernels/move.cpp", SRC0=SRC)


def _noise(seed: int) -> Image:
    return Image(np.random.default_rng(seed).integers(0, 256, 65536, dtype=np.uint8))


def _run(name: str, image: Image, type_name: str = "float", **kwargs: Any) -> Image:
    return call(
        BODY,
        image,
        op=OPS.index(name),
        type_index=MOVABLE.index(type_name),
        at=(DST, SRC, OFFSETS, 49152),
        **kwargs,
    )


@pytest.mark.parametrize("type_name", MOVABLE)
@settings(max_examples=15, deadline=None)
@given(
    form=st.sampled_from([Form.COUNT, Form.LANES]), count=st.integers(0, 600), mask=st.integers(0, 128),
    repeat=st.integers(0, 4), blk=st.integers(1, 2), seed=st.integers(0, 99),
)  # fmt: skip
def test_duplicate(
    type_name: str, form: Form, count: int, mask: int, repeat: int, blk: int, seed: int
) -> None:
    dtype = TYPES[type_name]
    size = dtype().itemsize
    lanes = Lanes(
        form=form, count=count, repeat=repeat, mask=(mask, 0), blk=(blk, 1, 1), rep=(16, 8, 8)
    )
    image = _noise(seed)
    expected = image.copy()
    for number, chosen in enumerate(lanes.selected(256 // size)):
        expected.scatter(
            DST + lanes.offsets(0, number, chosen, 256 // size, size),
            np.full(chosen.size, 7, dtype),
        )
    assert_same(
        _run("duplicate", image, type_name, lanes=lanes, scalar=dtype(7)), expected, str(lanes)
    )


@pytest.mark.parametrize("type_name", ["half", "float", "int32_t"])
def test_index_vectors(type_name: str) -> None:
    dtype = TYPES[type_name]
    got = _run("index", Image(), type_name, lanes=Lanes(count=300), scalar=dtype(5))
    assert got.get(DST, dtype, 301).tolist() == [*np.arange(5, 305).astype(dtype), 0]


@settings(max_examples=30, deadline=None)
@given(first=st.floats(-100, 100, width=32), step=st.integers(0, 9), count=st.integers(1, 500))
def test_progressions_follow_the_chain_of_additions(first: float, step: int, count: int) -> None:
    got = _run(
        "progression", Image(), lanes=Lanes(count=count), scalar=np.float32(first), extra=(step,)
    )
    f = np.float32
    values = [f(f(first) + f(f(i) * f(step))) for i in range(8)]
    for i in range(8, -(-count // 8) * 8):
        distance = 8 if i < 64 else 64
        values.append(f(values[i - distance] + f(distance) * f(step)))
    assert got.get(DST, np.float32, len(values)).tolist() == values


@settings(max_examples=30, deadline=None)
@given(
    mask=st.integers(1, 64), repeat=st.integers(1, 4), dst=st.integers(1, 2), rep=st.integers(0, 20)
)
def test_copy(mask: int, repeat: int, dst: int, rep: int) -> None:
    lanes = Lanes(form=Form.LANES, mask=(mask, 0), repeat=repeat, blk=(dst, 1, 1), rep=(rep, 8, 8))
    image = _noise(1)
    expected = image.copy()
    for number, chosen in enumerate(lanes.selected(64)):
        taken = expected.gather(SRC + lanes.offsets(1, number, chosen, 64, 4), np.uint32)
        expected.scatter(DST + lanes.offsets(0, number, chosen, 64, 4), taken)
    assert_same(_run("copy", image, lanes=lanes), expected, str(lanes))


@pytest.mark.parametrize("type_name", MOVABLE)
def test_brcb_spreads_elements_over_blocks(type_name: str) -> None:
    dtype = TYPES[type_name]
    image = _noise(2)
    lanes = Lanes(repeat=3, blk=(1, 1, 1), rep=(8, 8, 8))
    expected = image.copy()
    expected.put(DST, np.repeat(image.get(SRC, dtype, 24), 32 // dtype().itemsize))
    assert_same(_run("brcb", image, type_name, lanes=lanes), expected, type_name)


@pytest.mark.parametrize("type_name", MOVABLE)
def test_gather_and_scatter_take_byte_offsets(type_name: str) -> None:
    dtype = TYPES[type_name]
    size = dtype().itemsize
    rng = np.random.default_rng(3)
    image = _noise(3)
    chosen = rng.permutation(400)[:300]
    image.put(OFFSETS, (chosen * size).astype(np.uint32))
    gathered = image.copy()
    gathered.put(DST, image.get(SRC + 64, dtype, 400)[chosen])
    assert_same(
        _run("gather", image, type_name, lanes=Lanes(count=300), extra=(64,)), gathered, "gather"
    )
    scattered = image.copy()
    scattered.scatter(DST + 32 + chosen * size, image.get(SRC, dtype, 300))
    lanes = Lanes(count=300)
    got = _run("scatter", image, type_name, lanes=lanes, extra=(32,), soc="Ascend310P3")
    assert_same(got, scattered, "scatter")
    with pytest.raises(KernelFaultError, match="Scatter: this SoC has it not"):
        _run("scatter", image, type_name, lanes=lanes, extra=(32,))


def test_gatherb_moves_blocks() -> None:
    image = _noise(4)
    blocks = np.random.default_rng(4).integers(0, 64, 16).astype(np.uint32)
    image.put(OFFSETS, blocks * 32)
    expected = image.copy()
    expected.put(DST, image.get(SRC, np.uint8, 2048).reshape(64, 32)[blocks])
    assert_same(_run("gatherb", image, lanes=Lanes(repeat=2)), expected, "gatherb")


@settings(max_examples=40, deadline=None)
@given(
    pattern=st.integers(0, 7),
    per_repeat=st.integers(0, 64),
    repeat=st.integers(1, 5),
    seed=st.integers(0, 99),
)
def test_gather_mask(pattern: int, per_repeat: int, repeat: int, seed: int) -> None:
    image = _noise(seed)
    got = _run("gather_mask", image, lanes=Lanes(repeat=repeat), extra=(pattern, per_repeat))
    rows = image.get(SRC, np.uint32, repeat * 64).reshape(repeat, 64)[:, : per_repeat or 64]
    lane = np.arange(rows.shape[1])
    bits = np.unpackbits(image.data[OFFSETS : OFFSETS + 8], bitorder="little").astype(bool)[
        : lane.size
    ]
    keep = [bits, lane % 2 == 0, lane % 2 == 1, *(lane % 4 == k for k in range(4)), lane >= 0][
        pattern
    ]
    kept = rows[:, keep].ravel()
    expected = image.copy()
    expected.put(DST, kept)
    expected.put(49152, np.array([kept.size], np.uint32))
    assert_same(got, expected, f"pattern {pattern}")


def _records(scores: np.ndarray, indices: np.ndarray) -> np.ndarray:
    raw = np.zeros((scores.size, 8), np.uint8)
    raw[:, : scores.itemsize] = scores.view(np.uint8).reshape(scores.size, -1)
    raw[:, 4:] = indices.astype(np.uint32).view(np.uint8).reshape(-1, 4)
    return raw


@pytest.mark.parametrize("type_name", ["float", "half"])
@pytest.mark.parametrize("full", [False, True])
def test_sorts_are_stable_and_descending(type_name: str, full: bool) -> None:
    dtype = TYPES[type_name]
    rng = np.random.default_rng(5)
    scores = rng.integers(-20, 20, 128).astype(dtype)  # many are equal
    scores[::3] = rng.standard_normal(43) * np.exp2(rng.integers(-20, 15, 43))
    scores[rng.permutation(128)[:12]] = [0.0, -0.0, np.inf, -np.inf] * 3
    scores[[7, 90]] = np.nan  # comes first
    image = Image()
    image.put(SRC, scores)
    image.put(OFFSETS, np.arange(1000, 1128, dtype=np.uint32))
    got = _run("sort" if full else "sort32", image, type_name, lanes=Lanes(repeat=4))
    group = 128 if full else 32
    order = np.concatenate(
        [
            s + np.lexsort((-scores[s : s + group], ~np.isnan(scores[s : s + group])))
            for s in range(0, 128, group)
        ]
    )
    assert got.data[:1024].tobytes() == _records(scores[order], 1000 + order).tobytes()
    back = image.copy()
    back.put(SRC, got.data[:1024])
    back = _run("extract", back, type_name, lanes=Lanes(repeat=4))
    assert np.array_equal(back.get(DST, dtype, 128), scores[order], equal_nan=True)
    assert np.array_equal(back.get(49152, np.uint32, 128), 1000 + order)


def test_merge_stops_when_a_list_is_exhausted() -> None:
    rng = np.random.default_rng(6)
    lengths = [20, 31, 5, 16]
    image = Image()
    pool = []
    for number, length in enumerate(lengths):
        scores = np.sort(rng.integers(0, 50, length).astype(np.float32))[::-1]
        image.put(
            SRC + number * 2048,
            _records(np.ascontiguousarray(scores), number * 100 + np.arange(length)),
        )
        pool += [(-s, number, i) for i, s in enumerate(scores)]
    got = _run("merge", image, extra=tuple(lengths))
    used = [0, 0, 0, 0]
    merged = []
    for score, number, i in sorted(pool):
        merged.append((-score, number * 100 + i))
        used[number] += 1
        if used[number] == lengths[number]:
            break
    assert got.get(49152, np.uint32, 4).tolist() == used
    expected = _records(
        np.array([m[0] for m in merged], np.float32), np.array([m[1] for m in merged])
    )
    assert got.data[: expected.size].tobytes() == expected.tobytes()


@pytest.mark.parametrize("type_name", ["half", "float", "uint16_t"])
def test_blocks_are_transposed(type_name: str) -> None:
    dtype = TYPES[type_name]
    image = _noise(7)
    got = _run("to5hd", image, type_name, lanes=Lanes(repeat=2))
    columns = 32 // dtype().itemsize
    source = image.get(SRC, np.dtype(f"u{dtype().itemsize}").type, 32 * columns).reshape(
        2, 16, columns
    )
    result = got.get(DST, source.dtype.type, 32 * columns).reshape(2, -1)
    assert np.array_equal(result, source.transpose(0, 2, 1).reshape(2, -1))


@pytest.mark.parametrize(("out", "shape"), [((5, 24), (1, 24)), ((7, 16), (7, 1))])
def test_broadcast(out: tuple[int, int], shape: tuple[int, int]) -> None:
    image = _noise(8)
    expected = image.copy()
    source = image.get(SRC, np.uint32, shape[0] * shape[1]).reshape(shape)
    expected.put(DST, np.broadcast_to(source, out))
    assert_same(_run("broadcast", image, extra=(*out, *shape)), expected, str(out))


def test_running_sums_go_down_the_columns() -> None:
    values = np.random.default_rng(9).standard_normal((9, 40)).astype(np.float32)
    image = Image()
    image.put(SRC, values)
    got = _run("cumsum", image, extra=(9, 40))
    expected = np.zeros_like(values)
    total = np.zeros(40, np.float32)
    for row in range(9):
        total = total + values[row]
        expected[row] = total
    assert np.array_equal(got.get(DST, np.float32, 360).reshape(9, 40), expected)
    assert np.array_equal(got.get(49152, np.float32, 40), expected[-1])


def test_neighbours_change_places_by_a_gather_in_place() -> None:
    """vllm-ascend's InplacePartialRotaryMul gathers onto its source, within blocks, at any length."""
    body = """
        LocalTensor<float> x(TPosition::VECCALC, 0, 136); LocalTensor<uint32_t> offsets(TPosition::VECCALC, 1024, 136);
        GlobalTensor<float> from, to; from.SetGlobalBuffer((__gm__ float*)in); to.SetGlobalBuffer((__gm__ float*)out);
        for (uint32_t i = 0; i < 136; ++i) offsets.SetValue(i, (i ^ 1) * 4);
        DataCopy(x, from, 136); PipeBarrier<PIPE_ALL>();
        GATHER PipeBarrier<PIPE_ALL>(); DataCopy(to, x, 136); PipeBarrier<PIPE_ALL>();
    """
    data = np.arange(136, dtype=np.float32)
    for gather, count in (
        ("Gather(x, x, offsets, 0u, 136u);", 136),
        ("Gather(x, x, offsets, 0u, (uint64_t)64, (uint8_t)2, (uint16_t)8);", 128),
    ):
        got = np.zeros_like(data)
        run(body.replace("GATHER", gather), data, got)
        right = np.where(np.arange(136) < count, data[np.arange(136) ^ 1], data)
        assert got.tolist() == right.tolist()
