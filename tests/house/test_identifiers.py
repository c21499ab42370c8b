"""The check of identifiers: which names it sees, and that the product's say a role."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.house.identifiers import (
    find_identifiers,
    find_in_product,
    find_shared_class_names,
    package_of,
    read_remaining,
)

SOURCE = '''"""The place of one."""
from os import path as found

def made(given, *, other=1):
    other.taken = f"{given} is known"  # one
    return _made(known=other)

class Place:
    founded = "found"
'''

CPP_SOURCE = """// What was found.
#include "found.h"
struct place {
    int given_ = '"';  /* taken */
    const char* text = "made \\" known";
};
int Found(int one) { return one + R::kept; }
"""

# PyAsc's, CANN's and our own public names.
_SHARED_CLASS_NAMES = {"DataType", "Launcher", "Matmul", "Operator"}


def test_names_are_seen_and_prose_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(SOURCE)
    names = Counter(identifier.name for identifier in find_identifiers(path))
    assert names == {"found": 1, "made": 1, "_made": 1, "given": 2, "taken": 1, "known": 1}


def test_names_in_cpp_are_seen_and_prose_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a.h"
    path.write_text(CPP_SOURCE)
    names = [(identifier.line, identifier.name) for identifier in find_identifiers(path)]
    assert names == [(3, "place"), (4, "given_"), (7, "one"), (7, "one"), (7, "kept")]


def test_identifiers_of_the_product_say_a_role() -> None:
    """Some packages may have as many others as they had."""
    remaining = read_remaining()
    identifiers = list(find_in_product([]))
    packages = Counter(package_of(identifier.path, remaining) for identifier in identifiers)
    new = [str(each) for each in identifiers if not package_of(each.path, remaining)]
    assert not new
    exceeded = {name: packages[name] for name, most in remaining.items() if packages[name] > most}
    assert not exceeded, "the script identifiers.py lists the names"


def test_class_names_stand_for_one_thing() -> None:
    shared = find_shared_class_names()
    assert not {name: shared[name] for name in shared.keys() - _SHARED_CLASS_NAMES}
