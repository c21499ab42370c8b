// What CANN describes a group of devices by to the kernels of its communication (mc2), which some
// read without Hccl.
#pragma once

#include <cstdint>

namespace AscendC {

/// Most ranks of a group whose windows HcclCombineOpParam has; more on the architecture 3510.
constexpr uint32_t HCCL_MAX_RANK_NUM = 32U;
constexpr uint32_t HCCL_MAX_RANK_NUM_V310 = 64U;

/// Memory that RDMA reaches.
struct MemDetails {
    uint64_t size;  ///< bytes
    uint64_t addr;
    uint32_t key;
};
struct IbVerbsData {
    MemDetails remoteInput;
    MemDetails remoteOutput;
    MemDetails localInput;
    MemDetails localOutput;
    uint8_t res[24];
};

namespace HcclContextDef {

/// The windows of another rank.
struct HcclRankRelationResV2 {
    uint32_t remoteUsrRankId = 0;
    uint32_t remoteWorldRank = 0;
    uint64_t windowsIn = 0;
    uint64_t windowsOut = 0;
    uint64_t windowsExp = 0;
};
struct RemoteResPtr {
    HcclRankRelationResV2* nextHostPtr;
    HcclRankRelationResV2* nextDevicePtr;
};

}  // namespace HcclContextDef
}  // namespace AscendC
