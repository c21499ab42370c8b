"""Expressions in declarations: whole numbers, and nothing else that Python could do."""

from __future__ import annotations

import pytest

from custom_compiler.kernel.op_compiler.tuning.expressions import ExpressionError, KnobExpression

NAMES = {"a": 7, "b": -3, "s.f": 5, "t[2].u": 11, "zero": 0}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a + b * 2", 1),
        ("a // 2 + a % 4", 6),
        ("b // 2", -2),
        ("s.f * t[2].u", 55),
        ("a > 3 && b < 0", 1),
        ("!(a != 7) || zero", 1),
        ("not a", 0),
        ("0 < b < 9", 0),
        ("ceil_div(a, 2) + align(a, 4)", 12),
        ("min(a, b, 1) + max(a, b)", 4),
        ("a if zero else b", -3),
        ("a & 3 | 8", 11),
        ("zero && 1 // zero", 0),
        ("0x10", 16),
    ],
)
def test_value(text: str, value: int) -> None:
    assert KnobExpression(text).value(NAMES) == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("__import__('os').system('true')", "the functions are min"),
        ("open(a)", "the functions are min"),
        ("(1).__class__()", "the functions are min"),
        ("[x for x in (1,)]", "cannot be used"),
        ("lambda: 1", "cannot be used"),
        ("a := 1", "not an expression"),
        ("a ** 99", "cannot be used"),
        ("1 << 99", "cannot be used"),
        ("a / 2", "divided by //"),
        ("1.5", "cannot be used"),
        ("'text'", "cannot be used"),
        ("min(key=a)", "the functions are min"),
        ("align(a)", "wrong number of arguments"),
        ("max()", "wrong number of arguments"),
        ("t[a]", "is no name"),
        ("", "not an expression"),
        ("a b", "not an expression"),
        ("18446744073709551616", "cannot be used"),
        ("-" * 60 + "1", "nested too deeply"),
        ("1 +" * 100 + "1", "nested too deeply"),
        ("1" * 501, "longer than 500"),
    ],
)
def test_what_is_no_expression_is_refused_before_it_has_a_value(text: str, reason: str) -> None:
    with pytest.raises(ExpressionError, match=reason):
        KnobExpression(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a + unknown", "unknown is not known"),
        ("a % zero", "divides by zero"),
        ("ceil_div(a, zero)", "divides by zero"),
        ("*".join(["4294967295"] * 3), "beyond 64 bits"),
    ],
)
def test_what_has_no_value_is_said(text: str, reason: str) -> None:
    with pytest.raises(ExpressionError, match=reason):
        KnobExpression(text).value(NAMES)


def test_names_are_told() -> None:
    assert KnobExpression("min(s.f, a) if t[2].u > 3 else 1").names == {"s.f", "a", "t[2].u"}
