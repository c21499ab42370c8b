"""The check of words: what it reads as prose, and what it reports of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.house.prose import (
    find_in_files,
    find_violations,
    folder_of,
    list_files,
    read_passages,
    read_remaining,
    read_words,
)

PYTHON = '''"""Open a door."""

text = "the door is shut again"  # a door
door = f(door, "door")
'''
MARKDOWN = """# A door

A door and `door` of
a door.

```sh
door
```

| door | [text](door.md) |
| --- | --- |
- a `door`
"""
CPP = """// a door
int door = open("the door is shut again", "door");
/* line
   door */
"""


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("a.py", PYTHON, [1, 3, 3]),
        ("a.md", MARKDOWN, [1, 3, 4, 10]),
        ("a.cpp", CPP, [1, 2, 4]),
        ("a.cmake", "set(door 1) # a door\n", [1]),
        ("a.csv", "door\n", []),
    ],
)
def test_words_of_the_table_are_reported_in_prose_only(
    name: str, text: str, lines: list[int], tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(text)
    violations = list(find_violations(read_passages(path), read_words()))
    assert sorted(violation.line for violation in violations) == lines
    assert all("entry point" in violation.instead for violation in violations)


def test_placeholders_parameters_and_options_are_no_prose(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text('''"""Do.

    Args:
        kept: One.
    """

text = f'a {finding.size} and a call refuse(1), with --kept and "kept" '

''')
    assert not list(find_violations(read_passages(path), read_words()))


def test_texts_use_the_words_of_the_table() -> None:
    """Older texts of tests and benchmarks may have as many as they had."""
    remaining = read_remaining()
    found = list(find_in_files(list_files([]), read_words()))
    assert not [str(one) for one in found if folder_of(one.path) not in remaining]
    counts = Counter(folder_of(one.path) for one in found)
    exceeded = {name: counts[name] for name, most in remaining.items() if counts[name] > most}
    assert not exceeded, "python -m tests.house.prose --all lists the words"
