// What tiling functions of operators of communication ask about a group of devices: how many ranks
// it has, how they are connected. Layout as CANN 9 has it, since inline functions read it.
#ifndef METADEF_CXX_INC_EXTERNAL_HCOM_HCOM_TOPO_INFO_H_
#define METADEF_CXX_INC_EXTERNAL_HCOM_HCOM_TOPO_INFO_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <mutex>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "graph/types.h"

using Status = int32_t;

namespace ge {
static constexpr uint32_t COMM_MESH = 0b1U;
static constexpr uint32_t COMM_SWITCH = (COMM_MESH << 1U);
static constexpr uint32_t COMM_RING = (COMM_MESH << 2U);
static constexpr uint32_t COMM_PAIRWISE = (COMM_MESH << 3U);

/// The groups of this process, by name. Functions that give a Status fail with GRAPH_FAILED where
/// the group, or what is asked of it, was not set.
class HcomTopoInfo {
public:
    enum class TopoLevel { L0 = 0, L1, L2, MAX };
    struct TopoLevelDesc {
        uint32_t comm_sets;  ///< COMM_MESH and its like
        uint32_t rank_size;
    };
    using TopoDescs = TopoLevelDesc[static_cast<int32_t>(TopoLevel::MAX)];
    struct TopoInfo {
        int64_t rank_size;
        void* notify_handle;
        TopoDescs topo_level_descs;
        uint64_t local_window_size = 0;
    };

    static HcomTopoInfo& Instance();
    bool TopoInfoHasBeenSet(const char_t* group);
    bool TryGetGroupTopoInfo(const char_t* group, TopoInfo& info);
    Status SetGroupTopoInfo(const char_t* group, const TopoInfo& info);
    Status GetGroupRankSize(const char_t* group, int64_t& rank_size);
    TopoDescs* GetGroupTopoDesc(const char_t* group);
    Status GetGroupNotifyHandle(const char_t* group, void*& notify_handle);
    Status GetGroupLocalWindowSize(const char_t* group, uint64_t& local_window_size);
    void UnsetGroupTopoInfo(const char_t* group) {
        const std::lock_guard<std::mutex> lock(mutex_);
        (void)rank_info_.erase(group);
    }

    Status SetGroupOrderedStream(const char_t* group, void* stream);
    Status GetGroupOrderedStream(const char_t* group, void*& stream);
    void UnsetGroupOrderedStream(const char_t* group) {
        const std::lock_guard<std::mutex> lock(mutex_);
        (void)group_to_ordered_stream_.erase(group);
    }

    Status SetGroupOrderedStream(const int32_t device_id, const char_t* group, void* stream);
    Status GetGroupOrderedStream(const int32_t device_id, const char_t* group, void*& stream);
    void UnsetGroupOrderedStream(const int32_t device_id, const char_t* group);

private:
    HcomTopoInfo() = default;
    ~HcomTopoInfo() = default;

    std::unordered_map<std::string, TopoInfo> rank_info_;
    std::mutex mutex_;
    std::unordered_map<std::string, void*> group_to_ordered_stream_;
    std::unordered_map<int32_t, std::unordered_map<std::string, void*>>
        device_id_to_group_to_ordered_stream_;
};
}  // namespace ge

#endif  // METADEF_CXX_INC_EXTERNAL_HCOM_HCOM_TOPO_INFO_H_
