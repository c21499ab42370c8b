"""Declarations are found in comments only, whatever stands around them."""

from __future__ import annotations

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.op_compiler.tuning.declaration import read_declaration
from custom_compiler.kernel.opc.tiling import TilingClass, TilingDefinition

TILING = TilingDefinition(
    "Whole",
    {7: "Other"},
    [TilingClass(name, 8, [], builtin=False) for name in ("Part", "Whole", "Other")],
)


@pytest.fixture
def read(tmp_path):
    def declared(text: str, **headers: str):
        (tmp_path / "kernel.cpp").write_text(text)
        for name, content in headers.items():
            (tmp_path / f"{name}.h").write_text(content)
        return read_declaration(str(tmp_path / "kernel.cpp"), "Op", str(tmp_path / "host"), TILING)

    return declared


@pytest.fixture
def host_header(tmp_path):
    """Writes a header of op_host that the package holds."""

    def write(text: str) -> None:
        (tmp_path / "host/deep").mkdir(parents=True)
        (tmp_path / "host/deep/op_tiling.h").write_text(text)

    return write


def names(declaration):
    return [(knob.kind, knob.name, knob.structure) for knob in declaration.knobs]


def test_each_kind_of_comment_holds_declarations(read) -> None:
    text = """
    uint32_t tile;  // @tunable tile in 1, 2
    /* @tunable a.b[3] in 1 */
    /* Words.
     * @tunable block_dim in 1..8
       @tunable tiling_key in 0, 1
     **/
    /// @tunable define BUFFERS in 2, 1
    """
    # A third slash makes it no line of ours: documentation may quote declarations.
    assert names(read(text)) == [
        ("field", "tile", ""),
        ("field", "a.b[3]", ""),
        ("block_dim", "block_dim", ""),
        ("tiling_key", "tiling_key", ""),
    ]


@pytest.mark.parametrize(
    "text",
    [
        'const char* s = "// @tunable wrong in 1";',
        'auto s = R"x(// @tunable wrong in 1 )" )x";',
        "char c = '\"'; char d = '\"'; /* \" */ // see @tunable wrong in 1",
        "// @tunables wrong in 1",
        "int n = 1'000'000; // don't @tunable wrong in 1",
        '#define S "/*"\nint x; // */ @tunable wrong in 1',
    ],
)
def test_what_only_looks_like_a_declaration_is_none(read, text: str) -> None:
    assert names(read(f"{text}\n// @tunable right in 1\n")) == [("field", "right", "")]


@pytest.mark.parametrize(
    "text",
    [
        "char c = '\"'; // @tunable right in 1",
        "int n = 1'000; // @tunable right in 1",
        '#include "a//b.h"\n#define X(a) \\\n  f(a) // @tunable right in 1',
        "#if 0\n// @tunable right in 1\n#endif",
        "// a comment that goes on \\\n@tunable wrong in 1\n// @tunable right in 1",
        "// @tunable right \\\n in 1",
        "/* never closed\n @tunable right in 1",
    ],
)
def test_declarations_are_found_whatever_stands_before(read, text: str) -> None:
    assert names(read(text)) == [("field", "right", "")]


def test_structures_are_told_apart(read) -> None:
    text = "// @tunable(First) n in 1\n// @tunable(ns::Second) n in 2\n// @tunable where n > 0\n"
    declaration = read(text)
    assert names(declaration) == [("field", "n", "First"), ("field", "n", "ns::Second")]
    assert declaration.conditions[0].structure == ""


def test_files_that_the_source_includes_are_read_and_no_others(read, tmp_path) -> None:
    (tmp_path.parent / "outside.h").write_text("// @tunable outside in 1\n")
    text = '#include "first.h"\n#include "../outside.h"\n#include "missing.h"\n'
    first = '#include "second.h"\n#include "first.h"\n// @tunable first in 1\n'
    declaration = read(
        text, first=first, second="// @tunable second in 1\n", third="// @tunable third in 1\n"
    )
    assert names(declaration) == [("field", "first", ""), ("field", "second", "")]


def structure(name: str, line: str) -> str:
    return f"BEGIN_TILING_DATA_DEF({name})\n// {line}\nEND_TILING_DATA_DEF;\n"


def test_lines_in_headers_of_the_host_are_about_the_structures_around_them(
    read, host_header
) -> None:
    host_header(
        "// BEGIN_TILING_DATA_DEF(Strange)\n// @tunable block_dim in 1\n"
        + structure("Whole", "@tunable whole in 1")
        + structure("Other", "@tunable other in 1")
        + structure("OfAnotherOperator", "@tunable wrong in 1")
        + structure("Whole", "@tunable(Other) second in 1")
    )
    declaration = read("// @tunable tile in 1\n")
    assert names(declaration) == [
        ("field", "tile", ""),
        ("block_dim", "block_dim", ""),
        ("field", "whole", ""),
        ("field", "other", "Other"),
        ("field", "second", "Other"),
    ]
    assert declaration.knobs[2].location.endswith("host/deep/op_tiling.h:4")


def test_headers_of_other_operators_declare_nothing(read, host_header) -> None:
    host_header("// @tunable block_dim in 1\n" + structure("Others", "@tunable n in 1"))
    assert names(read("// @tunable tile in 1\n")) == [("field", "tile", "")]


def test_a_part_of_structures_has_no_place_of_its_own(read, host_header) -> None:
    host_header(structure("Part", "@tunable n in 1"))
    with pytest.raises(MisuseError, match=r"op_tiling\.h:2: Part is a part of other") as caught:
        read("// @tunable tile in 1\n")
    assert caught.value.hint == "where it is a member: @tunable <member>.<field> in ..."


def test_rules_are_kept_in_order(read) -> None:
    declaration = read(
        "// @tunable n in 1..64 by *2, min(3, 4)\n"
        "// @tunable set count = ceil_div(total, n)\n"
        "// @tunable set rest = total - (count - 1) * n\n"
        "// @tunable where n * 4 <= ub\n"
        '// @tunable options in "-DA=1 -DB", "-O3"\n'
        "// @tunable tolerance 1e-3\n"
    )
    assert [rule.name for rule in declaration.derived] == ["count", "rest"]
    assert declaration.conditions[0].value.text == "n * 4 <= ub"
    assert declaration.conditions[0].location.endswith("kernel.cpp:4")
    assert declaration.knobs[1].texts == ("-DA=1 -DB", "-O3")
    assert declaration.tolerance == 0.001
    first, second = declaration.knobs[0].values
    assert first.multiplies
    assert (first.first.text, first.last and first.last.text) == ("1", "64")
    assert second.last is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("@tunable", "says nothing that is known"),
        ("@tunable n", "says nothing that is known"),
        ("@tunable n in", "says nothing that is known"),
        ("@tunable n in 1,", "not an expression"),
        ("@tunable n in 1, 2  elements", "not an expression"),
        ("@tunable n in 1..", "not an expression"),
        ("@tunable n in system(1)", "the functions are"),
        ("@tunable where open(1)", "the functions are"),
        ("@tunable set n == 3", "says nothing that is known"),
        ("@tunable options in -O3", "in quotation marks"),
        ("@tunable tolerance much", "says nothing that is known"),
        ("@tunable define a.b in 1", "no name of a macro"),
        ("@tunable n in 1\n// @tunable n in 2", "declared twice"),
    ],
)
def test_a_wrong_line_is_named_with_its_place(read, line: str, reason: str) -> None:
    with pytest.raises(MisuseError, match=reason) as raised:
        read(f"\n// {line}\n")
    assert "kernel.cpp:" in raised.value.message
    assert "@tunable <field> in" in raised.value.hint


def test_an_operator_that_declares_nothing_is_said(read) -> None:
    with pytest.raises(MisuseError, match="declares nothing tunable"):
        read("int x;")
