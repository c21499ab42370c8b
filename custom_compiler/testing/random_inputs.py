"""Arrays to try operators with: random ones, and those that find mistakes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

_WRITTEN = re.compile(
    r"(?:(?P<name>[A-Za-z_]\w*)=)?(?P<shape>\d+(?:[x,]\d+)*|scalar):(?P<dtype>\w+)"
)
_MOST_ELEMENTS = 1 << 34  # what is made here must fit into memory


@dataclass(frozen=True)
class RandomInput:
    """An input of random values, as in `x=8x2048:fp16`.

    Attributes:
        name: Of the input; "": the next one.
        shape: Its dimensions.
        dtype: A name that `call.arrays.canonical` knows.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str


def parse_random(text: str) -> RandomInput:
    """Read `[NAME=]8x2048:fp16`, or `scalar:fp32`; raise ValueError, which says what is wrong."""
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise ValueError(f"not SHAPE:DTYPE, such as 8x2048:fp16: {text}")
    words = [] if match["shape"] == "scalar" else re.split("[x,]", match["shape"])
    shape = tuple(int(word) for word in words)
    count = 1
    for length in shape:
        count *= length
    if count > _MOST_ELEMENTS:
        raise ValueError(f"too many elements: {text}")
    return RandomInput(match["name"] or "", shape, match["dtype"])


def random_array(
    shape: Sequence[int], dtype: str, draw: np.random.Generator
) -> np.ndarray[Any, Any]:
    """Return values that operators usually meet: normal floats, whole numbers up to 100.

    Args:
        shape: Dimensions.
        dtype: CANN's name of the type, or an alias of it.
        draw: The source of chance.
    """
    import numpy as np

    from custom_compiler.call import arrays

    kind = arrays.dtype_of(arrays.code_of(dtype))
    if kind == np.bool_:
        return draw.integers(0, 2, tuple(shape)).astype(kind)
    if kind.kind in "iu":
        low = 0 if kind.kind == "u" else -100
        return draw.integers(low, 101, tuple(shape)).astype(kind)
    values = draw.standard_normal(tuple(shape))
    if kind.kind == "c":
        return (values + 1j * draw.standard_normal(tuple(shape))).astype(kind)
    return np.asarray(values, dtype=kind)


# What a pattern does to random values, by what it is called.
PATTERNS = ("random", "zeros", "ones", "negative", "large", "small", "alternating", "special")


def pattern_array(
    pattern: str, shape: Sequence[int], dtype: str, draw: np.random.Generator
) -> np.ndarray[Any, Any]:
    """Return an array of one of PATTERNS.

    "large" values are up to a sixteenth of the largest, so that a few can be added; "small" ones
    are subnormal floats or ones; "special" has NaN, infinities and negative zero among random
    floats, or the extremes of whole numbers.
    """
    import numpy as np

    array = random_array(shape, dtype, draw)
    if pattern == "random" or array.size == 0:
        return array
    if array.dtype == np.bool_ or array.dtype.kind == "c":
        return _of_words(pattern, array)
    pattern_of: Callable[..., np.ndarray[Any, Any]]
    pattern_of = _whole if array.dtype.kind in "iu" else _floats
    return pattern_of(pattern, array, draw)


def _of_words(pattern: str, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    import numpy as np

    if pattern == "zeros":
        return np.zeros_like(array)
    return np.ones_like(array) if pattern == "ones" else array


def _whole(
    pattern: str, array: np.ndarray[Any, Any], draw: np.random.Generator
) -> np.ndarray[Any, Any]:
    import numpy as np

    limits = np.iinfo(array.dtype)
    index = np.arange(array.size).reshape(array.shape)
    results = {
        "zeros": np.zeros_like(array),
        "ones": np.ones_like(array),
        "negative": -np.abs(array) if limits.min < 0 else array,
        "large": draw.integers(0, limits.max // 16 + 1, array.shape).astype(array.dtype),
        "small": draw.integers(0, 2, array.shape).astype(array.dtype),
        "alternating": np.where(index % 2 == 0, array, 0).astype(array.dtype),
        "special": np.where(index % 2 == 0, limits.max, limits.min).astype(array.dtype),
    }
    return np.asarray(results[pattern])


def _floats(
    pattern: str, array: np.ndarray[Any, Any], draw: np.random.Generator
) -> np.ndarray[Any, Any]:
    import ml_dtypes
    import numpy as np

    limits: Any = ml_dtypes.finfo(array.dtype)  # type: ignore[no-untyped-call,unused-ignore]
    values = array.astype(np.float64)
    index = np.arange(array.size).reshape(array.shape)
    largest, smallest = float(limits.max), float(limits.tiny)
    if pattern == "special":
        words = np.array([np.nan, np.inf, -np.inf, -0.0, largest, -largest, smallest / 2])
        places = draw.choice(array.size, max(1, min(array.size, 7)), replace=False)
        values.reshape(-1)[places] = words[: len(places)]
        return np.asarray(values, dtype=array.dtype)
    results = {
        "zeros": np.zeros_like(values),
        "ones": np.ones_like(values),
        "negative": -np.abs(values),
        "large": draw.uniform(-largest / 16, largest / 16, array.shape),
        "small": draw.uniform(-smallest, smallest, array.shape),
        "alternating": np.where(index % 2 == 0, values, -values),
    }
    return np.asarray(results[pattern], dtype=array.dtype)
