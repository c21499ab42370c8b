"""Progress of a build: a bar on a terminal, plain lines anywhere else."""

from __future__ import annotations

import contextlib
import re
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from custom_compiler.project import BuildEvent, EventHandler

_KERNELS = re.compile(r"Kernel (?P<names>\w+_[0-9a-f]{32}(?: \w+_[0-9a-f]{32})*) \((?P<units>.*)\)")
_NOISE = "Re-checking globbed directories"  # Ninja's first step, whatever is to be done
# Steps of CMake that are known by their place in the build's folder.
_PATH_STEP = re.compile(
    r"(?P<what>Building CXX object|Linking CXX \w+ \w+) (?:\S*/)?(?P<file>[^/\s]+?)(?:\.o)?$"
)


@contextlib.contextmanager
def show_progress(
    *, verbose: bool, quiet: bool = False, project: Path | None = None
) -> Iterator[EventHandler]:
    """Yield the function to call with each event; the display ends with the block.

    Args:
        verbose: Show all that tools say.
        quiet: Show nothing.
        project: The project that is built, whose kernels are then shown with their types.
    """

    def named(event: BuildEvent) -> BuildEvent:
        return replace(event, text=kernel_step(event.text, project)) if project else event

    def short(event: BuildEvent) -> BuildEvent:
        event = named(event)
        return replace(event, text=_PATH_STEP.sub(_short_step, event.text))

    if quiet or verbose or not sys.stderr.isatty():
        show = _show_nothing if quiet else _print_line if verbose else _print_step
        yield lambda event: show(named(event) if verbose else short(event))
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn
    from rich.table import Column

    columns = (
        SpinnerColumn(),
        TextColumn("{task.fields[stage]:9}"),
        BarColumn(bar_width=12),
        TextColumn("{task.fields[count]}"),
        TextColumn(
            "{task.fields[text]}",
            markup=False,
            table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1),
        ),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, expand=True) as progress:
        task = progress.add_task("", total=None, stage="", count="", text="")

        def update(event: BuildEvent) -> None:
            event = short(event)
            if event.stage == "note":
                progress.console.print(event.text, markup=False, highlight=False)
                return
            progress.update(
                task,
                completed=event.done,
                total=event.total or None,
                stage=event.stage,
                count=f"{event.done}/{event.total}" if event.total else "",
                text=event.text,
            )

        yield update


def _short_step(step: re.Match[str]) -> str:
    """Shorten `Building CXX object op_host/CMakeFiles/x.dir/a.cpp.o` to `Compiling a.cpp`."""
    what = "Compiling" if step["what"].startswith("Building") else "Linking"
    return f"{what} {step['file']}"


def kernel_step(text: str, project: Path) -> str:
    """Return a step with its kernels by operator and input types, instead of their hashes.

    `Kernel AddCustom_4522cebf277259837935bcdab5e9e007 (ascend910b)` becomes `Kernel AddCustom
    float16
    (ascend910b)`; a step without readable files stays unmodified.
    """
    match = _KERNELS.fullmatch(text)
    if not match:
        return text
    names = match["names"].split()
    operator = names[0].rpartition("_")[0]
    try:
        types = [_types(project, operator, name) for name in names]
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return text
    return f"Kernel {operator} {', '.join(types)} ({match['units']})"


def _types(project: Path, operator: str, name: str) -> str:
    """Return the types of a kernel's inputs: one if they have the same."""
    import json

    path = project / "build_out/op_kernel/work" / operator / f"{name}_param.json"
    described = json.loads(path.read_text(encoding="utf-8"))["op_list"][0]
    ports: list[Any] = described["inputs"] or described["outputs"]
    # A dynamic input is a list of tensors.
    first = [port[0] if isinstance(port, list) else port for port in ports]
    types = [str(port["dtype"]) for port in first if port]
    return types[0] if len(set(types)) == 1 else "/".join(types)


def _show_nothing(event: BuildEvent) -> None:
    del event


def _print_line(event: BuildEvent) -> None:
    count = f"[{event.done}/{event.total}] " if event.total else ""
    print(f"{count}{event.text}", file=sys.stderr, flush=True)


def _print_step(event: BuildEvent) -> None:
    """Leave out what tools say besides; it is in the log."""
    is_shown = event.total or event.stage in {"wait", "note"}
    if is_shown and not event.text.startswith(_NOISE):
        _print_line(event)
