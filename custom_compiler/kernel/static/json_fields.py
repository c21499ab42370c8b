"""JSON objects from files that nobody vouches for: parsed within bounds, each member checked.

A wrong member is a `JsonError` that knows the member's place ("inputs[1].dtype").
"""

from __future__ import annotations

import json
import os
import stat
from collections import Counter
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

MAX_BYTES = 4 << 20
MAX_DEPTH = 32

INT64_MIN, INT64_MAX = -(1 << 63), (1 << 63) - 1

_NUMBER_LENGTH = 32  # digits; int() takes time that grows with their square
_FLOAT_LENGTH = 1024  # no double needs more digits to be exact
_SHOWN = 60

_T = TypeVar("_T")
_S = TypeVar("_S")


class JsonError(Exception):
    """Problem at a location in the file, with a hint or ""."""

    def __init__(self, location: str, problem: str, hint: str = "") -> None:
        super().__init__(f"{location}: {problem}" if location else problem)
        self.location = location
        self.problem = problem
        self.hint = hint


def printable(text: str) -> str:
    """Return `text` on one line, with characters that are not printable escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def shown(value: Any) -> str:
    """Return a JSON value for a message, truncated if it is long."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = printable(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def read_object(path: str) -> dict[str, Any]:
    """Return the object in a file of at most `MAX_BYTES`.

    Raises:
        JsonError: It contains none.
        OSError: It cannot be read.
    """
    try:
        text = _read(path).decode()
        value = json.loads(
            text, object_pairs_hook=_unique_members, parse_int=_integer, parse_float=_float
        )
    except UnicodeDecodeError as error:
        raise JsonError("", f"byte {error.start} is not UTF-8") from error
    except json.JSONDecodeError as error:
        raise JsonError(f"line {error.lineno}, column {error.colno}", error.msg) from error
    except RecursionError as error:
        raise _too_deep() from error
    _check_texts(value)
    if not isinstance(value, dict):
        raise JsonError("", f"holds {shown(value)}, no object")
    return value


def _read(path: str) -> bytes:
    # A pipe that nobody writes to would block an ordinary open().
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise JsonError("", "is no regular file")
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise JsonError("", f"is larger than {MAX_BYTES >> 20} MiB")
    return data


def _unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise JsonError("", f"gives {shown(twice)} twice in one object")
    return members


def _integer(digits: str) -> int:
    if len(digits) > _NUMBER_LENGTH:
        raise JsonError("", f"the number {digits[:_SHOWN]}... is too large")
    return int(digits)


def _float(digits: str) -> float:
    if len(digits) > _FLOAT_LENGTH:
        raise JsonError("", f"the number {digits[:_SHOWN]}... is too long")
    return float(digits)


def _check_texts(value: Any) -> None:
    """Reject what could not be written again: deep nesting, and halves of UTF-16 pairs."""
    level = [value]
    for _ in range(MAX_DEPTH):
        below: list[Any] = []
        for item in level:
            if isinstance(item, str):
                _check_text(item)
            elif isinstance(item, list):
                below.extend(item)
            elif isinstance(item, dict):
                below.extend(item)
                below.extend(item.values())
        level = below
    if level:
        raise _too_deep()


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise JsonError("", f"the text {shown(text)} is no Unicode") from error


def _too_deep() -> JsonError:
    return JsonError("", f"is nested deeper than {MAX_DEPTH} levels")


class JsonFields:
    """The members of a JSON object at its place in the file."""

    def __init__(self, location: str, value: Any) -> None:
        if not isinstance(value, dict):
            raise JsonError(location, f"is {shown(value)}, no object")
        self._location = location
        self.values: dict[str, Any] = value

    def locate(self, key: str) -> str:
        """Return the location of a member, for a message."""
        return f"{self._location}.{key}" if self._location else key

    def reject(self, key: str, problem: str, hint: str = "") -> NoReturn:
        """Raise the problem of one member."""
        raise JsonError(self.locate(key), problem, hint)

    def required(self, key: str) -> Any:
        """Return the member, of any type."""
        if key not in self.values:
            self.reject(key, "is missing")
        return self.values[key]

    def text(self, key: str, pattern: re.Pattern[str], what: str) -> str:
        """Return a text that matches `pattern` completely; `what` describes the pattern."""
        value = self.required(key)
        if not isinstance(value, str) or not pattern.fullmatch(value):
            self.reject(key, f"is {shown(value)}, no {what}")
        return value

    def optional_text(self, key: str, pattern: re.Pattern[str], what: str) -> str:
        """Return text like `text`; "" if it is missing or empty."""
        return "" if self.values.get(key, "") == "" else self.text(key, pattern, what)

    def choice(self, key: str, meanings: dict[str, _T]) -> _T:
        """Return the meaning of the member's word."""
        value = self.required(key)
        if not isinstance(value, str) or value not in meanings:
            self.reject(key, f"is {shown(value)}", f"give one of {', '.join(meanings)}")
        return meanings[value]

    def integer(self, key: str, low: int, high: int) -> int:
        """Return an integer in low..high."""
        value = self.required(key)
        return checked_integer(value, self.locate(key), low, high)

    def optional_integer(self, key: str, low: int, high: int, default: _S) -> int | _S:
        """Return an integer like `integer`; `default` if it is missing."""
        return self.integer(key, low, high) if key in self.values else default

    def has(self, key: str) -> bool:
        """Return whether the member is there."""
        return key in self.values

    def flag(self, key: str) -> bool:
        """Return a boolean; False if it is missing."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            self.reject(key, f"is {shown(value)}", "give true or false")
        return value

    def elements(self, key: str) -> Iterator[tuple[str, Any]]:
        """Return the locations and values of a list."""
        return list_elements(self.required(key), self.locate(key))


def list_elements(value: Any, location: str) -> Iterator[tuple[str, Any]]:
    """Return the locations and values of the list at `location`."""
    if not isinstance(value, list):
        raise JsonError(location, f"is {shown(value)}, no list")
    return ((f"{location}[{number}]", element) for number, element in enumerate(value))


def checked_integer(value: Any, location: str, low: int, high: int, hint: str = "") -> int:
    """Return the value at `location`, an integer in low..high."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise JsonError(location, f"is {shown(value)}, no integer", hint)
    if not low <= value <= high:
        raise JsonError(location, f"is {value}, not in {low}..{high}", hint)
    return value
