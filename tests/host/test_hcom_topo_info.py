"""Groups of devices, as tiling functions of communication operators see them."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from tests.utils.sources import read_source

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = read_source(__file__, "hcom_topo_info.cpp")


def test_groups_are_known_once_they_are_set(cann_home: Path, tmp_path: Path) -> None:
    (tmp_path / "groups.cpp").write_text(PROGRAM)
    words = ["g++", "-std=c++11", "-Wall", "-Wextra", "-Werror", f"-I{cann_home}/include"]
    words += ["-D_GLIBCXX_USE_CXX11_ABI=0"]  # as operators are compiled: a function is inline
    link = [f"-L{cann_home}/lib64", f"-Wl,-rpath,{cann_home}/lib64", "-lgraph_base"]
    program = tmp_path / "groups"
    subprocess.run([*words, tmp_path / "groups.cpp", "-o", program, *link], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    assert done.stdout == "1 1 1 1"
