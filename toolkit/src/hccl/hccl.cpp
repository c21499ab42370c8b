// libhccl.so: collective communication of one rank.
#include "hccl/hccl.h"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "hccl/communicator.h"

using hccl::Communicator;
using hccl::Create;
using hccl::Find;
using hccl::NoLinks;
using hccl::Report;

namespace {

std::atomic<int32_t>& Deterministic() {
    static std::atomic<int32_t> deterministic{0};
    return deterministic;
}

HcclResult MoreRanks() {
    return Report(HCCL_E_NOT_SUPPORT,
                  "more than one rank is not supported: the simulated devices exchange no data");
}

size_t BytesOf(HcclDataType type) {
    switch (type) {
        case HCCL_DATA_TYPE_INT8:
        case HCCL_DATA_TYPE_UINT8:
            return 1;
        case HCCL_DATA_TYPE_INT16:
        case HCCL_DATA_TYPE_UINT16:
        case HCCL_DATA_TYPE_FP16:
        case HCCL_DATA_TYPE_BFP16:
            return 2;
        case HCCL_DATA_TYPE_INT32:
        case HCCL_DATA_TYPE_UINT32:
        case HCCL_DATA_TYPE_FP32:
            return 4;
        case HCCL_DATA_TYPE_INT64:
        case HCCL_DATA_TYPE_UINT64:
        case HCCL_DATA_TYPE_FP64:
            return 8;
        case HCCL_DATA_TYPE_INT128:
            return 16;
        default:
            return 0;
    }
}

/// With one rank, every collective gives each rank its own data.
HcclResult Identity(const void* from, void* to, uint64_t count, HcclDataType type, HcclComm comm,
                    aclrtStream stream) {
    if (Find(comm) == nullptr) {
        return Report(HCCL_E_PARA, "the communicator does not exist");
    }
    if (from == nullptr || to == nullptr) {
        return Report(HCCL_E_PTR, "a buffer is NULL");
    }
    const size_t element = BytesOf(type);
    if (element == 0 || count > SIZE_MAX / element) {
        return Report(HCCL_E_PARA, "unknown data type or too many elements");
    }
    const size_t bytes = count * element;
    if (from == to || bytes == 0) {
        return HCCL_SUCCESS;
    }
    return aclrtMemcpyAsync(to, bytes, from, bytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream) ==
                   ACL_SUCCESS
               ? HCCL_SUCCESS
               : HCCL_E_RUNTIME;
}

HcclResult OnlyRank(const std::string& function) {
    return Report(HCCL_E_PARA, (function + ": rank 0 is the only one").c_str());
}

HcclResult RankTables() {
    return Report(
        HCCL_E_NOT_SUPPORT,
        "rank tables describe servers, which are not simulated; use HcclCommInitRootInfo");
}

/// One rank's part of a buffer: `displacement` and `count` in elements.
struct Part {
    const void* buffer;
    uint64_t count;
    uint64_t displacement;
    HcclDataType type;
};

/// The number for rank 0 in an array of counts or displacements.
uint64_t First(const void* numbers) {
    return *static_cast<const uint64_t*>(numbers);
}

/// What the only rank sends is what it receives.
HcclResult Exchange(const Part& sent, const Part& received, HcclComm comm, aclrtStream stream) {
    if (sent.count * BytesOf(sent.type) != received.count * BytesOf(received.type)) {
        return Report(HCCL_E_PARA, "the only rank sends another number of bytes than it receives");
    }
    const auto at = [](const Part& part) {
        auto* const bytes = static_cast<char*>(const_cast<void*>(part.buffer));
        return bytes == nullptr ? nullptr : bytes + part.displacement * BytesOf(part.type);
    };
    return Identity(at(sent), at(received), sent.count, sent.type, comm, stream);
}

std::string NameIn(const HcclCommConfig& config) {
    return std::string(config.hcclCommName, strnlen(config.hcclCommName, COMM_NAME_MAX_LENGTH));
}

/// Half of a buffer in bytes; 0 for the default.
uint64_t HalfOfBufferIn(const HcclCommConfig& config) {
    const uint64_t megabytes = config.hcclBufferSize;
    return megabytes == HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET ? 0 : megabytes << 20U;
}

HcclResult InitRootInfo(uint32_t ranks, const HcclRootInfo* root_info, uint32_t rank,
                        const char* name, uint64_t half_of_buffer, HcclComm* comm) {
    if (root_info == nullptr || comm == nullptr || ranks == 0 || rank >= ranks) {
        return Report(
            HCCL_E_PARA,
            "HcclCommInitRootInfo: NULL, or a rank that is not below the number of ranks");
    }
    int32_t device = 0;
    if (aclrtGetDevice(&device) != ACL_SUCCESS) {
        return HCCL_E_RUNTIME;
    }
    return ranks > 1 ? MoreRanks() : Create(device, comm, name, half_of_buffer);
}

}  // namespace

extern "C" {

HcclResult HcclCommInitAll(uint32_t ndev, int32_t* devices, HcclComm* comms) {
    if (devices == nullptr || comms == nullptr || ndev == 0) {
        return Report(HCCL_E_PARA, "HcclCommInitAll: no devices, or NULL for the result");
    }
    return ndev > 1 ? MoreRanks() : Create(devices[0], comms);
}

HcclResult HcclGetRootInfo(HcclRootInfo* rootInfo) {
    if (rootInfo == nullptr) {
        return Report(HCCL_E_PTR, "HcclGetRootInfo: the result is NULL");
    }
    memset(rootInfo, 0, sizeof(*rootInfo));
    return HCCL_SUCCESS;
}

HcclResult HcclCommInitRootInfo(uint32_t nRanks, const HcclRootInfo* rootInfo, uint32_t rank,
                                HcclComm* comm) {
    return InitRootInfo(nRanks, rootInfo, rank, "", 0, comm);
}

HcclResult HcclCommDestroy(HcclComm comm) {
    return hccl::Destroy(comm) ? HCCL_SUCCESS
                               : Report(HCCL_E_PARA, "the communicator does not exist");
}

HcclResult HcclGetCommName(HcclComm comm, char* commName) {
    const std::shared_ptr<Communicator> communicator = Find(comm);
    if (communicator == nullptr || commName == nullptr) {
        return Report(HCCL_E_PARA, "HcclGetCommName: no such communicator, or the result is NULL");
    }
    snprintf(commName, COMM_NAME_MAX_LENGTH, "%s", communicator->name.c_str());
    return HCCL_SUCCESS;
}

HcclResult HcclGetRankSize(HcclComm comm, uint32_t* rankSize) {
    if (Find(comm) == nullptr || rankSize == nullptr) {
        return Report(HCCL_E_PARA, "HcclGetRankSize: no such communicator, or the result is NULL");
    }
    *rankSize = 1;
    return HCCL_SUCCESS;
}

HcclResult HcclGetRankId(HcclComm comm, uint32_t* rank) {
    if (Find(comm) == nullptr || rank == nullptr) {
        return Report(HCCL_E_PARA, "HcclGetRankId: no such communicator, or the result is NULL");
    }
    *rank = 0;
    return HCCL_SUCCESS;
}

const char* HcclGetErrorString(HcclResult code) {
    static const char* const kTexts[] = {
        "no error",
        "parameter error",
        "empty pointer",
        "memory error",
        "internal error",
        "not support",
        "not found",
        "unavailable",
        "system call error",
        "timeout",
        "open file failure",
        "tcp connect failure",
        "roce connect failure",
        "tcp transfer failure",
        "roce transfer failure",
        "runtime error",
        "driver error",
        "profiling error",
        "cce error",
        "network error",
        "try again",
        "remote error",
        "suspending",
    };
    const size_t index = static_cast<size_t>(code);
    return index < sizeof(kTexts) / sizeof(kTexts[0]) ? kTexts[index] : "unknown error";
}

HcclResult HcclAllReduce(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType,
                         HcclReduceOp, HcclComm comm, aclrtStream stream) {
    return Identity(sendBuf, recvBuf, count, dataType, comm, stream);
}

HcclResult HcclBroadcast(void* buf, uint64_t count, HcclDataType dataType, uint32_t root,
                         HcclComm comm, aclrtStream stream) {
    return root != 0 ? OnlyRank("HcclBroadcast")
                     : Identity(buf, buf, count, dataType, comm, stream);
}

HcclResult HcclReduceScatter(void* sendBuf, void* recvBuf, uint64_t recvCount,
                             HcclDataType dataType, HcclReduceOp, HcclComm comm,
                             aclrtStream stream) {
    return Identity(sendBuf, recvBuf, recvCount, dataType, comm, stream);
}

HcclResult HcclAllGather(void* sendBuf, void* recvBuf, uint64_t sendCount, HcclDataType dataType,
                         HcclComm comm, aclrtStream stream) {
    return Identity(sendBuf, recvBuf, sendCount, dataType, comm, stream);
}

HcclResult HcclSetConfig(HcclConfig config, HcclConfigValue value) {
    if (config != HCCL_DETERMINISTIC) {
        return Report(HCCL_E_PARA, "HcclSetConfig: unknown option");
    }
    Deterministic() = value.value;
    return HCCL_SUCCESS;
}

HcclResult HcclGetConfig(HcclConfig config, HcclConfigValue* value) {
    if (config != HCCL_DETERMINISTIC || value == nullptr) {
        return Report(HCCL_E_PARA, "HcclGetConfig: unknown option, or no place for its value");
    }
    value->value = Deterministic();
    return HCCL_SUCCESS;
}

HcclResult HcclBarrier(HcclComm comm, aclrtStream) {
    return Find(comm) != nullptr ? HCCL_SUCCESS
                                 : Report(HCCL_E_PARA, "the communicator does not exist");
}

HcclResult HcclReduce(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType,
                      HcclReduceOp, uint32_t root, HcclComm comm, aclrtStream stream) {
    return root != 0 ? OnlyRank("HcclReduce")
                     : Identity(sendBuf, recvBuf, count, dataType, comm, stream);
}

HcclResult HcclScatter(void* sendBuf, void* recvBuf, uint64_t recvCount, HcclDataType dataType,
                       uint32_t root, HcclComm comm, aclrtStream stream) {
    return root != 0 ? OnlyRank("HcclScatter")
                     : Identity(sendBuf, recvBuf, recvCount, dataType, comm, stream);
}

HcclResult HcclAlltoAll(const void* sendBuf, uint64_t sendCount, HcclDataType sendType,
                        const void* recvBuf, uint64_t recvCount, HcclDataType recvType,
                        HcclComm comm, aclrtStream stream) {
    return Exchange({sendBuf, sendCount, 0, sendType}, {recvBuf, recvCount, 0, recvType}, comm,
                    stream);
}

HcclResult HcclAlltoAllV(const void* sendBuf, const void* sendCounts, const void* sdispls,
                         HcclDataType sendType, const void* recvBuf, const void* recvCounts,
                         const void* rdispls, HcclDataType recvType, HcclComm comm,
                         aclrtStream stream) {
    if (sendCounts == nullptr || sdispls == nullptr || recvCounts == nullptr ||
        rdispls == nullptr) {
        return Report(HCCL_E_PTR, "HcclAlltoAllV: counts or displacements are NULL");
    }
    return Exchange({sendBuf, First(sendCounts), First(sdispls), sendType},
                    {recvBuf, First(recvCounts), First(rdispls), recvType}, comm, stream);
}

HcclResult HcclReduceScatterV(void* sendBuf, const void* sendCounts, const void* sendDispls,
                              void* recvBuf, uint64_t recvCount, HcclDataType dataType,
                              HcclReduceOp, HcclComm comm, aclrtStream stream) {
    if (sendCounts == nullptr || sendDispls == nullptr) {
        return Report(HCCL_E_PTR, "HcclReduceScatterV: counts or displacements are NULL");
    }
    return Exchange({sendBuf, First(sendCounts), First(sendDispls), dataType},
                    {recvBuf, recvCount, 0, dataType}, comm, stream);
}

HcclResult HcclAllGatherV(void* sendBuf, uint64_t sendCount, void* recvBuf, const void* recvCounts,
                          const void* recvDispls, HcclDataType dataType, HcclComm comm,
                          aclrtStream stream) {
    if (recvCounts == nullptr || recvDispls == nullptr) {
        return Report(HCCL_E_PTR, "HcclAllGatherV: counts or displacements are NULL");
    }
    return Exchange({sendBuf, sendCount, 0, dataType},
                    {recvBuf, First(recvCounts), First(recvDispls), dataType}, comm, stream);
}

HcclResult HcclSend(void*, uint64_t, HcclDataType, uint32_t, HcclComm, aclrtStream) {
    return MoreRanks();
}

HcclResult HcclRecv(void*, uint64_t, HcclDataType, uint32_t, HcclComm, aclrtStream) {
    return MoreRanks();
}

HcclResult HcclBatchSendRecv(HcclSendRecvItem*, uint32_t, HcclComm, aclrtStream) {
    return MoreRanks();
}

HcclResult HcclCommInitRootInfoConfig(uint32_t nRanks, const HcclRootInfo* rootInfo, uint32_t rank,
                                      const HcclCommConfig* config, HcclComm* comm) {
    if (config == nullptr) {
        return Report(HCCL_E_PTR, "HcclCommInitRootInfoConfig: the configuration is NULL");
    }
    return InitRootInfo(nRanks, rootInfo, rank, NameIn(*config).c_str(), HalfOfBufferIn(*config),
                        comm);
}

HcclResult HcclCreateSubCommConfig(HcclComm* comm, uint32_t rankNum, uint32_t* rankIds,
                                   uint64_t subCommId, uint32_t subCommRankId,
                                   HcclCommConfig* config, HcclComm* subComm) {
    if (comm == nullptr || config == nullptr || subComm == nullptr || rankIds == nullptr) {
        return Report(HCCL_E_PTR, "HcclCreateSubCommConfig: an argument is NULL");
    }
    const std::shared_ptr<Communicator> parent = Find(*comm);
    if (parent == nullptr || rankNum == 0 || subCommRankId >= rankNum) {
        return Report(HCCL_E_PARA,
                      "HcclCreateSubCommConfig: no such communicator, or a rank that is not below "
                      "the number of ranks");
    }
    if (rankNum > 1 || rankIds[0] != 0) {
        return MoreRanks();
    }
    std::string name = NameIn(*config);
    if (name.empty()) {
        name = parent->name + "_sub_" + std::to_string(subCommId);
    }
    return Create(parent->device, subComm, name.c_str(), HalfOfBufferIn(*config));
}

HcclResult HcclCommInitClusterInfo(const char*, uint32_t, HcclComm*) {
    return RankTables();
}

HcclResult HcclCommInitClusterInfoConfig(const char*, uint32_t, HcclCommConfig*, HcclComm*) {
    return RankTables();
}

HcclResult HcclGetCommAsyncError(HcclComm comm, HcclResult* asyncError) {
    if (Find(comm) == nullptr || asyncError == nullptr) {
        return Report(HCCL_E_PARA,
                      "HcclGetCommAsyncError: no such communicator, or the result is NULL");
    }
    *asyncError = HCCL_SUCCESS;
    return HCCL_SUCCESS;
}

uint32_t HcclGetCommConfigCapability() {
    return HCCL_COMM_CONFIG_RESERVED;
}

HcclResult HcclCommSuspend(HcclComm) {
    return NoLinks("HcclCommSuspend");
}

HcclResult HcclCommResume(HcclComm) {
    return NoLinks("HcclCommResume");
}

HcclResult HcclCommSetMemoryRange(HcclComm, void*, size_t, size_t, uint64_t) {
    return NoLinks("HcclCommSetMemoryRange");
}

HcclResult HcclCommUnsetMemoryRange(HcclComm, void*) {
    return NoLinks("HcclCommUnsetMemoryRange");
}

HcclResult HcclCommActivateCommMemory(HcclComm, void*, size_t, size_t, aclrtDrvMemHandle,
                                      uint64_t) {
    return NoLinks("HcclCommActivateCommMemory");
}

HcclResult HcclCommDeactivateCommMemory(HcclComm, void*) {
    return NoLinks("HcclCommDeactivateCommMemory");
}
}
