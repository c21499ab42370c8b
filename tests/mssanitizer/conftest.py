"""Programs that write what an observed process would write."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

LINES = Path(__file__).with_name("add.findings.jsonl")
_SOURCE = """\
// add.cpp
    DataCopy(xLocal, xGm[i], 64);
    Add(zLocal, xLocal, yLocal, 256);
    SetFlag<HardEvent::V_MTE2>(e);
    auto x = inQueueX.AllocTensor<float>();
  op.Process();
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "add.cpp").write_text(_SOURCE)
    return tmp_path / "add.cpp"


@pytest.fixture
def lines(source: Path) -> str:
    return LINES.read_text().replace("@SOURCE@", str(source))


@pytest.fixture
def program(tmp_path: Path, lines: str) -> Path:
    """Writes the lines of one launch, says something, then does what its arguments say."""
    (tmp_path / "lines").write_text(lines)
    script = tmp_path / "net"
    script.write_text(
        f'#!/bin/bash\ncat {tmp_path}/lines > "$ASCENDC_OBSERVE_OUTPUT/$$.findings.jsonl"\n'
        'echo "it says $1"\neval "$1"\n'
    )
    script.chmod(0o755)
    return script


Mssanitizer = Callable[..., subprocess.CompletedProcess[str]]
CommandLine = Callable[..., list[str]]


@pytest.fixture
def command_line() -> CommandLine:
    """The words that start mssanitizer with the given ones."""
    main = "from custom_compiler.sanitize.command import main"
    code = f"import sys; {main}; sys.exit(main('', sys.argv[1:]))"
    return lambda *words: [sys.executable, "-c", code, *map(str, words)]


@pytest.fixture
def mssanitizer(tmp_path: Path, command_line: CommandLine) -> Mssanitizer:
    """The command in a separate process, in a separate folder."""

    def run(*words: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command_line(*words),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            errors="surrogateescape",
            check=False,
            timeout=60,
        )

    return run
