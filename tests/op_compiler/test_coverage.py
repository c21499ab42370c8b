"""--diff: which calls of a run were static, and why the others were not."""

from __future__ import annotations

import json
from pathlib import Path

from tests.op_compiler.conftest import OpCompiler
from tests.op_compiler.information_files import add_custom, write

_KEY = "AddCustom/d=0,p=0/1,2,(8,{})/1,2,(8,{})/1,2,(8,{})/"


def call(dimension: str, taken: str, why: str = "") -> str:
    key = _KEY.replace("{}", dimension)
    kernel = f"/opp/{taken}.o"
    return json.dumps({"op": "AddCustom", "key": key, "taken": taken, "kernel": kernel, "why": why})


def test_table(op_compiler: OpCompiler, tmp_path: Path) -> None:
    lines = [call("800", "static")] * 3 + [call("400", "dynamic", "no kernel has this key")] * 2
    lines += [call("200", "dynamic", "no index"), call("200", "static"), call("200", "debug", "on")]
    lines += ["{", "", '{"op": "x"}', '{"key": 3}', "[" * 5000]
    (tmp_path / "calls.log").write_text("\n".join(lines))
    done = op_compiler("--diff", "calls.log")
    assert done.returncode == 0, done.stderr
    short = _KEY.replace("{}", "{0}")
    assert done.stdout.splitlines()[1:] == [
        "[op_compiler] note: 4 lines of calls.log cannot be read and are passed over",
        "   calls   static  key",
        "       3        1  " + short.format("200"),
        "                   1 debug, 1 dynamic: on",
        "       2        0  " + short.format("400"),
        "                   2 dynamic: no kernel has this key",
        "       3        3  " + short.format("800"),
        "[summary] 4 of 8 calls, 1 of 3 keys were static",
    ]


def test_files_of_a_folder_are_compared(op_compiler: OpCompiler, tmp_path: Path) -> None:
    (tmp_path / "calls.log").write_text(
        "\n".join([call("400", "dynamic", "no index"), call("200", "dynamic", "no index")])
    )
    path = write(tmp_path / "dump/a.json", add_custom((8, 1024)))
    write(tmp_path / "dump/b.json", add_custom((8, 64)))
    write(tmp_path / "dump/c.json", "{")
    done = op_compiler("--diff", "calls.log", "-p", "dump")
    assert done.returncode == 0
    assert f"described by {path.relative_to(tmp_path)}: compile and install it" in done.stdout
    assert "no information file describes it: record the run again" in done.stdout
    assert done.stdout.endswith("[summary] 3 of 4 keys of the folder were not called\n")
    assert "dump/c.json: " in done.stderr


def test_log_without_calls(op_compiler: OpCompiler, tmp_path: Path) -> None:
    (tmp_path / "calls.log").write_bytes(b"\0\xff\n")
    done = op_compiler("--diff", "calls.log")
    assert done.returncode == 1
    assert "op_compiler: error: --diff calls.log: no line in it is about a call" in done.stderr
    assert "ASCENDC_KERNEL_LOG=<file>" in done.stderr
