"""Static keys of the runtime are those of op_compiler."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests/kernel/static/static_key_vectors.json"


@pytest.fixture(scope="module")
def check(cann_home, tmp_path_factory):
    program = tmp_path_factory.mktemp("keys") / "check"
    sources = ROOT / "toolkit/src"
    command = [
        *("g++", "-std=c++17", "-g", "-O0", "-D_GLIBCXX_USE_CXX11_ABI=0"),
        *("-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
        *(f"-I{sources}", f"-I{cann_home}/include"),
        *(f"{sources}/nnopbase/static_{part}.cpp" for part in ("key", "difference")),
        *(f"{sources}/support/json.cpp", f"{Path(__file__).parent}/sources/static_key_check.cpp"),
        *("-o", str(program), f"-L{cann_home}/lib64", "-lgraph", "-lgraph_base"),
        f"-Wl,-rpath,{cann_home}/lib64",
    ]
    subprocess.run(command, check=True)

    def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)

    return run


def test_keys_are_those_of_the_vectors(check):
    result = check(VECTORS)
    assert result.returncode == 0, result.stdout + result.stderr
    assert int(result.stdout.split()[0]) >= len(json.loads(VECTORS.read_text())) - 1


@pytest.mark.parametrize(
    ("key", "difference"),
    [
        ("d=1,p=0/1,2,(8,800)/1,2,(8,800)/1,2,(8,800)/", "options d=0,p=0, the kernel has d=1,p=0"),
        (
            "d=0,p=0/1,2,(8,800)/1,2,(8,400)/1,2,(8,800)/",
            "input 1: dimensions (8,2048), the kernel has (8,1024)",
        ),
        (
            "d=0,p=0/0,2,(8,800)/1,2,(8,800)/1,2,(8,800)/",
            "input 0: dtype DT_FLOAT16, the kernel has DT_FLOAT",
        ),
        (
            "d=0,p=0/1,2,(8,800)/1,2,(8,800)/1,1d,(8,800)/",
            "output 0: format ND, the kernel has FRACTAL_NZ",
        ),
        (
            "d=0,p=0/1,2,(8,800)/1,2,(8,800),[5]/1,2,(8,800)/",
            "input 1: values unknown, the kernel has [5]",
        ),
        ("d=0,p=0/1,2,(8,800)/_/1,2,(8,800)/", "input 1: given, the kernel has none"),
        ("d=0,p=0/1,2,(8,800)/1,2,(8,800)/1,2,(8,800)/7", "attribute 0"),
        ("d=0,p=0/1,2,(8,800)", "input 1"),
        ("", ""),
        ("d=0,p=0/1/(((/[[,;", "input 0"),
    ],
)
def test_what_differs_is_named(check, key, difference):
    result = check("why", VECTORS, f"AddCustom/{key}")
    assert result.returncode == 0, result.stderr
    assert difference in result.stdout
