"""Descriptions to start from, and the search for those of users."""

from __future__ import annotations

import runpy
from typing import TYPE_CHECKING

import numpy as np
import pytest

from custom_compiler.autokernel.operators import SHIPPED
from custom_compiler.autokernel.operators.named import described
from custom_compiler.autokernel.operators.new import write_new
from custom_compiler.cli.main import main
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("like", SHIPPED)
def test_a_copy_computes_what_the_shipped_one_does(like: str, tmp_path: Path, capsys) -> None:
    path = write_new("mine", like, tmp_path)
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out
    copy, shipped = described(str(path)), SHIPPED[like]
    assert (copy.name, copy.dtypes, copy.constants) == ("mine", shipped.dtypes, shipped.constants)
    made, original = copy.operator(), shipped.operator()
    assert (made.inputs, made.outputs) == (original.inputs, original.outputs)


def test_the_example_computes(tmp_path: Path, capsys) -> None:
    path = write_new("mine", "", tmp_path)
    runpy.run_path(str(path), run_name="__main__")
    assert "1. " in capsys.readouterr().out
    x = np.array([[1, -3], [0, 0]], np.float32)
    result = described(f"{path}:mine")(x, np.zeros(2, np.float32), 2.0)
    np.testing.assert_allclose(result, np.array([[1 / 3, -1], [0, 0]]), rtol=1e-6)


def refusal(call) -> str:
    with pytest.raises(MisuseError) as caught:
        call()
    return f"{caught.value.message} | {caught.value.hint}"


@pytest.mark.parametrize(
    ("name", "like", "reason"),
    [
        ("My", "", "an operator cannot be called 'My' | write it like my_operator"),
        ("class", "", "an operator cannot be called 'class'"),
        ("../x", "", "an operator cannot be called '../x'"),
        ("mine", "sotfmax", "no operator is called 'sotfmax' | choose one of add, "),
        ("there", "", "there.py exists | choose another name"),
    ],
)
def test_what_cannot_be_written(name: str, like: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "there.py").touch()
    assert reason in refusal(lambda: write_new(name, like, tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["there.py"]


TWO = """
from custom_compiler import autokernel as ak
from custom_compiler.autokernel.operators import softmax

@ak.op(x="...")
def one(x):
    return x + 1

@ak.op(x="...")
def two(x):
    return x + 2
"""


@pytest.mark.parametrize(
    ("text", "which", "reason"),
    [
        (TWO, "", "has several descriptions: one, two | name one: "),
        (TWO, ":three", "has no description 'three' | it has one, two"),
        ("x = 1", "", "has no description | decorate a function with @ak.op"),
        ("x = (", "", "mine.py:1: '(' was never closed | correct it"),
        ("\nx = 1 / 0", "", "mine.py:2: ZeroDivisionError: division by zero | correct it"),
        ("import nothing_here", "", "mine.py:1: ModuleNotFoundError: No module named 'nothing_he"),
        (TWO.replace("...", "x x"), "", "axis 'x' of 'x' is bound twice"),
    ],
)
def test_files_without_a_single_description(
    text: str, which: str, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    assert reason in refusal(lambda: described(f"{path}{which}"))


@pytest.mark.parametrize("action", [("plug", "--into", "c"), ("tune", "--size", "n=4")])
def test_descriptions_that_fail_while_they_are_followed(tmp_path: Path, capsys, action) -> None:
    path = tmp_path / "mine.py"
    path.write_text(TWO.replace("x + 2", "ak.sun(x)"))
    name, *words = action
    assert main(["autokernel", name, f"{path}:two", *words]) == 2
    message, hint = capsys.readouterr().err.splitlines()[-2:]
    line = path.read_text().splitlines().index("    return ak.sun(x)") + 1
    assert message.startswith(f"error: {path}:{line}: AttributeError: ")
    assert hint == "correct it"


def test_finding_descriptions(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(TWO)
    np.testing.assert_array_equal(described(f"{path}:two")(np.ones(1, np.float32)), [3])
    assert described("softmax") is SHIPPED["softmax"]
    assert "no operator is called 'nothing' | name a file" in refusal(lambda: described("nothing"))
    missing = tmp_path / "no.py"
    assert refusal(lambda: described(str(missing))).startswith(f"{missing} is no file")


def test_the_command(tmp_path: Path, capsys) -> None:
    words = ["autokernel", "new", "mine", "--like", "gelu", "--path", str(tmp_path)]
    assert main(words) == 0
    assert capsys.readouterr().out.startswith(f"{tmp_path}/mine.py is written")
    assert main(words) == 2
    assert "exists" in capsys.readouterr().err
