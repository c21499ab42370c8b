#include "hcom/hcom_topo_info.h"

#include "graph/ge_error_codes.h"

namespace ge {

namespace {

template <typename Map, typename Value>
Status Find(const Map& map, const char_t* group, Value& value) {
    const auto entry = group == nullptr ? map.end() : map.find(group);
    if (entry == map.end()) {
        return static_cast<Status>(GRAPH_FAILED);
    }
    value = entry->second;
    return static_cast<Status>(GRAPH_SUCCESS);
}

template <typename Map, typename Value>
Status Put(Map& map, const char_t* group, const Value& value) {
    if (group == nullptr) {
        return static_cast<Status>(GRAPH_FAILED);
    }
    map[group] = value;
    return static_cast<Status>(GRAPH_SUCCESS);
}

}  // namespace

HcomTopoInfo& HcomTopoInfo::Instance() {
    static HcomTopoInfo info;
    return info;
}

bool HcomTopoInfo::TopoInfoHasBeenSet(const char_t* group) {
    TopoInfo info = {};
    return TryGetGroupTopoInfo(group, info);
}

bool HcomTopoInfo::TryGetGroupTopoInfo(const char_t* group, TopoInfo& info) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return Find(rank_info_, group, info) == static_cast<Status>(GRAPH_SUCCESS);
}

Status HcomTopoInfo::SetGroupTopoInfo(const char_t* group, const TopoInfo& info) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return Put(rank_info_, group, info);
}

Status HcomTopoInfo::GetGroupRankSize(const char_t* group, int64_t& rank_size) {
    const std::lock_guard<std::mutex> lock(mutex_);
    TopoInfo info = {};
    const Status status = Find(rank_info_, group, info);
    if (status == static_cast<Status>(GRAPH_SUCCESS)) {
        rank_size = info.rank_size;
    }
    return status;
}

HcomTopoInfo::TopoDescs* HcomTopoInfo::GetGroupTopoDesc(const char_t* group) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto entry = group == nullptr ? rank_info_.end() : rank_info_.find(group);
    return entry == rank_info_.end() ? nullptr : &entry->second.topo_level_descs;
}

Status HcomTopoInfo::GetGroupLocalWindowSize(const char_t* group, uint64_t& local_window_size) {
    const std::lock_guard<std::mutex> lock(mutex_);
    TopoInfo info = {};
    const Status status = Find(rank_info_, group, info);
    if (status == static_cast<Status>(GRAPH_SUCCESS)) {
        local_window_size = info.local_window_size;
    }
    return status;
}

Status HcomTopoInfo::GetGroupNotifyHandle(const char_t* group, void*& notify_handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    TopoInfo info = {};
    const Status status = Find(rank_info_, group, info);
    if (status == static_cast<Status>(GRAPH_SUCCESS)) {
        notify_handle = info.notify_handle;
    }
    return status;
}

Status HcomTopoInfo::SetGroupOrderedStream(const char_t* group, void* stream) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return Put(group_to_ordered_stream_, group, stream);
}

Status HcomTopoInfo::GetGroupOrderedStream(const char_t* group, void*& stream) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return Find(group_to_ordered_stream_, group, stream);
}

Status HcomTopoInfo::SetGroupOrderedStream(const int32_t device_id, const char_t* group,
                                           void* stream) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return Put(device_id_to_group_to_ordered_stream_[device_id], group, stream);
}

Status HcomTopoInfo::GetGroupOrderedStream(const int32_t device_id, const char_t* group,
                                           void*& stream) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return Find(device_id_to_group_to_ordered_stream_[device_id], group, stream);
}

void HcomTopoInfo::UnsetGroupOrderedStream(const int32_t device_id, const char_t* group) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (group != nullptr) {
        device_id_to_group_to_ordered_stream_[device_id].erase(group);
    }
}

}  // namespace ge
