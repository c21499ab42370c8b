"""Literals, as a compiler of C++ reads them."""

import math
import struct
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_compiler.asc.emit.literals import (
    float_literal,
    format_literal,
    integer_literal,
    string_literal,
)

HOSTILE = (
    'end"); system("x',
    "end\\",
    '\\"; }',
    "line\nline\r\n",
    "??/ ??=",
    "\x00middle\x01",
    "octal \x017 \u20ac9",
    "\u202eright to left",
    "%d %s %n",
    "/* */ //",
    "\u4f60\u597d \U0001f600",
)


def _compiled(tmp_path, body: str) -> str:
    source = tmp_path / "literals.cpp"
    head = "#include <cstdio>\n#include <cstring>\n#include <type_traits>\nint main() {\n"
    source.write_text(head + body + "}\n", encoding="utf-8")
    program = tmp_path / "literals"
    subprocess.run(["g++", "-std=c++17", "-w", source, "-o", program], check=True)
    return subprocess.run([program], check=True, capture_output=True, text=True).stdout


def test_strings_are_what_they_were(tmp_path):
    print_bytes = 'for (size_t i = 0; i + 1 < sizeof(t); ++i) printf("%02x", (unsigned char)t[i]);'
    blocks = (
        f'{{ const char t[] = {string_literal(text)}; {print_bytes} puts(""); }}\n'
        for text in HOSTILE
    )
    lines = _compiled(tmp_path, "".join(blocks)).splitlines()
    assert [bytes.fromhex(line).decode() for line in lines] == list(HOSTILE)


@given(st.text())
def test_no_text_leaves_its_literal(text):
    inner = string_literal(text)[1:-1]
    assert "\n" not in inner
    assert "\r" not in inner
    rest = inner.replace("\\\\", "").replace('\\"', "")
    assert '"' not in rest
    assert not rest.endswith("\\")


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ("a\n", '"a\\n"'),
        ("a\\n", '"a\\n"'),
        ("100%\\\\n", '"100%\\\\n"'),
        ('say \\"x\\"', '"say \\"x\\""'),
        ("\\q", '"\\\\q"'),
    ],
)
def test_formats_take_plain_and_escaped_newlines(text, literal):
    assert format_literal(text) == literal


def test_integers_are_what_they_were(tmp_path):
    numbers = [0, -1, 2**31 - 1, -(2**31), 2**31, 2**63 - 1, -(2**63), 2**63, 2**64 - 1]
    body = "".join(
        f'printf("%s\\n", std::is_unsigned<decltype({integer_literal(n)})>::value ? "u" : "s");'
        f'printf("%llu\\n", (unsigned long long)({integer_literal(n)}));\n'
        for n in numbers
    )
    lines = _compiled(tmp_path, body).splitlines()
    assert [int(line) for line in lines[1::2]] == [n % 2**64 for n in numbers]
    assert [line == "u" for line in lines[::2]] == [n >= 2**63 for n in numbers]


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_single_numbers_keep_their_bits(value):
    literal = float_literal(value, single=True)
    assert literal.endswith("f")
    assert struct.pack("f", float(literal[:-1])) == struct.pack("f", value)


def test_numbers_that_are_none(tmp_path):
    values = [math.inf, -math.inf, math.nan]
    body = "".join(f'printf("%f\\n", (double){float_literal(v, single=True)});' for v in values)
    assert [float(line) for line in _compiled(tmp_path, body).split()[:2]] == values[:2]
