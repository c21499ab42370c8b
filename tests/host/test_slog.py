"""Log records by the names of toolchain/slog.h, as public operators write them."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.utils.sources import read_source

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = read_source(__file__, "slog.cpp")


@pytest.fixture(scope="module")
def program(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("slog")
    (folder / "slog.cpp").write_text(PROGRAM)
    words = ["g++", "-std=c++11", "-Wall", "-Wextra", "-Werror", f"-I{cann_home}/include"]
    link = [f"-L{cann_home}/lib64", f"-Wl,-rpath,{cann_home}/lib64", "-lascendalog"]
    subprocess.run([*words, folder / "slog.cpp", "-o", folder / "slog", *link], check=True)
    return folder / "slog"


def test_records_are_kept_by_level_with_their_place(program: Path) -> None:
    environment = {"ASCEND_GLOBAL_LOG_LEVEL": "2", "ASCEND_SLOG_PRINT_TO_STDOUT": "1"}
    done = subprocess.run([program], env=environment, capture_output=True, text=True, check=True)
    line = r"\[(\w+)\] \((\d+)\) \S+ (?:\[\S*/slog\.cpp:\d+\])?(.*)"
    found = [re.fullmatch(line, text) for text in done.stdout.splitlines()]
    assert [(match[1], match[3]) for match in found if match] == [
        ("WARNING", "warn 2"),
        ("ERROR", "error three"),
        ("EVENT", "event"),
        ("ERROR", "[part]4"),
        ("WARNING", "list 5"),
        ("INFO", "info 6"),
    ]
    assert [match[2] == "4242" for match in found if match] == [False] * 5 + [True]


def test_sources_with_the_guard_of_dlog_pub_declare_the_functions(
    cann_home: Path, tmp_path: Path
) -> None:
    """vllm-ascend's cann_compat.h, which all of its host sources include first."""
    source = tmp_path / "logs.cpp"
    source.write_text(
        """#define DLOG_PUB_H_
        extern "C" {
        int CheckLogLevel(int moduleId, int logLevel);
        void DlogRecord(int moduleId, int level, const char* fmt, ...);
        }
        #include "aclnn/opdev/op_log.h"
        #include "dlog_pub.h"
        int Check() { return CheckLogLevel(63, 3); }
        """
    )
    folders = [f"-I{cann_home}/include", f"-I{cann_home}/include/base"]
    subprocess.run(
        ["g++", "-std=c++17", "-Wall", "-Werror", "-fsyntax-only", *folders, source], check=True
    )


@pytest.mark.parametrize("more", ["", '#include "toolchain/slog.h"\n'])
def test_dlog_pub_sets_levels(cann_home: Path, tmp_path: Path, more: str) -> None:
    """As a test of ops-cv's tiling."""
    (tmp_path / "levels.cpp").write_text(
        f'#include "dlog_pub.h"\n{more}'
        "int main() {\n"
        "    int32_t events = 0;\n"
        "    return dlog_setlevel(-1, DLOG_INFO, 1) || dlog_getlevel(0, &events) != DLOG_INFO;\n"
        "}\n"
    )
    folders = [f"-I{cann_home}/include", f"-I{cann_home}/include/base", f"-L{cann_home}/lib64"]
    words = ["levels.cpp", "-o", "levels", "-lunified_dlog", f"-Wl,-rpath,{cann_home}/lib64"]
    command = ["g++", "-std=c++17", "-Wall", "-Werror", *folders, *words]
    subprocess.run(command, cwd=tmp_path, check=True)
    subprocess.run([tmp_path / "levels"], check=True)


def test_kernels_launched_from_another_library_link_by_name(
    cann_home: Path, tmp_path: Path
) -> None:
    (tmp_path / "main.cpp").write_text(
        '#include "acl/acl.h"\nint main() { return aclInit(nullptr) + aclFinalize(); }\n'
    )
    command = [
        "g++",
        str(tmp_path / "main.cpp"),
        f"-I{cann_home}/include",
        "-o",
        str(tmp_path / "main"),
    ]
    folders = [f"-L{cann_home}/lib64", f"-Wl,-rpath,{cann_home}/lib64"]
    subprocess.run([*command, *folders, "-lascendc_runtime"], check=True)
    subprocess.run([tmp_path / "main"], check=True)
