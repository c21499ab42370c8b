"""Sorting on cores of 310P, which sort region proposals, and the sizes of sorted elements."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.harness import AICORE, AIV_ONLY, Kernel, KernelFaultError
from tests.utils.sources import read_source

TYPES = {"half": np.float16, "float": np.float32}


@pytest.mark.parametrize("type_name", TYPES)
@settings(max_examples=12, deadline=None)
@given(repeat=st.integers(1, 6), full=st.booleans(), seed=st.integers(0, 2**32))
def test_scores_are_sorted_with_their_indices(
    type_name: str, repeat: int, full: bool, seed: int
) -> None:
    dtype = TYPES[type_name]
    count = repeat * 16
    rng = np.random.default_rng(seed)
    scores = rng.integers(-20, 20, count).astype(dtype)
    indices = rng.integers(0, 2**32, count, dtype=np.uint32)
    given_bytes, got = np.zeros(4096, np.uint8), np.zeros(4096 + 20, np.uint8)
    given_bytes[: scores.nbytes] = scores.view(np.uint8)
    given_bytes[2048 : 2048 + indices.nbytes] = indices.view(np.uint8)
    source = read_source(__file__, "kernels/sort_proposals.cpp", TYPE=type_name)
    kernel = Kernel(source, "f", 4, arch=200)
    kernel.run(1, given_bytes, got, repeat, int(full), soc="Ascend310P3", task_type=AICORE)
    merged = not full and repeat == 4
    group = count if full or merged else 16
    order = np.concatenate(
        [
            start + np.argsort(-scores[start : start + group], kind="stable")
            for start in range(0, count, group)
        ]
    )
    np.testing.assert_array_equal(got[: scores.nbytes].view(dtype), scores[order])
    np.testing.assert_array_equal(got[2048 : 2048 + indices.nbytes].view(np.uint32), indices[order])
    # An element is a proposal of 8 values.
    assert got[4096:4104].view(np.uint32).tolist() == [40, 48]
    assert got[4112:].view(np.uint32) == 1  # get_vms4_sr has the counts of GetMrgSortResult
    if merged:
        assert got[4104:4112].view(np.uint32).tolist() == [64, 64]


@pytest.mark.parametrize(("type_name", "values"), [("half", 4), ("float", 2)])
def test_on_910b_an_element_takes_eight_bytes(type_name: str, values: int) -> None:
    body = f"out[0] = GetSortOffset<{type_name}>(5); out[1] = GetSortLen<{type_name}>(6);"
    source = f'using namespace AscendC; extern "C" __global__ __aicore__ void f(GM_ADDR out) {{ {body} }}'
    got = np.zeros(2, np.uint8)
    Kernel(source, "f", 1).run(1, got)
    assert got.tolist() == [5 * values, 6 * values]


MERGES = read_source(__file__, "kernels/sort_proposals_merges.cpp")


@pytest.mark.parametrize(
    ("pitch", "last", "suspend", "valid"),
    [(1, 32, 0, 15), (2, 32, 0, 15), (1, 31, 0, 15), (1, 32, 1, 15), (1, 32, 0, 7)],
)
def test_merges_are_repeated_of_four_lists_in_a_row(
    pitch: int, last: int, suspend: int, valid: int
) -> None:
    """MrgSort's page: repeatTimes counts only with four lists of one length, contiguous, validBit
    15, without suspension; else there is one iteration."""
    rng = np.random.default_rng(pitch + last)
    lists = np.zeros((32, 32, 2), np.float32)
    lists[..., 0] = -np.sort(-rng.permutation(1024).reshape(32, 32).astype(np.float32))
    got = np.zeros((512, 2), np.float32)
    kernel = Kernel(MERGES, "merge", 6)
    kernel.run(1, lists, got, pitch, last, suspend, valid, task_type=AIV_ONLY)
    lengths = [32, 32, 32, last if valid == 15 else 0]
    taken = [lists[i * pitch, :n, 0] for i, n in enumerate(lengths)]
    if suspend:
        lowest = max(t[-1] for t in taken)  # the list that ends first stops the merge
        taken = [t[t >= lowest] for t in taken]
    expected = [-np.sort(-np.concatenate(taken))]
    if (pitch, last, suspend, valid) == (1, 32, 0, 15):
        expected.append(-np.sort(-lists[4:8, :, 0].reshape(-1)))
    scores = np.concatenate(expected)
    np.testing.assert_array_equal(got[: len(scores), 0], scores)
    np.testing.assert_array_equal(got[len(scores) :, 0], 7)


def test_merges_of_scores_are_not_of_the_310p() -> None:
    """MrgSort's page: Atlas 推理系列产品 does not have it; MrgSort4 merges region proposals."""
    kernel = Kernel(MERGES, "merge", 6, arch=200)
    arrays = np.zeros(2048, np.float32), np.zeros(1024, np.float32)
    with pytest.raises(KernelFaultError, match="MrgSort: this core sorts region proposals"):
        kernel.run(1, *arrays, 1, 32, 0, 15, task_type=AICORE, soc="Ascend310P3")
