"""A bar on a terminal, and plain lines elsewhere, for work of known size."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Advance = Callable[[str], None]

_MOST_STEPS = 20  # of a plain progress


@contextmanager
def progress(what: str, total: int, *, steps: int = _MOST_STEPS) -> Iterator[Advance]:
    """Yield the function to call with what has ended, `total` times.

    Plain lines are about as many as `steps`.
    """
    if not sys.stdout.isatty() or not total:
        yield _plain(what, total, max(1, total // steps))
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.table import Column
    except ImportError:  # a Python without the packages that a wheel brings
        yield _plain(what, total, max(1, total // steps))
        return
    columns = (
        TextColumn(what, markup=False, table_column=Column(no_wrap=True)),
        BarColumn(bar_width=12),
        MofNCompleteColumn(),
        TextColumn(
            "{task.fields[text]}",
            markup=False,
            table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1),
        ),
    )
    with Progress(*columns, console=Console(), transient=True, expand=True) as bar:
        task = bar.add_task("", total=total, text="")
        yield lambda text: bar.update(task, advance=1, text=text)


def _plain(what: str, total: int, step: int) -> Advance:
    done = 0

    def advance(text: str) -> None:
        nonlocal done
        done += 1
        if done % step == 0 or done == total:
            print(f"{what} {done}/{total} {text}", flush=True)  # noqa: T201 - what it is for

    return advance
