"""Parts of tensors from Python, in local and in global memory."""

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.vector_support import Lanes, assert_same
from tests.utils.asc_vectors import DST, SRC0, Calls, View, filled

# Each copies 32 bytes from 64 bytes after the source to 32 bytes after the destination.
TEXTS = {
    "LocalTensor.__getitem__": "asc.adds(dst[8:], src[count], 0, count=8)",
    "LocalTensor.__call__": "asc.adds(dst(8), src(count), 0, count=8)",
    "GlobalTensor.__getitem__": f"asc.data_copy(raw[32:], outside[{SRC0} + count * 4:], 32)",
    "GlobalTensor.__call__": f"asc.data_copy(raw[32], outside({SRC0} + count * 4), 32)",
}
CALLS = Calls(
    (View("dst", np.int32, DST), View("src", np.int32, SRC0), View("raw", np.uint8, DST)),
    tuple(TEXTS.values()),
)


@pytest.mark.parametrize("name", TEXTS)
def test_part_begins_at_an_element(name: str) -> None:
    image = filled(np.random.default_rng(1), ())
    expected = image.copy()
    expected.put(DST + 32, image.get(SRC0 + 64, np.int32, 8))
    got = CALLS.run(list(TEXTS).index(name), image, Lanes(count=16))
    assert_same(got, expected, name)
