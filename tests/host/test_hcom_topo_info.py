"""Groups of devices, as tiling functions of communication operators see them."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """
#include <cstdio>
#include "hcom/hcom_topo_info.h"
int main() {
    using Info = ge::HcomTopoInfo;
    Info& all = Info::Instance();
    int64_t ranks = 7;
    void* handle = nullptr;
    const bool unknown = all.GetGroupRankSize("group", ranks) != 0 && ranks == 7 &&
                         all.GetGroupTopoDesc("group") == nullptr &&
                         all.SetGroupTopoInfo(nullptr, {}) != 0;
    int place = 0;
    Info::TopoInfo info = {2, &place, {{ge::COMM_MESH, 2}, {ge::COMM_RING, 1}}};
    const bool set = all.SetGroupTopoInfo("group", info) == 0 && all.TopoInfoHasBeenSet("group") &&
                     all.GetGroupRankSize("group", ranks) == 0 && ranks == 2 &&
                     all.GetGroupNotifyHandle("group", handle) == 0 && handle == &place &&
                     (*all.GetGroupTopoDesc("group"))[1].comm_sets == 4;
    all.UnsetGroupTopoInfo("group");
    const bool gone = !all.TopoInfoHasBeenSet("group");
    const bool streams = all.SetGroupOrderedStream("group", &place) == 0 &&
                         all.SetGroupOrderedStream(1, "group", &info) == 0 &&
                         all.GetGroupOrderedStream("group", handle) == 0 && handle == &place &&
                         all.GetGroupOrderedStream(1, "group", handle) == 0 && handle == &info &&
                         all.GetGroupOrderedStream(2, "group", handle) != 0;
    std::printf("%d %d %d %d", unknown, set, gone, streams);
}
"""


def test_groups_are_known_once_they_are_set(cann_home: Path, tmp_path: Path) -> None:
    (tmp_path / "groups.cpp").write_text(PROGRAM)
    words = ["g++", "-std=c++11", "-Wall", "-Wextra", "-Werror", f"-I{cann_home}/include"]
    words += ["-D_GLIBCXX_USE_CXX11_ABI=0"]  # as operators are compiled: a function is inline
    link = [f"-L{cann_home}/lib64", f"-Wl,-rpath,{cann_home}/lib64", "-lgraph_base"]
    program = tmp_path / "groups"
    subprocess.run([*words, tmp_path / "groups.cpp", "-o", program, *link], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    assert done.stdout == "1 1 1 1"
