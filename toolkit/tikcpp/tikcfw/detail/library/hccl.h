// Hccl: communication between the devices of a group, as kernels order it. There is one device
// here, so each task comes down to a copy.
#pragma once

#include "detail/core/sysvar.h"
#include "detail/library/hccl_context.h"
#include "detail/memory/data_copy.h"
#include "isa/collective.h"
#include "isa/lacks.h"
#include "kernel_tiling/hccl_enums.h"

namespace AscendC {

constexpr uint32_t HCCL_GROUP_ID_0 = 0;
using HcclHandle = int8_t;

enum class MC2_BUFFER_LOCATION {
    MC2_BUFFER_TYPE_DEFAULT = 0,
    MC2_BUFFER_TYPE_OUTPUT,
    MC2_BUFFER_TYPE_WINDOW_IN,
    MC2_BUFFER_TYPE_WINDOW_OUT,
    MC2_BUFFER_TYPE_WORKSPACE,
    MC2_BUFFER_TYPE_INPUT,
    MC2_BUFFER_TYPE_COMMOUT,
    MC2_BUFFER_TYPE_END
};
enum HcclServerType { HCCL_SERVER_TYPE_AICPU = 0, HCCL_SERVER_TYPE_CCU, HCCL_SERVER_TYPE_END };
enum class CoreType : uint8_t { DEFAULT, ON_AIV, ON_AIC };
struct HcclServerConfig {
    CoreType type;
    int64_t blockId;
};

constexpr HcclServerConfig DEFAULT_CFG = {CoreType::DEFAULT, 0};
/// Tasks of one Hccl object.
constexpr HcclHandle HCCL_MAX_HANDLE_ID = 63;
static_assert(HCCL_MAX_HANDLE_ID <= isa::CollectiveRecord::kTasks);
constexpr HcclHandle INVALID_HANDLE_ID = -1;

namespace isa {

/// The start of the description of a group that the launch passes to its kernels.
struct HcclGroup {
    uint64_t work_space;
    uint64_t work_space_size;
    uint32_t rank;
    uint32_t ranks;
};

constexpr uint64_t SizeOf(HcclDataType type) {
    constexpr uint8_t sizes[] = {1, 2, 4, 2, 4, 8, 8, 1, 2, 4, 8, 2, 16};
    return type < HCCL_DATA_TYPE_RESERVED ? sizes[type] : 0;
}

/// One task: the same copy again and again, each time of the next `bytes`.
struct HcclTask {
    const uint8_t* src;
    uint8_t* dst;
    uint64_t bytes;
    uint8_t turns;
    uint8_t committed;
    uint8_t waited;
    const uint8_t* items;  ///< of BatchWrite, else null
    uint32_t item_count;
};

/// Whether a reduction has such elements and operation: sums, maxima and minima of float, half,
/// bfloat16, int8, int16 and int32.
constexpr bool Reduces(HcclDataType type, HcclReduceOp op) {
    return (type == HCCL_DATA_TYPE_FP32 || type == HCCL_DATA_TYPE_FP16 ||
            type == HCCL_DATA_TYPE_BFP16 || type == HCCL_DATA_TYPE_INT8 ||
            type == HCCL_DATA_TYPE_INT16 || type == HCCL_DATA_TYPE_INT32) &&
           (op == HCCL_REDUCE_SUM || op == HCCL_REDUCE_MAX || op == HCCL_REDUCE_MIN);
}

/// An entry of BatchWrite on the 910B. That of the 910_93 begins with a zero in place of an
/// address.
struct BatchWriteItem {
    uint64_t localBuf;
    uint64_t remoteBuf;
    uint64_t count;
    uint32_t dataType;
    uint32_t remoteRankId;
};
struct BatchWriteItemOf93 {
    uint64_t type;
    uint32_t res1[5];
    uint32_t length;  ///< bytes
    uint32_t src[2];  ///< address, low word first
    uint32_t dst[2];
    uint32_t res2[4];
};
static_assert(sizeof(BatchWriteItemOf93) == 64);

}  // namespace isa

/// Orders tasks, which the first core (or the one that `config` names) commits and all cores wait
/// for. Counts are in elements; a task with `repeat` turns goes on where its last turn ended.
/// Functions that fail return -1: reductions of other types or operations, tasks of no elements,
/// and all tasks before a description of the operation was set, if Init() was given a tiling.
template <HcclServerType serverType = HcclServerType::HCCL_SERVER_TYPE_AICPU,
          const auto& config = DEFAULT_CFG>
class Hccl {
    static_assert(serverType < HCCL_SERVER_TYPE_END, "Hccl: HCCL_SERVER_TYPE_END is reserved");

public:
    void Init(GM_ADDR context, __gm__ void* initTiling = nullptr) {
        ASCENDC_REQUIRE_API("Hccl", 100, 200, 300);
        constexpr bool kOfCcu = serverType == HCCL_SERVER_TYPE_CCU;
        if (kOfCcu != (isa::CurrentCore().arch == 310)) {
            aicore_trap(kOfCcu ? "Hccl: HCCL_SERVER_TYPE_CCU is of Ascend 950; use "
                                 "HCCL_SERVER_TYPE_AICPU"
                               : "Hccl: Ascend 950 has no server HCCL_SERVER_TYPE_AICPU; use "
                                 "HCCL_SERVER_TYPE_CCU");
        }
        const auto* group = reinterpret_cast<const isa::HcclGroup*>(context);
        if (group != nullptr && group->ranks > 1) {
            aicore_trap("Hccl: the simulated device is alone; groups of several ranks do not work");
        }
        begun_ = initTiling == nullptr ? Begun::kBare : Begun::kWithTiling;
    }
    void InitV2(GM_ADDR context, const void* initTiling) {
        if (initTiling != nullptr) {
            Init(context, const_cast<void*>(initTiling));
            begun_ = Begun::kByV2;
        }
    }
    int32_t SetCcTiling(__gm__ void* ccOpTilingData) {
        ASCENDC_LACKS_API("SetCcTiling", 310);
        return Describe(begun_ == Begun::kWithTiling && ccOpTilingData != nullptr);
    }
    int32_t SetCcTilingV2(uint64_t) { return Describe(begun_ == Begun::kByV2); }

    template <bool commit = false>
    HcclHandle AllReduce(GM_ADDR sendBuf, GM_ADDR recvBuf, uint64_t count, HcclDataType dataType,
                         HcclReduceOp op, uint8_t repeat = 1) {
        return isa::Reduces(dataType, op)
                   ? Prepare(commit, sendBuf, recvBuf, count * isa::SizeOf(dataType), repeat)
                   : INVALID_HANDLE_ID;
    }
    template <bool commit = false>
    HcclHandle AllGather(GM_ADDR sendBuf, GM_ADDR recvBuf, uint64_t sendCount,
                         HcclDataType dataType, uint64_t, uint8_t repeat = 1) {
        return Prepare(commit, sendBuf, recvBuf, sendCount * isa::SizeOf(dataType), repeat);
    }
    template <bool commit = false>
    HcclHandle ReduceScatter(GM_ADDR sendBuf, GM_ADDR recvBuf, uint64_t recvCount,
                             HcclDataType dataType, HcclReduceOp op, uint64_t, uint8_t repeat = 1) {
        return isa::Reduces(dataType, op)
                   ? Prepare(commit, sendBuf, recvBuf, recvCount * isa::SizeOf(dataType), repeat)
                   : INVALID_HANDLE_ID;
    }
    template <bool commit = false>
    HcclHandle AlltoAll(GM_ADDR sendBuf, GM_ADDR recvBuf, uint64_t dataCount, HcclDataType dataType,
                        uint64_t = 0, uint8_t repeat = 1) {
        return Prepare(commit, sendBuf, recvBuf, dataCount * isa::SizeOf(dataType), repeat);
    }
    /// Counts and displacements are arrays of uint64_t, one element per rank; counts may be 0.
    template <bool commit = false>
    HcclHandle AlltoAllV(GM_ADDR sendBuf, void* sendCounts, void* sdispls, HcclDataType sendType,
                         GM_ADDR recvBuf, void* recvCounts, void* rdispls, HcclDataType recvType,
                         uint8_t repeat = 1) {
        const auto first = [](const void* array) { return *static_cast<const uint64_t*>(array); };
        if (sendType != recvType || first(sendCounts) != first(recvCounts)) {
            return INVALID_HANDLE_ID;
        }
        const uint64_t size = isa::SizeOf(sendType);
        return Prepare(commit, sendBuf + first(sdispls) * size, recvBuf + first(rdispls) * size,
                       first(sendCounts) * size, repeat, true);
    }
    template <bool commit = false>
    HcclHandle BatchWrite(GM_ADDR batchWriteInfo, uint32_t itemNum) {
        ASCENDC_LACKS_API("BatchWrite", 310);
        const HcclHandle handle = Prepare(false, batchWriteInfo, batchWriteInfo, itemNum, 1);
        if (handle >= 0) {
            tasks_[handle].items = batchWriteInfo;
            tasks_[handle].item_count = itemNum;
            if (commit) {
                Commit(handle);
            }
        }
        return handle;
    }

    /// Starts the next turn of a task.
    void Commit(HcclHandle handle) {
        if (!Knows(handle) || tasks_[handle].committed >= tasks_[handle].turns) {
            return;
        }
        isa::HcclTask& task = tasks_[handle];
        const uint64_t turn = task.committed++;
        if (!Orders()) {
            return;
        }
        if (task.items != nullptr) {
            WriteItems(task);
        } else {
            Copy(task.src + turn * task.bytes, task.dst + turn * task.bytes, task.bytes);
        }
        isa::Issue(isa::CollectiveRecord{isa::CollectiveOp::kFinish, handle, 0, nullptr});
    }
    /// Waits until one more turn of a task is done.
    int32_t Wait(HcclHandle handle) {
        if (!Knows(handle) || tasks_[handle].waited >= tasks_[handle].turns) {
            return -1;
        }
        const uint64_t turns = ++tasks_[handle].waited;
        isa::Issue(isa::CollectiveRecord{isa::CollectiveOp::kWait, handle, turns, nullptr});
        return 0;
    }
    /// How many turns of a task are done.
    int32_t Query(HcclHandle handle) {
        ASCENDC_LACKS_API("Query", 310);
        if (!Knows(handle)) {
            return -1;
        }
        uint64_t done = 0;
        isa::Issue(isa::CollectiveRecord{isa::CollectiveOp::kWait, handle, 0, &done});
        return static_cast<int32_t>(done);
    }
    /// Tasks of other groups are done by the time they are committed.
    void InterHcclGroupSync(int8_t, HcclHandle) { ASCENDC_LACKS_API("InterHcclGroupSync", 310); }
    template <bool sync = true>
    void Finalize() {
        begun_ = Begun::kNot;
        described_ = false;
    }

    GM_ADDR GetWindowsInAddr(uint32_t rankId) {
        ASCENDC_LACKS_API("GetWindowsInAddr", 310);
        return Window(0, rankId);
    }
    GM_ADDR GetWindowsOutAddr(uint32_t rankId) {
        ASCENDC_LACKS_API("GetWindowsOutAddr", 310);
        return Window(1, rankId);
    }
    uint32_t GetRankId() { return 0; }
    uint32_t GetRankDim() { return 1; }

private:
    enum class Begun : uint8_t { kNot, kBare, kWithTiling, kByV2 };

    int32_t Describe(bool allowed) {
        described_ = described_ || allowed;
        return allowed ? 0 : -1;
    }
    HcclHandle Prepare(bool commit, GM_ADDR send, GM_ADDR receive, uint64_t bytes, uint8_t repeat,
                       bool may_be_empty = false) {
        const bool ready = begun_ == Begun::kBare || (begun_ != Begun::kNot && described_);
        if (!ready || count_ >= HCCL_MAX_HANDLE_ID || send == nullptr || receive == nullptr ||
            repeat == 0 || (bytes == 0 && !may_be_empty)) {
            return INVALID_HANDLE_ID;
        }
        const HcclHandle handle = static_cast<HcclHandle>(count_++);
        tasks_[handle] = {send, receive, bytes, repeat, 0, 0, nullptr, 0};
        for (uint8_t i = 0; commit && i < repeat; ++i) {
            Commit(handle);
        }
        return handle;
    }
    bool Knows(HcclHandle handle) const { return handle >= 0 && handle < count_; }
    /// Whether this is the core whose commits count.
    static bool Orders() {
        const isa::Core& core = isa::CurrentCore();
        const bool type_fits = config.type == CoreType::DEFAULT || core.core_type == MIX ||
                               (config.type == CoreType::ON_AIV) == (core.core_type == AIV);
        return type_fits && GetBlockIdx() == config.blockId;
    }
    static void Copy(const uint8_t* src, uint8_t* dst, uint64_t bytes) {
        if (src == dst || bytes == 0) {
            return;
        }
        isa::MoveRecord record = {};
        record.op = isa::MoveOp::kCopy;
        record.dtype = isa::DType::kU8;
        record.element = 1;
        record.src_memory = Hardware::GM;
        record.dst_memory = Hardware::GM;
        record.src = src;
        record.dst = dst;
        record.count = 1;
        record.bytes = bytes;
        isa::Issue(record);
    }
    static void WriteItems(const isa::HcclTask& task) {
        if (*reinterpret_cast<const uint64_t*>(task.items) == 0) {
            const auto* items = reinterpret_cast<const isa::BatchWriteItemOf93*>(task.items);
            for (uint32_t i = 0; i < task.item_count; ++i) {
                Copy(Address(items[i].src), Address(items[i].dst), items[i].length);
            }
            return;
        }
        const auto* items = reinterpret_cast<const isa::BatchWriteItem*>(task.items);
        for (uint32_t i = 0; i < task.item_count; ++i) {
            if (items[i].remoteRankId != 0) {
                aicore_trap("Hccl::BatchWrite: there is only rank 0");
            }
            Copy(reinterpret_cast<const uint8_t*>(items[i].localBuf),
                 reinterpret_cast<uint8_t*>(items[i].remoteBuf),
                 items[i].count * isa::SizeOf(static_cast<HcclDataType>(items[i].dataType)));
        }
    }
    static uint8_t* Address(const uint32_t words[2]) {
        return reinterpret_cast<uint8_t*>(uint64_t{words[1]} << 32 | words[0]);
    }
    static GM_ADDR Window(int direction, uint32_t rank) {
        uint64_t size = 0;
        return rank == 0 ? aicore_window(direction, &size) : nullptr;
    }

    isa::HcclTask tasks_[HCCL_MAX_HANDLE_ID];
    int count_ = 0;
    Begun begun_ = Begun::kNot;
    bool described_ = false;  ///< SetCcTiling or SetCcTilingV2 was called
};

}  // namespace AscendC
