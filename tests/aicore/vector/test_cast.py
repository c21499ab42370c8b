"""Cast against exact arithmetic: every pair of types, rounding modes, saturation, strides."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.documented_casts import CASTS, SOCS
from tests.aicore.vector_support import TYPES, Form, Image, Lanes, assert_same, call
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from numpy.typing import NDArray

MODES = ["NONE", "RINT", "FLOOR", "CEIL", "ROUND", "TRUNC", "ODD"]
FLOATS = ["float", "half", "bfloat16_t"]
INTS = ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t"]
# Every conversion that some architecture has; that of int32_t to half goes by a scale.
PAIRS = sorted(
    {
        pair
        for table in CASTS.values()
        for pair in table
        if "int4b_t" not in pair and pair != ("int32_t", "half")
    }
)
CASES = [
    pytest.param(arch, pair, id=f"{arch}-{'-'.join(pair)}")
    for arch, table in CASTS.items()
    for pair in table
    if pair in PAIRS
]
DST, SRC = 0, 32768

_CASES = "\n".join(
    f"case {i}: Pair<{d}, {s}>(c); break;" for i, (s, d) in enumerate([*PAIRS, ("int32_t", "half")])
)
BODY = read_source(__file__, "kernels/cast.cpp", CASES=_CASES)


def _storage(name: str) -> type:
    return np.uint16 if name == "bfloat16_t" else TYPES[name]


def _to_exact(name: str, value: np.generic) -> Fraction | float:
    if name == "bfloat16_t":
        value = np.array([np.uint32(value) << 16], np.uint32).view(np.float32)[0]
    number = float(value) if name in FLOATS else int(value)
    return number if isinstance(number, float) and not math.isfinite(number) else Fraction(number)


def _is_negative(name: str, value: np.generic) -> bool:
    return bool(int(value) >> 15) if name == "bfloat16_t" else bool(np.copysign(1, value) < 0)


def _bf16_of(value: np.float32) -> int:
    return int(np.array([value], np.float32).view(np.uint32)[0]) >> 16


def _neighbours(name: str, value: Fraction) -> tuple[int, int]:
    """Bit patterns of the values of `name` that enclose |value|: toward zero and away from it."""
    mantissa, bias, top = {
        "half": (10, 15, 0x7C00),
        "bfloat16_t": (7, 127, 0x7F80),
        "float": (23, 127, 0x7F800000),
    }[name]
    size = abs(value)
    if size == 0:
        return 0, 1
    exponent = max(math.floor(math.log2(size)) if size < 2**1000 else 1000, 1 - bias)
    while Fraction(2) ** exponent > size and exponent > 1 - bias:
        exponent -= 1
    while Fraction(2) ** (exponent + 1) <= size:
        exponent += 1
    steps = math.floor(size / Fraction(2) ** (exponent - mantissa))
    bits = steps if exponent == 1 - bias else (exponent + bias - 1 << mantissa) + steps
    return min(bits, top - 1), min(bits, top - 1) + 1


def _decode(name: str, bits: int) -> Fraction:
    mantissa, bias = {"half": (10, 15), "bfloat16_t": (7, 127), "float": (23, 127)}[name]
    field, fraction = bits >> mantissa, bits & (1 << mantissa) - 1
    if field == 0:
        return Fraction(fraction) * Fraction(2) ** (1 - bias - mantissa)
    return Fraction(fraction + (1 << mantissa)) * Fraction(2) ** (field - bias - mantissa)


def _round_float(name: str, value: Fraction, mode: str, *, sign: bool) -> int:
    width = 32 if name == "float" else 16
    low, high = _neighbours(name, value)
    size = abs(value)
    if _decode(name, low) == size:
        picked = low
    else:
        middle = (_decode(name, low) + _decode(name, high)) / 2
        picked = {
            "FLOOR": high if sign else low,
            "CEIL": low if sign else high,
            "TRUNC": low,
            "ODD": low | 1,
            "ROUND": high if size >= middle else low,
        }.get(mode, high if size > middle or (size == middle and low & 1) else low)
    return picked | sign << width - 1


def _round_int(value: Fraction, mode: str) -> int:
    match mode:
        case "FLOOR":
            return math.floor(value)
        case "CEIL":
            return math.ceil(value)
        case "TRUNC":
            return math.trunc(value)
        case "ROUND":
            return int(math.copysign(math.floor(abs(value) + Fraction(1, 2)), value))
        case _:
            return round(value)


def _cast_one(source: str, target: str, value: np.generic, mode: str) -> int:
    """Bits of the result."""
    exact = _to_exact(source, value)
    width = np.dtype(_storage(target)).itemsize * 8
    if target in FLOATS:
        if isinstance(exact, float):
            special = np.float32(exact)
            if target == "float":
                return int(special.view(np.uint32))
            return (
                _bf16_of(special)
                if target == "bfloat16_t"
                else int(np.float16(special).view(np.uint16))
            )
        sign = _is_negative(source, value)  # of a zero too, which the fraction does not tell
        if source == target:  # the whole number in its type
            whole = np.copysign(np.float32(_round_int(exact, mode)), -1 if sign else 1)
            return int(np.float32(whole).view(np.uint32))
        return _round_float(target, exact, mode, sign=sign)
    info = np.iinfo(_storage(target))
    if isinstance(exact, float):
        number = 0 if math.isnan(exact) else (info.max if exact > 0 else info.min)
    else:
        number = min(max(_round_int(exact, mode), info.min), info.max)
    return number & (1 << width) - 1


def _inputs(rng: np.random.Generator, name: str, count: int) -> NDArray:
    if name in INTS:
        info = np.iinfo(TYPES[name])
        wide = rng.integers(info.min, info.max, count, dtype=TYPES[name], endpoint=True)
        return np.where(
            rng.random(count) < 0.5, wide, wide // 2 ** (8 * wide.itemsize // 2)
        ).astype(TYPES[name])
    scale = np.exp(rng.uniform(-12, 12, count))
    values = (rng.standard_normal(count) * scale).astype(np.float32)
    halves = rng.integers(-300, 300, count) / 2
    values = np.where(rng.random(count) < 0.3, halves, values).astype(np.float32)
    values[:4] = [np.inf, -np.inf, np.nan, 0]
    values[values == 0] = 0.0
    if name == "half":
        with np.errstate(over="ignore"):
            return values.astype(np.float16)
    if name == "bfloat16_t":
        return (values.view(np.uint32) >> 16).astype(np.uint16)
    return values


@pytest.mark.parametrize(("arch", "pair"), CASES)
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_matches_exact_arithmetic(arch: int, pair: tuple[str, str], data: st.DataObject) -> None:
    source, target = pair
    mode = data.draw(st.sampled_from(sorted(CASTS[arch][pair])))
    count = data.draw(st.integers(1, 150))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    values = _inputs(rng, source, max(count, 4))[:count]
    if source in {"float", "half"} and target in FLOATS and arch not in {220, 310}:
        # The others saturate, in ways that these two do not by default.
        values = np.where(np.abs(values) < 60000, values, 1).astype(values.dtype)
    image = Image()
    image.put(SRC, values)
    got = call(
        BODY,
        image,
        op=MODES.index(mode),
        type_index=PAIRS.index(pair),
        lanes=Lanes(count=count),
        at=(DST, SRC),
        soc=SOCS[arch],
    )
    bits = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}[
        np.dtype(_storage(target)).itemsize
    ]
    expected = [_cast_one(source, target, value, mode) for value in values]
    result = got.get(DST, bits, count)
    nan = np.array([isinstance(e := _to_exact(source, v), float) and math.isnan(e) for v in values])
    if target in FLOATS:
        result = np.where(nan, 0, result)
        expected = [0 if is_nan else bit for bit, is_nan in zip(expected, nan, strict=True)]
    assert [int(r) for r in result] == expected, (mode, values.tolist())


@settings(max_examples=20, deadline=None)
@given(
    mask=st.integers(1, 64),
    repeat=st.integers(1, 4),
    dst=st.integers(1, 2),
    src=st.integers(1, 2),
    rep=st.integers(8, 16),
)
def test_widening_counts_lanes_by_the_wider_type(
    mask: int, repeat: int, dst: int, src: int, rep: int
) -> None:
    rng = np.random.default_rng(3)
    image = Image()
    image.put(SRC, rng.standard_normal(8192).astype(np.float16))
    lanes = Lanes(
        form=Form.LANES, mask=(mask, 0), repeat=repeat, blk=(dst, src, 1), rep=(2 * rep, rep, 8)
    )
    got = call(BODY, image, type_index=PAIRS.index(("half", "float")), lanes=lanes, at=(DST, SRC))
    expected = image.copy()
    for number, chosen in enumerate(lanes.selected(64)):
        taken = expected.gather(SRC + lanes.offsets(1, number, chosen, 64, 2), np.float16)
        expected.scatter(DST + lanes.offsets(0, number, chosen, 64, 4), taken.astype(np.float32))
    assert_same(got, expected, str(lanes))


def test_int32_to_half_is_scaled() -> None:
    image = Image()
    image.put(SRC, np.array([1, -7, 100000, 33], np.int32))
    got = call(BODY, image, type_index=len(PAIRS), lanes=Lanes(count=4), at=(DST, SRC), extra=(2,))
    with np.errstate(over="ignore"):
        assert (
            got.get(DST, np.float16, 4).tolist()
            == np.array([2, -14, 200000, 66], np.float16).tolist()
        )


@pytest.mark.parametrize(("arch", "pair"), CASES)
def test_other_roundings_leave_the_target(arch: int, pair: tuple[str, str]) -> None:
    """CANN's headers issue no instruction for a rounding that a conversion lacks."""
    source, target = pair
    image = Image()
    image.put(SRC, np.full(64, 3, _storage(source)))
    image.put(DST, np.full(64, 5, _storage(target)))
    for mode in sorted(set(MODES) - CASTS[arch][pair]):
        got = call(
            BODY,
            image,
            op=MODES.index(mode),
            type_index=PAIRS.index(pair),
            lanes=Lanes(count=64),
            at=(DST, SRC),
            soc=SOCS[arch],
        )
        assert_same(got, image, mode)


def _nibbles(values: NDArray) -> NDArray:
    """Elements of int4b_t: the even ones in the low halves of bytes."""
    low = values.astype(np.uint8) & 0xF
    return low[::2] | low[1::2] << 4


@pytest.mark.parametrize(
    ("arch", "source", "target", "mode"),
    [
        (220, "int4b_t", "half", "NONE"),
        (220, "half", "int4b_t", "RINT"),
        (200, "half", "int4b_t", "NONE"),
        (310, "int4b_t", "int16_t", "NONE"),
        (310, "int4b_t", "bfloat16_t", "NONE"),
        (310, "int16_t", "int4b_t", "NONE"),
    ],
)
def test_nibbles(arch: int, source: str, target: str, mode: str) -> None:
    values = np.arange(64) % 16 - 8
    text = f"""
__aicore__ inline void Run(const Call& c) {{
    Cast(View<{target}>(c.at[0]), View<{source}>(c.at[1]), RoundMode::CAST_{mode}, 64);
}}
"""
    storage = {
        "int4b_t": _nibbles(values),
        "half": values.astype(np.float16),
        "int16_t": values.astype(np.int16),
        "bfloat16_t": (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16),
    }
    image = Image()
    image.put(SRC, storage[source])
    got = call(text, image, at=(DST, SRC), soc=SOCS[arch])
    expected = storage[target]
    np.testing.assert_array_equal(got.get(DST, expected.dtype.type, expected.size), expected)
