"""Quotients of ints, rounded down, and remainders: vector units divide floats only."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from custom_compiler.autokernel.aicore.steps import Line, Register


def floor_divided(line: Line, left: Register, right: Register) -> tuple[Register, Register]:
    """Return the quotient and remainder of int32 or int16 with Python's rounding; both are 0 for 0.

    A quotient of floats can be off by its rounding error. The remainder is divided again until the
    quotient is off by one at most. Then the signs of the remainder decide the correction.
    """
    if left.dtype == "int16":
        quotient, rest = _of_floats(line, left, right)
    else:
        quotient, rest = _estimate(line, left, right), left
        rest = line.step("sub", left, line.step("mul", quotient, right))
        more = _estimate(line, rest, right)
        quotient = line.step("add", quotient, more)
        rest = line.step("sub", rest, line.step("mul", more, right))
        quotient, rest = _settled(line, quotient, rest, right)
    return _zero_by_zero(line, quotient, right), _zero_by_zero(line, rest, right)


def _of_floats(line: Line, left: Register, right: Register) -> tuple[Register, Register]:
    """Divide int16 through float32, whose quotients never round to another whole number."""
    above, below = line.cast(left, "float32", "NONE"), line.cast(right, "float32", "NONE")
    quotient = line.step("floor", line.step("div", above, below))
    rest = line.step("sub", above, line.step("mul", quotient, below))
    return line.cast(quotient, "int16", "TRUNC"), line.cast(rest, "int16", "TRUNC")


def _estimate(line: Line, left: Register, right: Register) -> Register:
    """Return the quotient with the precision of float32."""
    above, below = line.cast(left, "float32", "RINT"), line.cast(right, "float32", "RINT")
    return line.cast(line.step("floor", line.step("div", above, below)), "int32", "TRUNC")


def _settled(
    line: Line, quotient: Register, rest: Register, right: Register
) -> tuple[Register, Register]:
    """Correct a quotient that is off by one, so that the remainder has the divisor's sign."""
    sign = _sign(line, right)
    below = line.step("mins", line.step("maxs", line.step("mul", rest, sign), number=-1), number=0)
    quotient, rest = _moved(line, quotient, rest, right, below)
    over = line.step("mul", line.step("sub", rest, right), sign)
    under = line.step("mins", line.step("maxs", over, number=-1), number=0)
    return _moved(line, quotient, rest, right, line.step("adds", under, number=1))


def _moved(
    line: Line, quotient: Register, rest: Register, right: Register, by: Register
) -> tuple[Register, Register]:
    return line.step("add", quotient, by), line.step("sub", rest, line.step("mul", by, right))


def _sign(line: Line, value: Register) -> Register:
    return line.step("mins", line.step("maxs", value, number=-1), number=1)


def _zero_by_zero(line: Line, value: Register, right: Register) -> Register:
    """Return the value, or 0 where the divisor is 0."""
    sign = _sign(line, right)
    return line.step("mul", value, line.step("mul", sign, sign))
