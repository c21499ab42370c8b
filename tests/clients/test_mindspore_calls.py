"""The calls that MindSpore makes, by a C++ client: what can be tested without its wheel."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.clients.conftest import Built

SOURCE = Path(__file__).with_name("mindspore_calls.cpp")


def test_calls_of_pynative_and_graph_mode(built: Built, tmp_path: Path) -> None:
    client, lib = tmp_path / "client", built.cann_home / "lib64"
    subprocess.run(
        ["g++", "-std=c++17", "-Wall", "-Werror", f"-I{built.cann_home}/include", str(SOURCE),
         "-o", str(client), f"-L{lib}", f"-Wl,-rpath,{lib}", f"-Wl,-rpath-link,{lib}",
         "-lascendcl", "-lnnopbase", "-lhccl", "-ldl", "-pthread"],
        check=True,
    )  # fmt: skip
    done = subprocess.run(
        [str(client), str(built.vendor / "op_api/lib/libcust_opapi.so")],
        env=os.environ | {"ASCEND_CUSTOM_OPP_PATH": str(built.vendor)},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
