"""The conversions of Cast.md by product, with the roundings that each has.

N: CAST_NONE; F: CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND and CAST_TRUNC; f: those without
CAST_RINT; R: CAST_RINT; O: CAST_ODD; *: the rounding has no effect.
"""

from __future__ import annotations

_910 = """
int8_t half N | uint8_t half N | int16_t half N | half int8_t fN | half uint8_t fN | half int32_t F
half float N | int32_t float N | float half ON | float int64_t F
"""
_310P = """
int8_t half N | uint8_t half N | int16_t half N | half int4b_t N | half int8_t fN | half uint8_t fN
half int16_t R | half int32_t F | half float N | int32_t int16_t N | int32_t half *
int32_t float N | float half ON | float int64_t F
"""
_310B = """
int8_t half N | uint8_t half N | int16_t half FN | int16_t float N | half int8_t FN
half uint8_t FN | half int16_t F | half int32_t F | half float N | bfloat16_t int32_t F
bfloat16_t float N | int32_t int16_t N | int32_t half N | int32_t float FN | int32_t int64_t N
float int16_t F
float half FON | float bfloat16_t F | float int32_t F | float float F | float int64_t F
int64_t int32_t N | int64_t float F
"""
_910B = f"{_310B} | int4b_t half N | half int4b_t FN | int32_t half *"
_950 = """
int4b_t int16_t N | int4b_t half N | int4b_t bfloat16_t N | int8_t int16_t N | int8_t half N
int8_t int32_t N | uint8_t uint16_t N | uint8_t half N | uint8_t uint32_t N | int16_t int4b_t N
int16_t uint8_t N | int16_t half F | int16_t int32_t N | int16_t uint32_t N | int16_t float N
uint16_t uint8_t N | uint16_t uint32_t N | half int4b_t F | half int8_t F | half uint8_t F
half int16_t F | half bfloat16_t F | half int32_t F | half float N | bfloat16_t half F
bfloat16_t int32_t F | bfloat16_t float N | int32_t uint8_t N | int32_t int16_t N
int32_t uint16_t N | int32_t half * | int32_t float F | int32_t int64_t N | uint32_t uint8_t N
uint32_t int16_t N | uint32_t uint16_t N | float int16_t F | float half FON | float bfloat16_t F
float int32_t F | float float F | float int64_t F | int64_t int32_t N | int64_t float F
"""
# What CANN's own headers issue besides: 910 and 310P convert float to int32_t, 910 int32_t to half
# by the scale, 310B with any rounding; 950 takes CAST_NONE for CAST_RINT. CANN 8.1's page has half
# to int32_t without a rounding.
_MORE = {
    100: "float int32_t F | int32_t half *",
    200: "float int32_t F",
    220: "half int32_t N",
    300: "half int32_t N | int32_t half *",
    310: "int16_t half N | half int4b_t N | half int8_t N | half uint8_t N | int32_t float N",
}
_MODES = {
    "N": {"NONE"},
    "F": {"RINT", "FLOOR", "CEIL", "ROUND", "TRUNC"},
    "f": {"FLOOR", "CEIL", "ROUND", "TRUNC"},
    "R": {"RINT"},
    "O": {"ODD"},
    "*": {"NONE", "RINT", "FLOOR", "CEIL", "ROUND", "TRUNC", "ODD"},
}

Pair = tuple[str, str]


def _read(*texts: str) -> dict[Pair, set[str]]:
    """Return the roundings of each (source, target)."""
    table: dict[Pair, set[str]] = {}
    for row in " | ".join(texts).replace("\n", " | ").split(" | "):
        if row.strip():
            source, target, letters = row.split()
            found = table.setdefault((source, target), set())
            for letter in letters:
                found |= _MODES[letter]
    return table


# By the value of __CCE_AICORE__.
CASTS = {
    100: _read(_910, _MORE[100]),
    200: _read(_310P, _MORE[200]),
    220: _read(_910B, _MORE[220]),
    300: _read(_310B, _MORE[300]),
    310: _read(_950, _MORE[310]),
}
SOCS = {
    100: "Ascend910A",
    200: "Ascend310P3",
    220: "Ascend910B3",
    300: "Ascend310B4",
    310: "Ascend950PR_9599",
}
