"""The generated table of pyACL's functions: up to date, each with a test that calls it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
GENERATOR = ROOT / "docs" / "pyacl"


def test_table_is_what_the_code_gives(cann_home: Path) -> None:
    done = subprocess.run(
        [sys.executable, GENERATOR, "--check"],
        env={**os.environ, "ASCEND_HOME_PATH": str(cann_home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_calls_are_found_where_they_are(tmp_path: Path) -> None:
    (tmp_path / "test_b.py").write_text(
        "def helper(acl):\n    acl.rt.free(1)\n"
        "def test_two(acl):\n    ok(acl.rt.malloc(1, 0))\n    run('import acl; acl.finalize()')\n"
        "class TestThree:\n    def test_it(self, acl):\n        x = acl.rt.memset\n"
    )
    (tmp_path / "test_c.py").write_text("def test_later(acl):\n    acl.rt.malloc(2, 0)\n")
    spec = importlib.util.spec_from_file_location("calls", GENERATOR / "calls.py")
    assert spec is not None
    assert spec.loader is not None
    calls = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(calls)
    found = calls.first_tests(tmp_path)
    assert found["acl.rt.malloc"] == "test_b::test_two"
    assert found["acl.finalize"] == "test_b::test_two"
    assert found["acl.rt.memset"] == "test_b::TestThree::test_it"
    assert "acl.rt.free" not in found
