"""A C program calls built-in operators as frameworks do, and their headers are those of C."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("client.c")
STRICT = ["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror"]


def test_a_c_program(cann_home: Path, tmp_path: Path) -> None:
    program, libraries = tmp_path / "client", cann_home / "lib64"
    subprocess.run(
        [*STRICT, str(SOURCE), "-o", str(program), f"-I{cann_home}/include", f"-L{libraries}",
         "-lascendcl", "-lnnopbase", "-lopapi", f"-Wl,-rpath-link,{libraries}"],
        check=True,
    )  # fmt: skip
    env = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    script = f"source '{cann_home}/set_env.sh' && '{program}'"
    done = subprocess.run(
        ["bash", "-c", script], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["45", "75"]


def test_headers_are_c(cann_home: Path) -> None:
    headers = sorted((cann_home / "include/aclnnop").glob("aclnn_*.h"))
    assert len(headers) > 50
    text = "".join(f'#include "aclnnop/{header.name}"\n' for header in headers)
    subprocess.run(
        [*STRICT, "-fsyntax-only", "-xc", "-", f"-I{cann_home}/include"], input=text, text=True,
        check=True,
    )  # fmt: skip
