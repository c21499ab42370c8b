"""Headers compile as C and C++11; the JSON reader survives damaged input."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEADERS = [
    "acl/acl.h",
    "acl/acl_base.h",
    "acl/acl_mdl.h",
    "acl/acl_op.h",
    "acl/acl_op_compiler.h",
    "acl/acl_rt.h",
    "acl/acl_rt_kernel.h",
    "acl/acl_rt_memory.h",
    "aclnn/acl_meta.h",
    "aclnn/aclnn_base.h",
    "aclnnop/aclnn_contiguous.h",
    "hccl/hccl.h",
]


@pytest.mark.parametrize("language", [("gcc", "c99", "c"), ("g++", "c++11", "c++")])
def test_headers_stand_alone(cann_home, tmp_path, language):
    compiler, standard, name = language
    for header in HEADERS:
        source = tmp_path / "one.src"
        source.write_text(f'#include "{header}"\n')
        subprocess.run(
            [
                compiler,
                f"-std={standard}",
                "-x",
                name,
                "-Wall",
                "-Wextra",
                "-Werror",
                "-fsyntax-only",
                f"-I{cann_home}/include",
                str(source),
            ],
            check=True,
        )


@pytest.mark.slow
def test_json_reader(tmp_path):
    program = tmp_path / "json"
    subprocess.run(
        [
            "g++",
            "-std=c++17",
            "-g",
            "-O1",
            "-fsanitize=address,undefined",
            "-fno-sanitize-recover=all",
            f"-I{ROOT}/toolkit/src",
            f"{Path(__file__).parent}/sources/json_check.cpp",
            f"{ROOT}/toolkit/src/support/json.cpp",
            "-o",
            str(program),
        ],
        check=True,
    )
    table = Path(__file__).parent / "sources" / "AddPairs_0123.json"
    result = subprocess.run([str(program), str(table)], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
