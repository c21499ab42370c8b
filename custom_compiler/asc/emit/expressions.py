"""Expressions of C++, put together with as few parentheses as a reader wants."""

from __future__ import annotations

from typing import NamedTuple

# Ranks, tighter binding first. Bit and shift operators take parentheses next to all others.
ATOM = 16
POSTFIX = 15
UNARY = 14
PRODUCT = 13
SUM = 12
SHIFT = 11
ORDER = 10
EQUAL = 9
BITS = 8
AND = 5
OR = 4
CHOICE = 3
_LEFT_ASSOCIATIVE = {PRODUCT, SUM}


class CppExpression(NamedTuple):
    """Text, how tightly its outermost operator binds, and the variables in it that may change."""

    text: str
    rank: int = ATOM
    reads: frozenset[str] = frozenset()

    def within(self, rank: int) -> str:
        """Return the text as an operand of an operator of that rank."""
        return self.text if self.rank >= rank else f"({self.text})"


def binary(left: CppExpression, symbol: str, right: CppExpression, rank: int) -> CppExpression:
    """Return `left symbol right`."""
    reads = left.reads | right.reads
    if rank in _LEFT_ASSOCIATIVE:
        text = f"{left.within(rank)} {symbol} {right.within(rank + 1)}"
    else:
        # Compilers warn of a + b << c, people misread it.
        tight = SUM if rank in {ORDER, EQUAL} else EQUAL if rank in {AND, OR} else UNARY
        text = f"{left.within(tight)} {symbol} {right.within(tight)}"
    return CppExpression(text, rank, reads)


def unary(symbol: str, operand: CppExpression) -> CppExpression:
    """Return `symbol operand`."""
    text = operand.within(UNARY)
    # -(-1) must not become a decrement.
    return CppExpression(
        symbol + (f"({text})" if text[0] == symbol else text), UNARY, operand.reads
    )


def choice(condition: CppExpression, yes: CppExpression, no: CppExpression) -> CppExpression:
    """Return `condition ? yes : no`."""
    text = f"{condition.within(OR)} ? {yes.within(OR)} : {no.within(OR)}"
    return CppExpression(text, CHOICE, condition.reads | yes.reads | no.reads)


def cast(type_name: str, operand: CppExpression) -> CppExpression:
    """Return a static_cast."""
    return CppExpression(f"static_cast<{type_name}>({operand.text})", POSTFIX, operand.reads)


def unsigned_to_float(target: str, operand: CppExpression) -> CppExpression:
    """Convert an unsigned integer to a floating-point number.

    CANN's compiler rejects the cast but accepts arithmetic, which converts in the same way.
    """
    product = binary(operand, "*", CppExpression("1.0f"), PRODUCT)
    return product if target == "float" else cast(target, product)


def float_to_unsigned(target: str, operand: CppExpression) -> CppExpression:
    """Convert a floating-point number to an unsigned integer, through a signed one (see above)."""
    return cast(target, cast("int64_t", operand))


def call(function: str, *arguments: CppExpression) -> CppExpression:
    """Return `function(arguments)`."""
    reads = frozenset[str]().union(*(argument.reads for argument in arguments))
    return CppExpression(f"{function}({', '.join(a.text for a in arguments)})", POSTFIX, reads)
