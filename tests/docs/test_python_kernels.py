"""docs/python_kernels.md, executed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.utils.caches import cache_with_headers

PAGE = Path(__file__).parents[2] / "docs" / "python_kernels.md"


@pytest.mark.slow
def test_page(cann_home: Path, tmp_path: Path) -> None:
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    blocks = [block for block in blocks if block[0] != "text"]  # what is printed
    assert [language for language, _ in blocks] == ["python", "sh", "sh", "python", "python", "sh"]
    for language, text in blocks:
        if language == "python":
            (tmp_path / text.split()[1]).write_text(text)  # its first line is "# name.py"
    folders = [Path(sys.executable).parent, cann_home / "bin", os.environ["PATH"]]
    environment = {
        **os.environ,
        "PATH": ":".join(map(str, folders)),
        "ASCEND_HOME_PATH": str(cann_home),
        "PYASC_CACHE_DIR": cache_with_headers(tmp_path / "cache"),
    }
    said = []
    for script in [text for language, text in blocks if language == "sh"]:
        done = subprocess.run(
            ["bash", "-ec", script],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        said.append(done.stdout)
    run, checked, exported = said
    assert run == "sums are right\n"
    assert checked.count("sums are right\n") == 2
    assert "No error detected" in checked
    assert "0 errors, 0 warnings" in exported
    assert list(tmp_path.glob("PROF_*/mindstudio_profiler_output/op_summary_*.csv"))
