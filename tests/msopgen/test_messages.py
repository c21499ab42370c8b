"""Exit codes and messages, as msopgen 8.1 and 26.0 have them.

Codes were observed by running these two with the same input; texts are their beginnings.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.msopgen.generator import ADD, Msopgen, port

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(\d+\) - \[(INFO|WARNING|ERROR)\] .+")


def op(**changes: Any) -> dict[str, Any]:
    """The description of an operator with one input and one output, changed."""
    return {"op": "Abc", "input_desc": [port()], "output_desc": [port("z")], **changes}


def optional(name: str, kind: str, value: Any) -> dict[str, Any]:
    """An optional attribute."""
    return {"name": name, "type": kind, "param_type": "optional", "default_value": value}


OPTIONS: tuple[tuple[tuple[str, ...], int, str], ...] = (
    (("-f", "keras"), 11, "Unsupported framework type: keras"),
    (("-f", "ms"), 11, "Unsupported framework type: ms"),
    (("-m", "2"), 15, "Unsupported mode: 2. Only 0,1 is supported. Please check the input mode."),
    (("-lan", "rust"), 237, "Unsupported language: rust. Only ['cpp'] is supported."),
    (("-lan", "py"), 237, "Unsupported language: py."),
    (("-op", "Nope"), 17, "Failed to find 'Nope' in json. Please check that the value for '-op'"),
    (("-c", "ai_core"), 14, "Invalid compute unit format. Please check whether the format of the"),
    (("-c", "ai_core-kirinx90"), 14, "Invalid unit type format."),
    (("-c", "gpu-ascend910b1"), 14, "Invalid compute unit format."),
    (("-c", "aicpu,ai_core-ascend910b"), 14, "Only one core type is supported."),
    (("-c", "aicpu"), 14, "kernels for AI CPUs cannot be built here"),
    (("-c", ",".join(["ai_core-ascend910b1"] * 101)), 14, "Input too many args in --compute_unit"),
    (("-i", "missing.json"), 101, "missing.json does not exist"),
    (("-i", "ops.yaml"), 101, "Only the ('.xlsx', '.xls', '.txt', '.json') file is supported."),
    (("-i", "ops.JSON"), 101, 'The file "ops.JSON" is invalid.'),
    (("-m", "1"), 103, "Failed to open json file"),
    (("-out", "ops.json/out"), 12, "does not exist or does not allow data write."),
)  # fmt: skip


@pytest.mark.parametrize(("words", "code", "text"), OPTIONS, ids=lambda value: str(value)[:40])
def test_options(msopgen: Msopgen, words: tuple[str, ...], code: int, text: str) -> None:
    done = msopgen.gen([ADD], *words)
    assert (done.returncode, done.stderr) == (code, "")
    assert text in done.stdout
    assert all(LINE.fullmatch(line) for line in done.stdout.splitlines())
    assert not (msopgen.output / "op_host").exists()


DESCRIPTIONS: tuple[tuple[Any, int, str], ...] = (
    ("[{", 109, "Failed to load json file"),
    ("[" * 100_000, 109, "Failed to load json file"),
    ("[]", 112, "Please check."),
    ("3", 112, "should be List or Dict."),
    ([{"input_desc": []}], 18, "There is no op info to read."),
    (op(op="A B"), 18, "The op type is invalid A B"),
    (op(op="../A"), 18, "The op type is invalid ../A"),
    (op(op="class"), 17, "'class' is a word of C++"),
    (op(input_desc=[port(format=["ND"] * 2, type=["float"] * 3)]), 112, "invalid number count"),
    (op(input_desc=[port(type=["int128"])]), 17, "is not supported. Please check the type of x"),
    (op(input_desc=[port(type=3)]), 17, "The type of x is None or invalid"),
    (op(input_desc=[port(format=["nd"])]), 17, "The format: nd of x is not supported."),
    (
        op(output_desc=[port("z", type=["float", "half"], format=["ND"] * 2)]),
        114,
        'The number(2) of type for "z" is inconsistent with the number(1) of "x" in',
    ),
    (op(input_desc=[port("1x")]), 17, "The input or output name '1x' is not a valid identifier"),
    (op(input_desc=[port("int")]), 17, "'int' is a word of C++"),
    (op(input_desc=[port("tiling")]), 17, "'tiling' would be that of two parameters"),
    (
        op(input_desc=[port("x"), port("x_ref")], output_desc=[port("x")]),
        17,
        "'x_ref' would be that of two parameters",
    ),
    (op(attr=[{"name": "x", "type": "int"}]), 17, "'x' would be that of two parameters"),
    (op(attr=[{"name": "a-b", "type": "int"}]), 17, "The attribute name 'a-b' is not a valid"),
    (op(attr=[{"name": "a", "type": "tensor"}]), 17, "type tensor of attribute 'a' has no"),
    *(
        (
            op(attr=[optional("a", kind, value)]),
            17,
            f"of attribute 'a' is no {kind}.",
        )
        for kind, value in (
            ("int", "one"), ("int", True), ("int", 1.5), ("int", 1 << 63), ("float", "1;"),
            ("float", 1e39), ("bool", 1), ("list_int", 3), ("list_int", "{1,2"),
            ("list_int", "1}"), ("list_list_int", [1]), ("string", [1]), ("string", "a" * 1025),
        )
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("description", "code", "text"), DESCRIPTIONS, ids=lambda value: str(value)[:40]
)
def test_descriptions(msopgen: Msopgen, description: Any, code: int, text: str) -> None:
    done = msopgen.gen(description)
    assert (done.returncode, done.stderr) == (code, "")
    assert text in done.stdout
    assert "Traceback" not in done.stdout
    assert list(msopgen.output.iterdir()) == []


def test_warnings_keep_the_code(msopgen: Msopgen) -> None:
    x = {"name": "x", "type": "half", "format": "ND"}
    done = msopgen.gen({"op": "abc_d", "input_desc": [x]})
    assert done.returncode == 0
    assert "[WARNING] The op type abc_d is invalid, should be Upper CamelCase" in done.stdout
    assert "[WARNING] The param_type of x is invalid or None, Assign it the default" in done.stdout
    assert '[WARNING] The "output_desc" value is invalid' in done.stdout
    assert done.stdout.rstrip().endswith("Generation completed.")


def test_a_project_is_never_written_over(msopgen: Msopgen) -> None:
    assert msopgen.gen([ADD]).returncode == 0
    source = msopgen.output / "op_kernel" / "add_custom.cpp"
    source.write_text("mine")
    done = msopgen.gen([ADD])
    assert done.returncode == 108
    assert f"{msopgen.output / 'op_kernel'} is not empty. Please check." in done.stdout
    again = msopgen.gen([ADD], "-m", "1")
    assert again.returncode == 108
    assert f"{source} already exists. Please check." in again.stdout
    assert source.read_text() == "mine"


def test_nothing_of_a_refused_project_is_left(msopgen: Msopgen) -> None:
    (msopgen.output / "op_kernel").mkdir(parents=True)
    (msopgen.output / "op_kernel" / "notes.txt").write_text("mine")
    assert msopgen.gen([ADD]).returncode == 108
    assert [path.name for path in msopgen.output.iterdir()] == ["op_kernel"]


def test_which_operator(msopgen: Msopgen) -> None:
    several = [op(op="First"), op(op="Second")]
    asked = msopgen.gen(several)
    assert asked.returncode == 18
    assert "1 First\n2 Second\n" in asked.stdout
    assert "Give one with -op: First, Second" in asked.stdout
    answered = msopgen.gen(several, stdin="3\nx\n2\n")
    assert answered.returncode == 0
    assert (msopgen.output / "op_host" / "second.cpp").is_file()
    named = msopgen.gen(several, "-op", "First", "-m", "1")
    assert named.returncode == 0
    assert (msopgen.output / "op_host" / "first.cpp").is_file()


def test_units_are_merged(msopgen: Msopgen) -> None:
    assert msopgen.gen(op(op="First"), unit="ai_core-ascend910b1").returncode == 0
    units = "ai_core-ascend310p3,ai_core-ascend910b2"
    assert msopgen.gen(op(op="Second"), "-m", "1", unit=units).returncode == 0
    preset = json.loads(msopgen.text("CMakePresets.json"))["configurePresets"][0]
    assert preset["cacheVariables"]["ASCEND_COMPUTE_UNIT"]["value"] == "ascend910b;ascend310p"


def test_usage(msopgen: Msopgen) -> None:
    nothing = msopgen.run()
    assert (nothing.returncode, nothing.stderr) == (17, "")
    assert nothing.stdout.startswith("usage: msopgen")
    for words in (("gen",), ("gen", "-i", "ops.json"), ("make",), ("gen", "--inp=x", "-c", "y")):
        done = msopgen.run(*words)
        assert done.returncode == 2
        assert done.stderr.startswith("usage: msopgen")
        assert "error: " in done.stderr
    assert msopgen.run("gen", "--help").returncode == 0
