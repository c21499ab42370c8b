"""The folders of toolkit/src say which others they use; the compiler sees no others' headers."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "toolkit/src"
_INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
_USES = re.compile(r"^\s*toolkit_uses\([^\s)]+([^)]*)\)", re.MULTILINE)


def _files() -> list[Path]:
    return [path for path in SOURCES.rglob("*") if path.suffix in {".h", ".cpp"}]


def _includes(path: Path) -> list[str]:
    return _INCLUDE.findall(path.read_text(encoding="utf-8"))


def _folder(path: Path) -> str:
    return path.relative_to(SOURCES).parts[0]


def _declared(folder: str) -> set[str]:
    text = (SOURCES / folder / "CMakeLists.txt").read_text(encoding="utf-8")
    return {name for names in _USES.findall(text) for name in names.split()}


def _read(folder: str) -> set[str]:
    """The other folders of which sources here read headers, also through headers."""
    seen: set[Path] = set()
    waiting = [path for path in _files() if _folder(path) == folder]
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            waiting += [SOURCES / name for name in _includes(path) if (SOURCES / name).is_file()]
    return {_folder(path) for path in seen} - {folder}


def test_folders_declare_the_folders_that_they_use() -> None:
    folders = sorted(path.parent.name for path in SOURCES.glob("*/CMakeLists.txt"))
    assert {folder: _declared(folder) for folder in folders} == {
        folder: _read(folder) for folder in folders
    }


def test_folders_are_added_below_those_that_use_them() -> None:
    text = (SOURCES.parent / "CMakeLists.txt").read_text(encoding="utf-8")
    added = re.search(r"^toolkit_layers\(([^)]*)\)", text, re.MULTILINE)
    assert added is not None
    order = added[1].split()
    assert sorted(order) == sorted(path.name for path in SOURCES.iterdir() if path.is_dir())
    for number, folder in enumerate(order):
        assert _declared(folder) <= set(order[:number]), folder


def test_no_include_leaves_its_folder_by_a_path() -> None:
    found = [(path, name) for path in _files() for name in _includes(path) if ".." in name]
    assert found == []


def test_headers_of_different_folders_have_different_names() -> None:
    folders = defaultdict(set)
    for path in SOURCES.rglob("*.h"):
        folders[path.name].add(_folder(path))
    assert {name: where for name, where in folders.items() if len(where) > 1} == {}
