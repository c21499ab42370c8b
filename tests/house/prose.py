"""Check the words of documents, docstrings, comments and messages against `words.csv`.

`python -m tests.house.prose [PATH...]` lists each location with the word to use instead, except in
the folders of `remaining.csv`, whose texts are older than the check: there it fails if a number of
words is exceeded. `--all` lists these, too, `--statistics` prints the figures of the writing rules
per top-level folder.
"""

from __future__ import annotations

import argparse
import ast
import collections
import csv
import io
import re
import statistics
import subprocess
import sys
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
WORDS = Path(__file__).with_name("words.csv")
REMAINING = Path(__file__).with_name("remaining.csv")
_RELATIVE = ("what", "whether", "who", "of", "where", "how", "that", "which")
# A string literal of fewer words is a key, a name or a value, not prose.
_MESSAGE_WORDS = 4
_C_SUFFIXES = {".c", ".cpp", ".h", ".hpp", ".asc", ".cc"}
_HASH_SUFFIXES = {".sh", ".cmake", ".txt", ".in", ".toml", ".yml", ".yaml"}
_C_TEXT = re.compile(
    r'//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/|"(?P<string>(?:[^"\\\n]|\\.)*)"', re.DOTALL
)
_CODE_SPAN = re.compile(
    r"`[^`]*`|\"[\w.-]+\"|\]\([^)]*\)|https?://\S+|<[^>\s]+>|(?<!\w)--\w[\w-]*|[\w$*-]+\.(?:csv|h|jsonl?|md|py)\b"
)
_PARAMETER = re.compile(r"^ +\w+(?= ?[:(])", re.MULTILINE)  # in Args and Attributes of docstrings
_PLACEHOLDER = re.compile(r"\{[^{}]*\}|\w+\(")  # and calls in generated code
_ITEM = re.compile(r"(?:[-*+]|\d+\.|#+)\s+|(?=\|)")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"*])")


@dataclass(frozen=True)
class Passage:
    """A piece of prose: a paragraph, a docstring, a comment or a message."""

    path: Path
    line: int
    kind: str  # "document", "cell", "docstring", "comment" or "message"
    text: str


@dataclass(frozen=True)
class Violation:
    """A word of `words.csv` in a passage."""

    path: Path
    line: int
    word: str
    instead: str

    def __str__(self) -> str:
        """`path:line: word (instead: ...)`."""
        return f"{self.path}:{self.line}: {self.word} (instead: {self.instead})"


@dataclass(frozen=True)
class Words:
    """The table of words as one expression; `instead` has a replacement per group."""

    pattern: re.Pattern[str]
    instead: list[str]


def read_words(path: Path = WORDS) -> Words:
    """Return the table of words of a CSV file with the columns pattern and instead."""
    with path.open(newline="", encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    groups = "|".join(f"({row['pattern']})" for row in rows)
    return Words(re.compile(rf"\b(?:{groups})\b", re.IGNORECASE), [row["instead"] for row in rows])


def find_violations(passages: Iterable[Passage], words: Words) -> Iterator[Violation]:
    """Yield each match of a pattern outside of code spans, with its line."""
    for passage in passages:
        text = _CODE_SPAN.sub(_blank, passage.text)
        if passage.kind == "docstring":
            text = _PARAMETER.sub(_blank, text)
        elif passage.kind == "message":
            text = _PLACEHOLDER.sub(_blank, text)
        for match in words.pattern.finditer(text):
            line = passage.line + text.count("\n", 0, match.start())
            instead = words.instead[(match.lastindex or 1) - 1]
            yield Violation(passage.path, line, match.group(), instead)


def _blank(span: re.Match[str]) -> str:
    return " " * len(span.group())


def read_passages(path: Path) -> Iterator[Passage]:
    """Yield the prose of a file, by its suffix; nothing for other files."""
    try:
        text = path.read_text(encoding="utf-8")
    except (UnicodeDecodeError, IsADirectoryError, FileNotFoundError):
        return
    if path.suffix == ".md":
        yield from _read_markdown(path, text)
    elif path.suffix in {".py", ".pyi"}:
        yield from _read_python(path, text)
    elif path.suffix in _C_SUFFIXES:
        yield from _read_c(path, text)
    elif path.suffix in _HASH_SUFFIXES:
        yield from _read_hash_comments(path, text)


def _read_markdown(path: Path, text: str) -> Iterator[Passage]:
    """Yield paragraphs, list items, headings and the cells of tables, without code blocks."""
    fenced = False
    lines: list[str] = []
    start = 1
    for number, line in enumerate([*text.splitlines(), ""], 1):
        stripped = line.strip()
        fence = stripped.startswith("```")
        fenced ^= fence
        if fence or fenced or not stripped or _ITEM.match(stripped):
            if lines:
                yield Passage(path, start, "document", "\n".join(lines))
            lines = []
        if fence or fenced or not stripped:
            continue
        if stripped.startswith("|"):
            cells = (cell.strip() for cell in stripped.strip("|").split("|"))
            yield from (Passage(path, number, "cell", cell) for cell in cells if cell)
            continue
        if not lines:
            start = number
        lines.append(_ITEM.sub("", stripped))


def _read_python(path: Path, text: str) -> Iterator[Passage]:
    try:
        tree = ast.parse(text)
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (SyntaxError, tokenize.TokenError):
        return
    docstrings = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            docstring = ast.get_docstring(node, clean=False)
            if docstring is not None:
                expression = node.body[0]
                docstrings.add((expression.lineno, expression.col_offset))
                yield Passage(path, expression.lineno, "docstring", docstring)
    for token in tokens:
        if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
            yield Passage(path, token.start[0], "comment", token.string.lstrip("# "))
        elif (
            token.type == tokenize.STRING
            and token.start not in docstrings
            and len(token.string.split()) >= _MESSAGE_WORDS
        ):
            yield Passage(path, token.start[0], "message", token.string)


def _read_c(path: Path, text: str) -> Iterator[Passage]:
    for match in _C_TEXT.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        comment = match["line"] if match["line"] is not None else match["block"]
        if comment is not None:
            yield Passage(path, line, "comment", comment)
        elif len(match["string"].split()) >= _MESSAGE_WORDS:
            yield Passage(path, line, "message", match["string"])


def _read_hash_comments(path: Path, text: str) -> Iterator[Passage]:
    for number, line in enumerate(text.splitlines(), 1):
        _, sign, comment = line.partition("# ")
        if sign:
            yield Passage(path, number, "comment", comment)


def list_files(paths: list[str]) -> list[Path]:
    """Return the files of the repository below the paths, all of it for none."""
    command = ["git", "ls-files", "-z", "--", *paths]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    return [REPOSITORY / name for name in done.stdout.split("\0") if name]


def find_in_files(paths: Iterable[Path], words: Words) -> Iterator[Violation]:
    """Yield the matches in files; those without any are not parsed."""
    for path in paths:
        try:
            may_match = words.pattern.search(path.read_text(encoding="utf-8"))
        except (UnicodeDecodeError, IsADirectoryError, FileNotFoundError):
            continue
        if may_match:
            yield from find_violations(read_passages(path), words)


def read_remaining(path: Path = REMAINING) -> dict[str, int]:
    """Return the number of words that each folder of older texts may still have."""
    with path.open(newline="", encoding="utf-8") as table:
        return {row["folder"]: int(row["words"]) for row in csv.DictReader(table)}


def folder_of(path: Path) -> str:
    """Return the top-level folder or file of a path."""
    return path.relative_to(REPOSITORY).parts[0]


def print_statistics(files: list[Path], words: Words) -> None:
    """Print the figures that the writing rules name, per top-level folder and in total."""
    lines: collections.Counter[str] = collections.Counter()
    violations: collections.Counter[str] = collections.Counter()
    first_words: collections.Counter[str] = collections.Counter()
    lengths = []
    for path in files:
        folder = folder_of(path)
        passages = list(read_passages(path))
        if not passages:
            continue
        lines[folder] += path.read_bytes().count(b"\n")
        violations[folder] += sum(1 for _ in find_violations(passages, words))
        for passage in passages:
            if passage.kind == "docstring" and passage.text.split():
                first_words[passage.text.split()[0].lower().rstrip(",:.")] += 1
            elif passage.kind == "document" and folder == "docs":
                sentences = _SENTENCE_END.split(passage.text)
                lengths += [len(part.split()) for part in sentences if part[-1] in ".!?"]
    print(f"{'folder':<24}{'lines':>9}{'words':>8}{'per 1000':>10}")
    for folder in [*sorted(lines), "total"]:
        count, found = (
            (lines.total(), violations.total())
            if folder == "total"
            else (lines[folder], violations[folder])
        )
        print(f"{folder:<24}{count:>9}{found:>8}{1000 * found / count:>10.2f}")
    relative = sum(first_words[word] for word in _RELATIVE)
    share = 100 * relative / max(first_words.total(), 1)
    print(f"docstrings: {first_words.total()}, that begin with a relative clause: {share:.1f} %")
    print("first words:", ", ".join(f"{word} {n}" for word, n in first_words.most_common(12)))
    if lengths:
        tenths = statistics.quantiles(lengths, n=10)
        print(
            f"sentences in docs/: median {statistics.median(lengths):g} words,"
            f" 90th percentile {tenths[-1]:g}"
        )


def main() -> int:
    """Run the command; return 1 if a text uses a word of the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", help="files or folders (default: the repository)")
    parser.add_argument("--statistics", action="store_true", help="print figures per folder")
    parser.add_argument("--all", action="store_true", help="list the words of older texts, too")
    arguments = parser.parse_args()
    words = read_words()
    files = list_files(arguments.paths)
    if arguments.statistics:
        print_statistics(files, words)
        return 0
    remaining = {} if arguments.all else read_remaining()
    counts: collections.Counter[str] = collections.Counter()
    failed = False
    for violation in find_in_files(files, words):
        counts[folder_of(violation.path)] += 1
        if folder_of(violation.path) not in remaining:
            failed = True
            print(violation)
    for folder, most in remaining.items():
        if counts[folder] > most:
            failed = True
            print(f"{folder}: {counts[folder]} words of {WORDS.name}, not at most {most}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
