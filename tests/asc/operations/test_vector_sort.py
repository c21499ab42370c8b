"""Sorts from Python against NumPy."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Image, Lanes
from tests.utils.asc_vectors import DST, SRC0, Calls, View

SRC, INDICES, WORK, COUNTS = SRC0, 32768, 40960, 57344
TYPES = (np.float32, np.float16)
LISTS = ", ".join(f"src[extra0 * {number}]" for number in range(4))
SORT_LIST = f"lists = asc.MrgSortSrcList(src.dtype, {LISTS})\n"
MERGED = "".join(f"\ncounts.set_value({number}, taken{number})" for number in range(4))
RESULT = "\ntaken0, taken1, taken2, taken3 = asc.get_mrg_sort_result()" + MERGED
LENGTHS = "[blk0, blk1, blk2, rep0]"
TEXTS = {
    "sort32": "asc.sort32(dst, src, indices, repeat_time=repeat)",
    "sort": "asc.sort(dst, src, indices, work, repeat_time=repeat)",
    "full sort": "asc.sort(dst, src, indices, work, repeat_time=repeat, is_full_sort=True)",
    "mrg_sort": (
        f"{SORT_LIST}asc.mrg_sort(dst, lists, {LENGTHS}, [0, 0, 0, 0], valid_bit=15,"
        f" repeat_time=1){RESULT}"
    ),
    "suspended": (
        f"{SORT_LIST}asc.mrg_sort(dst, lists, {LENGTHS}, [0, 0, 0, 0], valid_bit=15,"
        f" repeat_time=1, is_exhausted_suspension=True){RESULT}"
    ),
    "with info": (
        f"{SORT_LIST}asc.mrg_sort(dst, lists, asc.MrgSort4Info({LENGTHS},"
        f" if_exhausted_suspension=False, valid_bit=15, repeat_times=1)){RESULT}"
    ),
    "sizes": (
        "counts.set_value(0, asc.get_sort_len(count))\n"
        "counts.set_value(1, asc.get_sort_offset(count))"
    ),
}


@cache
def _calls(dtype: type) -> Calls:
    views = (
        View("dst", dtype, DST),
        View("src", dtype, SRC),
        View("indices", np.uint32, INDICES),
        View("work", dtype, WORK),
        View("counts", np.uint32, COUNTS),
    )
    return Calls(views, tuple(TEXTS.values()))


def _run(dtype: type, what: str, image: Image, lanes: Lanes, extra: tuple[int, ...] = ()) -> Image:
    return _calls(dtype).run(list(TEXTS).index(what), image, lanes, extra=extra)


def _records(scores: np.ndarray, indices: np.ndarray) -> np.ndarray:
    raw = np.zeros((scores.size, 8), np.uint8)
    raw[:, : scores.itemsize] = scores.view(np.uint8).reshape(scores.size, -1)
    raw[:, 4:] = indices.astype(np.uint32).view(np.uint8).reshape(-1, 4)
    return raw


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("what", ["sort32", "sort", "full sort"])
@settings(max_examples=10, deadline=None)
@given(repeat=st.integers(1, 8), seed=st.integers(0, 2**32))
def test_scores_and_indices_in_descending_order(
    what: str, dtype: type, repeat: int, seed: int
) -> None:
    count = repeat * 32
    scores = np.random.default_rng(seed).integers(-20, 20, count).astype(dtype)  # many are equal
    image = Image()
    image.put(SRC, scores)
    image.put(INDICES, np.arange(1000, 1000 + count, dtype=np.uint32))
    got = _run(dtype, what, image, Lanes(repeat=repeat))
    group = count if what == "full sort" else 32
    order = np.concatenate(
        [
            start + np.argsort(-scores[start : start + group], kind="stable")
            for start in range(0, count, group)
        ]
    )
    expected = _records(scores[order], 1000 + order)
    assert got.data[: expected.size].tobytes() == expected.tobytes()


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("what", ["mrg_sort", "suspended", "with info"])
@settings(max_examples=10, deadline=None)
@given(lengths=st.tuples(*[st.integers(1, 60)] * 4), seed=st.integers(0, 2**32))
def test_lists_are_merged(
    what: str, dtype: type, lengths: tuple[int, int, int, int], seed: int
) -> None:
    rng = np.random.default_rng(seed)
    image = Image()
    pool = []
    for number, length in enumerate(lengths):
        scores = np.sort(rng.integers(0, 50, length).astype(dtype))[::-1]
        indices = number * 100 + np.arange(length)
        image.put(SRC + number * 2048, _records(np.ascontiguousarray(scores), indices))
        pool += [(-score, number, place) for place, score in enumerate(scores)]
    lanes = Lanes(blk=lengths[:3], rep=(lengths[3], 0, 0))
    got = _run(dtype, what, image, lanes, (2048 // np.dtype(dtype).itemsize,))
    used = [0, 0, 0, 0]
    merged = []
    for score, number, place in sorted(pool):
        merged.append((-score, number * 100 + place))
        used[number] += 1
        if what == "suspended" and used[number] == lengths[number]:
            break
    expected = _records(
        np.array([score for score, _ in merged], dtype), np.array([at for _, at in merged])
    )
    assert got.data[: expected.size].tobytes() == expected.tobytes()
    assert got.get(COUNTS, np.uint32, 4).tolist() == used


PROPOSALS = {
    "RpSort16": "asc.rp_sort16(dst, src, repeat_time=1)",
    "ProposalConcat": "asc.proposal_concat(dst, src, repeat_time=1, mode_number=4)",
    "ProposalExtract": "asc.proposal_extract(dst, src, repeat_time=1, mode_number=4)",
    "MrgSort4": f"{SORT_LIST}asc.mrg_sort4(dst, lists, asc.MrgSort4Info([16, 16, 16, 16]))",
}


@pytest.mark.parametrize("name", PROPOSALS)
def test_region_proposals_are_of_older_cores(name: str) -> None:
    calls = Calls(_calls(np.float16).views, tuple(PROPOSALS.values()))
    with pytest.raises(RuntimeError, match=f"{name}: this SoC has it not for elements of 2 B"):
        calls.run(list(PROPOSALS).index(name), Image(), extra=(1024,))


def test_sizes_of_sorted_elements() -> None:
    got = _run(np.float32, "sizes", Image(), Lanes(count=37)).get(COUNTS, np.uint32, 2)
    assert got.tolist() == [74, 74]  # a record of 8 bytes is two floats
