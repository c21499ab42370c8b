"""Lines of timing launches as an observer writes them, of a kernel with queues of one buffer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SOURCE = """\
// add.cpp
DataCopy(x, xGm[i * 1024], 1024);
DataCopy(y, yGm[i * 1024], 1024);
Add(z, x, y, 1024);
DataCopy(zGm[i * 1024], z, 1024);
"""
CLOCK = 1850
_TILES = 4
_LOAD, _ADD, _STORE = 250.0, 40.0, 180.0
_BYTES = 4096


def instructions(source: Path, unit: int) -> list[dict[str, Any]]:
    """One core's: load, load, add, store, one after the other."""
    found: list[dict[str, Any]] = []
    time = 3000.0
    for _ in range(_TILES):
        for pipe, name, line, cycles in (
            ("mte2", "DataCopy", 2, _LOAD),
            ("mte2", "DataCopy", 3, _LOAD),
            ("vec", "Add", 4, _ADD),
            ("mte3", "DataCopy", 5, _STORE),
        ):
            found.append(
                {"unit": unit, "pipe": pipe, "name": name, "start": time, "cycles": cycles}
                | {"file": str(source), "line": line, "bytes": _BYTES}
            )
            time += cycles
    return found


def core(unit: int) -> dict[str, Any]:
    """One vector core."""
    cycles = 3000 + _TILES * (2 * _LOAD + _ADD + _STORE)
    return {
        "unit": unit,
        "block": unit,
        "sub_block": 0,
        "type": "aiv",
        "start": 100.0 * unit,
        "cycles": cycles,
        "pipes": {
            "scalar": {"busy": 3000, "count": 90},
            "vec": {"busy": _TILES * _ADD, "count": _TILES},
            "mte2": {"busy": _TILES * 2 * _LOAD, "count": 2 * _TILES},
            "mte3": {"busy": _TILES * _STORE, "count": _TILES},
        },
        "waits": [
            {"pipe": "vec", "cause": "mte2", "cycles": _TILES * 2 * _LOAD},
            {"pipe": "mte2", "cause": "vec", "cycles": _TILES * (_ADD + _STORE)},
        ],
        "bytes": {
            "gm_to_ub": _TILES * 2 * _BYTES,
            "ub_to_gm": _TILES * _BYTES,
            "ddr_read": _TILES * 2 * _BYTES,
        },
        "counters": {"vec_fp32": _TILES * _ADD, "vec_ops": _TILES * 1024},
    }


def profile(source: Path, launch: int = 0, **changes: Any) -> dict[str, Any]:
    """A launch of two blocks."""
    lines = [
        {"file": str(source), "line": line, "pipe": pipe, "count": 2 * _TILES, "cycles": cycles}
        for line, pipe, cycles in (
            (2, "mte2", 2 * _TILES * _LOAD),
            (3, "mte2", 2 * _TILES * _LOAD),
            (4, "vec", 2 * _TILES * _ADD),
            (5, "mte3", 2 * _TILES * _STORE),
        )
    ]
    tensor = {"dtype": 0, "format": 2, "shape": [8, 1024], "bytes": 32768}
    return {
        "event": "profile",
        "kernel": "AddCustom_1f2e_0",
        "op_type": "AddCustom",
        "launch": launch,
        "soc": "Ascend910B3",
        "clock_mhz": CLOCK,
        "block_dim": 2,
        "task_type": 0,
        "tiling_key": 0,
        "device": 0,
        "stream": 0,
        "pid": 77,
        "start_us": 10.0 * launch,
        "duration_us": 4.25,
        "arguments": [
            {"name": "x", "role": "input", **tensor},
            {"name": "y", "role": "input", **tensor},
            {"name": "z", "role": "output", **tensor},
        ],
        "cores": [core(0), core(1)],
        "lines": lines,
        "memory": {"UB": {"used": 12288, "size": 196608}},
        "peaks": {"gm_bytes_per_us": 800_000, "vec_ops_per_us": 10_000_000},
        "timeline": f"77.{launch}.timeline.jsonl",
        **changes,
    }


def write(folder: Path, source: Path, launches: int = 1, pid: int = 77, **changes: Any) -> None:
    """The files of one process."""
    folder.mkdir(exist_ok=True)
    with (folder / f"{pid}.profile.jsonl").open("w") as file:
        for launch in range(launches):
            name = f"{pid}.{launch}.timeline.jsonl"
            file.write(json.dumps(profile(source, launch, timeline=name, **changes)) + "\n")
            lines = [*instructions(source, 0), *instructions(source, 1), {"left_out": 3}]
            (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
