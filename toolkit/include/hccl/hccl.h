// Collective communication (libhccl.so) of one rank: every collective is the identity on its own
// data. More ranks give HCCL_E_NOT_SUPPORT, and aclGetRecentErrMsg() says so.
#ifndef HCCL_H_
#define HCCL_H_

#include "acl/acl.h"
#include "hccl/hccl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One communicator per device; `comms` has room for `ndev`. */
extern HcclResult HcclCommInitAll(uint32_t ndev, int32_t* devices, HcclComm* comms);
extern HcclResult HcclGetRootInfo(HcclRootInfo* rootInfo);
extern HcclResult HcclCommInitRootInfo(uint32_t nRanks, const HcclRootInfo* rootInfo, uint32_t rank,
                                       HcclComm* comm);
extern HcclResult HcclCommDestroy(HcclComm comm);
/** `commName` has room for COMM_NAME_MAX_LENGTH bytes. */
extern HcclResult HcclGetCommName(HcclComm comm, char* commName);
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

#ifdef __cplusplus
}
#endif

#endif  // HCCL_H_
