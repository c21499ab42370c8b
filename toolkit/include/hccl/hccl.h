// Collective communication (libhccl.so) of one rank: every collective is the identity on its own
// data. More ranks give HCCL_E_NOT_SUPPORT, and aclGetRecentErrMsg() says so.
#ifndef HCCL_H_
#define HCCL_H_

#include "acl/acl.h"
#include "hccl/hccl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One communicator per device; `comms` holds `ndev`. */
extern HcclResult HcclCommInitAll(uint32_t ndev, int32_t* devices, HcclComm* comms);
extern HcclResult HcclGetRootInfo(HcclRootInfo* rootInfo);
extern HcclResult HcclCommInitRootInfo(uint32_t nRanks, const HcclRootInfo* rootInfo, uint32_t rank,
                                       HcclComm* comm);
extern HcclResult HcclCommDestroy(HcclComm comm);
/** `commName` holds COMM_NAME_MAX_LENGTH bytes. */
extern HcclResult HcclGetCommName(HcclComm comm, char* commName);
/** HCCL_E_NOT_FOUND if no communicator has the name. */
extern HcclResult HcclCommGetHandleWithName(const char* commName, HcclComm* comm);
extern HcclResult HcclGetRankSize(HcclComm comm, uint32_t* rankSize);
extern HcclResult HcclGetRankId(HcclComm comm, uint32_t* rank);
extern const char* HcclGetErrorString(HcclResult code);
/** Results of one rank are always the same: HCCL_DETERMINISTIC is accepted and changes nothing. */
extern HcclResult HcclSetConfig(HcclConfig config, HcclConfigValue configValue);
extern HcclResult HcclGetConfig(HcclConfig config, HcclConfigValue* configValue);

extern HcclResult HcclAllReduce(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType,
                                HcclReduceOp op, HcclComm comm, aclrtStream stream);
extern HcclResult HcclBroadcast(void* buf, uint64_t count, HcclDataType dataType, uint32_t root,
                                HcclComm comm, aclrtStream stream);
extern HcclResult HcclReduceScatter(void* sendBuf, void* recvBuf, uint64_t recvCount,
                                    HcclDataType dataType, HcclReduceOp op, HcclComm comm,
                                    aclrtStream stream);
extern HcclResult HcclAllGather(void* sendBuf, void* recvBuf, uint64_t sendCount,
                                HcclDataType dataType, HcclComm comm, aclrtStream stream);
extern HcclResult HcclBarrier(HcclComm comm, aclrtStream stream);
extern HcclResult HcclReduce(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType,
                             HcclReduceOp op, uint32_t root, HcclComm comm, aclrtStream stream);
extern HcclResult HcclScatter(void* sendBuf, void* recvBuf, uint64_t recvCount,
                              HcclDataType dataType, uint32_t root, HcclComm comm,
                              aclrtStream stream);
extern HcclResult HcclAlltoAll(const void* sendBuf, uint64_t sendCount, HcclDataType sendType,
                               const void* recvBuf, uint64_t recvCount, HcclDataType recvType,
                               HcclComm comm, aclrtStream stream);
/** Counts and displacements are arrays of uint64_t on the host, in elements, one per rank. */
extern HcclResult HcclAlltoAllV(const void* sendBuf, const void* sendCounts, const void* sdispls,
                                HcclDataType sendType, const void* recvBuf, const void* recvCounts,
                                const void* rdispls, HcclDataType recvType, HcclComm comm,
                                aclrtStream stream);
extern HcclResult HcclReduceScatterV(void* sendBuf, const void* sendCounts, const void* sendDispls,
                                     void* recvBuf, uint64_t recvCount, HcclDataType dataType,
                                     HcclReduceOp op, HcclComm comm, aclrtStream stream);
extern HcclResult HcclAllGatherV(void* sendBuf, uint64_t sendCount, void* recvBuf,
                                 const void* recvCounts, const void* recvDispls,
                                 HcclDataType dataType, HcclComm comm, aclrtStream stream);
/** There is no other rank: HCCL_E_NOT_SUPPORT. */
extern HcclResult HcclSend(void* sendBuf, uint64_t count, HcclDataType dataType, uint32_t destRank,
                           HcclComm comm, aclrtStream stream);
extern HcclResult HcclRecv(void* recvBuf, uint64_t count, HcclDataType dataType, uint32_t srcRank,
                           HcclComm comm, aclrtStream stream);
extern HcclResult HcclBatchSendRecv(HcclSendRecvItem* sendRecvInfo, uint32_t itemNum, HcclComm comm,
                                    aclrtStream stream);

/** Of `config` the name is used; buffers and expansion modes change nothing for one rank. */
extern HcclResult HcclCommInitRootInfoConfig(uint32_t nRanks, const HcclRootInfo* rootInfo,
                                             uint32_t rank, const HcclCommConfig* config,
                                             HcclComm* comm);
extern HcclResult HcclCreateSubCommConfig(HcclComm* comm, uint32_t rankNum, uint32_t* rankIds,
                                          uint64_t subCommId, uint32_t subCommRankId,
                                          HcclCommConfig* config, HcclComm* subComm);
/** Rank tables describe servers: HCCL_E_NOT_SUPPORT. */
extern HcclResult HcclCommInitClusterInfo(const char* clusterInfo, uint32_t rank, HcclComm* comm);
extern HcclResult HcclCommInitClusterInfoConfig(const char* clusterInfo, uint32_t rank,
                                                HcclCommConfig* config, HcclComm* comm);
/** No error occurs after a call: HCCL_SUCCESS. */
extern HcclResult HcclGetCommAsyncError(HcclComm comm, HcclResult* asyncError);
/** How many settings HcclCommConfig has (HcclCommConfigCapability). */
extern uint32_t HcclGetCommConfigCapability(void);
/** Links and memory that one rank does not have: HCCL_E_NOT_SUPPORT. */
extern HcclResult HcclCommSuspend(HcclComm comm);
extern HcclResult HcclCommResume(HcclComm comm);
extern HcclResult HcclCommSetMemoryRange(HcclComm comm, void* baseVirPtr, size_t size,
                                         size_t alignment, uint64_t flags);
extern HcclResult HcclCommUnsetMemoryRange(HcclComm comm, void* baseVirPtr);
extern HcclResult HcclCommActivateCommMemory(HcclComm comm, void* virPtr, size_t size,
                                             size_t offset, aclrtDrvMemHandle handle,
                                             uint64_t flags);
extern HcclResult HcclCommDeactivateCommMemory(HcclComm comm, void* virPtr);

#ifdef __cplusplus
/** Makes `config` one that changes nothing. */
inline void HcclCommConfigInit(HcclCommConfig* config) {
    if (config == nullptr) {
        return;
    }
    struct Head {
        size_t size;
        uint32_t magic_word;
        uint32_t version;
        uint64_t reserved;
    };
    static_assert(sizeof(Head) == HCCL_COMM_CONFIG_INFO_BYTES, "what CANN's libraries read");
    const Head head = {sizeof(HcclCommConfig), HCCL_COMM_CONFIG_MAGIC_WORD,
                       HCCL_COMM_CONFIG_VERSION, 0};
    *config = HcclCommConfig();
    *reinterpret_cast<Head*>(config->reserved) = head;
    config->hcclBufferSize = HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET;
    config->hcclDeterministic = HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET;
    config->hcclOpExpansionMode = HCCL_COMM_DEFAULT_OP_EXPANSION_MODE;
    config->hcclRdmaTrafficClass = HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET;
    config->hcclRdmaServiceLevel = HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET;
}
#endif

#ifdef __cplusplus
}
#endif

#endif  // HCCL_H_
