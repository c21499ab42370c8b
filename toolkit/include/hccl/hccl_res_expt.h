// Functions of communicators that CANN may change (libhccl.so). They reach other ranks:
// HCCL_E_NOT_SUPPORT.
#ifndef HCCL_RES_EXPT_H
#define HCCL_RES_EXPT_H

#include "hccl/hccl_res.h"

#ifdef __cplusplus
extern "C" {
#endif

extern HcclResult HcclGetRemoteIpcHcclBuf(HcclComm comm, uint64_t remoteRank, void** addr,
                                          uint64_t* size);
extern HcclResult HcclDevMemAcquire(HcclComm comm, const char* memTag, uint64_t* size, void** addr,
                                    bool* newCreated);
extern HcclResult HcclThreadExportToCommEngine(HcclComm comm, uint32_t threadNum,
                                               const ThreadHandle* threads,
                                               CommEngine dstCommEngine,
                                               ThreadHandle* exportedThreads);

#ifdef __cplusplus
}
#endif

#endif  // HCCL_RES_EXPT_H
