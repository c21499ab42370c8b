"""Cases of googletest in a source: where each stands, which one a compiler's message is about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HEAD = re.compile(r"^[ \t]*TEST(?:_F|_P)?\s*\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.MULTILINE)
_SKIPPED = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.DOTALL)
_ERROR = re.compile(r"^([^\s:]+):(\d+):(?:\d+:)? (?:fatal )?error: (.*)$")
_PLACE = re.compile(r"(?:^|from )([^\s:]+):(\d+)(?::\d+)?[:,]")
_ROUTE = ("In file included", "                 from", "required from")


@dataclass(frozen=True)
class Source:
    """One case in a source: its name as googletest says it, and its lines, from 1 on."""

    name: str
    first: int
    last: int

    def body(self, text: str) -> str:
        """Its lines of the source."""
        return "\n".join(text.split("\n")[self.first - 1 : self.last])


def cases_of(text: str) -> list[Source]:
    """The cases of a source in their order; what stands in comments and strings is none."""
    plain = _SKIPPED.sub(_blank, text)
    found = []
    for head in _HEAD.finditer(plain):
        end = _closing_brace(plain, plain.find("{", head.end()))
        first = plain.count("\n", 0, head.end()) + 1
        last = plain.count("\n", 0, end) + 1
        found.append(Source(f"{head[1]}.{head[2]}", first, last))
    return found


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _closing_brace(text: str, begin: int) -> int:
    depth = 0
    for place in range(max(begin, 0), len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0 and text[place] == "}":
            return place
    return len(text)


def without(text: str, cases: Iterable[Source]) -> str:
    """The source with cases taken out; all other lines keep their numbers."""
    lines = text.split("\n")
    for case in cases:
        lines[case.first - 1 : case.last] = [""] * (case.last - case.first + 1)
    return "\n".join(lines)


def errors_by_case(messages: str, file: str, cases: list[Source]) -> dict[Source | None, str]:
    """The first error of each case, from gcc's messages; None: of no case.

    An error in a header belongs to the line of `file` that instantiates it.
    """
    errors: dict[Source | None, str] = {}
    for places, reason in _errors(messages):
        lines = [line for name, line in places if name == file]
        owners = [case for line in lines for case in cases if case.first <= line <= case.last]
        errors.setdefault(owners[-1] if owners else None, reason)
    return errors


def _errors(messages: str) -> Iterator[tuple[list[tuple[str, int]], str]]:
    """Each error with the places that led to it, which stand before it."""
    route: list[tuple[str, int]] = []
    for line in messages.splitlines():
        place = _PLACE.search(line)
        if any(word in line for word in _ROUTE):
            route += [(place[1], int(place[2]))] if place else []
        elif match := _ERROR.match(line):
            yield [*route, (match[1], int(match[2]))], match[3]
            route = []
        elif place:
            route = []


def outcomes_of(lines: Iterable[str]) -> tuple[dict[str, tuple[str, str]], str]:
    """Return googletest's result of each finished case: right or wrong, and the first line why.

    The second value is the case that was running when the output ended, or empty.
    """
    ended: dict[str, tuple[str, str]] = {}
    running = ""
    why: list[str] = []
    for line in lines:
        tag, _, rest = line.partition("] ")
        name = rest.split(",")[0].split(" (")[0].strip()
        if tag == "[ RUN      ":
            running, why = name, []
        elif tag == "[       OK " and name == running:
            ended[name], running = ("right", ""), ""
        elif tag == "[  SKIPPED " and name == running:
            ended[name], running = ("right", "skips itself"), ""
        elif tag == "[  FAILED  " and name == running:
            ended[name], running = ("wrong", _first_difference(why)), ""
        elif running:
            why.append(line.strip())
    return ended, running


def _first_difference(lines: list[str]) -> str:
    """googletest's lines of the first expectation that did not hold, as one."""
    for index, line in enumerate(lines):
        if ": Failure" in line or ": error: " in line:
            place = re.search(r"(\w+\.\w+):(\d+): ", line)
            where = f"line {place[2]}: " if place else ""
            said = []
            for following in lines[index + 1 : index + 7]:
                if not following or ": Failure" in following:
                    break
                said.append(following)
            return (where + "; ".join(said))[:200]
    return "no expectation named"
