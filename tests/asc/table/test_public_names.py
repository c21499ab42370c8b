"""The names of the language are those of public_names.txt: PyAsc's, with six that came later."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

LATER = {
    "core": {"bfloat16", "SoftmaxMode"},
    "adv": {"softmax_flash_v2", "swiglu", "SoftMaxShapeInfo", "SoftmaxConfig"},
}
COUNTS = {"core": 110, "basic": 149, "fwk": 6, "adv": 53}  # before these


def _listed() -> dict[str, set[str]]:
    text = Path(__file__).with_name("public_names.txt").read_text(encoding="utf-8")
    parts = re.findall(r"\[(\w+)\]\n([^\[]+)", text)
    return {part: set(names.split()) for part, names in parts}


LISTED = _listed()


@pytest.mark.parametrize("part", LISTED)
def test_the_list_has_as_many_names_as_pyasc(part: str) -> None:
    assert len(LISTED[part] - LATER.get(part, set())) == COUNTS[part]


@pytest.mark.parametrize("part", LISTED)
def test_a_part_of_the_language_has_the_listed_names(part: str) -> None:
    module = importlib.import_module(f"asc.language.{part}")
    assert set(module.__all__) == LISTED[part]


def test_asc_has_the_names_of_its_parts_but_adv_and_its_own() -> None:
    own = {
        "adv",
        "basic",
        "core",
        "fwk",
        "CodegenOptions",
        "CompileOptions",
        "LaunchOptions",
        "Tiling",
        "export",
        "jit",
    }
    names: list[str] = getattr(importlib.import_module("asc"), "__all__")  # noqa: B009 - made then
    assert set(names) == own | LISTED["core"] | LISTED["fwk"] | LISTED["basic"]
    assert len(names) == 273 + len(LATER["core"]) + len(("Tiling", "export"))
