"""docs/symptoms.md: `explain` knows the error numbers and messages that the page names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from custom_compiler.explain import known_codes
from custom_compiler.explain.failures import FAILURES

PAGE = (Path(__file__).parents[2] / "docs/symptoms.md").read_text()


def test_error_numbers_are_known() -> None:
    known = {str(code) for code in known_codes()}
    named = set(re.findall(r"\b\d{6}\b", PAGE))
    assert len(named) > 10
    assert named <= known


@pytest.mark.parametrize(
    ("shown", "rest"),
    [
        ("fatal error: kernel_operator.h", ": No such file or directory"),
        ("Cannot find operator", " [AddCustom] in JSON files"),
        ("no installed package has kernels of ", "AddCustom"),
        ("No supported Ops kernel and engine are found", " for [Add-op1], optype [Add]"),
        ("order or type of operator[", "Add] differs"),
        ("compiled for kernel ABI ", "1, this toolkit has 2"),
        (".so: cannot open shared object file", ": No such file or directory"),
    ],
)
def test_messages_are_recognised(shown: str, rest: str) -> None:
    assert shown in PAGE
    assert any(failure.pattern.search(f"libx{shown}{rest}") for failure in FAILURES)
