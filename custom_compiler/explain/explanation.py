"""Known failures in a log, in the order in which they happened."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.explain.acl_codes import ACL_CODES
from custom_compiler.explain.error_names import NAMED, explain_name
from custom_compiler.explain.failures import CODES, FAILURES, NOISE, Failure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

LINE_LIMIT = 4000  # characters looked at; generated lines may be megabytes
MOST = 1000  # different failures that are reported
_BATCH = 1000  # lines that are searched together
# An error code where logs write one: "error code 507015", "ret = 107002", "errorCode is 161002".
_CODE = re.compile(
    r"(?i)\b(?:err(?:or)?(?:[ _]?(?:code|no))?|ret(?:urn(?:ed|s)?)?|result|status|failed|code)\b"
    r"[^\d\n]{0,24}?\b(\d{6})\b"
)
# Characters of codes by their kinds, and what codes (507015, EZ3003, E20001) then look like.
_SHAPES = bytes.maketrans(b"123456789WABCDFGHIJKLMNOPQRSTUVXYZ", b"000000000E" + b"A" * 24)
_NAME_SHAPES = (b"EA0000", b"EE0000", b"E00000")
_CODE_WORDS = ("err", "ret", "result", "status", "failed", "code")  # one is before each `_CODE`
_DEFINE = re.compile(r"#define\s+(ACL\w+)\s+(\d{6})\b|\b(ACL_ERROR\w+)\s*=\s*(\d{6})\b")


@dataclass(frozen=True)
class Explanation:
    """A known failure.

    Attributes:
        line: Where it first stands, from 1 on.
        text: That line.
        cause: What it means.
        remedy: What to do.
        count: How often it stands in the log.
    """

    line: int
    text: str
    cause: str
    remedy: str
    count: int


def explain(lines: Iterable[str], names: Mapping[int, str]) -> list[Explanation]:
    """Recognise failures; one explanation per cause, in the order of the log.

    What frameworks write while all is well is not explained. Of a line the first `LINE_LIMIT`
    characters count, and `MOST` causes are reported, the first ones.

    Args:
        lines: The log.
        names: Names of error codes (`code_names`).
    """
    explanations: dict[str, Explanation] = {}
    first = 1
    remaining = iter(lines)
    while batch := [line[:LINE_LIMIT] for line in islice(remaining, _BATCH)]:
        clues = _clues_of("\n".join(batch))
        for number, line in enumerate(batch if any(clues) else (), first):
            for cause, remedy in _meanings(line, clues, names):
                earlier = explanations.get(cause)
                if earlier or len(explanations) < MOST:
                    begin = earlier or Explanation(number, line.strip()[:200], cause, remedy, 0)
                    explanations[cause] = replace(begin, count=begin.count + 1)
        first += len(batch)
    return list(explanations.values())


class _Clues(NamedTuple):
    """Clues in lines: failures, codes with letters, numbers of six digits."""

    failures: list[Failure]
    has_names: bool
    has_numbers: bool


def _clues_of(text: str) -> _Clues:
    """Return the clues in several lines; one search of the whole text is much faster."""
    failures = [failure for failure in FAILURES if any(sign in text for sign in failure.signs)]
    shape = text.encode("utf-8", "replace").translate(_SHAPES)
    return _Clues(failures, any(name in shape for name in _NAME_SHAPES), b"000000" in shape)


def _meanings(line: str, clues: _Clues, names: Mapping[int, str]) -> list[tuple[str, str]]:
    meanings = []
    for failure in clues.failures:
        match = failure.pattern.search(line)
        if match:
            parts = [part or "?" for part in match.groups()]
            meanings.append((failure.cause.format(*parts), failure.remedy.format(*parts)))
            break
    else:
        for match in NAMED.finditer(line) if clues.has_names else ():
            meaning = explain_name(match[1])
            if meaning:
                meanings.append(meaning)
    lower = line.lower() if clues.has_numbers else ""
    for match in _CODE.finditer(line) if any(word in lower for word in _CODE_WORDS) else ():
        code = int(match[1])
        if code in CODES or code in ACL_CODES or code in names:
            meanings.append(explain_code(code, names))
    return [] if meanings and NOISE.search(line) else meanings


def explain_code(code: int, names: Mapping[int, str]) -> tuple[str, str]:
    """Cause and remedy of an error code."""
    name = f" ({names[code]})" if code in names else ""
    meaning = CODES.get(code) or ACL_CODES.get(code)
    cause, remedy = meaning or ("an error without a known remedy", "aclGetRecentErrMsg says more")
    return f"{code}{name}: {cause}", remedy


def known_codes() -> dict[int, tuple[str, str]]:
    """Cause and remedy by number."""
    return {**ACL_CODES, **CODES}


def code_names(include: Path) -> dict[int, str]:
    """Return the names of error codes in a toolkit's headers; the first name of a code counts."""
    names: dict[int, str] = {}
    for path in (*sorted(include.glob("acl/*.h")), *sorted(include.glob("aclnn/*.h")),
                 *sorted(include.glob("acl/error_codes/*.h"))):  # fmt: skip
        for match in _DEFINE.finditer(path.read_text(encoding="utf-8", errors="replace")):
            names.setdefault(int(match[2] or match[4]), match[1] or match[3])
    return names
