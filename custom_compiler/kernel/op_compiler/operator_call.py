"""Calls of operators on random values, each in a separate process (`verify_call`)."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.support.processes import python_command, run

if TYPE_CHECKING:
    from collections.abc import Mapping

_CALL = "custom_compiler.kernel.op_compiler.verify_call:main"
_SHOWN = 500  # characters of a call's message


class Device(NamedTuple):
    """Device of the calls."""

    toolkit: str  # root
    soc: str


def make_call(  # noqa: PLR0913, PLR0917 - what a call is made of
    device: Device,
    opp: str,
    call: Mapping[str, Any],
    folder: str,
    variables: Mapping[str, str],
    seconds: float | None = None,
    repeats: int = 0,
) -> str:
    """Make a call; empty, or why it failed. Outputs are `<number>.bin` in `folder`.

    Args:
        device: What it is made on.
        opp: The folder of operators that is used.
        call: What is called; see `verify.call_of`.
        folder: For what the process writes.
        variables: For its environment, besides.
        seconds: That it may take.
        repeats: Times that it is made again, whose durations are put into `times.json`.
    """
    path = os.path.join(folder, "call.json")
    request = {**call, "root": device.toolkit, "folder": folder, "repeats": repeats}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(request, file)
    libraries = [os.path.join(device.toolkit, "lib64"), os.environ.get("LD_LIBRARY_PATH", "")]
    environment = {
        **{name: value for name, value in os.environ.items() if name != "ASCENDC_OBSERVE"},
        "ASCEND_OPP_PATH": opp,
        "ASCENDC_SOC_VERSION": device.soc,
        "LD_LIBRARY_PATH": ":".join(filter(None, libraries)),
        **variables,
    }
    ended = run(python_command(_CALL, path), env=environment, seconds=seconds)
    if ended.is_late:
        return f"it did not end within {seconds:g} s"
    return ended.reason[:_SHOWN] if ended.code else ""


def read_output(folder: str, number: int) -> bytes:
    """Return an output of a call; empty if it is absent or has no elements."""
    try:
        with open(os.path.join(folder, f"{number}.bin"), "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""
