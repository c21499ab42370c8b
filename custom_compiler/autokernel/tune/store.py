"""Cached results of tuning, shared by all processes of a user.

Files are replaced as a whole and carry a checksum: who reads finds the old result, the new one, or
none, whatever was killed, damaged or full in between.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.autokernel.tune.result import TuningResult, tuned_of
from custom_compiler.errors import write_error
from custom_compiler.search.lessons import Lesson
from custom_compiler.support.cache_root import cache_root
from custom_compiler.support.files import write_atomic
from custom_compiler.support.locks import locked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_FORMAT = "custom_compiler-tuned 1"
_OTHER_PLACE = "choose another place (CUSTOM_COMPILER_CACHE)"
_MOST_TEACHERS = 50  # searches whose trials are cached, the last ones


class ResultStore:
    """Results, journals and prior trials in a folder of the cache."""

    def __init__(self) -> None:
        self._root = Path(cache_root(), "autokernel")

    def journal(self, key: str) -> Path:
        """Return the path of a search's journal."""
        return self._root / "journal" / f"{key}.jsonl"

    @contextmanager
    def owned(self, key: str, on_wait: Callable[[], None]) -> Iterator[None]:
        """Own a key in the block; `on_wait` is called if another process does at first.

        Raises:
            CustomCompilerError: the cache cannot be written.
        """
        path = self._root / "lock" / key
        with ExitStack() as stack:
            try:
                stack.enter_context(locked(str(path), on_wait))
            except OSError as error:
                raise write_error(path, error, _OTHER_PLACE) from error
            yield

    def load(self, key: str) -> TuningResult | None:
        """Return the result of a search; None if there is none, or it is damaged."""
        return _tuned(self._path("tuned", key))

    def latest(self, key: str) -> TuningResult | None:
        """Return the result of the last search for an operator, sizes and target, or None."""
        return _tuned(self._path("latest", key))

    def all_latest(self) -> Iterator[tuple[str, TuningResult]]:
        """Yield the results of all last searches, with their keys."""
        for path in sorted((self._root / "latest").glob("*.json")):
            tuned = _tuned(path)
            if tuned is not None:
                yield path.stem, tuned

    def save(self, key: str, latest: str, tuned: TuningResult) -> str:
        """Keep a result under both keys; why it could not be, or nothing."""
        text = json.dumps(tuned.fields())
        return _write(self._path("tuned", key), text) or _write(self._path("latest", latest), text)

    def teach(self, kind: str, key: str, lessons: Sequence[Lesson]) -> None:
        """Keep what the search of a key taught; where that cannot be, later ones learn less."""
        path = self._path("lessons", kind)
        with suppress(OSError), locked(f"{path}.lock"):
            trials = _lessons(path)
            trials.pop(key, None)
            trials[key] = list(lessons)
            _write(path, json.dumps(dict(list(trials.items())[-_MOST_TEACHERS:])))

    def lessons(self, kind: str, key: str) -> tuple[Lesson, ...]:
        """Return the prior trials of other searches of a kind, as of the start of this search.

        A search that continues after a kill must propose the same trials.
        """
        begin = self._path("begin", key)
        if _checked(begin) is None:
            others = _lessons(self._path("lessons", kind))
            others.pop(key, None)
            _write(begin, json.dumps(others))
        return tuple(lesson for lessons in _lessons(begin).values() for lesson in lessons)

    def forget(self, key: str) -> None:
        """Remove what a search needed as long as it went on."""
        with suppress(OSError):
            self.journal(key).unlink(missing_ok=True)
            self._path("begin", key).unlink(missing_ok=True)

    def _path(self, kind: str, key: str) -> Path:
        return self._root / kind / f"{key}.json"


def _tuned(path: Path) -> TuningResult | None:
    text = _checked(path)
    if text is None:
        return None
    try:
        return tuned_of(json.loads(text))
    except (ValueError, KeyError, TypeError):
        return None


def _lessons(path: Path) -> dict[str, list[Lesson]]:
    """Return prior trials by the keys of searches; empty if the file is damaged."""
    try:
        entries = json.loads(_checked(path) or "{}")
        return {
            key: [Lesson(tuple(map(float, row)), float(cost)) for row, cost in rows]
            for key, rows in entries.items()
        }
    except (ValueError, TypeError, AttributeError):
        return {}


def _checked(path: Path) -> str | None:
    """Return the text after a valid checksum, or None."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    is_intact = head == f"{_FORMAT} {hashlib.sha256(body).hexdigest()}".encode()
    return body.decode() if is_intact else None


def _write(path: Path, text: str) -> str:
    body = text.encode()
    head = f"{_FORMAT} {hashlib.sha256(body).hexdigest()}\n".encode()
    try:
        write_atomic(os.fspath(path), head + body)
    except OSError as error:
        return write_error(path, error, _OTHER_PLACE).message
    return ""
