"""Display of a search: a progress bar or plain lines, and a log file with a line for each trial."""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from typing import IO, TYPE_CHECKING

from custom_compiler.autokernel.tune.driver import Watcher
from custom_compiler.errors import write_error
from custom_compiler.support.progress import progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from custom_compiler.autokernel.tune.back_end import BackEnd
    from custom_compiler.search.trial import Trial


class _Shown(Watcher):
    def __init__(self, what: str, log: IO[str] | None, stack: ExitStack, *, quiet: bool) -> None:
        self._what = what
        self._log = log
        self._stack = stack
        self._quiet = quiet
        self._best = float("inf")
        self._advance: Callable[[str], None] = lambda _: None

    def begin(self, back_end: BackEnd, trials: int) -> None:
        self._write({"operator": self._what, "target": back_end.target, "trials": trials})
        if not self._quiet:
            self._advance = self._stack.enter_context(progress(f"tune {self._what}", trials))

    def tried(self, trial: Trial) -> None:
        self._best = min(self._best, self._best if trial.cost is None else trial.cost)
        self._write(trial.fields())
        self._advance(f"best {self._best:.6g}")

    def note(self, text: str) -> None:
        self._write({"note": text})
        if not self._quiet:
            print(f"note: {text}", flush=True)  # noqa: T201 - to the user of the command

    def _write(self, entry: dict[str, object]) -> None:
        if self._log is not None:
            print(json.dumps(entry), file=self._log, flush=True)


@contextmanager
def watching(what: str, log: Path | None, *, quiet: bool) -> Iterator[Watcher]:
    """Yield the display of a search; the log is appended to, with lines of JSON.

    Raises:
        CustomCompilerError: the log cannot be written.
    """
    with ExitStack() as stack:
        file = None
        if log is not None:
            try:
                file = stack.enter_context(log.open("a", encoding="utf-8"))
            except OSError as error:
                raise write_error(log, error, "name another file") from error
        yield _Shown(what, file, stack, quiet=quiet)
