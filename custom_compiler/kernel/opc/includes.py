"""The files that a kernel source includes, found by reading it: what must be where it compiles."""

from __future__ import annotations

import os
import re

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include(?:_next)?[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)


def included_files(source: str, options: list[str]) -> list[str]:
    """Return the absolute paths of `source` and of all files that it may include.

    They are as a compiler reaches them: with links, and with `..` after links. `options` are those
    of the compiler: -I, -isystem and -include count. Headers that are in none of their folders are
    the toolkit's or the system's, which are where the compiler is.
    """
    folders, waiting = _named_by(options)
    waiting = [os.path.abspath(source), *waiting]
    files: dict[str, str] = {}
    while waiting:
        path = waiting.pop()
        if os.path.normpath(path) in files:
            continue
        files[os.path.normpath(path)] = path
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        for name in _INCLUDE.findall(text):
            candidates = (os.path.join(each, name) for each in (os.path.dirname(path), *folders))
            waiting += [next(filter(os.path.isfile, candidates), path)]
    return sorted(files.values())


def _named_by(options: list[str]) -> tuple[list[str], list[str]]:
    """Return the folders and files that options name by absolute paths."""
    folders, files = [], []
    words = iter(options)
    for word in words:
        if word in {"-I", "-isystem"}:
            folders.append(next(words, ""))
        elif word == "-include":
            files.append(next(words, ""))
        elif word.startswith("-I"):
            folders.append(word[2:])
    folders = [folder for folder in folders if os.path.isabs(folder)]
    return folders, [path for path in files if os.path.isabs(path) and os.path.isfile(path)]


def below(tree: str, options: list[str]) -> list[str]:
    """Return the options with the absolute paths of includes moved below the folder `tree`."""
    moved, previous = [], ""
    for word in options:
        if previous in {"-I", "-isystem", "-include"} and os.path.isabs(word):
            moved.append(tree + word)
        elif word.startswith("-I/"):
            moved.append(f"-I{tree}{word[2:]}")
        else:
            moved.append(word)
        previous = word
    return moved
