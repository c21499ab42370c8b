"""Dataclasses that are read from the fields of lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from custom_compiler.observe.fields import FormatError, LineFields
from custom_compiler.observe.records import LineField, read_record


@dataclass(frozen=True)
class Part:
    name: str
    size: Annotated[int, LineField("bytes")]


@dataclass(frozen=True)
class Whole:
    text: str
    number: Annotated[int, LineField(default=-1)]
    time: float
    rest: Annotated[float, LineField(default=0)]
    place: int | None
    words: tuple[str, ...]
    shape: tuple[int, ...] | None
    counts: Mapping[str, float]
    part: Part | None
    parts: tuple[Part, ...]
    loud: Annotated[str, LineField(read=lambda fields: fields.text("text").upper())]


def test_every_type_is_read() -> None:
    values = {
        "text": "a", "number": 3, "time": 1.5, "rest": 2, "place": 7, "words": ["b"],
        "shape": [4, 5], "counts": {"ops": 6}, "part": {"name": "p", "bytes": 8},
        "parts": [{"name": "q", "bytes": 9}], "unknown": "ignored",
    }  # fmt: skip
    part, parts = Part("p", 8), (Part("q", 9),)
    expected = Whole("a", 3, 1.5, 2, 7, ("b",), (4, 5), {"ops": 6}, part, parts, "A")
    assert read_record(Whole, LineFields(values)) == expected


def test_missing_fields_have_defaults() -> None:
    expected = Whole("", -1, 0, 0, None, (), None, {}, None, (), "")
    assert read_record(Whole, LineFields({"time": 0})) == expected


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "time is missing or negative"),
        ({"time": -1}, "time is missing or negative"),
        ({"time": 1, "text": 5}, "the line: text is no text"),
        ({"time": 1, "parts": [{}, {"name": 1}]}, r"the line: parts\[1\]: name is no text"),
        ({"time": 1, "part": 3}, "the line: part is no JSON object"),
    ],
)
def test_errors_name_the_field(values: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_record(Whole, LineFields(values))
