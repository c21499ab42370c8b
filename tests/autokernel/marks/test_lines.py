"""Lines marked `// tunable`: what is found, and what a line becomes with another value."""

import pytest

from custom_compiler.autokernel.marks.lines import marks_of, split_values, with_values
from custom_compiler.errors import MisuseError

SOURCE = """\
// using A = 1; // tunable
#define BUFFERS 2 // tunable
using L1TileShape = GemmShape<128, 256, 256>; // tunable
    constexpr int32_t TILE=128;//tunable
auto x = std::conditional_t<c, int,
        GemmShape<128, 256, 64> // tunable: L0
    >;
const uint32_t sizes[2] = {1, 2};  // tunable in {1, 2}, {3, 4}
    c->SetBlockDim(8);  // tunable: Cores in c->SetBlockDim(8);, c->SetBlockDim(4);
int other = 3;  // tunable if you like
"""


def test_finds_names_and_values() -> None:
    marks = [(mark.line, mark.name, mark.value) for mark in marks_of(SOURCE, "k.cpp")]
    assert marks == [
        (2, "BUFFERS", "2"),
        (3, "L1TileShape", "GemmShape<128, 256, 256>"),
        (4, "TILE", "128"),
        (6, "L0", "GemmShape<128, 256, 64>"),
        (8, "sizes", "{1, 2}"),
        (9, "Cores", "c->SetBlockDim(8);"),
    ]


def test_reads_the_values_to_try() -> None:
    by_name = {mark.name: mark.values for mark in marks_of(SOURCE, "k.cpp")}
    assert by_name["sizes"] == ("{1, 2}", "{3, 4}")
    assert by_name["Cores"] == ("c->SetBlockDim(8);", "c->SetBlockDim(4);")
    assert by_name["TILE"] == ()


def test_replaces_values_and_nothing_else() -> None:
    values = {"TILE": "64", "L0": "GemmShape<1, 2, 3>", "BUFFERS": "1", "L1TileShape": "X"}
    changed = with_values(SOURCE, "k.cpp", values).splitlines()
    assert changed[1] == "#define BUFFERS 1 // tunable"
    assert changed[2] == "using L1TileShape = X; // tunable"
    assert changed[3] == "    constexpr int32_t TILE=64;//tunable"
    assert changed[5] == "        GemmShape<1, 2, 3> // tunable: L0"
    untouched = [0, 4, 6, 7, 8, 9]
    assert [changed[i] for i in untouched] == [SOURCE.splitlines()[i] for i in untouched]


def test_keeps_the_ends_of_lines() -> None:
    text = "int a = 1; // tunable\r\nint b = 2; // tunable"
    assert with_values(text, "k.cpp", {"a": "7", "b": "8"}) == (
        "int a = 7; // tunable\r\nint b = 8; // tunable"
    )


def test_the_first_of_marks_alike_counts() -> None:
    text = "int a = 1; // tunable\nint a = 2; // tunable\n"
    assert with_values(text, "k.cpp", {"a": "7"}).splitlines()[1] == "int a = 2; // tunable"


def test_a_name_that_no_mark_has_is_refused_with_those_that_are_there() -> None:
    with pytest.raises(MisuseError, match=r"TIL matches no line marked tunable in k\.cpp") as error:
        with_values(SOURCE, "k.cpp", {"TIL": "1"})
    assert error.value.hint == "marked are: BUFFERS, L1TileShape, TILE, L0, sizes, Cores"
    with pytest.raises(MisuseError, match="matches no line") as error:
        with_values("int a = 1;\n", "k.cpp", {"a": "1"})
    assert error.value.hint == "end a line with // tunable or // tunable: a"


def test_a_mark_behind_what_has_no_name_is_refused() -> None:
    with pytest.raises(MisuseError, match=r"k\.cpp:1: .* has no `=`") as error:
        marks_of("Run(8); // tunable\n", "k.cpp")
    assert "// tunable: Alias" in error.value.hint


def test_values_are_split_at_commas_outside_of_brackets() -> None:
    assert split_values("1, GemmShape<1, 2>, f(a, b), {3,4},") == (
        *("1", "GemmShape<1, 2>", "f(a, b)", "{3,4}"),
    )
