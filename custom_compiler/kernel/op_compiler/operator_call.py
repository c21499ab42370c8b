"""Calls of operators on random values, each in a process of its own (`verify_call`)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_START = """\
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from custom_compiler.kernel.op_compiler.verify_call import main
sys.exit(main(sys.argv[2]))
"""
_SHOWN = 500  # characters of a call's message


class Device(NamedTuple):
    """What calls are made on."""

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
    whole = {**call, "root": device.toolkit, "folder": folder, "repeats": repeats}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(whole, file)
    libraries = [os.path.join(device.toolkit, "lib64"), os.environ.get("LD_LIBRARY_PATH", "")]
    environment = {
        **{name: value for name, value in os.environ.items() if name != "ASCENDC_OBSERVE"},
        "ASCEND_OPP_PATH": opp,
        "ASCENDC_SOC_VERSION": device.soc,
        "LD_LIBRARY_PATH": ":".join(filter(None, libraries)),
        **variables,
    }
    try:
        done = subprocess.run(
            [sys.executable, "-c", _START, json.dumps(sys.path), path],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return f"it did not end within {seconds:g} s"
    if done.returncode == 0:
        return ""
    words = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
    return words[-1][:_SHOWN]


def read_output(folder: str, number: int) -> bytes:
    """An output that a call has written; empty for one that is absent or has no elements."""
    try:
        with open(os.path.join(folder, f"{number}.bin"), "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""
