"""Stops name the block; breakpoints can be those of kernels, or of one block, only."""

import os

import gdb
import state

# A condition on the block that executes; -1 is the host. Empty: all breakpoints stop.
_CONDITION = os.environ.get("ASCENDC_GDB_CONDITION", "")


def _announce(_event) -> None:
    block = state.current_block()
    if block is not None:
        unit = f"{state.TYPES[block.core_type]} block {block.number}"
        gdb.write(f"[kernel {state.launch().kernel}, {unit}]\n")


def _restrict(breakpoint_) -> None:
    # gdb takes no condition of a breakpoint whose place is not loaded yet.
    if (
        breakpoint_.type == gdb.BP_BREAKPOINT
        and breakpoint_.visible
        and not breakpoint_.pending
        and not breakpoint_.condition
    ):
        breakpoint_.condition = _CONDITION


def _find_sources(event) -> None:
    # Objects of kernels name their sources by links in their folder.
    folder = os.path.dirname(os.path.realpath(event.new_objfile.filename or ""))
    if os.path.exists(os.path.join(folder, "ascendc.src")):
        gdb.execute(f"directory {folder}", to_string=True)


def register() -> None:
    """Follow stops and the making of breakpoints."""
    for setting in ("breakpoint pending on", "pagination off", "print elements 32"):
        gdb.execute("set " + setting)
    # What the cores interrupt their threads with.
    gdb.execute("handle SIGURG nostop noprint pass", to_string=True)
    gdb.events.new_objfile.connect(_find_sources)
    gdb.events.stop.connect(_announce)
    if _CONDITION:
        gdb.events.breakpoint_created.connect(_restrict)
        gdb.events.breakpoint_modified.connect(_restrict)
