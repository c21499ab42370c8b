// Groups of ranks by name, as frameworks and operators of communication use them (libhccl.so).
// Every group is a communicator of one rank, with its name (C99 and C++11).
#ifndef HCOM_H
#define HCOM_H

#include "hccl/base.h"
#include "hccl/hccl_rank_graph.h"

#ifdef __cplusplus
extern "C" {
#endif

extern HcclResult HcomGetRankSize(const char* group, u32* rankSize);
extern HcclResult HcomGetLocalRankSize(const char* group, u32* localRankSize);
extern HcclResult HcomGetRankId(const char* group, u32* rankId);
extern HcclResult HcomGetLocalRankId(const char* group, u32* localRankId);
extern HcclResult HcomGetWorldRankFromGroupRank(const char* group, u32 groupRank, u32* worldRank);
extern HcclResult HcomGetGroupRankFromWorldRank(u32 worldRank, const char* group, u32* groupRank);
/** A communicator of the current device. More ranks: HCCL_E_NOT_SUPPORT. */
extern HcclResult HcomCreateGroup(const char* group, u32 rankNum, u32* rankIds);
extern HcclResult HcomDestroyGroup(const char* group);
/** HCCL_E_NOT_FOUND if no communicator has the name. */
extern HcclResult HcomGetCommHandleByGroup(const char* group, HcclComm* commHandle);
extern HcclResult HcomGetRankSizeEx(const char* group, uint32_t* rankSize, uint32_t flag);
extern HcclResult HcomGetL0TopoTypeEx(const char* group, CommTopo* topoType, uint32_t flag);
/** Rank tables describe servers: HCCL_E_NOT_SUPPORT. */
extern HcclResult HcomInitByRankTable(const char* rankTable, uint32_t rankId);
extern HcclResult HcomDestroy(void);

#ifdef __cplusplus
}
#endif

#endif  // HCOM_H
