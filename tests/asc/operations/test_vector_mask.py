"""Effect of masks that are set before calls, from Python."""

from __future__ import annotations

import numpy as np

from tests.aicore.vector_support import Lanes, assert_same
from tests.utils.asc_vectors import DST, SRC0, Calls, View, filled

CALL = "asc.abs(dst, src, mask=0, repeat_times=repeat, repeat_params=asc.UnaryRepeatParams(),"
UNSET = f"{CALL} is_set_mask=False)"
TEXTS = (
    f"asc.set_vector_mask(high, low, dtype=asc.float32, mode=asc.MaskMode.NORMAL)\n{UNSET}",
    (
        "asc.set_vector_mask(0, 1, dtype=asc.float32, mode=asc.MaskMode.NORMAL)\n"
        f"asc.reset_mask()\n{UNSET}"
    ),
    (
        "asc.set_mask_count()\n"
        f"asc.set_vector_mask(count, dtype=asc.float32, mode=asc.MaskMode.COUNTER)\n{UNSET}\n"
        "asc.set_mask_norm()\nasc.reset_mask()"
    ),
    (
        "asc.set_mask_count()\nasc.set_mask_norm()\n"
        f"asc.set_vector_mask(high, low, dtype=asc.float32, mode=asc.MaskMode.NORMAL)\n{UNSET}"
    ),
    f"asc.set_vector_mask(count, dtype=asc.float32, mode=asc.MaskMode.NORMAL)\n{UNSET}",
)
CALLS = Calls((View("dst", np.float32, DST), View("src", np.float32, SRC0)), TEXTS)


def _check(which: int, lanes: Lanes, active: list[int]) -> None:
    image = filled(np.random.default_rng(1), CALLS.views)
    values = image.get(DST, np.float32, 256)
    values[active] = np.abs(image.get(SRC0, np.float32, 256)[active])
    expected = image.copy()
    expected.put(DST, values)
    assert_same(CALLS.run(which, image, lanes), expected, TEXTS[which])


def test_bits() -> None:
    _check(0, Lanes(repeat=2, mask=(0b1011, 0)), [0, 1, 3, 64, 65, 67])


def test_reset() -> None:
    _check(1, Lanes(repeat=1), list(range(64)))


def test_count() -> None:
    _check(2, Lanes(repeat=1, count=150), list(range(150)))


def test_bits_again_behind_a_count() -> None:
    _check(3, Lanes(repeat=1, mask=(0b110, 0)), [1, 2])


def test_number_of_lanes() -> None:
    _check(4, Lanes(repeat=2, count=3), [0, 1, 2, 64, 65, 66])
