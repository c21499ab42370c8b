"""`visualize_data.bin`: what MindStudio Insight shows of an operator, in blocks."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any

from custom_compiler.observe.sources import source_lines
from custom_compiler.profile.op_tables import basic_info, metric_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from custom_compiler.profile.launch_timing import LaunchTiming

_SOURCE, _TRACE, _FILES, _BASIC = 1, 2, 3, 5
_PATH_BYTES = 4096
_MAGIC = 0x5A
_INT, _FLOAT = 1, 2


def visualize_data(timing: LaunchTiming, pid: int, trace: str = "") -> bytes:
    """Return the file of one launch: sources, trace if there is one, costs by line, facts."""
    files = sorted({cost.file for cost in timing.lines if cost.file})
    blocks = [block(_BASIC, _json(_basic(timing, pid)))]
    blocks += [_source_block(file) for file in files if source_lines(file)]
    if trace:
        blocks.append(block(_TRACE, trace.encode()))
    blocks.append(block(_FILES, _json(_costs(timing, files))))
    return b"".join(blocks)


def block(kind: int, content: bytes, *, before: bytes = b"") -> bytes:
    """Return a header, `before`, and the content, padded with NULs to words of 4 bytes."""
    pad = -len(content) % 4
    header = struct.pack("<QBBBB", len(content) + pad, kind, pad, _MAGIC, _MAGIC)
    return header + before + content + bytes(pad)


def _source_block(file: str) -> bytes:
    path = file.encode(errors="replace")[: _PATH_BYTES - 1]
    text = "\n".join(source_lines(file)).encode() + b"\n"
    return block(_SOURCE, text, before=path.ljust(_PATH_BYTES, b"\0"))


def _costs(timing: LaunchTiming, files: Iterable[str]) -> dict[str, Any]:
    """Return the cycles and calls by source line; all cores together, as the observer sums them."""
    return {
        "Cores": ["all"],
        "Files Dtype": {
            "Lines": {"Line": _INT, "Cycles": _FLOAT, "Instructions Executed": _INT},
        },
        "Files": [{"Source": file, "Lines": _lines_of(timing, file)} for file in files],
    }


def _lines_of(timing: LaunchTiming, file: str) -> list[dict[str, Any]]:
    own = [cost for cost in timing.lines if cost.file == file]
    return [
        {
            "Line": line,
            "Address Range": [],
            "Cycles": [sum(cost.cycles for cost in own if cost.line == line)],
            "Instructions Executed": [sum(cost.count for cost in own if cost.line == line)],
        }
        for line in sorted({cost.line for cost in own})
    ]


def _basic(timing: LaunchTiming, pid: int) -> dict[str, Any]:
    (row,) = basic_info(timing, pid).rows
    utilization = metric_table(timing, "PipeUtilization")
    detail = {
        "head_name": list(utilization.columns),
        "size": [len(utilization.rows), len(utilization.columns)],
        "row": [{"value": _texts(values)} for values in utilization.values()],
    }
    is_mix = timing.kinds == ("aic", "aiv")
    return {
        "name": timing.kernel,
        "soc": timing.soc,
        "op_type": row["Op Type"],
        "block_dim": timing.block_dim,
        "mix_block_dim": row.get("Mix Block Dim") or 0,
        "device_id": timing.device,
        "pid": pid,
        "duration": timing.duration_us,
        "cur_freq": row["Current Freq"],
        "rated_freq": row["Rated Freq"],
        "mix_block_detail" if is_mix else "block_detail": detail,
        "advice": [],
    }


def _texts(values: Sequence[Any]) -> list[str]:
    return ["NA" if value is None else str(value) for value in values]


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
