"""The infer functions that MindSpore calls (`<Op>InferShape`, `<Op>InferType`), read from C++."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.check.cpp_text import closing, split_arguments, without_comments
from custom_compiler.check.declarations import SourceLocation, line_of
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from pathlib import Path

_FUNCTION = re.compile(
    r"(?P<extern>extern\s*\"C\"\s*)?(?P<type>[\w:]+(?:\s*<[\w:<>\s]+>)?)[\s&*]+"
    r"(?P<name>\w+?)(?P<role>InferShape|InferType)\s*\("
)


@dataclass(frozen=True)
class InferFunction:
    """One of them.

    Attributes:
        operator: What stands before InferShape or InferType.
        role: "InferShape" or "InferType".
        returns: Return type without spaces.
        parameters: Its parameters as written.
        body: Its text.
        exported: It is `extern "C"`.
        location: Where it begins.
    """

    operator: str
    role: str
    returns: str
    parameters: tuple[str, ...]
    body: str
    exported: bool
    location: SourceLocation

    @property
    def several(self) -> bool:
        """It returns one value per output, as those of several outputs do."""
        element = (
            r"std::vector<std::vector<.*>>" if self.role == "InferShape" else r"std::vector<.*>"
        )
        return re.fullmatch(element, self.returns) is not None

    def indices(self) -> list[tuple[str, int, int]]:
        """Return the constant indices into the arrays of inputs: array, index, line."""
        names = "shapes|ndims" if self.role == "InferShape" else r"type_ids|types"
        names = "|".join([names, *self._array_names()])
        matches = re.finditer(rf"\b({names})\s*\[\s*(\d+)\s*\]", self.body)
        return [
            (m[1], int(m[2]), self.location.line + self.body.count("\n", 0, m.start()))
            for m in matches
        ]

    def attributes(self) -> list[tuple[str, str, int]]:
        """Return the attributes read by `extra->Attr<type>("name")`: name, type, line."""
        matches = re.finditer(r"\bAttr\s*<\s*([^>(]+(?:<[^()]*>)?)\s*>\s*\(\s*\"(\w+)\"", self.body)
        return [
            (
                m[2],
                re.sub(r"\s+", "", m[1]),
                self.location.line + self.body.count("\n", 0, m.start()),
            )
            for m in matches
        ]

    def _array_names(self) -> list[str]:
        arrays = [re.findall(r"\w+", text) for text in self.parameters if "AotExtra" not in text]
        return [words[-1] for words in arrays if len(words) > 1]


@dataclass(frozen=True)
class InferSource:
    """A source with infer functions; `missing_header` is an include that was not found."""

    path: Path
    functions: tuple[InferFunction, ...]
    missing_header: SourceLocation | None


def read_infer(path: Path) -> InferSource:
    """Read a source; MisuseError if it cannot be."""
    try:
        text = without_comments(path.read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        raise MisuseError(f"--infer: cannot read {path}: {error.strerror}") from error
    block = re.search(r'extern\s*"C"\s*\{', text)
    covered = range(block.end(), closing(text, block.end() - 1)) if block else range(0)
    functions = []
    for match in _FUNCTION.finditer(text):
        end = closing(text, match.end() - 1)
        brace = text.find("{", end)
        if brace < 0 or ";" in text[end:brace]:
            continue
        functions.append(
            InferFunction(
                match["name"], match["role"], re.sub(r"\s+", "", match["type"]),
                tuple(split_arguments(text[match.end() : end])),
                text[match.start() : closing(text, brace)],
                bool(match["extern"]) or match.start() in covered,
                SourceLocation(path, line_of(text, match.start("name"))),
            )
        )  # fmt: skip
    return InferSource(path, tuple(functions), _missing_header(path, text))


def _missing_header(path: Path, text: str) -> SourceLocation | None:
    include = re.search(r'#\s*include\s*"(custom_aot_extra\.h)"', text)
    if include is None or (path.parent / include[1]).is_file():
        return None
    return SourceLocation(path, line_of(text, include.start()))
