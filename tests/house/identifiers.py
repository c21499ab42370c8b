"""Check the identifiers of the product against words that say grammar, not a role.

`python -m tests.house.identifiers [PATH...]` lists each location. A name of `WORDS` says how a
value came about (`found`, `made`, `given`) or nothing at all (`one`, `place`), not what it is. In
Python and in C++ these are variables, parameters, members, functions and classes.
The packages of `remaining_identifiers.csv` may have as many as they have there, and no more.
"""

from __future__ import annotations

import ast
import csv
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.house.prose import REPOSITORY, list_files

PRODUCT = ("custom_compiler", "asc", "mskl", "mskpp", "benchmarks", "toolkit")
WORDS = frozenset(
    {"asked", "found", "given", "kept", "known", "made"}
    | {"one", "place", "said", "taken", "told", "way"}
)
REMAINING = Path(__file__).with_name("remaining_identifiers.csv")
CPP_SUFFIXES = frozenset({".asc", ".c", ".cc", ".cpp", ".h", ".inc"})
_CPP_NAME = re.compile(rf"\b_*(?:{'|'.join(sorted(WORDS))})_*\b")
_NO_CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'|\#\s*include[^\n]*""", re.DOTALL
)


@dataclass(frozen=True)
class Identifier:
    """A use of a word as a name: of a variable, parameter, attribute, function or class."""

    path: Path
    line: int
    name: str

    def __str__(self) -> str:
        """`path:line: name`."""
        return f"{self.path.relative_to(REPOSITORY)}:{self.line}: {self.name}"


def find_identifiers(path: Path) -> Iterator[Identifier]:
    """Yield the names of a Python or C++ file that are in `WORDS`, private ones too."""
    if path.suffix in CPP_SUFFIXES:
        yield from _find_in_cpp(path)
    elif path.suffix == ".py":
        yield from _find_in_python(path)


def _find_in_cpp(path: Path) -> Iterator[Identifier]:
    text = path.read_text(encoding="utf-8")
    if _CPP_NAME.search(text):
        code = _NO_CODE.sub(lambda match: "\n" * match[0].count("\n") + " ", text)
        for match in _CPP_NAME.finditer(code):
            yield Identifier(path, code.count("\n", 0, match.start()) + 1, match[0])


def _find_in_python(path: Path) -> Iterator[Identifier]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        name = _name_of(node)
        if name is not None and name.lstrip("_") in WORDS:
            yield Identifier(path, node.lineno, name)  # type: ignore[attr-defined]


def _name_of(node: ast.AST) -> str | None:
    """Return the name that a node defines or uses."""
    names = (getattr(node, field, None) for field in ("id", "attr", "arg", "asname", "name"))
    return next((name for name in names if isinstance(name, str)), None)


def find_shared_class_names() -> dict[str, list[str]]:
    """Return the locations of classes of custom_compiler whose name another class has, too."""
    classes: dict[str, list[str]] = {}
    for path in list_files(["custom_compiler"]):
        if path.suffix == ".py":
            for node in ast.walk(ast.parse(path.read_bytes())):
                if isinstance(node, ast.ClassDef):
                    location = f"{path.relative_to(REPOSITORY)}:{node.lineno}"
                    classes.setdefault(node.name, []).append(location)
    return {name: locations for name, locations in classes.items() if len(locations) > 1}


def find_in_product(paths: list[str]) -> Iterator[Identifier]:
    """Yield the names in the product's files below the paths, in all of them for none."""
    for path in list_files(paths or list(PRODUCT)):
        yield from find_identifiers(path)


def read_remaining(path: Path = REMAINING) -> dict[str, int]:
    """Return the number of names that a package may still have."""
    with path.open(newline="", encoding="utf-8") as table:
        return {row["package"]: int(row["identifiers"]) for row in csv.DictReader(table)}


def package_of(path: Path, packages: dict[str, int]) -> str:
    """Return the entry of `packages` that a file is in, "" for none."""
    name = path.relative_to(REPOSITORY).as_posix()
    return next((each for each in packages if name == each or name.startswith(f"{each}/")), "")


def main() -> None:
    """Print all locations."""
    identifiers = list(find_in_product(sys.argv[1:]))
    print(*identifiers, f"{len(identifiers)} identifiers", sep="\n")


if __name__ == "__main__":
    main()
