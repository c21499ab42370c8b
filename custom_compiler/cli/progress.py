"""What a build shows while it runs: a bar on a terminal, plain lines anywhere else."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.project import BuildEvent, EventHandler


@contextlib.contextmanager
def show_progress(*, verbose: bool) -> Iterator[EventHandler]:
    """Yield the function to call with each event; the display ends with the block."""
    if verbose or not sys.stderr.isatty():
        yield _print_line if verbose else _print_step
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.fields[stage]:9}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TextColumn("{task.fields[text]}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None, stage="", text="")

        def update(event: BuildEvent) -> None:
            progress.update(
                task,
                completed=event.done,
                total=event.total or None,
                stage=event.stage,
                text=event.text,
            )

        yield update


def _print_line(event: BuildEvent) -> None:
    count = f"[{event.done}/{event.total}] " if event.total else ""
    print(f"{count}{event.text}", file=sys.stderr, flush=True)


def _print_step(event: BuildEvent) -> None:
    """Leave out what tools say besides; it is in the log."""
    if event.total or event.stage == "wait":
        _print_line(event)
