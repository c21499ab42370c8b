"""acl_rt_api.h: the runtime's functions for C++, whose pointers have types."""

from __future__ import annotations

from pathlib import Path

from tests.host.conftest import compiler, run

PROGRAM = Path(__file__).with_name("sources") / "acl_cpp_names.cpp"


def test_program(cann_home: Path, tmp_path: Path) -> None:
    program = tmp_path / "names"
    lib64 = cann_home / "lib64"
    run(
        [
            *(compiler(), "-std=c++11", "-Wall", "-Wextra", "-Werror", f"-I{cann_home}/include"),
            *(str(PROGRAM), "-o", str(program), f"-L{lib64}", f"-Wl,-rpath,{lib64}", "-lascendcl"),
        ]
    )
    assert run([str(program)]) == "4 3 4\n"
