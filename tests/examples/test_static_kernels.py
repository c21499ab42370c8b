"""Static kernels of calls of all kinds give what their operators document."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.utils.caches import cache_with_headers
from tests.utils.python_path import python_path

_CLIENT = Path(__file__).with_name("static_client.py")


def _ran(tilings: Path) -> set[tuple[Any, ...]]:
    """Return the runtime's tilings of the calls."""
    lines = [json.loads(line) for line in tilings.read_text().splitlines()]
    return {
        (
            line["op"],
            line["tiling_key"],
            line["block_dim"],
            tuple(line["workspaces"]),
            line["tiling_data"],
        )
        for line in lines
        if line["op"] != "TensorMove"
    }


def _built(opp: Path) -> set[tuple[Any, ...]]:
    """Return the tilings with which the kernels were made."""
    found = set()
    for path in opp.glob("static_kernel/ai_core/calls/ascend910b/*/*.json"):
        said = json.loads(path.read_text())
        run = said["runInfo"]
        if path.parent.name != "TensorMove":
            workspaces = tuple(said["workspace"]["size"])
            decided = (run["tiling_key"], run["block_dim"], workspaces, run["tiling_data"])
            found.add((path.parent.name, *decided))
    return found


def _make_views(files: Path) -> int:
    """Let the first inputs of the calls be every other element; how many calls have some."""
    changed = 0
    for path in files.glob("*.json"):
        call = json.loads(path.read_text())
        first = call["inputs"][0] if call["inputs"] else []
        tensors = first if isinstance(first, list) else [first]
        for tensor in tensors:
            steps = [2 * math.prod(tensor["shape"][i + 1 :]) for i in range(len(tensor["shape"]))]
            tensor |= {"is_view": True, "stride": steps, "offset": 64}
        path.write_text(json.dumps(call))
        changed += bool(tensors)
    return changed


def _add_collective(files: Path) -> None:
    """A call of an operator that communicates."""
    port = {"param_type": "required", "dtype": "float", "format": "ND", "shape": [10_007]}
    x, y, z = ({"name": name, **port} for name in "xyz")
    inputs = [{**x, "index": 0}, {**y, "index": 1}]
    group = {"name": "group", "dtype": "str", "index": 0, "value": "hccl_world_group_0"}
    call = {"op_type": "AddAllReduce", "inputs": inputs, "outputs": [{**z, "index": 0}]}
    (files / "collective.json").write_text(json.dumps({**call, "attrs": [group]}))


@pytest.mark.slow
def test_calls_of_all_kinds_take_static_kernels(
    cann_home: Path, examples_vendor: Path, tmp_path: Path
) -> None:
    variables = {
        **{name: value for name, value in os.environ.items() if not name.startswith("ASCEND")},
        **python_path(),
        "ASCEND_CUSTOM_OPP_PATH": str(examples_vendor),
        "ASCENDC_SOC_VERSION": "Ascend910B3",
        "CUSTOM_COMPILER_CACHE": cache_with_headers(tmp_path / "cache"),
    }

    def run(*words: object, **more: str) -> None:
        command = [*map(str, words)]
        environment = {**variables, **more}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    call = (sys.executable, _CLIENT, cann_home, examples_vendor)
    tilings = tmp_path / "tilings"
    run(*call, ASCENDC_DUMP_OP_ARGS=str(tmp_path / "dump"), ASCENDC_TILING_LOG=str(tilings))
    (files,) = (tmp_path / "dump").glob("*_opcompile")
    compiler = cann_home / "bin/op_compiler"
    run(compiler, "-p", files, "-v", "Ascend910B3", "-f", "-o", tmp_path / "calls")
    run("sh", tmp_path / "calls.run", "--quiet", f"--install-path={tmp_path / 'opp'}")
    log = tmp_path / "log"
    run(*call, ASCEND_OPP_PATH=str(tmp_path / "opp"), ASCENDC_KERNEL_LOG=str(log))
    assert _built(tmp_path / "opp") == _ran(tilings)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    taken = {line["key"]: line["taken"] for line in lines if line["op"] != "TensorMove"}
    assert len(taken) == 10
    assert set(taken.values()) == {"static"}, taken
    assert _make_views(files) == 9  # all that have inputs
    _add_collective(files)
    report = tmp_path / "report.json"
    words = ("-v", "Ascend910B3", "-f", "-o", tmp_path / "views", "--verify", "--report", report)
    run(compiler, "-p", files, *words)
    verdicts = json.loads(report.read_text())["verify"]
    assert len(verdicts) == 11
    assert all(verdict["equal"] for verdict in verdicts)
