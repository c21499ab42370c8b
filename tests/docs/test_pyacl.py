"""The generated page of pyACL's functions, each with a test that calls it."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
GENERATOR = ROOT / "docs" / "pyacl"


def test_the_page_has_every_function_with_a_test(cann_home: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, GENERATOR, "--output", tmp_path],
        env={**os.environ, "ASCEND_HOME_PATH": str(cann_home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    rows = re.findall(
        r"^\| `(\w+)\(.*` \| (.*) \|$", (tmp_path / "pyacl.md").read_text(), re.MULTILINE
    )
    assert {"malloc", "init", "memcpy"} <= {name for name, _ in rows}
    for _, test in rows:
        name = test.partition("::")[0]
        assert (ROOT / "tests" / "pyacl" / f"{name}.py").is_file(), test


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
