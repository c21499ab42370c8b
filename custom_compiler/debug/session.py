"""A gdb session of a program that launches kernels."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import BuildError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_EXTENSION = Path(__file__).parent / "gdb_extension" / "start.py"


def gdb_command(scripts: Sequence[Path], commands: Sequence[str], *, batch: bool) -> list[str]:
    """Return the command that a program and its arguments are appended to.

    Args:
        scripts: Files of gdb commands, executed in order.
        commands: gdb commands, executed after them.
        batch: Leave gdb when all are done, and ask nothing.
    """
    gdb = shutil.which("gdb")
    if gdb is None:
        raise BuildError("gdb is not there", "install it, as in: apt-get install gdb")
    # What Python brings for gdb is of no use here, and gdb warns of it.
    command = [gdb, "-q", "-iex", "set auto-load python-scripts off", "-x", str(_EXTENSION)]
    command += ["-nx", "-batch"] if batch else []
    for script in scripts:
        command += ["-x", str(script)]
    for text in commands:
        command += ["-ex", text]
    return [*command, "--args"]


def observation(condition: str, output: Path) -> dict[str, str]:
    """Return the variables that make launches observed for a debugger.

    Args:
        condition: On breakpoints that have none, about `$ascend_block()`; "" for none.
        output: A folder for what observers write.
    """
    return {
        "ASCENDC_OBSERVE": "debug",
        "ASCENDC_OBSERVE_OUTPUT": str(output),
        "ASCENDC_GDB_CONDITION": condition,
        # Time passes while a user thinks.
        "ASCENDC_TIMEOUT": "0",
    }


@contextmanager
def output_folder() -> Iterator[Path]:
    """Create a folder that exists while the debugger runs."""
    with tempfile.TemporaryDirectory(prefix="custom-compiler-gdb-") as folder:
        yield Path(folder)
