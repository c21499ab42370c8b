#include "hcom/hcom_topo_info.h"

#include <cstdio>
int main() {
    using Info = ge::HcomTopoInfo;
    Info& all = Info::Instance();
    int64_t ranks = 7;
    void* handle = nullptr;
    const bool unknown = all.GetGroupRankSize("group", ranks) != 0 && ranks == 7 &&
                         all.GetGroupTopoDesc("group") == nullptr &&
                         all.SetGroupTopoInfo(nullptr, {}) != 0;
    int object = 0;
    Info::TopoInfo info;
    info.rank_size = 2;
    info.notify_handle = &object;
    info.topo_level_descs[0] = {ge::COMM_MESH, 2};
    info.topo_level_descs[1] = {ge::COMM_RING, 1};
    info.local_window_size = 4096;
    uint64_t window = 0;
    const bool set = all.SetGroupTopoInfo("group", info) == 0 && all.TopoInfoHasBeenSet("group") &&
                     all.GetGroupRankSize("group", ranks) == 0 && ranks == 2 &&
                     all.GetGroupNotifyHandle("group", handle) == 0 && handle == &object &&
                     (*all.GetGroupTopoDesc("group"))[1].comm_sets == 4 &&
                     all.GetGroupLocalWindowSize("group", window) == 0 && window == 4096;
    all.UnsetGroupTopoInfo("group");
    const bool gone = !all.TopoInfoHasBeenSet("group");
    const bool streams = all.SetGroupOrderedStream("group", &object) == 0 &&
                         all.SetGroupOrderedStream(1, "group", &info) == 0 &&
                         all.GetGroupOrderedStream("group", handle) == 0 && handle == &object &&
                         all.GetGroupOrderedStream(1, "group", handle) == 0 && handle == &info &&
                         all.GetGroupOrderedStream(2, "group", handle) != 0;
    std::printf("%d %d %d %d", unknown, set, gone, streams);
}
